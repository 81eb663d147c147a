package io.baton.engine;

import io.baton.lock.LockInvariantViolation;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Drives calls of one coordinator: attempt after attempt, until one commits, the procedure gives up, or the bounds on
 * time and restarts are reached.
 */
final class Calls {

    private static final long FIRST_PAUSE_NANOS = 1_000;
    private static final int PAUSE_DOUBLINGS_MAX = 10;

    private final Coordinator coordinator;
    private final EngineConfig config;
    private final RandomGenerator random;
    private long restarts;

    Calls(Coordinator coordinator, EngineConfig config, RandomGenerator random) {
        this.coordinator = coordinator;
        this.config = config;
        this.random = random;
    }

    long restarts() {
        return restarts;
    }

    Coordinator coordinator() {
        return coordinator;
    }

    <R> Outcome<R> call(Procedure<R> procedure, Object[] arguments) {
        procedure.check(arguments);
        final long now = config.clock().nanoTime();
        coordinator.begin(now, now + config.callTimeoutNanos());
        Outcome<R> outcome = plan(procedure, arguments);
        for (int attempt = 1; outcome == null; attempt++) {
            outcome = attempt(procedure, arguments);
            if (outcome == null) {
                restarts++;
                outcome = pauseOrGiveUp(procedure, attempt);
            }
        }
        coordinator.end(outcome instanceof Outcome.Committed);
        return outcome;
    }

    private <R> @Nullable Outcome<R> plan(Procedure<R> procedure, Object[] arguments) {
        try {
            coordinator.plan(procedure, arguments);
            return null;
        } catch (RuntimeException e) {
            return failed(procedure, e);
        }
    }

    /** Returns null if the transaction has to start over. */
    private <R> @Nullable Outcome<R> attempt(Procedure<R> procedure, Object[] arguments) {
        try {
            return new Outcome.Committed<>(procedure.result(coordinator.attempt(procedure, arguments)));
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
            coordinator.endAttempt();
        }
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
}
