package io.baton.engine;

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

    /**
     * Makes the code of a procedure.
     *
     * @param name the procedure's name
     * @param run of type (Transaction, Object[])Object
     * @param plan of type (LockPlan, Object[])void, or null if it has none
     */
    ProcedureCode(String name, MethodHandle run, @Nullable MethodHandle plan) {
        this(name, run, plan, false);
    }

    private ProcedureCode(String name, MethodHandle run, @Nullable MethodHandle plan, boolean once) {
        this.name = name;
        this.run = run;
        this.plan = plan;
        this.once = once;
    }

    /** The same for calls of one attempt. */
    ProcedureCode<R> once() {
        return new ProcedureCode<>(name, run, plan, true);
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

    @Nullable
    Object run(Transaction transaction, Object[] arguments) {
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
