package io.baton.client;

import io.baton.protocol.Answer;
import io.baton.protocol.OutcomeKind;
import io.baton.protocol.Reason;

/** A call has not returned a result. The kind of exception says what was written; the set is closed. */
public abstract sealed class CallException extends RuntimeException
    permits CallAbortedByProcedureException, CallAbortedBySystemException, CallOutcomeUnknownException,
    CallRefusedException, CallResultLostException {

    private static final long serialVersionUID = 1L;

    private final transient Answer answer;

    CallException(Answer answer) {
        super(answer.message());
        this.answer = answer;
    }

    /**
     * Says why. Whether to call again is what {@link #retryable} of this exception says, and not that of the reason:
     * one that is retryable as a rule may be that of a call that was committed, and would then write twice.
     *
     * @return the reason
     */
    public final Reason reason() {
        return answer.reason();
    }

    /** {@return the five characters by which SQL knows the reason; RL001 of a call that was committed} */
    public final String sqlState() {
        return answer.sqlState();
    }

    /** {@return whether nothing was written, and the same call may succeed later} */
    public final boolean retryable() {
        return answer.retryable();
    }

    static CallException of(Answer answer) {
        return switch (answer.outcome()) {
            case ABORTED_BY_PROCEDURE -> new CallAbortedByProcedureException(answer);
            case ABORTED_BY_SYSTEM -> new CallAbortedBySystemException(answer);
            case UNKNOWN -> new CallOutcomeUnknownException(answer);
            case REFUSED -> new CallRefusedException(answer);
            case RESULT_LOST -> new CallResultLostException(answer);
            case COMMITTED -> throw new IllegalArgumentException("a committed call has a result");
        };
    }

    static CallException refused(Reason reason, String message) {
        return of(new Answer(OutcomeKind.REFUSED, reason, message));
    }

    static CallException unknown(String message) {
        return of(new Answer(OutcomeKind.UNKNOWN, Reason.OUTCOME_UNKNOWN, message));
    }

    /** Of a connection that has ended before the answer came. */
    static Answer unknownAnswer(String why) {
        return new Answer(OutcomeKind.UNKNOWN, Reason.OUTCOME_UNKNOWN,
            "nobody can tell whether it was committed: " + why);
    }

    /** The same with the calling thread's stack, for a thread that has waited for another's. */
    final CallException here() {
        final CallException copy = of(answer);
        copy.initCause(this);
        return copy;
    }
}
