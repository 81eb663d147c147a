package io.baton.deploy.run;

import java.time.Duration;

/**
 * How the driver runs a workload.
 *
 * @param clients how many clients, 1 or more
 * @param warmup how long they are at work before measuring begins
 * @param duration how long is measured
 * @param checks whether consistency is checked, after loading and after the run
 * @param processors how many processors there are: up to so many clients get a thread of the system each, more of them
 *     are virtual threads
 */
public record RunSettings(int clients, Duration warmup, Duration duration, boolean checks, int processors) {

    /** The largest number of clients; each has histograms of its own. */
    public static final int CLIENTS_MAX = 4096;

    /**
     * Makes settings.
     *
     * @throws IllegalArgumentException if a number is out of range
     */
    public RunSettings {
        if (clients < 1 || clients > CLIENTS_MAX) {
            throw new IllegalArgumentException(clients + " clients: give 1 to " + CLIENTS_MAX);
        }
        if (warmup.isNegative() || !duration.isPositive()) {
            throw new IllegalArgumentException("a warm-up of " + warmup + " and a duration of " + duration
                + ": give 0 or more and more than 0");
        }
    }

    /**
     * Tells what the clients run on.
     *
     * @return true for virtual threads
     */
    public boolean virtualThreads() {
        return clients > processors;
    }
}
