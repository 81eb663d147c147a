package io.baton.explore.lock;

import io.baton.explore.scenario.Environment;
import io.baton.lock.LockClient;
import io.baton.lock.LockList;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.shiftlock.LockInspector;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One client of a process: a thread that acquires what it wants, works, and gives it back. */
final class ExploredClient {

    private final LockScenario scenario;
    private final Environment environment;
    private final LockProcess process;
    private final List<LockScenario.Want> wants;
    private final int number;
    /** Which of its process's clients it is, from 0. */
    private final int place;
    private @Nullable LockClient client;
    private LockObserver.Phase phase = LockObserver.Phase.AT_WORK;
    /** How many locks it has acquired and given back. */
    private int taken;
    private int released;
    /** Which lock it looks at when all is done. */
    private int visited;

    ExploredClient(LockScenario scenario, Environment environment, LockProcess process, int number, int place) {
        this.scenario = scenario;
        this.environment = environment;
        this.process = process;
        this.wants = scenario.wants().get(number);
        this.number = number;
        this.place = place;
    }

    LockClient client() {
        return Objects.requireNonNull(client);
    }

    void live() {
        client = (place == 0 ? process.open() : process.join()).client();
        environment.begin();
        reach(operate() ? LockObserver.Phase.FINISHED : LockObserver.Phase.LOST);
        if (phase == LockObserver.Phase.FINISHED) {
            environment.await(LockObserver.mayVisit(number));
            final boolean done = environment.ask(LockObserver.wasVisited());
            reach(LockObserver.Phase.VISITS);
            reach(done || visit() ? LockObserver.Phase.VISITED : LockObserver.Phase.LOST);
        }
    }

    private void reach(LockObserver.Phase reached) {
        phase = reached;
        environment.note(LockObserver.reaches(number, reached));
    }

    private boolean operate() {
        return scenario.executes() ? operateTogether() : operateOneByOne();
    }

    /** All locks in one chain, and all given back in one batch. */
    private boolean operateTogether() {
        final LockList list = new LockList();
        wants.forEach(want -> list.add(want.slot(), want.mode()));
        final LockOutcome outcome = client().acquireAll(list, LockClient.NO_DEADLINE);
        environment.tell("client " + number + " acquires " + wants + ": " + outcome);
        if (outcome != LockOutcome.GRANTED) {
            return false;
        }
        wants.forEach(this::entered);
        taken = wants.size();
        environment.work("works");
        wants.forEach(want -> environment.note(LockObserver.leaves(want.slot(), number)));
        client().releaseAll();
        environment.tell("client " + number + " has given back all");
        released = taken;
        return true;
    }

    private boolean operateOneByOne() {
        for (LockScenario.Want want : wants) {
            if (!acquire(want)) {
                for (LockScenario.Want held : wants.subList(0, taken)) {
                    environment.note(LockObserver.leaves(held.slot(), number));
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
            visited = slot;
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
        environment.tell("client " + number + " acquires lock " + want.slot() + " " + want.mode() + ": " + outcome);
        if (outcome != LockOutcome.GRANTED) {
            return false;
        }
        entered(want);
        return true;
    }

    private void entered(LockScenario.Want want) {
        environment.note(LockObserver.enters(want.slot(),
            new TokenJudge.Holder(number, process.node(), want.mode(), client().token(want.slot()))));
    }

    /** A client that has lost its session forgets its locks, so that there may be nothing to give back. */
    private void release(LockScenario.Want want) {
        environment.note(LockObserver.leaves(want.slot(), number));
        if (client().held(want.slot()) != null) {
            client().release(want.slot());
        }
        environment.tell("client " + number + " has given back lock " + want.slot());
    }

    String digest() {
        return phase + " " + taken + "/" + released + "/" + visited + " "
            + LockInspector.describe(client(), environment.now(process.node(), false, place));
    }
}
