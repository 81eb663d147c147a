package io.baton.lab.experiment;

import io.baton.lab.ExperimentScale;
import io.baton.lab.Measurements;
import io.baton.lab.Point;
import io.baton.lab.cell.Cell;
import io.baton.lab.cell.LongReadWork;
import io.baton.lab.cell.MeasuringWindow;
import io.baton.lab.cell.PaperLock;
import io.baton.lab.cell.PaperLocks;
import io.baton.lab.metric.Measure;
import io.baton.lab.metric.Metric;
import io.baton.lab.plot.Panel;
import io.baton.rival.dslr.DslrParameters;
import java.util.ArrayList;
import java.util.List;

/** TPC-C with many long-running reads, whose leases are as short as all others' or long enough. */
final class DslrFigure11 extends DslrExperiment {

    private static final String FIXED = "TPC-C long reads fixed lease";
    private static final String MULTI = "TPC-C long reads multi-slot lease";
    private static final List<Double> SHARES = List.of(0.05, 0.1, 0.2, 0.3, 0.4, 0.5);
    private static final List<Double> SHARES_QUICK = List.of(0.05, 0.5);
    private static final long LEASE_NANOS = 10_000_000;
    /** Of 10 ms each, for scans of 72 ms. */
    private static final int SCAN_SLOTS = 8;
    private static final List<Long> LONG_NANOS = List.of(2_000_000_000L);
    private static final List<Long> LONG_NANOS_QUICK = List.of(300_000_000L);

    DslrFigure11() {
        super("11", "DSLR with leases of one and of many slots, TPC-C with 5 to 50 % long-running reads", "6.5");
    }

    @Override
    public List<Point> points(ExperimentScale scale) {
        final long nanos = scale.choose(LONG_NANOS, LONG_NANOS_QUICK).getFirst();
        final MeasuringWindow window = new MeasuringWindow(nanos / 3, 0, nanos, 0, nanos);
        final List<Point> points = new ArrayList<>();
        for (final double share : scale.choose(SHARES, SHARES_QUICK)) {
            for (final int slots : new int[] {1, SCAN_SLOTS}) {
                final PaperLock lock =
                    PaperLocks.dslr("DSLR", DslrParameters.original().withLease(LEASE_NANOS, slots));
                final Cell cell = cell(lock, new LongReadWork(high(MACHINES), share, slots), MACHINES, scale);
                points.add(Point.of(slots == 1 ? FIXED : MULTI, "share=" + share, share,
                    new Cell(lock, cell.load(), cell.clients(), 0, cell.testbed(), window)));
            }
        }
        return points;
    }

    @Override
    public List<Measure> metrics(Point point) {
        return List.of(Metric.GOODPUT, Metric.ABORTS);
    }

    @Override
    public List<String> remarks() {
        return List.of("An aborted transaction here asks again for the lock that it did not get and keeps the others; "
            + "aborts are the share of such attempts in all, in percent. A scan holds all customer locks for 72 ms. "
            + "Each point is measured for 2 s of virtual time (0.3 s if quick).");
    }

    @Override
    public List<Panel> panels(Measurements measurements) {
        final Diagrams.Axes axes = new Diagrams.Axes("share of long-running reads", false, false);
        return List.of(Diagrams.lines("Fixed lease", FIXED, Metric.GOODPUT, axes, measurements),
            Diagrams.lines("Multi-slot lease", MULTI, Metric.GOODPUT, axes, measurements),
            Diagrams.lines("Aborts, fixed lease (%)", FIXED, Metric.ABORTS, axes, measurements));
    }
}
