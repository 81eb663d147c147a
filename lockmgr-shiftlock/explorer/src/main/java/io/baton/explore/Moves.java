package io.baton.explore;

import io.baton.fabric.Endpoint;
import org.agrona.collections.IntArrayList;

/** What may happen next in a {@link World}, and what happens then. Has no state of its own but what it was cut off. */
final class Moves {

    private static final int NOBODY = -1;

    private final long pauseNanos;
    private final long lapseNanos;
    /** Whether a timeout could not pass early only because too many had before. */
    private boolean bounded;

    Moves(Scenario scenario) {
        this.pauseNanos = scenario.pauseNanos();
        this.lapseNanos = scenario.lapseNanos();
    }

    boolean isBounded() {
        return bounded;
    }

    // What may happen

    /** All that may happen next, in a fixed order; nothing once all clients have ended or are dead. */
    int[] choices(World world) {
        final IntArrayList choices = new IntArrayList();
        boolean quiet = true;
        boolean over = true;
        for (ThreadState thread : world.threads) {
            over &= thread.helper || thread.isOut();
            if (canRun(world, thread)) {
                choices.addInt(Choice.of(Choice.RUN, thread.index));
                quiet &= onlyPauses(world, thread);
            }
        }
        if (over) {
            return new int[0];
        }
        for (ThreadState thread : world.threads) {
            addTimeout(world, choices, thread, quiet);
            if (thread.late != ThreadState.Late.NOTHING && !thread.isOut()) {
                choices.addInt(Choice.of(Choice.ARRIVE, thread.index));
                choices.addInt(Choice.of(Choice.GIVE_UP, thread.index));
            }
        }
        for (int i = 0; i < world.orphans.length; i++) {
            choices.addInt(Choice.of(Choice.ORPHAN, i));
        }
        for (ProcessState process : world.processes) {
            addFaults(world, choices, process);
        }
        return choices.toIntArray();
    }

    private void addTimeout(World world, IntArrayList choices, ThreadState thread, boolean quiet) {
        if (!canTime(world, thread)) {
            return;
        }
        if (quiet) {
            choices.addInt(Choice.of(Choice.TIMEOUT, thread.index));
        } else if (world.earlyLeft > 0) {
            choices.addInt(Choice.of(Choice.EARLY_TIMEOUT, thread.index));
        } else {
            bounded = true;
        }
    }

    private static void addFaults(World world, IntArrayList choices, ProcessState process) {
        if (process.node == world.serverNode()) {
            return;
        }
        if ((process.crashed || process.late) && !process.refused
            && world.server().kind() == StepKind.AWAIT_NOTICE) {
            choices.addInt(Choice.of(Choice.LAPSE, process.node));
        }
        if (process.crashed || !world.board().mayFail(process.node)) {
            return;
        }
        boolean posted = false;
        for (ThreadState thread : world.threads) {
            if (thread.node == process.node && thread.kind() == StepKind.POSTED
                && thread.late == ThreadState.Late.NOTHING) {
                posted = true;
                if (world.delaysLeft > 0 && thread.request().changesMemory()) {
                    choices.addInt(Choice.of(Choice.DELAY_REQUEST, thread.index));
                    choices.addInt(Choice.of(Choice.DELAY_ANSWER, thread.index));
                }
            }
        }
        if (world.crashesLeft > 0) {
            choices.addInt(Choice.of(Choice.CRASH, process.node));
            if (posted) {
                choices.addInt(Choice.of(Choice.CRASH_POSTED, process.node));
            }
        }
    }

    boolean canRun(World world, ThreadState thread) {
        if (thread.isOut()) {
            return false;
        }
        final Stop stop = thread.stop;
        return switch (stop.kind()) {
            case START, WORK, BEGIN -> true;
            case GATE -> stop.gate() != null && stop.gate().test(world);
            case POSTED -> thread.late == ThreadState.Late.NOTHING;
            case AWAIT_NOTICE -> world.endpoints[stop.endpoint()].mailbox.length > 0 || over(thread);
            case AWAIT_WORD -> holds(world, stop) || over(thread) || !world.admits(world.endpoints[stop.endpoint()]);
            case AWAIT_DOORBELL -> world.isRung(stop.doorbell()) || over(thread);
            case DONE -> false;
        };
    }

    private static boolean holds(World world, Stop stop) {
        final Stop.Word word = stop.word();
        return word != null && (world.word(word.address()) & word.mask()) == word.value();
    }

    private boolean over(ThreadState thread) {
        return thread.deadline != Endpoint.NO_DEADLINE && (thread.now >= thread.deadline || isPause(thread));
    }

    private boolean isPause(ThreadState thread) {
        return thread.waits() && thread.deadline != Endpoint.NO_DEADLINE && thread.deadline - thread.now < pauseNanos;
    }

    /** A helper that looks again and again for what others have to do does not keep time from passing. */
    private boolean onlyPauses(World world, ThreadState thread) {
        return thread.kind() == StepKind.AWAIT_NOTICE && isPause(thread)
            && world.endpoints[thread.stop.endpoint()].mailbox.length == 0;
    }

    private boolean canTime(World world, ThreadState thread) {
        final ProcessState process = world.process(thread.node);
        return !thread.isOut() && thread.waits() && thread.deadline != Endpoint.NO_DEADLINE && !canRun(world, thread)
            && (!thread.helper || process.refused || process.memory.heedsTime());
    }

    // What happens

    /** Whose location in the code changes by a move; −1 if nobody's. */
    static int stepper(World world, int choice) {
        if (Choice.what(choice) == Choice.LAPSE) {
            return world.server().index;
        }
        return Choice.isStep(choice) ? Choice.whose(choice) : NOBODY;
    }

    /** Lets something happen, and returns the number of the thread that goes on by it; −1 if none does. */
    int make(World world, int choice) {
        final int whose = Choice.whose(choice);
        switch (Choice.what(choice)) {
            case Choice.RUN -> run(world, world.threads[whose]);
            case Choice.TIMEOUT, Choice.EARLY_TIMEOUT -> {
                world.earlyLeft -= Choice.what(choice) == Choice.EARLY_TIMEOUT ? 1 : 0;
                timeOut(world, world.threads[whose]);
            }
            case Choice.CRASH, Choice.CRASH_POSTED ->
                crash(world, whose, Choice.what(choice) == Choice.CRASH_POSTED);
            case Choice.LAPSE -> lapse(world, whose);
            case Choice.DELAY_REQUEST -> delay(world, world.threads[whose], ThreadState.Late.REQUEST);
            case Choice.DELAY_ANSWER -> delay(world, world.threads[whose], ThreadState.Late.ANSWER);
            case Choice.ARRIVE -> arrive(world, world.threads[whose]);
            case Choice.GIVE_UP -> giveUp(world, world.threads[whose]);
            default -> world.takeEffect(world.removeOrphan(whose));
        }
        return stepper(world, choice);
    }

    private static void run(World world, ThreadState thread) {
        if (thread.kind() == StepKind.POSTED) {
            world.edit(thread).answer = world.takeEffect(thread.request());
        }
    }

    private void timeOut(World world, ThreadState thread) {
        final ThreadState later = world.edit(thread);
        later.now = thread.helper && world.isRefused(thread.node)
            ? Math.max(thread.deadline, thread.now + lapseNanos / 2) : thread.deadline;
    }

    private static void crash(World world, int node, boolean posted) {
        world.crashesLeft--;
        world.crash(node);
        for (ThreadState thread : world.threads) {
            if (thread.node == node && !thread.isOut()) {
                world.edit(thread).crashed = true;
                final boolean left = thread.late == ThreadState.Late.REQUEST
                    || (posted && thread.late == ThreadState.Late.NOTHING);
                if (thread.kind() == StepKind.POSTED && left) {
                    world.addOrphan(thread.request());
                }
            }
        }
    }

    /** The server hears of all others that they live, and of this one it has not heard for too long. */
    private void lapse(World world, int node) {
        final ThreadState server = world.server();
        world.edit(server).now += lapseNanos;
        for (ProcessState process : world.processes) {
            if (process.node != node && process.heartbeat != null && !process.crashed && !process.refused) {
                world.deliver(server.stop.endpoint(), process.heartbeat);
            }
        }
    }

    private static void delay(World world, ThreadState thread, ThreadState.Late late) {
        world.delaysLeft--;
        final ThreadState waiting = world.edit(thread);
        waiting.late = late;
        if (late == ThreadState.Late.ANSWER) {
            waiting.answer = world.takeEffect(thread.request());
        }
        world.editProcess(thread.node).late = true;
    }

    private static void arrive(World world, ThreadState thread) {
        final ThreadState served = world.edit(thread);
        if (thread.late == ThreadState.Late.REQUEST) {
            served.answer = world.takeEffect(thread.request());
        }
        served.late = ThreadState.Late.NOTHING;
        world.editProcess(thread.node).late = false;
    }

    private static void giveUp(World world, ThreadState thread) {
        if (thread.late == ThreadState.Late.REQUEST) {
            world.addOrphan(thread.request());
        }
        final ThreadState gone = world.edit(thread);
        gone.late = ThreadState.Late.NOTHING;
        gone.gaveUp = true;
    }
}
