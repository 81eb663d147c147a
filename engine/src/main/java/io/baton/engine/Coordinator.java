package io.baton.engine;

import io.baton.engine.history.TransactionHistory;
import io.baton.engine.procedure.AbortReason;
import io.baton.engine.procedure.Explains;
import io.baton.engine.trace.CallEvent;
import io.baton.engine.trace.Caller;
import io.baton.engine.trace.FlightEvents;
import io.baton.engine.transaction.AuditFailure;
import io.baton.engine.transaction.CallControl;
import io.baton.engine.transaction.CallIdentity;
import io.baton.engine.transaction.Commit;
import io.baton.engine.transaction.ExplainedLocks;
import io.baton.engine.transaction.FailureText;
import io.baton.engine.transaction.LockSet;
import io.baton.engine.transaction.LockWatch;
import io.baton.engine.transaction.LockingTransaction;
import io.baton.engine.transaction.Redo;
import io.baton.engine.transaction.Restart;
import io.baton.engine.transaction.SystemAbort;
import io.baton.engine.transaction.Tables;
import io.baton.engine.transaction.UserAbort;
import io.baton.engine.transaction.Workspace;
import io.baton.engine.transaction.WriteSet;
import io.baton.lock.LockInvariantViolation;
import io.baton.lock.LockOutcome;
import io.baton.lock.LockStatistics;
import io.baton.storage.OutOfMemoryBudgetException;
import io.baton.storage.StorageException;
import io.baton.storage.TableFullException;
import io.baton.storage.TransactionTooLargeException;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Runs calls, one after the other: attempt after attempt, until one commits, the procedure gives up, or the bounds on
 * time and restarts are reached. What it needs for a transaction it keeps for the next, so that a transaction allocates
 * next to nothing. One thread at a time.
 *
 * <p>Whatever a procedure throws, and be it an {@link Error}, is an outcome. A coordinator through which an Error has
 * gone says {@link #isBroken()} and is not used again. An Error while the writes are applied stops the engine.
 */
final class Coordinator implements AutoCloseable {
    /** With it the names of the procedures begin that a server brings along. */
    private static final String BUILT_IN = "baton.";

    private static final long FIRST_PAUSE_NANOS = 1_000;
    private static final int PAUSE_DOUBLINGS_MAX = 10;

    /** Its place in the pool. */
    final int place;
    /** If it was made for one call that is explained: the one that it stands in for, and what it has seen. */
    final @Nullable Coordinator standsInFor;
    private final @Nullable ExplainedLocks explained;
    private final EngineConfig config;
    private final RandomGenerator random;
    private final CallControl control;
    private final CallIdentity identity;
    final LockSet locks;
    private final WriteSet writes;
    private final TransactionHistory history;
    private final Tables tables;
    private final LockingTransaction transaction;
    private final Commit commit;
    /** Null if the engine is not durable. */
    private final @Nullable Redo redo;
    /** The session that has it, if one has. */
    private volatile @Nullable Session owner;
    private long restarts;
    /** For those who look from outside. */
    private boolean running;
    private long restartsBefore;
    private boolean broken;
    /** What the last attempt learnt of its locks when it gave them back. */
    private LockOutcome released = LockOutcome.GRANTED;

    Coordinator(int place, CallIdentity identity, Workspace workspace, EngineConfig config, CallControl control,
            RandomGenerator random, @Nullable Coordinator standsInFor, @Nullable ExplainedLocks explained) {
        this.place = place;
        this.standsInFor = standsInFor;
        this.explained = explained;
        this.config = config;
        this.random = random;
        this.control = control;
        this.identity = identity;
        this.locks = workspace.locks();
        this.writes = workspace.writes();
        this.history = workspace.history();
        this.tables = workspace.tables();
        this.transaction = new LockingTransaction(workspace, identity);
        this.commit = new Commit(workspace);
        this.redo = workspace.redo();
    }

    long restarts() {
        return restarts;
    }

    /** How often the last call had to start over. */
    long callRestarts() {
        return restarts - restartsBefore;
    }

    /** Says which session has it from now on. */
    void ownedBy(@Nullable Session session) {
        owner = session;
    }

    /** Whether a session has it that is not within a call. */
    boolean restsInSession() {
        final Session session = owner;
        return session != null && !session.isCalling();
    }

    /** Whether nobody should go on with it: an Error went through it, or its session with a lock server is lost. */
    boolean isBroken() {
        return broken;
    }

    /** What the call that it runs leaves for others to see, or null if it runs none. Any thread. */
    @Nullable
    LockWatch running() {
        return running ? locks.watch() : null;
    }

    LockStatistics lockStatistics() {
        return locks.client().counters().statistics();
    }

    /** Up to where the log must be forced before the last call may be answered. */
    long answerAfter() {
        return redo == null ? 0 : redo.answerAfter();
    }

    /** Whether the last call's writes are in the log. */
    boolean recorded() {
        return redo != null && redo.recorded();
    }

    CallControl control() {
        return control;
    }

    /**
     * Runs a call.
     *
     * @param procedure what it runs
     * @param arguments its arguments, checked
     * @param startNanos when the call began
     * @param timeoutNanos how long it may take
     */
    <R> Outcome<R> call(ProcedureCode<R> procedure, Object[] arguments, long startNanos, long timeoutNanos) {
        return Objects.requireNonNull(run(procedure, arguments, startNanos, timeoutNanos), "it may wait");
    }

    /** Runs a call that waits for nothing. Returns null if it would have to: then nothing has happened. */
    <R> @Nullable Outcome<R> callNow(ProcedureCode<R> procedure, Object[] arguments, long startNanos,
            long timeoutNanos) {
        control.mayWait(false);
        try {
            return run(procedure, arguments, startNanos, timeoutNanos);
        } finally {
            control.mayWait(true);
        }
    }

    private <R> @Nullable Outcome<R> run(ProcedureCode<R> procedure, Object[] arguments, long startNanos,
            long timeoutNanos) {
        restartsBefore = restarts;
        locks.watch().begins(procedure.name(), Caller.origin(procedure.caller()));
        final CallEvent event = FlightEvents.call();
        // A limit of the procedure's own is a promise; the engine's is a guard against calls that never end.
        control.begin(startNanos, timeoutNanos, timeoutNanos != config.callTimeoutNanos());
        identity.begin(startNanos);
        running = true;
        locks.begin();
        commit.begin();
        if (redo != null) {
            redo.begin();
        }
        transaction.planned().clear();
        history.begin(startNanos);
        boolean committed = false;
        final Explains explains = procedure.explains();
        try {
            Outcome<R> outcome = plan(procedure, arguments);
            final boolean runs = explains == null || explains.runs();
            for (int attempt = 1; outcome == null && runs; attempt++) {
                outcome = attempt(procedure, arguments);
                if (outcome == null) {
                    if (!control.mayWait()) {
                        return null;
                    }
                    restarts++;
                    outcome = pauseOrGiveUp(procedure, attempt);
                }
            }
            committed = (outcome instanceof Outcome.Committed || commit.hasApplied()) && explains == null;
            return explained == null || explains == null ? outcome
                : procedure.explained(outcome, explains, arguments, explained);
        } finally {
            running = false;
            locks.endCall();
            history.end(committed);
            if (event != null) {
                event.ended(procedure.name(), committed, callRestarts());
            }
        }
    }

    /** Lets the procedure declare its locks. */
    private <R> @Nullable Outcome<R> plan(ProcedureCode<R> procedure, Object[] arguments) {
        if (!procedure.hasPlan()) {
            return null;
        }
        final LockPlan plan = new LockPlan(tables, locks, transaction.planned());
        try {
            procedure.plan(plan, arguments);
            return null;
        } catch (Throwable thrown) {
            return failed(procedure, thrown);
        } finally {
            plan.end();
        }
    }

    /** Returns null if the transaction has to start over. */
    private <R> @Nullable Outcome<R> attempt(ProcedureCode<R> procedure, Object[] arguments) {
        Outcome<R> outcome = null;
        final Throwable failure;
        try {
            outcome = runAndCommit(procedure, arguments);
        } catch (Throwable thrown) {
            outcome = ended(procedure, thrown);
        } finally {
            failure = endAttempt(outcome == null);
        }
        return outcome == null ? again(procedure, failure)
            : released == LockOutcome.GRANTED ? outcome : lost(procedure, outcome);
    }

    /** While a lost lock was another's, the attempt may have read and written what it must not: that is no success. */
    private <R> Outcome<R> lost(ProcedureCode<R> procedure, Outcome<R> outcome) {
        final SystemAbort lost = SystemAbort.lockLost(released);
        if (commit.hasApplied()) {
            config.state().stop(lost);
            return new Outcome.Unknown<>("procedure " + procedure.name() + " was committed, but " + lost.getMessage());
        }
        return outcome instanceof Outcome.AbortedBySystem || outcome instanceof Outcome.Unknown
            ? outcome : aborted(procedure, lost);
    }

    /** Returns null if there is another attempt. One might meet the writes or locks of an attempt whose end failed. */
    private <R> @Nullable Outcome<R> again(ProcedureCode<R> procedure, @Nullable Throwable failure) {
        if (config.state().isStopped()) {
            return aborted(procedure, config.state().abort());
        }
        return failure == null ? null : failed(procedure, failure);
    }

    private <R> Outcome<R> runAndCommit(ProcedureCode<R> procedure, Object[] arguments) {
        locks.beginAttempt();
        history.restart();
        transaction.begin();
        locks.acquirePlanned();
        transaction.planned().locate();
        final TransactionHandle handle = new TransactionHandle(transaction);
        final Object result;
        try {
            result = procedure.run(handle, arguments);
        } finally {
            handle.end();
        }
        // Made before the commit, behind which nothing may fail.
        final Outcome<R> committed = new Outcome.Committed<>(procedure.result(result));
        locks.checkNotEnded();
        if (procedure.explains() == null) {
            commit.run();
        } else {
            commit.rehearse();
        }
        return committed;
    }

    /** What an attempt comes to that ended with a throwable. If the engine ended it, it does not matter with which. */
    @SuppressWarnings("ReferenceEquality") // Each coordinator has made one of its own.
    private <R> @Nullable Outcome<R> ended(ProcedureCode<R> procedure, Throwable thrown) {
        if (commit.isApplying()) {
            config.state().stop(thrown);
            broken = true;
            return new Outcome.Unknown<>("procedure " + procedure.name() + " was being committed when the engine"
                + " stopped after " + FailureText.of(thrown));
        }
        if (thrown instanceof AuditFailure audit) {
            throw audit;
        }
        if (thrown instanceof LockInvariantViolation violation) {
            config.state().stop(violation);
            broken = true;
        }
        broken |= thrown instanceof Error;
        final RuntimeException end = locks.ended();
        if (end == locks.failedAccess) {
            broken = true;
            return failed(procedure, thrown instanceof Error ? thrown : locks.failedAccess);
        }
        return switch (end == null ? thrown : end) {
            case Restart ignored -> null;
            case SystemAbort abort -> aborted(procedure, abort);
            case UserAbort abort -> failed(procedure, abort);
            case TableFullException full -> aborted(procedure, SystemAbort.after(AbortReason.TABLE_FULL, full));
            case TransactionTooLargeException e -> aborted(procedure, SystemAbort.after(AbortReason.TOO_LARGE, e));
            case OutOfMemoryBudgetException e -> aborted(procedure, SystemAbort.after(AbortReason.OUT_OF_MEMORY, e));
            default -> failed(procedure, thrown);
        };
    }

    /** Forgets all writes, be they committed or not, and only then gives the locks back. Returns what has failed. */
    private @Nullable Throwable endAttempt(boolean again) {
        Throwable failure = null;
        try {
            if (redo != null) {
                redo.endAttempt(again);
            }
        } catch (Throwable thrown) {
            // Its answer may come too early: better none.
            config.state().stop(thrown);
            failure = thrown;
        }
        try {
            forgetWrites(again);
        } catch (Throwable thrown) {
            failure = thrown;
        }
        released = LockOutcome.GRANTED;
        try {
            released = locks.releaseAll();
        } catch (AuditFailure audit) {
            throw audit;
        } catch (Throwable thrown) {
            config.state().stop(thrown);
            failure = thrown;
        }
        broken |= failure != null || released == LockOutcome.LOST;
        return failure;
    }

    private void forgetWrites(boolean again) {
        try {
            history.releases();
        } finally {
            try {
                writes.clear();
            } finally {
                transaction.end(again);
            }
        }
    }

    static <R> Outcome<R> aborted(ProcedureCode<R> procedure, SystemAbort abort) {
        return new Outcome.AbortedBySystem<>(
            abort.reason(), "procedure " + procedure.name() + " " + abort.getMessage());
    }

    private <R> Outcome<R> failed(ProcedureCode<R> procedure, Throwable thrown) {
        broken |= thrown instanceof Error;
        if (thrown instanceof UserAbort abort) {
            return new Outcome.AbortedByProcedure<>(abort.reason(), String.valueOf(abort.getMessage()), null);
        }
        final Throwable cause = thrown instanceof ProcedureCode.CheckedFailure && thrown.getCause() != null
            ? thrown.getCause() : thrown;
        final AbortReason reason = AbortReason.ofFailure(cause);
        // A row that is not there is an answer, and need not look like a mistake in the procedure.
        return new Outcome.AbortedByProcedure<>(reason, reason == AbortReason.NOT_FOUND
            ? String.valueOf(cause.getMessage()) : text(procedure.name(), cause), cause);
    }

    /** What storage says is a sentence for users; of what other code throws the class says more than the message. */
    private static String text(String procedure, Throwable cause) {
        final boolean ofStorage = cause.getClass().getPackage() == StorageException.class.getPackage();
        final String text = ofStorage ? String.valueOf(cause.getMessage()) : FailureText.of(cause);
        return ofStorage && procedure.startsWith(BUILT_IN) ? text : "procedure " + procedure + " failed: " + text;
    }

    private <R> @Nullable Outcome<R> pauseOrGiveUp(ProcedureCode<R> procedure, int attempts) {
        if (procedure.isOnce()) {
            return aborted(procedure, SystemAbort.notStartedOver());
        }
        if (attempts >= config.attemptsMax()) {
            return aborted(procedure, SystemAbort.tooManyRestarts(attempts));
        }
        if (attempts > 1) {
            // The first restart waits in the queues of the locks it has learnt; only further ones back off.
            final long bound = FIRST_PAUSE_NANOS << Math.min(attempts, PAUSE_DOUBLINGS_MAX);
            config.pause().accept(random.nextLong(bound));
        }
        final SystemAbort late = control.overdue();
        return late == null ? null : aborted(procedure, late);
    }

    @Override
    public void close() {
        try {
            locks.close();
        } finally {
            writes.close();
            if (redo != null) {
                redo.close();
            }
        }
    }
}
