package io.baton.explore.lock;

import io.baton.explore.scenario.Environment;
import io.baton.fabric.Endpoint;
import io.baton.lock.LockClient;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.shiftlock.LockInspector;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** A client of a {@link CrowdScenario}: it performs its operations one after the other. */
final class CrowdClient {

    /** Its clock stands at 0 until the deadline of its operation passes. */
    private static final long DEADLINE_NANOS = 1_000_000_000_000L;

    private final CrowdScenario scenario;
    private final Environment environment;
    private final int number;
    private final LockClient client;
    private final Deque<Operation> operations = new ArrayDeque<>();
    private boolean performing;

    CrowdClient(CrowdScenario scenario, Environment environment, int number, LockClient client) {
        this.scenario = scenario;
        this.environment = environment;
        this.number = number;
        this.client = client;
        operations.addAll(scenario.program(number));
    }

    int node() {
        return scenario.nodes().get(number);
    }

    String name() {
        return scenario.names().get(number);
    }

    /** Gives it one more operation. */
    void add(Operation operation) {
        operations.add(operation);
    }

    void live() {
        environment.begin();
        while (scenario.scripted() || !operations.isEmpty()) {
            if (scenario.scripted()) {
                environment.await(view -> !operations.isEmpty());
            }
            final Operation next = operations.remove();
            performing = true;
            environment.operate(next.deadline() ? DEADLINE_NANOS : Endpoint.NO_DEADLINE);
            final LockOutcome outcome = perform(next);
            environment.operate(Endpoint.NO_DEADLINE);
            performing = false;
            if (outcome != null && outcome != LockOutcome.GRANTED && next.kind() != Operation.Kind.UPGRADE
                && !scenario.scripted()) {
                skip(next);
            }
        }
    }

    private @Nullable LockOutcome perform(Operation next) {
        final LockOutcome outcome = acquire(next);
        if (outcome != null) {
            for (int slot = 0; slot < scenario.locks(); slot++) {
                environment.note(CrowdObserver.holds(number, slot, client.held(slot)));
            }
            environment.tell(name() + ": " + next.text() + ": " + outcome);
        } else {
            performOther(next);
        }
        return outcome;
    }

    private @Nullable LockOutcome acquire(Operation next) {
        final long deadline = next.deadline() ? DEADLINE_NANOS : LockClient.NO_DEADLINE;
        return switch (next.kind()) {
            case ACQUIRE_SHARED -> client.acquire(next.slot(), LockMode.SHARED, deadline);
            case ACQUIRE_EXCLUSIVE -> client.acquire(next.slot(), LockMode.EXCLUSIVE, deadline);
            case ACQUIRE_ALL -> client.acquireAll(next.list(), deadline);
            case TRY_SHARED -> client.tryAcquire(next.slot(), LockMode.SHARED);
            case TRY_EXCLUSIVE -> client.tryAcquire(next.slot(), LockMode.EXCLUSIVE);
            case UPGRADE -> client.upgrade(next.slot());
            case WORK, RELEASE, RELEASE_ALL, CLOSE -> null;
        };
    }

    private void performOther(Operation next) {
        switch (next.kind()) {
            case WORK -> {
                environment.work("works");
                return;
            }
            case RELEASE -> {
                environment.note(CrowdObserver.holds(number, next.slot(), null));
                client.release(next.slot());
            }
            case RELEASE_ALL -> {
                for (int slot = 0; slot < scenario.locks(); slot++) {
                    environment.note(CrowdObserver.holds(number, slot, null));
                }
                client.releaseAll();
            }
            case CLOSE -> client.close();
            default -> throw new IllegalArgumentException(next.text());
        }
        environment.tell(name() + ": " + next.text() + ": done");
    }

    /** Without the lock there is nothing to be done with it; of several some are held, and given back. */
    private void skip(Operation failed) {
        Operation skipped = operations.poll();
        while (failed.kind() != Operation.Kind.ACQUIRE_ALL && skipped != null
            && (skipped.kind() != Operation.Kind.RELEASE || skipped.slot() != failed.slot())) {
            skipped = operations.poll();
        }
    }

    /** What it has still to do, and what its lock client remembers. */
    String digest() {
        return operations.size() + (performing ? " performs " : " ") + LockInspector.describe(client, 0);
    }

    @Nullable
    String badEnd() {
        return LockInspector.positions(client).isEmpty() ? null
            : name() + " remembers " + LockInspector.describe(client, 0);
    }
}
