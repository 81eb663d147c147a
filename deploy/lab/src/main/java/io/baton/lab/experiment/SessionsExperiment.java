package io.baton.lab.experiment;

import io.baton.lab.ExperimentScale;
import io.baton.lab.Measurements;
import io.baton.lab.Point;
import io.baton.lab.ResultRow;
import io.baton.lab.cell.Cell;
import io.baton.lab.cell.PaperLock;
import io.baton.lab.cell.PaperLocks;
import io.baton.lab.cell.RecoverableLocks;
import io.baton.lab.cell.Testbed;
import io.baton.lab.metric.Measure;
import io.baton.lab.metric.Metric;
import io.baton.lab.plot.Panel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Function;

/** What recovery costs Baton, what is left of its gain then, and in how many processes clients may be for that. */
final class SessionsExperiment extends NamedExperiment {

    private static final String TPCC = "TPC-C";
    private static final String ARTIFACT = RecoverableLocks.ARTIFACT.label();
    private static final String WITHOUT = PaperLocks.BATON.label() + " without sessions";
    /** By name, in the order of tables. */
    private static final SequencedMap<String, PaperLock> LOCKS = locks();
    private static final int MACHINES = 5;
    /** Of all machines together. */
    private static final List<Integer> PROCESSES = List.of(5, 20, 60, 240);
    private static final List<Integer> PROCESSES_QUICK = List.of(5, 240);

    SessionsExperiment() {
        super("sessions", "what sessions and recovery cost, 240 clients in 5 to 240 processes on five machines",
            "Baton; no paper");
    }

    private static SequencedMap<String, PaperLock> locks() {
        final SequencedMap<String, PaperLock> locks = new LinkedHashMap<>();
        locks.put(ARTIFACT, RecoverableLocks.ARTIFACT);
        locks.put(WITHOUT, PaperLocks.BATON);
        locks.put(RecoverableLocks.BATON.label(), RecoverableLocks.BATON);
        return locks;
    }

    @Override
    public List<Point> points(ExperimentScale scale) {
        final List<Point> points = new ArrayList<>();
        for (final int processes : scale.choose(PROCESSES, PROCESSES_QUICK)) {
            add(points, Mix.WI.zipfLabel(), processes,
                lock -> Cell.of(lock, Mix.WI.zipf(), Cell.PAPER_CLIENTS, scale.window()));
        }
        for (final int processes : scale.choose(PROCESSES, List.of(MACHINES))) {
            add(points, TPCC, processes, lock -> Cell.ofTpcc(lock, scale.window()));
        }
        return points;
    }

    private static void add(List<Point> points, String family, int processes, Function<PaperLock, Cell> cells) {
        final Testbed testbed = Testbed.ofProcessesPerMachine(processes / MACHINES);
        LOCKS.forEach((name, lock) -> points.add(
            new Point(name, family, processes + " processes", processes, cells.apply(lock).on(testbed))));
    }

    @Override
    public List<Measure> metrics(Point point) {
        return List.of(Metric.GOODPUT, Metric.P50, Metric.P99, Metric.P999, Metric.MAXIMUM, Metric.LEAST_SHARE,
            Metric.ATOMICS, Metric.READS, Metric.SENDS);
    }

    @Override
    public List<ResultRow> conclusions(Measurements measurements) {
        final List<ResultRow> rows = new ArrayList<>();
        final String baton = RecoverableLocks.BATON.label();
        for (final String workload : measurements.workloads()) {
            final double ours = measurements.value(baton, workload, Metric.GOODPUT).orElse(Double.NaN);
            for (final String other : List.of(WITHOUT, ARTIFACT)) {
                measurements.value(other, workload, Metric.GOODPUT).ifPresent(theirs -> rows.add(
                    ResultRow.of(baton, workload, Metric.GOODPUT.ratioTo(other), ours / theirs)));
            }
        }
        return rows;
    }

    @Override
    public List<String> remarks() {
        return List.of("Baton and ShiftLock-artifact, the artifact's way of handing over, have sessions of 500 ms and "
            + "locks that can be recovered; nobody dies. Processes of a machine share its adapter and processors. "
            + "leastShare is what the least served client got done, in percent of the average client.");
    }

    @Override
    public List<Panel> panels(Measurements measurements) {
        final Diagrams.Axes goodput = new Diagrams.Axes("processes", true, false);
        final Diagrams.Axes latency = new Diagrams.Axes("processes", true, true);
        return List.of(
            Diagrams.lines("Goodput, Zipf 0.99, half writes", Mix.WI.zipfLabel(), Metric.GOODPUT, goodput,
                measurements),
            Diagrams.lines("99.9th percentile, Zipf 0.99, half writes", Mix.WI.zipfLabel(), Metric.P999, latency,
                measurements),
            Diagrams.lines("Goodput, TPC-C", TPCC, Metric.GOODPUT, goodput, measurements),
            Diagrams.lines("99.9th percentile, TPC-C", TPCC, Metric.P999, latency, measurements));
    }
}
