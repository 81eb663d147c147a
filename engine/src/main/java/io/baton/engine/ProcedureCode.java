package io.baton.engine;

import io.baton.engine.observe.CallReport;
import io.baton.engine.procedure.AbortReason;
import io.baton.engine.procedure.Explains;
import io.baton.engine.procedure.Explanation;
import io.baton.engine.trace.Caller;
import io.baton.engine.trace.TracedCall;
import io.baton.engine.transaction.Participant;
import io.baton.engine.transaction.Restart;
import io.baton.engine.transaction.SystemAbort;
import io.baton.engine.transaction.UserAbort;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/**
 * What a procedure runs, and its plan. Immutable: a call looks it up once, so that all its attempts run the same code,
 * whatever becomes of the procedure meanwhile.
 *
 * @param <R> the result type
 */
final class ProcedureCode<R> {

    private final String name;
    private final MethodHandle run;
    private final @Nullable MethodHandle plan;
    private final boolean once;
    private final boolean readOnly;
    private final @Nullable Explains explains;
    private final @Nullable Caller caller;

    /**
     * Makes the code of a procedure.
     *
     * @param name the procedure's name
     * @param run of type (Transaction, Object[])Object
     * @param plan of type (LockPlan, Object[])void, or null if it has none
     */
    ProcedureCode(String name, MethodHandle run, @Nullable MethodHandle plan) {
        this(name, run, plan, false, null);
    }

    /**
     * Makes the code of a procedure.
     *
     * @param readOnly whether it has promised to read only
     * @param explains makes the result, if calls are explained and rolled back
     */
    ProcedureCode(String name, MethodHandle run, @Nullable MethodHandle plan, boolean readOnly,
            @Nullable Explains explains) {
        this(name, run, plan, false, readOnly, explains, null);
    }

    private ProcedureCode(String name, MethodHandle run, @Nullable MethodHandle plan, boolean once, boolean readOnly,
            @Nullable Explains explains, @Nullable Caller caller) {
        this.name = name;
        this.run = run;
        this.plan = plan;
        this.once = once;
        this.readOnly = readOnly;
        this.explains = explains;
        this.caller = caller;
    }

    /** The same for calls of one attempt. */
    ProcedureCode<R> once() {
        return new ProcedureCode<>(name, run, plan, true, readOnly, explains, caller);
    }

    /** The same for calls that are explained. */
    <T> ProcedureCode<T> explainedBy(Explains newExplains) {
        return new ProcedureCode<>(name, run, plan, once, readOnly, newExplains, caller);
    }

    /** The same for calls on behalf of a user. */
    ProcedureCode<R> calledBy(Caller newCaller) {
        return new ProcedureCode<>(name, run, plan, once, readOnly, explains, newCaller);
    }

    /** On whose behalf calls are made, or null. */
    @Nullable
    Caller caller() {
        return caller;
    }

    /** What makes the result of calls that are explained, or null if they are not. */
    @Nullable
    Explains explains() {
        return explains;
    }

    /**
     * Makes what is told of a call that is explained. It is told as it is if it was ended from outside, if the engine
     * has stopped, or if it never ran.
     *
     * @param outcome how it has ended; null if it was only planned
     * @param participant the participant that ran it, with its locks
     */
    Outcome<R> explained(@Nullable Outcome<R> outcome, Explains newResult, Object[] arguments,
            Participant participant) {
        final Explanation explanation;
        if (outcome == null) {
            explanation = participant.explanation();
        } else {
            final boolean ran = participant.explainedAttempts() > 0;
            switch (outcome) {
                case Outcome.Committed<R> ignored -> explanation = participant.explanation(CallReport.GOOD, "");
                case Outcome.AbortedByProcedure<R> aborted when ran
                    && (aborted.cause() == null || !newResult.isMistake(aborted.cause())) ->
                    explanation = participant.explanation(aborted.reason().sqlState(), aborted.message());
                case Outcome.AbortedBySystem<R> aborted when ran
                    && aborted.reason() != AbortReason.CANCELLED && aborted.reason() != AbortReason.STOPPED ->
                    explanation = participant.explanation(aborted.reason().sqlState(), aborted.message());
                default -> {
                    return outcome;
                }
            }
        }
        return new Outcome.Committed<>(result(newResult.explained(explanation, arguments)));
    }

    boolean isReadOnly() {
        return readOnly;
    }

    /** Whether a call is never started over. */
    boolean isOnce() {
        return once;
    }

    String name() {
        return name;
    }

    /** The handle has returned what the method's signature says; null only where the procedure may return null. */
    @SuppressWarnings({"unchecked", "NullAway"})
    R result(@Nullable Object value) {
        return (R) value;
    }

    /** Runs it as a transaction, or a part of one. What has promised to read only is held to it. */
    @Nullable
    Object run(Transaction transaction, Object[] arguments) {
        if (!readOnly || !(transaction instanceof TransactionHandle handle)) {
            return invoke(transaction, arguments);
        }
        final Participant participant = handle.live();
        final String before = participant.readOnly(name);
        try {
            return invoke(transaction, arguments);
        } finally {
            participant.readOnly(before);
        }
    }

    /** Runs it as a part of a transaction, and tells how it ends. */
    @Nullable
    Object run(Transaction transaction, Object[] arguments, TracedCall.Part part) {
        final Object value;
        try {
            value = run(transaction, arguments);
        } catch (Throwable e) {
            threw(e, part);
            throw e;
        }
        part.returned(value);
        return value;
    }

    private static void threw(Throwable thrown, TracedCall.Part part) {
        switch (thrown) {
            case UserAbort abort -> part.threw(abort.reason().sqlState(), null);
            case SystemAbort abort -> part.threw(abort.reason().sqlState(), null);
            case Restart ignored -> part.threw(AbortReason.RESTARTS.sqlState(), null);
            case CheckedFailure checked -> part.threw(AbortReason.FAILED.sqlState(), checked.getCause());
            default -> part.threw(AbortReason.ofFailure(thrown).sqlState(), thrown);
        }
    }

    private @Nullable Object invoke(Transaction transaction, Object[] arguments) {
        try {
            return (Object) run.invokeExact(transaction, arguments);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new CheckedFailure(e);
        }
    }

    boolean hasPlan() {
        return plan != null;
    }

    void plan(LockPlan lockPlan, Object[] arguments) {
        final MethodHandle planned = plan;
        if (planned == null) {
            return;
        }
        if (!readOnly) {
            invoke(planned, lockPlan, arguments);
            return;
        }
        final String before = lockPlan.readOnly(name);
        try {
            invoke(planned, lockPlan, arguments);
        } finally {
            lockPlan.readOnly(before);
        }
    }

    private static void invoke(MethodHandle planned, LockPlan lockPlan, Object[] arguments) {
        try {
            planned.invokeExact(lockPlan, arguments);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new CheckedFailure(e);
        }
    }

    /** Carries a checked exception out of a procedure. */
    static final class CheckedFailure extends RuntimeException {
        private static final long serialVersionUID = 1L;

        CheckedFailure(Throwable cause) {
            super(cause.getMessage(), cause, false, false);
        }
    }
}
