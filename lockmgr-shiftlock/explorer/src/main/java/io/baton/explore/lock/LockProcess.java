package io.baton.explore.lock;

import io.baton.explore.scenario.Environment;
import io.baton.lock.LockClient;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.process.LockSession;
import io.baton.lock.shiftlock.LockInspector;
import io.baton.lock.shiftlock.ShiftLockTable;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A client process with one client. */
final class LockProcess {

    private static final long LONG_NANOS = 1L << 60;

    private final LockScenario scenario;
    private final Environment environment;
    private final LockSystem system;
    private final int node;
    private @Nullable LockSession session;
    private @Nullable LockClient client;
    private LockObserver.Phase phase = LockObserver.Phase.AT_WORK;
    /** How many locks it has acquired and given back. */
    private int taken;
    private int released;

    LockProcess(LockScenario scenario, Environment environment, LockSystem system, int node) {
        this.scenario = scenario;
        this.environment = environment;
        this.system = system;
        this.node = node;
    }

    int node() {
        return node;
    }

    LockSession session() {
        return Objects.requireNonNull(session);
    }

    LockClient client() {
        return Objects.requireNonNull(client);
    }

    void live() {
        final LockSession mine = LockSession.join(environment.fabric(node), system.server().route(),
            LockScenario.RECOVERY, node, LONG_NANOS, environment.threads(node));
        session = mine;
        client = ShiftLockTable.recoverable(environment.fabric(node), scenario.locks(), scenario.options(), mine,
            environment.threads(node)).client();
        environment.begin();
        reach(operate() ? LockObserver.Phase.FINISHED : LockObserver.Phase.LOST);
        if (phase == LockObserver.Phase.FINISHED) {
            environment.await(LockObserver.mayVisit(node));
            final boolean done = environment.ask(LockObserver.wasVisited());
            reach(LockObserver.Phase.VISITS);
            reach(done || visit() ? LockObserver.Phase.VISITED : LockObserver.Phase.LOST);
        }
    }

    private void reach(LockObserver.Phase reached) {
        phase = reached;
        environment.note(LockObserver.reaches(node, reached));
    }

    private boolean operate() {
        final List<LockScenario.Want> wants = scenario.wants(node);
        for (LockScenario.Want want : wants) {
            if (!acquire(want)) {
                for (LockScenario.Want held : wants.subList(0, taken)) {
                    environment.note(LockObserver.leaves(held.slot(), node));
                }
                return false;
            }
            taken++;
        }
        environment.work("works");
        while (released < taken) {
            release(wants.get(taken - 1 - released));
            released++;
        }
        return true;
    }

    /** Acquires and releases every lock that is not free. */
    private boolean visit() {
        for (int slot = 0; slot < scenario.locks(); slot++) {
            if (!environment.ask(LockObserver.isFree(slot))) {
                final LockScenario.Want want = new LockScenario.Want(slot, LockMode.EXCLUSIVE);
                if (!acquire(want)) {
                    return false;
                }
                release(want);
            }
        }
        return true;
    }

    private boolean acquire(LockScenario.Want want) {
        final LockOutcome outcome = client().acquire(want.slot(), want.mode(), LockClient.NO_DEADLINE);
        environment.tell("client " + node + " acquires lock " + want.slot() + " " + want.mode() + ": " + outcome);
        if (outcome != LockOutcome.GRANTED) {
            return false;
        }
        environment.note(LockObserver.enters(want.slot(),
            new Guard.Holder(node, want.mode(), client().token(want.slot()))));
        return true;
    }

    /** A client that has lost its session forgets its locks, so that there may be nothing to give back. */
    private void release(LockScenario.Want want) {
        environment.note(LockObserver.leaves(want.slot(), node));
        if (client().held(want.slot()) != null) {
            client().release(want.slot());
        }
        environment.tell("client " + node + " has given back lock " + want.slot());
    }

    String digest() {
        return phase + " " + taken + "/" + released + " "
            + LockInspector.describe(client(), environment.now(node, false))
            + "; " + session().describe(environment.now(node, true));
    }
}
