package io.baton.deploy.paper.experiment;

import io.baton.deploy.paper.Measurements;
import io.baton.deploy.paper.Point;
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
    static OptionalDouble begins(Measurements measurements, String lock, String family, String metric) {
        return begins(measurements, lock, family, metric, Double.MAX_VALUE);
    }

    /** The same among the points up to a greatest x. */
    static OptionalDouble begins(
            Measurements measurements, String lock, String family, String metric, double most) {
        final List<Point> points = measurements.points().stream()
            .filter(point -> point.lock().equals(lock) && point.family().equals(family) && point.x() <= most)
            .sorted(Comparator.comparingDouble(Point::x)).toList();
        OptionalDouble begin = OptionalDouble.empty();
        double highest = 0;
        for (final Point point : points.reversed()) {
            final double value = measurements.at(point).value(metric).orElse(0);
            highest = Math.max(highest, value);
            if (value < NEARLY * highest) {
                break;
            }
            begin = OptionalDouble.of(point.x());
        }
        return begin;
    }
}
