package io.baton.workload;

import java.util.HashMap;
import java.util.Map;

/**
 * What is to be run. Settings without a value have their usual one.
 *
 * @param values the values of the workload's settings
 * @param seed gives the initial rows and the terminals' inputs
 * @param length how long terminals will be at work
 */
public record WorkloadConfig(Map<Setting, Long> values, long seed, RunLength length) {

    /**
     * Makes a config.
     *
     * @throws IllegalArgumentException if a value is out of its setting's range
     */
    public WorkloadConfig {
        values = Map.copyOf(values);
        values.forEach(WorkloadConfig::check);
    }

    /**
     * Returns the value of a setting.
     *
     * @param setting one of the workload's
     * @return its value, within its range
     */
    public long get(Setting setting) {
        return values.getOrDefault(setting, setting.usual());
    }

    /**
     * Returns the value of a setting whose range is that of an int.
     *
     * @param setting one of the workload's
     * @return its value, within its range
     * @throws ArithmeticException if it is none
     */
    public int getInt(Setting setting) {
        return Math.toIntExact(get(setting));
    }

    /**
     * Tells whether a switch is on.
     *
     * @param setting one of the workload's
     * @return whether its value is 1
     */
    public boolean isOn(Setting setting) {
        return get(setting) != 0;
    }

    /**
     * Replaces the values of some settings.
     *
     * @param others the new values
     * @return a config with these and all others
     * @throws IllegalArgumentException if a value is out of its setting's range
     */
    public WorkloadConfig with(Map<Setting, Long> others) {
        final Map<Setting, Long> all = new HashMap<>(values);
        all.putAll(others);
        return new WorkloadConfig(all, seed, length);
    }

    private static void check(Setting setting, long value) {
        if (value < setting.least() || value > setting.most()) {
            throw new IllegalArgumentException(value + " " + setting.name() + "; give " + setting.least() + " to "
                + setting.most());
        }
    }
}
