package io.baton.deploy.paper.experiment;

import io.baton.deploy.paper.Measurements;
import io.baton.deploy.paper.Point;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;

/** Where a line stops rising. */
final class Plateau {

    /** What is within this of the highest point is as high; papers' readers judge by eye. */
    private static final double NEARLY = 0.9;

    private Plateau() {
    }

    /** The least x from which on all values are nearly the highest. */
    static OptionalDouble begins(Measurements measurements, String lock, String family, String metric) {
        return begins(measurements, lock, family, metric, Double.MAX_VALUE);
    }

    /** The same among the points up to a greatest x. */
    static OptionalDouble begins(
            Measurements measurements, String lock, String family, String metric, double most) {
        final List<Point> points = measurements.points().stream()
            .filter(point -> point.lock().equals(lock) && point.family().equals(family) && point.x() <= most)
            .sorted(Comparator.comparingDouble(Point::x)).toList();
        final double highest = points.stream()
            .mapToDouble(point -> measurements.at(point).value(metric).orElse(0)).max().orElse(0);
        OptionalDouble begin = OptionalDouble.empty();
        for (final Point point : points) {
            if (measurements.at(point).value(metric).orElse(0) < NEARLY * highest) {
                begin = OptionalDouble.empty();
            } else if (begin.isEmpty()) {
                begin = OptionalDouble.of(point.x());
            }
        }
        return begin;
    }
}
