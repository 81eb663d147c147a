package io.baton.explore;

/** The transitions that an execution makes, one after the other. Not thread-safe. */
final class Schedule {

    static final Schedule NONE = new Schedule(new int[0], new boolean[0], new boolean[0]);

    private final int[] transitions;
    /** Whether a step is the last of its thread, and the last of its process. */
    private final boolean[] lastOfThread;
    private final boolean[] lastOfProcess;
    private int next;

    private Schedule(int[] transitions, boolean[] lastOfThread, boolean[] lastOfProcess) {
        this.transitions = transitions;
        this.lastOfThread = lastOfThread;
        this.lastOfProcess = lastOfProcess;
    }

    static Schedule of(GlobalState global, int[] transitions) {
        final Schedule schedule =
            new Schedule(transitions, new boolean[transitions.length], new boolean[transitions.length]);
        final boolean[] threads = new boolean[global.threads.length];
        final boolean[] nodes = new boolean[global.serverNode() + 1];
        for (int i = transitions.length - 1; i >= 0; i--) {
            final int thread = Transitions.stepper(global, transitions[i]);
            if (thread >= 0) {
                final int node = global.threads[thread].node;
                schedule.lastOfThread[i] = !threads[thread];
                schedule.lastOfProcess[i] = !nodes[node];
                threads[thread] = true;
                nodes[node] = true;
            }
        }
        return schedule;
    }

    boolean isOver() {
        return next == transitions.length;
    }

    /** Takes the next transition. */
    int next() {
        return transitions[next++];
    }

    /** Whether the transition taken last is the last step of its thread: it matters where in the code it ends. */
    boolean endsThread() {
        return lastOfThread[next - 1];
    }

    /** Whether the transition taken last is the last step of its process: it matters what that remembers. */
    boolean endsProcess() {
        return lastOfProcess[next - 1];
    }
}
