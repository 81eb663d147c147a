package io.baton.lab.experiment;

import io.baton.lab.ExperimentScale;
import io.baton.lab.Measurements;
import io.baton.lab.Point;
import io.baton.lab.ResultRow;
import io.baton.lab.cell.Cell;
import io.baton.lab.cell.PaperLock;
import io.baton.lab.cell.PaperLocks;
import io.baton.lab.cell.Testbed;
import io.baton.lab.cell.TpccCellWork;
import io.baton.lab.metric.Metric;
import io.baton.lab.plot.Panel;
import io.baton.rival.dslr.DslrParameters;
import java.util.ArrayList;
import java.util.List;

/** The longest random backoff when counters must be reset. */
final class DslrFigure16 extends DslrExperiment {

    private static final List<Integer> LONGEST = List.of(10, 100, 1_000, 10_000);
    private static final List<Integer> LONGEST_QUICK = List.of(10, 1_000, 10_000);
    private static final int CLIENTS = 31 * 4;
    private static final int COUNT_MAX = 1_024;

    DslrFigure16() {
        super("16", "throughput of DSLR with a longest backoff of 10 to 10,000 us, one warehouse", "A.5");
    }

    @Override
    public List<Point> points(ExperimentScale scale) {
        final List<Point> points = new ArrayList<>();
        for (final int micros : scale.choose(LONGEST, LONGEST_QUICK)) {
            final PaperLock lock = PaperLocks.dslr("DSLR", DslrParameters.original()
                .withBackoffMax(micros * 1_000L).withCountMax(COUNT_MAX));
            points.add(Point.of("TPC-C one warehouse", "backoff=" + micros, micros, new Cell(lock,
                new TpccCellWork(1, 1, 0, false), CLIENTS, 0, Testbed.dslr(2), scale.window())));
        }
        return points;
    }

    @Override
    public List<ResultRow> conclusions(Measurements measurements) {
        return Plateau.begins(measurements, "DSLR", "TPC-C one warehouse", Metric.GOODPUT).stream()
            .mapToObj(micros -> ResultRow.of("DSLR", "TPC-C one warehouse", Metric.PLATEAU_BACKOFF, micros)).toList();
    }

    @Override
    public List<String> remarks() {
        return List.of("Counters are reset at " + COUNT_MAX + " instead of 32,768, so that it happens within the "
            + "window.");
    }

    @Override
    public List<Panel> panels(Measurements measurements) {
        return List.of(Diagrams.lines("Throughput", "TPC-C one warehouse", Metric.GOODPUT,
            new Diagrams.Axes("longest backoff (us)", true, false), measurements));
    }
}
