package io.baton.lab.experiment;

import io.baton.lab.ExperimentScale;
import io.baton.lab.Measurements;
import io.baton.lab.Point;
import io.baton.lab.ResultRow;
import io.baton.lab.cell.PaperLock;
import io.baton.lab.cell.PaperLocks;
import io.baton.lab.metric.Bound;
import io.baton.lab.metric.Measure;
import io.baton.lab.metric.Metric;
import io.baton.lab.plot.Panel;
import io.baton.rival.dslr.DslrParameters;
import java.util.ArrayList;
import java.util.List;

/** Polling by estimate and without it. */
final class DslrFigure19 extends DslrExperiment {

    DslrFigure19() {
        super("19", "share of the network that DSLR uses with dynamic and busy polling, TPC-C", "A.7");
    }

    @Override
    public List<Point> points(ExperimentScale scale) {
        final DslrParameters dynamic = DslrParameters.original();
        // One nanosecond for each waiter in front: the next READ follows at once.
        final DslrParameters busy = new DslrParameters(1, dynamic.readersCountReaders(), dynamic.leaseNanos(),
            dynamic.leaseSlotsMax(), dynamic.backoffNanos(), dynamic.backoffNanosMax(), dynamic.countMax());
        final List<Point> points = new ArrayList<>();
        for (final DslrParameters parameters : List.of(dynamic, busy)) {
            final PaperLock lock = PaperLocks.dslr("DSLR", parameters);
            points.add(Point.of(parameters.equals(busy) ? "TPC-C busy polling" : "TPC-C dynamic polling",
                cell(lock, high(MACHINES), MACHINES, scale)));
        }
        return points;
    }

    @Override
    public List<Measure> metrics(Point point) {
        return List.of(Metric.GOODPUT, Metric.READS);
    }

    @Override
    public List<ResultRow> conclusions(Measurements measurements) {
        final List<ResultRow> rows = new ArrayList<>();
        for (final Point point : measurements.points()) {
            // For busy polling the paper states a bound.
            rows.add(ResultRow.of("DSLR", point.workload(),
                point.workload().contains("busy") ? Metric.CAPACITY_USED.bounded(Bound.MAX) : Metric.CAPACITY_USED,
                capacityUsed(measurements, point)));
        }
        return rows;
    }

    @Override
    public List<Panel> panels(Measurements measurements) {
        return List.of(Diagrams.bars("Throughput", Metric.GOODPUT, false, measurements),
            Diagrams.bars("READs per acquire and release", Metric.READS, false, measurements));
    }
}
