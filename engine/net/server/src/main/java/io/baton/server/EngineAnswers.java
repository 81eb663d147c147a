package io.baton.server;

import io.baton.engine.EngineStoppedException;
import io.baton.engine.Outcome;
import io.baton.engine.ProcedureAbortedException;
import io.baton.engine.SystemAbortedException;
import io.baton.engine.UnknownOutcomeException;
import io.baton.engine.procedure.AbortReason;
import io.baton.protocol.Answer;
import io.baton.protocol.OutcomeKind;
import io.baton.protocol.Reason;
import io.baton.server.query.QueryException;

/** Turns what the engine throws into answers. */
final class EngineAnswers {

    private EngineAnswers() {
    }

    /** Of a call that has ended. */
    static Answer of(Outcome<?> outcome) {
        return switch (outcome) {
            case Outcome.Committed<?> committed -> Answer.COMMITTED;
            case Outcome.AbortedByProcedure<?> aborted when aborted.cause() instanceof QueryException query ->
                new Answer(OutcomeKind.ABORTED_BY_PROCEDURE, query.reason(), text(query));
            case Outcome.AbortedByProcedure<?> aborted ->
                new Answer(OutcomeKind.ABORTED_BY_PROCEDURE, reason(aborted.reason()), aborted.message());
            case Outcome.AbortedBySystem<?> aborted ->
                new Answer(OutcomeKind.ABORTED_BY_SYSTEM, reason(aborted.reason()), aborted.message());
            case Outcome.Unknown<?> unknown -> unknown(unknown.message());
        };
    }

    /** Of a call that was begun. */
    static Answer of(Throwable failure) {
        return switch (failure) {
            case ProcedureAbortedException aborted when aborted.getCause() instanceof QueryException query ->
                new Answer(OutcomeKind.ABORTED_BY_PROCEDURE, query.reason(), text(query));
            case ProcedureAbortedException aborted ->
                new Answer(OutcomeKind.ABORTED_BY_PROCEDURE, reason(aborted.reason()), text(aborted));
            case SystemAbortedException aborted ->
                new Answer(OutcomeKind.ABORTED_BY_SYSTEM, reason(aborted.reason()), text(aborted));
            case UnknownOutcomeException unknown -> unknown(text(unknown));
            case EngineStoppedException stopped ->
                new Answer(OutcomeKind.ABORTED_BY_SYSTEM, Reason.STOPPED, text(stopped));
            default -> unknown("the call ended with " + failure);
        };
    }

    /** Of a call that the engine did not begin. */
    static Answer notBegun(Throwable failure) {
        return switch (failure) {
            case EngineStoppedException stopped -> of(stopped);
            case RuntimeException closing -> new Answer(OutcomeKind.ABORTED_BY_SYSTEM, Reason.CLOSING, text(closing));
            default ->
                new Answer(OutcomeKind.ABORTED_BY_SYSTEM, Reason.TOO_BUSY, "the call was not begun: " + failure);
        };
    }

    static Answer unknown(String message) {
        return new Answer(OutcomeKind.UNKNOWN, Reason.OUTCOME_UNKNOWN, message);
    }

    static Answer refused(Reason reason, String message) {
        return new Answer(OutcomeKind.REFUSED, reason, message);
    }

    static Answer lost(Reason reason, String message) {
        return new Answer(OutcomeKind.RESULT_LOST, reason, message);
    }

    static Reason reason(AbortReason reason) {
        return switch (reason) {
            case GAVE_UP -> Reason.GAVE_UP;
            case FAILED -> Reason.FAILED;
            case DUPLICATE_KEY -> Reason.DUPLICATE_KEY;
            case INVALID_VALUE -> Reason.INVALID_VALUE;
            case TIMEOUT -> Reason.TIMEOUT;
            case RESTARTS -> Reason.RESTARTS;
            case CANCELLED -> Reason.CANCELLED;
            case TOO_BUSY -> Reason.TOO_BUSY;
            case OUT_OF_MEMORY -> Reason.OUT_OF_MEMORY;
            case TABLE_FULL -> Reason.TABLE_FULL;
            case TOO_LARGE -> Reason.TOO_LARGE;
            case CLOSING -> Reason.CLOSING;
            case LOCK_LOST -> Reason.LOCK_LOST;
            case STOPPED -> Reason.STOPPED;
            case READ_ONLY -> Reason.READ_ONLY;
            case NOT_FOUND -> Reason.NOT_FOUND;
        };
    }

    private static String text(Throwable failure) {
        return String.valueOf(failure.getMessage());
    }
}
