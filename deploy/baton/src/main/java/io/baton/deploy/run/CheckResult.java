package io.baton.deploy.run;

/**
 * What came out of checking one consistency condition.
 *
 * @param holds whether the condition holds
 * @param detail what was looked at, or where the condition is broken
 */
public record CheckResult(boolean holds, String detail) {

    /**
     * Joins what was found after loading and what was found after the run.
     *
     * @param later the later finding
     * @return the later one, unless this one is the one that does not hold
     */
    public CheckResult and(CheckResult later) {
        return holds ? later : this;
    }
}
