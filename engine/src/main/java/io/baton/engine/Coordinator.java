package io.baton.engine;

import io.baton.lock.LockInvariantViolation;
import io.baton.lock.LockStatistics;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Runs calls, one after the other: attempt after attempt, until one commits, the procedure gives up, or the bounds on
 * time and restarts are reached. What it needs for a transaction it keeps for the next, so that a transaction allocates
 * next to nothing. One thread at a time.
 */
final class Coordinator implements AutoCloseable {

    private static final long FIRST_PAUSE_NANOS = 1_000;
    private static final int PAUSE_DOUBLINGS_MAX = 10;

    private final EngineConfig config;
    private final RandomGenerator random;
    private final LockSet locks;
    private final WriteSet writes;
    private final TransactionHistory history;
    private final LockPlan plan;
    private final LockingTransaction transaction;
    private final Commit commit;
    private long restarts;

    Coordinator(Workspace workspace, EngineConfig config, RandomGenerator random) {
        this.config = config;
        this.random = random;
        this.locks = workspace.locks();
        this.writes = workspace.writes();
        this.history = workspace.history();
        this.plan = new LockPlan(workspace.tables(), locks);
        this.transaction = new LockingTransaction(workspace);
        this.commit = new Commit(workspace);
    }

    long restarts() {
        return restarts;
    }

    LockStatistics lockStatistics() {
        return locks.client().counters().statistics();
    }

    <R> Outcome<R> call(Procedure<R> procedure, Object[] arguments) {
        procedure.check(arguments);
        final long now = config.clock().nanoTime();
        locks.begin(now + config.callTimeoutNanos());
        history.begin(now);
        Outcome<R> outcome = plan(procedure, arguments);
        for (int attempt = 1; outcome == null; attempt++) {
            outcome = attempt(procedure, arguments);
            if (outcome == null) {
                restarts++;
                outcome = pauseOrGiveUp(procedure, attempt);
            }
        }
        history.end(outcome instanceof Outcome.Committed);
        return outcome;
    }

    /** Lets the procedure declare its locks. */
    private <R> @Nullable Outcome<R> plan(Procedure<R> procedure, Object[] arguments) {
        try {
            procedure.plan(plan, arguments);
            return null;
        } catch (RuntimeException e) {
            return failed(procedure, e);
        }
    }

    /** Returns null if the transaction has to start over. */
    private <R> @Nullable Outcome<R> attempt(Procedure<R> procedure, Object[] arguments) {
        try {
            return new Outcome.Committed<>(procedure.result(runAndCommit(procedure, arguments)));
        } catch (Restart e) {
            return null;
        } catch (DeadlineAbort e) {
            return new Outcome.AbortedBySystem<>("procedure " + procedure.name() + " did not get its locks within "
                + config.callTimeoutNanos() / 1_000_000 + " ms");
        } catch (UserAbort e) {
            return new Outcome.AbortedByProcedure<>(e.reason(), null);
        } catch (LockInvariantViolation | AssertionError | VirtualMachineError e) {
            throw e;
        } catch (RuntimeException | Error e) {
            return failed(procedure, e);
        } finally {
            endAttempt();
        }
    }

    private @Nullable Object runAndCommit(Procedure<?> procedure, Object[] arguments) {
        history.restart();
        locks.beginAttempt();
        final Object result = procedure.run(transaction, arguments);
        locks.checkNotEnded();
        commit.run();
        return result;
    }

    /** Gives all locks back and forgets all writes, be they committed or not. */
    private void endAttempt() {
        history.releases();
        locks.releaseAll();
        writes.clear();
        transaction.end();
    }

    private static <R> Outcome<R> failed(Procedure<R> procedure, Throwable thrown) {
        final Throwable cause = thrown instanceof Procedure.CheckedFailure && thrown.getCause() != null
            ? thrown.getCause() : thrown;
        return new Outcome.AbortedByProcedure<>("procedure " + procedure.name() + " failed: " + cause, cause);
    }

    private <R> @Nullable Outcome<R> pauseOrGiveUp(Procedure<R> procedure, int attempts) {
        if (attempts >= config.attemptsMax()) {
            return new Outcome.AbortedBySystem<>("procedure " + procedure.name() + " had to start over "
                + attempts + " times; declare its locks in a plan method, or raise the limit");
        }
        if (attempts > 1) {
            // The first restart waits in the queues of the locks it has learnt; only further ones back off.
            final long bound = FIRST_PAUSE_NANOS << Math.min(attempts, PAUSE_DOUBLINGS_MAX);
            config.pause().accept(random.nextLong(bound));
        }
        return null;
    }

    @Override
    public void close() {
        locks.client().close();
        writes.close();
    }
}
