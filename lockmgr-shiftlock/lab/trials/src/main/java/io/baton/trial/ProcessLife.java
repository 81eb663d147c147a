package io.baton.trial;

/**
 * One life of a client process in the eyes of one lock server: from its session's beginning to its end, or its crash.
 */
final class ProcessLife {

    private final int node;
    private final int number;
    private boolean alive;

    ProcessLife(int node, int number) {
        this.node = node;
        this.number = number;
    }

    int node() {
        return node;
    }

    int number() {
        return number;
    }

    /** Whether the process has a right to what it holds: its session was not ended, and it has not failed itself. */
    boolean isAlive() {
        return alive;
    }

    /** The lock server has opened its session. */
    void begin() {
        alive = true;
    }

    void end() {
        alive = false;
    }

    @Override
    public String toString() {
        return "process " + node + "." + number;
    }
}
