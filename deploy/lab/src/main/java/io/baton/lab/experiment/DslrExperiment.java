package io.baton.lab.experiment;

import io.baton.lab.ExperimentScale;
import io.baton.lab.Measurements;
import io.baton.lab.Point;
import io.baton.lab.cell.Cell;
import io.baton.lab.cell.Load;
import io.baton.lab.cell.PaperLock;
import io.baton.lab.cell.Testbed;
import io.baton.lab.cell.TpccCellWork;
import io.baton.lab.metric.Measure;
import io.baton.lab.metric.Metric;
import java.util.List;

/** What the experiments of the DSLR paper have in common (§6.1): TPC-C without thinking, four workers per client. */
abstract class DslrExperiment extends NamedExperiment {

    static final String HIGH = "TPC-C high contention";
    static final String LOW = "TPC-C low contention";
    /** The machines of most experiments: 16 lock servers and 16 clients. */
    static final int MACHINES = 32;
    private static final int WORKERS = 4;
    private static final int WAREHOUSES_HIGH = 1;
    private static final int WAREHOUSES_LOW = 10;

    DslrExperiment(String figure, String shows, String section) {
        super("dslr-figure" + figure, shows, "DSLR, section " + section + ", figure " + figure);
    }

    static TpccCellWork high(int machines) {
        return new TpccCellWork(machines / 2, WAREHOUSES_HIGH, 0, false);
    }

    static TpccCellWork low(int machines) {
        return new TpccCellWork(machines / 2, WAREHOUSES_LOW, 0, false);
    }

    static Cell cell(PaperLock lock, Load load, int machines, ExperimentScale scale) {
        return new Cell(lock, load, machines / 2 * WORKERS, 0, Testbed.dslr(machines), scale.window());
    }

    @Override
    public List<Measure> metrics(Point point) {
        return List.of(Metric.GOODPUT, Metric.MEAN, Metric.P99, Metric.P999);
    }

    /** The share of the lock servers' READ capacity that all verbs together use, in percent. */
    static double capacityUsed(Measurements measurements, Point point) {
        return 100 * measurements.at(point).value(Metric.VERBS).orElse(Double.NaN) / point.cell().testbed().capacity();
    }
}
