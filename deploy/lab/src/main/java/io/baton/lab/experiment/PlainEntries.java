package io.baton.lab.experiment;

import io.baton.lab.ExperimentScale;
import io.baton.lab.Measurements;
import io.baton.lab.Point;
import io.baton.lab.ResultRow;
import io.baton.lab.cell.Cell;
import io.baton.lab.cell.PaperLock;
import io.baton.lab.cell.PaperLocks;
import io.baton.lab.metric.Measure;
import io.baton.lab.metric.Metric;
import io.baton.lab.plot.Panel;
import io.baton.lock.entry.EntryFormat;
import io.baton.lock.shiftlock.ShiftLockOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What 8-byte atomics cost over a network: locks with entries of two plain words beside those of 16 bytes. */
final class PlainEntries extends NamedExperiment {

    private static final PaperLock SHIFTLOCK_8 =
        PaperLock.shiftLock("ShiftLock-8", PaperLocks.ARTIFACT_OPTIONS.withEntry(EntryFormat.PLAIN));
    private static final PaperLock BATON_8 =
        PaperLock.shiftLock("Baton-8", ShiftLockOptions.product().withEntry(EntryFormat.PLAIN));
    /** By a lock with plain entries, the same with wide ones. */
    private static final Map<PaperLock, PaperLock> WIDE = wide();
    /** So few that nobody waits for anybody. */
    private static final int FEW_CLIENTS = 5;

    PlainEntries() {
        super("plain-entry", "what 8-byte atomics cost over a network, 5 and 240 clients", "Baton; no paper");
    }

    private static Map<PaperLock, PaperLock> wide() {
        final Map<PaperLock, PaperLock> wide = new LinkedHashMap<>();
        wide.put(SHIFTLOCK_8, PaperLocks.ARTIFACT);
        wide.put(BATON_8, PaperLocks.BATON);
        return wide;
    }

    @Override
    public List<Point> points(ExperimentScale scale) {
        final List<Point> points = new ArrayList<>();
        WIDE.forEach((plain, wide) -> {
            for (final PaperLock lock : List.of(wide, plain)) {
                points.add(Point.of(Mix.WI.uniformLabel() + " 5 clients",
                    Cell.of(lock, Mix.WI.uniform(), FEW_CLIENTS, scale.window())));
                points.add(Point.of(Mix.WI.zipfLabel(),
                    Cell.of(lock, Mix.WI.zipf(), Cell.PAPER_CLIENTS, scale.window())));
                points.add(Point.of(Mix.RI.zipfLabel(),
                    Cell.of(lock, Mix.RI.zipf(), Cell.PAPER_CLIENTS, scale.window())));
            }
        });
        return points;
    }

    @Override
    public List<Measure> metrics(Point point) {
        return List.of(Metric.GOODPUT, Metric.P50, Metric.P99, Metric.ATOMICS, Metric.READS);
    }

    @Override
    public List<ResultRow> conclusions(Measurements measurements) {
        final List<ResultRow> rows = new ArrayList<>();
        for (final String workload : measurements.workloads()) {
            WIDE.forEach((plain, wide) -> {
                for (final Metric metric : List.of(Metric.GOODPUT, Metric.P50, Metric.P99)) {
                    final double theirs = measurements.value(wide.label(), workload, metric).orElse(Double.NaN);
                    measurements.value(plain.label(), workload, metric).ifPresent(ours -> rows.add(
                        ResultRow.of(plain.label(), workload, metric.ratioTo(wide.label()), ours / theirs)));
                }
            });
        }
        return rows;
    }

    @Override
    public List<String> remarks() {
        return List.of("ShiftLock-8 hands over as ShiftLock-artifact does, and Baton-8 has all of Baton's ways; both "
            + "have entries of two words, changed by compare-and-swap and fetch-and-add of 8 bytes. Nothing is "
            + "recovered.");
    }

    @Override
    public List<Panel> panels(Measurements measurements) {
        return List.of(Diagrams.bars("Goodput", Metric.GOODPUT, false, measurements),
            Diagrams.bars("99th percentile", Metric.P99, true, measurements));
    }
}
