package io.baton.lab.server;

import java.util.List;

/**
 * Client processes that were killed while they held locks.
 *
 * @param number how many
 * @param p50Nanos how long it took, half of the times at most, from a kill until a call of somebody else had the locks
 * @param maxNanos how long at most
 */
public record Kills(int number, long p50Nanos, long maxNanos) {

    /** None was killed. */
    public static final Kills NONE = new Kills(0, 0, 0);

    /** Of single times. */
    static Kills of(List<Long> nanos) {
        final List<Long> sorted = nanos.stream().sorted().toList();
        return sorted.isEmpty() ? NONE
            : new Kills(sorted.size(), sorted.get((sorted.size() - 1) / 2), sorted.getLast());
    }
}
