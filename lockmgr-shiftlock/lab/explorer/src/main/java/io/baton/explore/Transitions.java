package io.baton.explore;

import io.baton.explore.scenario.Scenario;
import io.baton.fabric.Endpoint;
import org.agrona.collections.IntArrayList;

/** The transitions that are enabled in a {@link GlobalState}, and what they do to it. */
final class Transitions {

    private static final int NOBODY = -1;

    private final long pauseNanos;
    private final long lapseNanos;
    /** Whether a timeout could not pass early only because too many had before. */
    private boolean bounded;

    Transitions(Scenario scenario) {
        this.pauseNanos = scenario.pauseNanos();
        this.lapseNanos = scenario.lapseNanos();
    }

    boolean isBounded() {
        return bounded;
    }

    // What may happen

    /** All that may happen next, in a fixed order; nothing once all clients have ended or are dead. */
    int[] enabled(GlobalState global) {
        final IntArrayList enabled = new IntArrayList();
        boolean quiet = true;
        boolean over = true;
        for (ThreadState thread : global.threads) {
            over &= thread.helper || thread.isOut();
            if (canRun(global, thread)) {
                enabled.addInt(Transition.of(Transition.RUN, thread.index));
                quiet &= onlyPauses(global, thread);
            } else if (mayLook(global, thread)) {
                enabled.addInt(Transition.of(Transition.LOOK, thread.index));
            }
        }
        if (global.fine) {
            return addArrivals(global, enabled);
        }
        if (over) {
            return new int[0];
        }
        for (ThreadState thread : global.threads) {
            addTimeout(global, enabled, thread, quiet);
            if (thread.late != ThreadState.Late.NOTHING && !thread.isOut()) {
                enabled.addInt(Transition.of(Transition.ARRIVE, thread.index));
                enabled.addInt(Transition.of(Transition.GIVE_UP, thread.index));
            }
        }
        for (int i = 0; i < global.orphans.length; i++) {
            enabled.addInt(Transition.of(Transition.ORPHAN, i));
        }
        for (ProcessState process : global.processes) {
            addFaults(global, enabled, process);
        }
        return enabled.toIntArray();
    }

    /** Notices arrive, and deadlines of operations pass. */
    private static int[] addArrivals(GlobalState global, IntArrayList enabled) {
        for (int i = 0; i < global.orphans.length; i++) {
            if (i == 0 || PostedRequest.ORDER.compare(global.orphans[i], global.orphans[i - 1]) != 0) {
                enabled.addInt(Transition.of(Transition.ORPHAN, i));
            }
        }
        for (ThreadState thread : global.threads) {
            if (thread.mayExpire()) {
                enabled.addInt(Transition.of(Transition.EXPIRE, thread.index));
            }
        }
        return enabled.toIntArray();
    }

    private void addTimeout(GlobalState global, IntArrayList enabled, ThreadState thread, boolean quiet) {
        if (!canTime(global, thread)) {
            return;
        }
        if (quiet) {
            enabled.addInt(Transition.of(Transition.TIMEOUT, thread.index));
        } else if (global.earlyLeft > 0) {
            enabled.addInt(Transition.of(Transition.EARLY_TIMEOUT, thread.index));
        } else {
            bounded = true;
        }
    }

    private static void addFaults(GlobalState global, IntArrayList enabled, ProcessState process) {
        if (process.node == global.serverNode()) {
            return;
        }
        if ((process.crashed || process.late) && !process.refused
            && global.server().kind() == StepKind.AWAIT_NOTICE) {
            enabled.addInt(Transition.of(Transition.LAPSE, process.node));
        }
        if (process.crashed || !global.observer().mayFail(process.node)) {
            return;
        }
        final boolean stalls = global.scenario.stalls();
        if (stalls && global.delaysLeft > 0) {
            enabled.addInt(Transition.of(Transition.STALL, process.node));
        }
        boolean posted = false;
        for (ThreadState thread : global.threads) {
            if (thread.node == process.node && thread.kind() == StepKind.POSTED
                && thread.late == ThreadState.Late.NOTHING) {
                posted = true;
                if (!stalls && global.delaysLeft > 0 && thread.request().changesMemory()) {
                    enabled.addInt(Transition.of(Transition.DELAY_REQUEST, thread.index));
                    enabled.addInt(Transition.of(Transition.DELAY_ANSWER, thread.index));
                }
            }
        }
        if (global.crashesLeft > 0) {
            enabled.addInt(Transition.of(Transition.CRASH, process.node));
            if (posted) {
                enabled.addInt(Transition.of(Transition.CRASH_POSTED, process.node));
            }
        }
    }

    boolean canRun(GlobalState global, ThreadState thread) {
        if (thread.isOut()) {
            return false;
        }
        final NextStep stop = thread.stop;
        return switch (stop.kind()) {
            case START, WORK, BEGIN -> true;
            case GATE -> stop.gate() != null && stop.gate().test(global);
            case POSTED -> thread.late == ThreadState.Late.NOTHING;
            case AWAIT_NOTICE -> global.endpoints[stop.endpoint()].mailbox.length > 0 || over(global, thread);
            case AWAIT_WORD -> holds(global, stop) || over(global, thread)
                || !global.admits(global.endpoints[stop.endpoint()]);
            case AWAIT_DOORBELL -> global.isRung(stop.doorbell()) || over(global, thread);
            case DONE, ABSENT -> false;
        };
    }

    private static boolean holds(GlobalState global, NextStep stop) {
        final NextStep.Word word = stop.word();
        return word != null && (global.word(word.address()) & word.mask()) == word.value();
    }

    private boolean over(GlobalState global, ThreadState thread) {
        return thread.deadline != Endpoint.NO_DEADLINE
            && (thread.now >= thread.deadline || (!global.fine && isPause(thread)));
    }

    /** Whether a wait may end before its time, for which nothing else needs to happen. */
    private static boolean mayLook(GlobalState global, ThreadState thread) {
        return global.fine && !thread.isOut() && thread.waits() && thread.deadline != Endpoint.NO_DEADLINE
            && thread.deadline != thread.limit;
    }

    private boolean isPause(ThreadState thread) {
        return thread.waits() && thread.deadline != Endpoint.NO_DEADLINE && thread.deadline - thread.now < pauseNanos;
    }

    /** A helper that looks again and again for what others have to do does not keep time from passing. */
    private boolean onlyPauses(GlobalState global, ThreadState thread) {
        return thread.kind() == StepKind.AWAIT_NOTICE && isPause(thread)
            && global.endpoints[thread.stop.endpoint()].mailbox.length == 0;
    }

    private boolean canTime(GlobalState global, ThreadState thread) {
        final ProcessState process = global.process(thread.node);
        return !thread.isOut() && thread.waits() && thread.deadline != Endpoint.NO_DEADLINE && !canRun(global, thread)
            && (!thread.helper || process.refused || process.memory.heedsTime());
    }

    // What happens

    /** Whose location in the code changes by a transition; −1 if nobody's. */
    static int stepper(GlobalState global, int transition) {
        if (Transition.what(transition) == Transition.LAPSE) {
            return global.server().index;
        }
        return Transition.isStep(transition) ? Transition.whose(transition) : NOBODY;
    }

    /** Lets something happen, and returns the number of the thread that goes on by it; −1 if none does. */
    int make(GlobalState global, int transition) {
        final int whose = Transition.whose(transition);
        switch (Transition.what(transition)) {
            case Transition.RUN -> run(global, global.threads[whose]);
            case Transition.TIMEOUT, Transition.EARLY_TIMEOUT -> {
                global.earlyLeft -= Transition.what(transition) == Transition.EARLY_TIMEOUT ? 1 : 0;
                timeOut(global, global.threads[whose]);
            }
            case Transition.CRASH, Transition.CRASH_POSTED ->
                crash(global, whose, Transition.what(transition) == Transition.CRASH_POSTED);
            case Transition.LAPSE -> lapse(global, whose);
            case Transition.STALL -> {
                global.delaysLeft--;
                global.editProcess(whose).late = true;
            }
            case Transition.DELAY_REQUEST -> delay(global, global.threads[whose], ThreadState.Late.REQUEST);
            case Transition.DELAY_ANSWER -> delay(global, global.threads[whose], ThreadState.Late.ANSWER);
            case Transition.ARRIVE -> arrive(global, global.threads[whose]);
            case Transition.GIVE_UP -> giveUp(global, global.threads[whose]);
            case Transition.EXPIRE -> {
                final ThreadState late = global.edit(global.threads[whose]);
                late.now = late.limit;
            }
            case Transition.LOOK -> {
            }
            default -> global.takeEffect(global.removeOrphan(whose));
        }
        return stepper(global, transition);
    }

    private static void run(GlobalState global, ThreadState thread) {
        if (thread.kind() == StepKind.POSTED) {
            global.edit(thread).answer = global.post(thread.request());
        }
    }

    private void timeOut(GlobalState global, ThreadState thread) {
        final ThreadState later = global.edit(thread);
        later.now = thread.helper && global.isRefused(thread.node)
            ? Math.max(thread.deadline, thread.now + lapseNanos / 4) : thread.deadline;
    }

    private static void crash(GlobalState global, int node, boolean posted) {
        global.crashesLeft--;
        global.crash(node);
        for (ThreadState thread : global.threads) {
            if (thread.node == node && !thread.isOut()) {
                global.edit(thread).crashed = true;
                final boolean left = thread.late == ThreadState.Late.REQUEST
                    || (posted && thread.late == ThreadState.Late.NOTHING);
                if (thread.kind() == StepKind.POSTED && left) {
                    global.addOrphan(thread.request());
                }
            }
        }
    }

    /** The server hears of all others that they live, and of this one it has not heard for too long. */
    private void lapse(GlobalState global, int node) {
        final ThreadState server = global.server();
        global.edit(server).now += lapseNanos;
        for (ProcessState process : global.processes) {
            if (process.node != node && process.heartbeat != null && !process.crashed && !process.refused) {
                global.deliver(server.stop.endpoint(), process.heartbeat);
            }
        }
    }

    private static void delay(GlobalState global, ThreadState thread, ThreadState.Late late) {
        global.delaysLeft--;
        final ThreadState waiting = global.edit(thread);
        waiting.late = late;
        if (late == ThreadState.Late.ANSWER) {
            waiting.answer = global.takeEffect(thread.request());
        }
        global.editProcess(thread.node).late = true;
    }

    private static void arrive(GlobalState global, ThreadState thread) {
        final ThreadState served = global.edit(thread);
        if (thread.late == ThreadState.Late.REQUEST) {
            served.answer = global.takeEffect(thread.request());
        }
        served.late = ThreadState.Late.NOTHING;
        global.editProcess(thread.node).late = false;
    }

    private static void giveUp(GlobalState global, ThreadState thread) {
        if (thread.late == ThreadState.Late.REQUEST) {
            global.addOrphan(thread.request());
        }
        final ThreadState gone = global.edit(thread);
        gone.late = ThreadState.Late.NOTHING;
        gone.gaveUp = true;
    }
}
