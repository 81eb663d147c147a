package io.baton.explore;

/**
 * How far an exploration goes.
 *
 * @param earlyTimeouts how many timeouts in an execution may pass although a thread could still take a step, 0 or
 *     more; those that pass when nobody can are not counted
 * @param crashes how many processes may crash in an execution, 0 or more
 * @param delays how many verbs that change memory may be late in an execution, 0 or more
 * @param statesMax after how many states to give up, 1 or more
 */
public record Bounds(int earlyTimeouts, int crashes, int delays, int statesMax) {

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if one is out of range
     */
    public Bounds {
        if (earlyTimeouts < 0 || crashes < 0 || delays < 0 || statesMax < 1) {
            throw new IllegalArgumentException("bounds of " + earlyTimeouts + " early timeouts, " + crashes
                + " crashes, " + delays + " delays and " + statesMax + " states: give none below 0, and 1 state");
        }
    }
}
