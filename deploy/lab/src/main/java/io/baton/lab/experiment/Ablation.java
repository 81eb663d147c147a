package io.baton.lab.experiment;

import io.baton.lab.ExperimentScale;
import io.baton.lab.Measurements;
import io.baton.lab.Point;
import io.baton.lab.ResultRow;
import io.baton.lab.cell.Cell;
import io.baton.lab.cell.Load;
import io.baton.lab.cell.PaperLock;
import io.baton.lab.cell.PaperLocks;
import io.baton.lab.cell.TatpWork;
import io.baton.lab.cell.Testbed;
import io.baton.lab.metric.Measure;
import io.baton.lab.metric.Metric;
import io.baton.lab.plot.Panel;
import io.baton.lock.shiftlock.ShiftLockOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What each of Baton's own ways is worth: the faithful ShiftLock with one of them, and Baton without one of them. A new
 * way is a line in {@link #VARIANTS}.
 */
final class Ablation extends NamedExperiment {

    private static final ShiftLockOptions PAPER = ShiftLockOptions.paper();
    private static final ShiftLockOptions PRODUCT = ShiftLockOptions.product();

    private static final List<PaperLock> VARIANTS = List.of(
        PaperLocks.SHIFTLOCK,
        with("+ silent hand-over", PAPER.withSilentHandover(true)),
        with("+ direct mode change", PAPER.withDirectModeChange(true)),
        with("+ batches", PAPER.withBatches(true)),
        with("- silent hand-over", PRODUCT.withSilentHandover(false)),
        with("- direct mode change", PRODUCT.withDirectModeChange(false)),
        with("+ caching", PAPER.withCaching(true)),
        with("- caching", PRODUCT.withCaching(false)),
        with("+ local turns", PAPER.withLocalTurns(PRODUCT.localTurns())),
        with("- local turns", PRODUCT.withLocalTurns(0)),
        with("+ paced readers", PAPER.withPacedReaders(true)),
        with("- paced readers", PRODUCT.withPacedReaders(false)),
        with("Baton + batches", PRODUCT.withCaching(false).withLocalTurns(0).withBatches(true)),
        PaperLocks.BATON);

    /** TPC-C takes long, since Baton's nodes have to learn what they use alone: those between which that differs. */
    private static final List<PaperLock> VARIANTS_QUICK = List.of(
        PaperLocks.SHIFTLOCK, with("- caching", PRODUCT.withCaching(false)), PaperLocks.BATON);

    /** Twice to sixteen times what the model charges. */
    private static final List<Long> PASSING_NANOS = List.of(800L, 1_600L, 3_200L, 6_400L);
    private static final List<Long> PASSING_NANOS_QUICK = List.of(6_400L);

    Ablation() {
        super("ablation", "what each of Baton's own ways is worth, 240 clients", "Baton; no paper");
    }

    @Override
    public List<Point> points(ExperimentScale scale) {
        final Map<String, Load> loads = new LinkedHashMap<>();
        loads.put(Mix.WI.zipfLabel(), Mix.WI.zipf());
        loads.put(Mix.RI.zipfLabel(), Mix.RI.zipf());
        if (scale == ExperimentScale.FULL) {
            loads.put(Mix.WI.uniformLabel(), Mix.WI.uniform());
            loads.put("TATP", new TatpWork());
        }
        final List<Point> points = new ArrayList<>();
        loads.forEach((label, load) -> VARIANTS
            .forEach(lock -> points.add(Point.of(label, Cell.of(lock, load, Cell.PAPER_CLIENTS, scale.window())))));
        scale.choose(VARIANTS, VARIANTS_QUICK)
            .forEach(lock -> points.add(Point.of("TPC-C", Cell.ofTpcc(lock, scale.window()))));
        for (final long nanos : scale.choose(PASSING_NANOS, PASSING_NANOS_QUICK)) {
            points.add(passing(Mix.WI.zipfLabel(), nanos,
                Cell.of(PaperLocks.BATON, Mix.WI.zipf(), Cell.PAPER_CLIENTS, scale.window())));
            points.add(passing("TPC-C", nanos, Cell.ofTpcc(PaperLocks.BATON, scale.window())));
        }
        return points;
    }

    /** How much is left of local turns and kept locks if it takes longer to get a lock from one's own process. */
    private static Point passing(String family, long nanos, Cell cell) {
        final Cell slow = cell.on(Testbed.passingLocallyIn(nanos));
        return new Point("Baton, local locks in " + nanos + " ns", family, "", 0, slow);
    }

    @Override
    public List<Measure> metrics(Point point) {
        return List.of(Metric.GOODPUT, Metric.P50, Metric.P99, Metric.ATOMICS, Metric.READS);
    }

    @Override
    public List<ResultRow> conclusions(Measurements measurements) {
        final List<ResultRow> rows = new ArrayList<>();
        for (final String workload : measurements.workloads()) {
            for (final Metric metric : List.of(Metric.GOODPUT, Metric.P99)) {
                final double faithful =
                    measurements.value(PaperLocks.SHIFTLOCK.label(), workload, metric).orElse(Double.NaN);
                for (final String lock : measurements.locks()) {
                    if (!lock.equals(PaperLocks.SHIFTLOCK.label()) && !lock.equals(PaperLocks.BATON.label())) {
                        measurements.value(lock, workload, metric).ifPresent(ours -> rows.add(
                            ResultRow.of(lock, workload, metric.ratioTo("ShiftLock"), ours / faithful)));
                    }
                }
            }
        }
        return rows;
    }

    @Override
    public List<String> remarks() {
        return List.of("+ is the faithful ShiftLock with one more way, - is Baton without one.");
    }

    @Override
    public List<Panel> panels(Measurements measurements) {
        return List.of(Diagrams.bars("Goodput, 240 clients", Metric.GOODPUT, false, measurements),
            Diagrams.bars("99th percentile, 240 clients", Metric.P99, true, measurements));
    }

    private static PaperLock with(String label, ShiftLockOptions options) {
        return PaperLock.shiftLock(label, options);
    }
}
