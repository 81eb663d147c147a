package io.baton.workload;

/**
 * Whether a consistency condition holds.
 *
 * @param holds whether it does
 * @param detail the first violation in words, or nothing
 */
public record ConditionResult(boolean holds, String detail) {

    /** A condition that holds. */
    public static final ConditionResult GOOD = new ConditionResult(true, "");

    /**
     * Joins what was found after loading and what was found after the run.
     *
     * @param later the later result
     * @return the later one, unless this one is the one that does not hold
     */
    public ConditionResult and(ConditionResult later) {
        return holds ? later : this;
    }
}
