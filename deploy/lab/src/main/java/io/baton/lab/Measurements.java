package io.baton.lab;

import io.baton.lab.cell.CellResult;
import io.baton.lab.metric.Measure;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/** What was measured at the points of one experiment, in the order of its points. */
public final class Measurements {

    private final Map<Point, CellResult> results = new LinkedHashMap<>();

    public Measurements() {
    }

    void add(Point point, CellResult result) {
        results.put(point, result);
    }

    /** {@return all points, in order} */
    public List<Point> points() {
        return List.copyOf(results.keySet());
    }

    /** {@return the names of the locks, in order} */
    public Set<String> locks() {
        final Set<String> locks = new LinkedHashSet<>();
        results.keySet().forEach(point -> locks.add(point.lock()));
        return locks;
    }

    /** {@return the names of the workloads, in order} */
    public Set<String> workloads() {
        final Set<String> workloads = new LinkedHashSet<>();
        results.keySet().forEach(point -> workloads.add(point.workload()));
        return workloads;
    }

    /**
     * Returns what was measured at a point.
     *
     * @param point one of {@link #points}
     * @return its result
     */
    public CellResult at(Point point) {
        final CellResult result = results.get(point);
        if (result == null) {
            throw new IllegalArgumentException("nothing was measured at " + point);
        }
        return result;
    }

    /**
     * Returns a figure. The workload may name a type of transaction after its own name.
     *
     * @param lock the lock
     * @param workload the workload
     * @param metric what to tell of it
     * @return the figure, or empty if there is none
     */
    public OptionalDouble value(String lock, String workload, Measure metric) {
        for (final Map.Entry<Point, CellResult> entry : results.entrySet()) {
            final Point point = entry.getKey();
            if (!point.lock().equals(lock)) {
                continue;
            }
            if (point.workload().equals(workload)) {
                return entry.getValue().value(metric);
            }
            if (workload.startsWith(point.workload() + " ")) {
                final int type =
                    point.cell().load().types().indexOf(workload.substring(point.workload().length() + 1));
                if (type >= 0) {
                    return entry.getValue().value(type, metric);
                }
            }
        }
        return OptionalDouble.empty();
    }
}
