package io.baton.deploy.run;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What checkpoints cost while they are written: the measured seconds of a run in which one was written, for their whole
 * length or a part of it, beside those without.
 *
 * @param seconds how many seconds had a checkpoint; at least 1
 * @param committedPerSecond median of the transactions committed in those
 * @param secondsWithout how many had none; at least 1
 * @param committedPerSecondWithout median of the transactions committed in those
 */
public record CheckpointDip(int seconds, double committedPerSecond, int secondsWithout,
        double committedPerSecondWithout) {
    /**
     * Compares the seconds of a run.
     *
     * @param all the run's seconds; those of the warm-up are left out
     * @return nothing unless there are seconds of both kinds, and some of those without a checkpoint committed anything
     */
    public static Optional<CheckpointDip> of(List<LiveSecond> all) {
        final List<Double> with = rates(all, LiveSecond::checkpoint);
        final List<Double> without = rates(all, second -> !second.checkpoint());
        if (with.isEmpty() || without.isEmpty() || median(without) == 0) {
            return Optional.empty();
        }
        return Optional.of(new CheckpointDip(with.size(), median(with), without.size(), median(without)));
    }

    private static List<Double> rates(List<LiveSecond> all, Predicate<LiveSecond> which) {
        return all.stream().filter(LiveSecond::measuring).filter(which).map(LiveSecond::committedPerSecond).sorted()
            .toList();
    }

    private static double median(List<Double> sorted) {
        return (sorted.get((sorted.size() - 1) / 2) + sorted.get(sorted.size() / 2)) / 2;
    }

    /** What is left of the throughput while a checkpoint is written: 1 if it costs nothing. */
    public double share() {
        return committedPerSecond / committedPerSecondWithout;
    }
}
