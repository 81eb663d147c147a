package io.baton.lab.experiment;

import io.baton.lab.ExperimentScale;
import io.baton.lab.Measurements;
import io.baton.lab.Point;
import io.baton.lab.ResultRow;
import io.baton.lab.cell.Cell;
import io.baton.lab.cell.MicroWork;
import io.baton.lab.cell.PaperLock;
import io.baton.lab.cell.PaperLocks;
import io.baton.lab.cell.Testbed;
import io.baton.lab.metric.Bound;
import io.baton.lab.metric.LockPhase;
import io.baton.lab.metric.Measure;
import io.baton.lab.metric.Metric;
import io.baton.lab.metric.Quantity;
import io.baton.lab.plot.Panel;
import java.util.ArrayList;
import java.util.List;

/**
 * Clients on the lock server's own machine and elsewhere, on one lock. The technical report has no measurements; it
 * states which operations its algorithms issue.
 */
final class QplockLocal extends NamedExperiment {

    private static final String LOCAL = "local clients";
    private static final String BOTH = "local and remote clients";
    private static final String ALONE = "remote client alone";
    private static final String QUEUED = "remote client queued";
    private static final int FEW = 8;
    private static final int MANY = 40;

    QplockLocal() {
        super("qplock-local", "verbs and latency of qplock's local and remote clients, one lock",
            "qplock technical report, sections 1 and 3");
    }

    @Override
    public List<Point> points(ExperimentScale scale) {
        final List<Point> points = new ArrayList<>();
        for (final PaperLock lock : List.of(PaperLocks.QPLOCK, PaperLocks.QPLOCK_LOOPBACK, PaperLocks.MCS)) {
            points.add(Point.of(LOCAL, cell(lock, 0, FEW, scale)));
            points.add(Point.of(BOTH, cell(lock, MANY, FEW, scale)));
        }
        points.add(Point.of(ALONE, cell(PaperLocks.QPLOCK, 1, 0, scale)));
        points.add(Point.of(QUEUED, cell(PaperLocks.QPLOCK, MANY, 0, scale)));
        return points;
    }

    private static Cell cell(PaperLock lock, int clients, int localClients, ExperimentScale scale) {
        return new Cell(lock, new MicroWork(1, 0, 0), clients, localClients, Testbed.shiftLock(), scale.window());
    }

    @Override
    public List<Measure> metrics(Point point) {
        return List.of(Metric.GOODPUT, Metric.P50, Metric.P99, Metric.ATOMICS, Metric.READS, Metric.WRITES,
            Metric.SENDS);
    }

    @Override
    public List<ResultRow> conclusions(Measurements measurements) {
        final String lock = PaperLocks.QPLOCK.label();
        final LockPhase acquire = LockPhase.ACQUIRE;
        final LockPhase release = LockPhase.RELEASE;
        final List<ResultRow> rows = new ArrayList<>();
        add(rows, measurements, lock, ALONE, acquire.count(Metric.ATOMICS),
            ALONE, acquire.count(Metric.COHORT_ATOMICS));
        // A notice takes the place of the report's write into the predecessor's or successor's descriptor.
        add(rows, measurements, lock, QUEUED, acquire.count(Metric.SENDS),
            QUEUED, acquire.count(Metric.COHORT_WRITES));
        add(rows, measurements, lock, QUEUED, acquire.count(Metric.READS),
            QUEUED, acquire.count(Metric.COHORT_READS));
        add(rows, measurements, lock, ALONE, release.count(Metric.ATOMICS),
            "remote client", release.count(Metric.COHORT_ATOMICS).bounded(Bound.MAX));
        add(rows, measurements, lock, QUEUED, release.count(Metric.SENDS),
            "remote client", release.count(Metric.COHORT_WRITES).bounded(Bound.MAX));
        return rows;
    }

    private static void add(List<ResultRow> rows, Measurements measurements, String lock, String workload,
            Measure metric,
            String workloadStated, Quantity metricStated) {
        measurements.value(lock, workload, metric).ifPresent(
            ours -> rows.add(ResultRow.of(lock, workloadStated, metricStated, ours)));
    }

    @Override
    public List<String> remarks() {
        return List.of("Local clients hand over in their process's memory, which takes no virtual time here, so that "
            + "the goodput of local clients among themselves is a bound. Of a queued client's READs, those that are "
            + "left belong to the Peterson lock, once a budget.");
    }

    @Override
    public List<Panel> panels(Measurements measurements) {
        return List.of(Diagrams.bars("Goodput", Metric.GOODPUT, false, measurements),
            Diagrams.bars("Median latency", Metric.P50, true, measurements));
    }
}
