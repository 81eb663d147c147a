package io.baton.lab.experiment;

import io.baton.lab.ExperimentScale;
import io.baton.lab.Measurements;
import io.baton.lab.Point;
import io.baton.lab.cell.Cell;
import io.baton.lab.cell.PaperLock;
import io.baton.lab.cell.PaperLocks;
import io.baton.lab.metric.Item;
import io.baton.lab.metric.LockPhase;
import io.baton.lab.metric.Measure;
import io.baton.lab.plot.Panel;
import java.util.ArrayList;
import java.util.List;

/**
 * Where the time of acquisitions and releases goes with different locks. ShiftLock is the artifact's, RI with its fast
 * path, as in Table 3.
 */
final class Table4 extends NamedExperiment {

    private static final List<Measure> OF_QUEUES = List.of(
        LockPhase.ACQUIRE_WRITER.time(Item.IA), LockPhase.ACQUIRE_WRITER.time(Item.NP, Item.WP, Item.WR),
        LockPhase.ACQUIRE_READER.time(Item.IA), LockPhase.ACQUIRE_READER.time(Item.WW),
        LockPhase.RELEASE.time(Item.IA), LockPhase.RELEASE.time(Item.NS));
    private static final List<Measure> OF_RETRIES = List.of(
        LockPhase.ACQUIRE_WRITER.time(Item.IA), LockPhase.ACQUIRE_WRITER.time(Item.RT),
        LockPhase.ACQUIRE_READER.time(Item.IA), LockPhase.ACQUIRE_READER.time(Item.RT),
        LockPhase.RELEASE.time(Item.IA));
    private static final List<Measure> DRAWN = List.of(
        LockPhase.ACQUIRE_WRITER.time(Item.IA), LockPhase.ACQUIRE_WRITER.time(Item.WAIT),
        LockPhase.ACQUIRE_READER.time(Item.IA), LockPhase.ACQUIRE_READER.time(Item.WAIT),
        LockPhase.RELEASE.time(Item.IA));

    Table4() {
        super("table4", "latency breakdown of ShiftLock, CAS and DSLR, 240 clients", "ShiftLock, section 4.6, table 4");
    }

    @Override
    public List<Point> points(ExperimentScale scale) {
        final PaperLock shiftLock = PaperLock.shiftLock("ShiftLock", PaperLocks.ARTIFACT_OPTIONS);
        final List<Point> points = new ArrayList<>();
        for (final PaperLock lock : List.of(shiftLock, PaperLocks.CAS_B, PaperLocks.CAS_NB, PaperLocks.DSLR)) {
            points.add(Point.of(Mix.WI.zipfLabel(),
                Cell.of(lock, Mix.WI.zipf(), Cell.PAPER_CLIENTS, scale.window())));
        }
        final PaperLock fastPath = shiftLock.triedFirst(shiftLock.label(), PaperLocks.FAST_TRIES);
        for (final PaperLock lock : List.of(fastPath, PaperLocks.DSLR)) {
            points.add(Point.of(Mix.RI.zipfLabel(),
                Cell.of(lock, Mix.RI.zipf(), Cell.PAPER_CLIENTS, scale.window())));
        }
        return points;
    }

    @Override
    public List<Measure> metrics(Point point) {
        return point.lock().equals(PaperLocks.SHIFTLOCK.label()) ? OF_QUEUES : OF_RETRIES;
    }

    @Override
    public List<String> remarks() {
        return List.of("ShiftLock is the artifact's here: hand-over without a verb, N = 16, RI with its fast path. RT "
            + "is all time of an acquisition after its initial atomic, with READs, retries and backoff.");
    }

    @Override
    public List<Panel> panels(Measurements measurements) {
        final List<Panel> panels = new ArrayList<>();
        for (final String workload : measurements.workloads()) {
            panels.add(Diagrams.items(workload, workload, DRAWN, "mean time (us)", measurements));
        }
        return panels;
    }
}
