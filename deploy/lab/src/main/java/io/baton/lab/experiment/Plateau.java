package io.baton.lab.experiment;

import io.baton.lab.Measurements;
import io.baton.lab.metric.Measure;
import io.baton.lab.plot.Panel.Spot;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;

/** Where a line stops rising. */
final class Plateau {

    /** What is within this of the highest point that follows is as high; papers' readers judge by eye. */
    private static final double NEARLY = 0.9;

    private Plateau() {
    }

    /** The least x from which on the values do not rise any more, or hardly; they may fall. */
    static OptionalDouble begins(Measurements measurements, String lock, String family, Measure metric) {
        return begins(measurements, lock, family, metric, Double.MAX_VALUE);
    }

    /** The same among the points up to a greatest x. */
    static OptionalDouble begins(
            Measurements measurements, String lock, String family, Measure metric, double most) {
        return begins(measurements.points().stream()
            .filter(point -> point.lock().equals(lock) && point.family().equals(family) && point.x() <= most)
            .map(point -> new Spot(point.x(), measurements.at(point).value(metric).orElse(0)))
            .sorted(Comparator.comparingDouble(Spot::x)).toList());
    }

    /** The same of a line, the least x first. */
    static OptionalDouble begins(List<Spot> line) {
        OptionalDouble begin = OptionalDouble.empty();
        double highest = 0;
        for (final Spot spot : line.reversed()) {
            highest = Math.max(highest, spot.y());
            if (spot.y() < NEARLY * highest) {
                break;
            }
            begin = OptionalDouble.of(spot.x());
        }
        return begin;
    }
}
