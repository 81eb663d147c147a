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
import io.baton.engine.transaction.LogPosition;
import io.baton.engine.transaction.Restart;
import io.baton.engine.transaction.SystemAbort;
import io.baton.engine.transaction.UserAbort;
import io.baton.fabric.StackHeadroom;
import io.baton.storage.OutOfMemoryBudgetException;
import io.baton.storage.TableFullException;
import io.baton.storage.TransactionTooLargeException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Runs the calls of an engine, be they a session's or not, answers all, and tells of them. Thread-safe. */
final class Calls {

    private final EngineConfig config;
    private final CoordinatorPool pool;
    private final RunningThreads running;
    private final Answers answers;
    /** Answers of a durable engine wait for the disk; a recorded history has no place for calls that are made again. */
    private final boolean waitsForNothing;

    Calls(EngineParts parts, RunningThreads running) {
        this.config = parts.config;
        this.pool = parts.pool;
        this.running = running;
        this.answers = new Answers(parts.config.clock());
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
        return run(code, arguments, timeoutNanos, running.mark(), null, null, false);
    }

    /**
     * Runs what has been checked.
     *
     * @param call is told how far the call is, or null
     */
    <R> Outcome<R> execute(ProcedureCode<R> code, Object[] arguments, long timeoutNanos, @Nullable AsyncCall<R> call) {
        // If the stack ends, then before a place is taken or when the procedure runs, but never while it is given back.
        StackHeadroom.checkCall();
        return mayWait(run(code, arguments, timeoutNanos, running.mark(), null, call, true));
    }

    /** Runs what has been checked, at a session's place. */
    <R> Outcome<R> execute(ProcedureCode<R> code, Object[] arguments, long timeoutNanos, Session session,
            RunningThreads.Mark mark) {
        return mayWait(run(code, arguments, timeoutNanos, mark, session, null, true));
    }

    private static <R> Outcome<R> mayWait(@Nullable Outcome<R> outcome) {
        return Objects.requireNonNull(outcome, "it may wait");
    }

    /**
     * A call from its beginning to its answer. While the answer waits for the disk, the call holds no locks, and no
     * place unless that is a session's.
     */
    private <R> @Nullable Outcome<R> run(ProcedureCode<R> code, Object[] arguments, long timeoutNanos,
            RunningThreads.Mark mark, @Nullable Session session, @Nullable AsyncCall<R> call, boolean mayWait) {
        final String procedure = code.name();
        final long startNanos = config.clock().nanoTime();
        // Foreign code, which might throw: before anything is to be ended.
        final TracedCall traced = TracedCall.begins(config.tracer(), procedure, code.caller());
        mark.enter(procedure);
        if (call != null) {
            call.hasThread(startNanos);
        }
        Session begun = null;
        try {
            Outcome<R> outcome;
            long restarts = 0;
            try {
                if (session != null) {
                    session.begin(timeoutNanos);
                    begun = session;
                }
                final @Nullable Coordinator coordinator = coordinator(code, timeoutNanos, session, mayWait);
                if (coordinator == null) {
                    return null;
                }
                final LogPosition position;
                try {
                    if (traced != null || call != null) {
                        show(coordinator, traced, call);
                    }
                    outcome = coordinator.call(code, arguments, startNanos, timeoutNanos, mayWait);
                    position = coordinator.position();
                    restarts = coordinator.callRestarts();
                } finally {
                    giveBack(coordinator, traced, session);
                }
                if (outcome == null) {
                    return null;
                }
                if (position != null) {
                    outcome = await(procedure, outcome, position, startNanos, timeoutNanos, call);
                }
            } catch (SystemAbort e) {
                outcome = Coordinator.aborted(procedure, e);
            }
            if (traced != null || config.observer() != null) {
                tell(procedure, outcome, startNanos, restarts, traced);
            }
            return outcome;
        } finally {
            leave(mark, begun);
        }
    }

    // Parts of a call, apart from it so that it stays small enough for the JVM's compiler to inline it.

    private @Nullable Coordinator coordinator(ProcedureCode<?> code, long timeoutNanos, @Nullable Session session,
            boolean mayWait) {
        return session != null ? session.coordinator(timeoutNanos)
            : mayWait ? pool.take(timeoutNanos, code.explains() != null) : pool.takeNow();
    }

    private static void show(Coordinator coordinator, @Nullable TracedCall traced, @Nullable AsyncCall<?> call) {
        if (traced != null) {
            coordinator.control().trace(traced);
        }
        if (call != null && !call.begins(coordinator.control())) {
            throw new SystemAbort(AbortReason.CANCELLED, "was cancelled");
        }
    }

    private void giveBack(Coordinator coordinator, @Nullable TracedCall traced, @Nullable Session session) {
        if (traced != null) {
            // Before another call has the coordinator.
            coordinator.control().trace(null);
        }
        if (session == null) {
            pool.giveBack(coordinator);
        }
    }

    private static void leave(RunningThreads.Mark mark, @Nullable Session begun) {
        if (begun != null) {
            begun.end();
        }
        mark.leave();
    }

    private <R> Outcome<R> await(String procedure, Outcome<R> outcome, LogPosition position, long startNanos,
            long timeoutNanos, @Nullable AsyncCall<R> call) {
        if (call != null) {
            call.released();
        }
        return answers.await(procedure, outcome, position, startNanos, timeoutNanos);
    }

    /** Tells of a call that has ended. */
    private void tell(String procedure, Outcome<?> outcome, long startNanos, long restarts,
            @Nullable TracedCall traced) {
        final CallObserver observer = config.observer();
        final long nanos = config.clock().nanoTime() - startNanos;
        final CallEnd end = switch (outcome) {
            case Outcome.Committed<?> committed -> CallEnd.COMMITTED;
            case Outcome.AbortedByProcedure<?> aborted -> CallEnd.ABORTED_BY_PROCEDURE;
            case Outcome.AbortedBySystem<?> aborted -> CallEnd.ABORTED_BY_SYSTEM;
            case Outcome.Unknown<?> unknown -> CallEnd.UNKNOWN;
        };
        if (observer != null) {
            observer.ended(procedure, end, outcome.sqlState(), nanos, restarts);
        }
        if (traced != null) {
            traced.ended(end, outcome.sqlState(),
                outcome instanceof Outcome.AbortedByProcedure<?> aborted ? aborted.cause() : null, restarts,
                outcome instanceof Outcome.Committed<?> committed ? committed.result() : null);
        }
    }

    /** Runs one of the calls of an interactive transaction, and tells of it. */
    <R> R within(Procedure<R> procedure, Transaction transaction, Object[] arguments) {
        final LockWatch watch = transaction instanceof TransactionHandle handle
            ? handle.participant().watch() : null;
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
