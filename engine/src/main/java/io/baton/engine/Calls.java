package io.baton.engine;

import io.baton.engine.observe.CallEnd;
import io.baton.engine.observe.CallObserver;
import io.baton.engine.observe.CallReport;
import io.baton.engine.procedure.AbortReason;
import io.baton.engine.thread.RunningThreads;
import io.baton.engine.trace.CallEvent;
import io.baton.engine.trace.FlightEvents;
import io.baton.engine.trace.TracedCall;
import io.baton.engine.transaction.LockWatch;
import io.baton.engine.transaction.Restart;
import io.baton.engine.transaction.SystemAbort;
import io.baton.engine.transaction.UserAbort;
import io.baton.fabric.StackHeadroom;
import io.baton.storage.OutOfMemoryBudgetException;
import io.baton.storage.TableFullException;
import io.baton.storage.TransactionTooLargeException;
import org.jspecify.annotations.Nullable;

/** Runs the calls of an engine that are made without a session, and answers all. Thread-safe. */
final class Calls {

    private final EngineConfig config;
    private final CoordinatorPool pool;
    private final RunningThreads running;
    /** Null if the engine is not durable. */
    private final @Nullable Store store;
    /** Answers of a durable engine wait for the disk; a recorded history has no place for calls that are made again. */
    private final boolean waitsForNothing;

    Calls(EngineParts parts, RunningThreads running) {
        this.config = parts.config;
        this.pool = parts.pool;
        this.store = parts.store;
        this.running = running;
        this.waitsForNothing = parts.store == null && parts.history == null;
    }

    /**
     * Runs what has been checked, if that is possible without waiting: for a place, a lock or the disk.
     *
     * @return the outcome; null if it is not, then nothing has happened
     */
    <R> @Nullable Outcome<R> executeNow(ProcedureCode<R> code, Object[] arguments, long timeoutNanos) {
        if (!waitsForNothing || code.isOnce() || code.explains() != null) {
            return null;
        }
        StackHeadroom.checkCall();
        final RunningThreads.Mark mark = running.mark();
        final long startNanos = config.clock().nanoTime();
        final TracedCall traced = begins(code);
        mark.enter(code.name());
        try {
            final Coordinator coordinator = pool.takeNow();
            if (coordinator == null) {
                return null;
            }
            final Outcome<R> outcome;
            final long restarts;
            trace(coordinator, traced);
            try {
                outcome = coordinator.callNow(code, arguments, startNanos, timeoutNanos);
                restarts = coordinator.callRestarts();
            } finally {
                untrace(coordinator, traced);
                pool.giveBack(coordinator);
            }
            return outcome == null ? null : observed(code, outcome, startNanos, restarts, traced);
        } catch (SystemAbort e) {
            return observed(code, Coordinator.aborted(code, e), startNanos, 0, traced);
        } finally {
            mark.leave();
        }
    }

    /** Runs what has been checked. */
    <R> Outcome<R> execute(ProcedureCode<R> code, Object[] arguments, long timeoutNanos, @Nullable AsyncCall<R> call) {
        // If the stack ends, then before a place is taken or when the procedure runs, but never while it is given back.
        StackHeadroom.checkCall();
        final RunningThreads.Mark mark = running.mark();
        final long startNanos = config.clock().nanoTime();
        // Foreign code, which might throw: before anything is to be ended.
        final TracedCall traced = begins(code);
        mark.enter(code.name());
        if (call != null) {
            call.hasThread(startNanos);
        }
        try {
            final Coordinator coordinator = code.explains() == null ? pool.take(timeoutNanos)
                : pool.takeExplained(timeoutNanos);
            final Outcome<R> outcome;
            final long answerAfter;
            final boolean recorded;
            final long restarts;
            trace(coordinator, traced);
            try {
                if (call != null && !call.begins(coordinator.control())) {
                    throw new SystemAbort(AbortReason.CANCELLED, "was cancelled");
                }
                outcome = coordinator.call(code, arguments, startNanos, timeoutNanos);
                answerAfter = coordinator.answerAfter();
                recorded = coordinator.recorded();
                restarts = coordinator.callRestarts();
            } finally {
                untrace(coordinator, traced);
                pool.giveBack(coordinator);
            }
            if (call != null && answerAfter != 0) {
                call.released();
            }
            return observed(code, answer(code, outcome, answerAfter, recorded, startNanos, timeoutNanos), startNanos,
                restarts, traced);
        } catch (SystemAbort e) {
            return observed(code, Coordinator.aborted(code, e), startNanos, 0, traced);
        } finally {
            mark.leave();
        }
    }

    /**
     * Waits until the outcome of a call may be told.
     *
     * @param answerAfter up to where the log must be forced before
     * @param recorded whether the call's writes are in the log
     * @param startNanos when the call began
     * @param timeoutNanos how long it may take
     */
    <R> Outcome<R> answer(ProcedureCode<R> code, Outcome<R> outcome, long answerAfter, boolean recorded,
            long startNanos, long timeoutNanos) {
        return store == null || answerAfter == 0 ? outcome
            : store.answers().await(code.name(), outcome, answerAfter, recorded, startNanos, timeoutNanos);
    }

    /** Asks whether somebody looks closer at a call that begins; returns null if nobody does. */
    @Nullable
    TracedCall begins(ProcedureCode<?> code) {
        return TracedCall.begins(config.tracer(), code.name(), code.caller());
    }

    /** Has a coordinator count for the call that begins next. */
    static void trace(Coordinator coordinator, @Nullable TracedCall traced) {
        if (traced != null) {
            coordinator.control().trace(traced);
        }
    }

    /** Ends that, before somebody else has the coordinator. */
    static void untrace(Coordinator coordinator, @Nullable TracedCall traced) {
        if (traced != null) {
            coordinator.control().trace(null);
        }
    }

    /** Tells of a call that has ended; returns its outcome. */
    <R> Outcome<R> observed(ProcedureCode<R> code, Outcome<R> outcome, long startNanos, long restarts,
            @Nullable TracedCall traced) {
        final CallObserver observer = config.observer();
        if (observer != null || traced != null) {
            final long nanos = config.clock().nanoTime() - startNanos;
            switch (outcome) {
                case Outcome.Committed<R>(R result) ->
                    tell(code, CallEnd.COMMITTED, outcome.sqlState(), nanos, restarts, traced, null, result);
                case Outcome.AbortedByProcedure<R> aborted -> tell(code, CallEnd.ABORTED_BY_PROCEDURE,
                    outcome.sqlState(), nanos, restarts, traced, aborted.cause(), null);
                case Outcome.AbortedBySystem<R> aborted -> tell(code, CallEnd.ABORTED_BY_SYSTEM,
                    outcome.sqlState(), nanos, restarts, traced, null, null);
                case Outcome.Unknown<R> unknown ->
                    tell(code, CallEnd.UNKNOWN, outcome.sqlState(), nanos, restarts, traced, null, null);
            }
        }
        return outcome;
    }

    private void tell(ProcedureCode<?> code, CallEnd end, String sqlState, long nanos, long restarts,
            @Nullable TracedCall traced, @Nullable Throwable cause, @Nullable Object result) {
        final CallObserver observer = config.observer();
        if (observer != null) {
            observer.ended(code.name(), end, sqlState, nanos, restarts);
        }
        if (traced != null) {
            traced.ended(end, sqlState, cause, restarts, result);
        }
    }

    /** Runs one of the calls of a transaction of several, and tells of it. */
    <R> R within(Procedure<R> procedure, Transaction transaction, Object[] arguments) {
        final LockWatch watch = transaction instanceof TransactionHandle handle ? handle.locks.watch() : null;
        final CallEvent event = FlightEvents.call();
        final long beginNanos = config.clock().nanoTime();
        final String around = watch == null ? null : watch.runsWithin(procedure.name());
        CallEnd end = CallEnd.RETURNED;
        String sqlState = CallReport.GOOD;
        try {
            return procedure.runWithin(transaction, arguments);
        } catch (Throwable e) {
            final AbortReason bySystem = reasonOfSystem(e);
            end = bySystem == null ? CallEnd.ABORTED_BY_PROCEDURE : CallEnd.ABORTED_BY_SYSTEM;
            sqlState = bySystem != null ? bySystem.sqlState()
                : e instanceof UserAbort abort ? abort.reason().sqlState()
                    : new Outcome.AbortedByProcedure<>(AbortReason.ofFailure(e), "", e).sqlState();
            throw e;
        } finally {
            if (watch != null) {
                watch.runsWithin(around);
            }
            if (event != null) {
                event.endedWithin(procedure.name());
            }
            final CallObserver observer = config.observer();
            if (observer != null) {
                observer.ended(procedure.name(), end, sqlState, config.clock().nanoTime() - beginNanos, 0);
            }
        }
    }

    /** Why the engine ends the transaction, or null if it is the procedure that does. */
    private static @Nullable AbortReason reasonOfSystem(Throwable thrown) {
        return switch (thrown) {
            case SystemAbort abort -> abort.reason();
            case Restart ignored -> AbortReason.RESTARTS;
            case TableFullException ignored -> AbortReason.TABLE_FULL;
            case TransactionTooLargeException ignored -> AbortReason.TOO_LARGE;
            case OutOfMemoryBudgetException ignored -> AbortReason.OUT_OF_MEMORY;
            default -> null;
        };
    }
}
