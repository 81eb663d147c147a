package io.baton.explore.lock;

import io.baton.explore.Stage;
import io.baton.lock.LockClient;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.LockProbe;
import io.baton.lock.LockSession;
import io.baton.lock.ShiftLockTable;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A client process with one client. */
final class LockUser {

    private static final long LONG_NANOS = 1L << 60;

    private final LockScenario scenario;
    private final Stage stage;
    private final LockPlay play;
    private final int node;
    private @Nullable LockSession session;
    private @Nullable LockClient client;
    private LockBoard.Phase phase = LockBoard.Phase.AT_WORK;
    /** How many locks it has acquired and given back. */
    private int taken;
    private int released;

    LockUser(LockScenario scenario, Stage stage, LockPlay play, int node) {
        this.scenario = scenario;
        this.stage = stage;
        this.play = play;
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
        final LockSession mine = LockSession.join(stage.fabric(node), play.server().route(), LockScenario.RECOVERY,
            node, LONG_NANOS, stage.threads(node));
        session = mine;
        client = ShiftLockTable.recoverable(stage.fabric(node), scenario.locks(), scenario.options(), mine,
            stage.threads(node)).client();
        stage.begin();
        reach(operate() ? LockBoard.Phase.FINISHED : LockBoard.Phase.LOST);
        if (phase == LockBoard.Phase.FINISHED) {
            stage.await(LockBoard.mayVisit(node));
            final boolean done = stage.ask(LockBoard.wasVisited());
            reach(LockBoard.Phase.VISITS);
            reach(done || visit() ? LockBoard.Phase.VISITED : LockBoard.Phase.LOST);
        }
    }

    private void reach(LockBoard.Phase reached) {
        phase = reached;
        stage.note(LockBoard.reaches(node, reached));
    }

    private boolean operate() {
        final List<LockScenario.Want> wants = scenario.wants(node);
        for (LockScenario.Want want : wants) {
            if (!acquire(want)) {
                for (LockScenario.Want held : wants.subList(0, taken)) {
                    stage.note(LockBoard.leaves(held.slot(), node));
                }
                return false;
            }
            taken++;
        }
        stage.work("works");
        while (released < taken) {
            release(wants.get(taken - 1 - released));
            released++;
        }
        return true;
    }

    /** Gets every lock that somebody has left behind. */
    private boolean visit() {
        for (int slot = 0; slot < scenario.locks(); slot++) {
            if (!stage.ask(LockBoard.isFree(slot))) {
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
        stage.tell("client " + node + " acquires lock " + want.slot() + " " + want.mode() + ": " + outcome);
        if (outcome != LockOutcome.GRANTED) {
            return false;
        }
        stage.note(LockBoard.enters(want.slot(),
            new Guard.Holder(node, want.mode(), client().token(want.slot()))));
        return true;
    }

    /** A client that has lost its session forgets its locks, so that there may be nothing to give back. */
    private void release(LockScenario.Want want) {
        stage.note(LockBoard.leaves(want.slot(), node));
        if (client().held(want.slot()) != null) {
            client().release(want.slot());
        }
        stage.tell("client " + node + " has given back lock " + want.slot());
    }

    String digest() {
        return phase + " " + taken + "/" + released + " " + LockProbe.digest(client(), stage.now(node, false)) + "; "
            + LockProbe.digest(session(), stage.now(node, true));
    }
}
