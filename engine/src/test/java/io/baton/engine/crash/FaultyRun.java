package io.baton.engine.crash;

import io.baton.engine.Engine;
import io.baton.engine.EngineStoppedException;
import io.baton.engine.Outcome;
import io.baton.engine.Procedure;
import io.baton.engine.SmallStore;
import io.baton.storage.log.LogFailedException;
import io.baton.storage.recovery.RecoveryException;
import io.baton.testing.disk.CrashDisk;
import io.baton.testing.disk.DiskOperation;
import io.baton.testing.disk.DiskOperationKind;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A short run on a disk that fails somewhere, and what is there afterwards, when the disk works again. One thread. */
final class FaultyRun {

    private static final int CALLS = 12;
    private static final int CHECKPOINT_EVERY = 5;

    private final CrashSpec spec;
    private final CrashDisk disk;
    private final SplittableRandom random;
    /** What is there if the calls up to now were committed; the last one may be that of an unknown one. */
    private final List<GroupRows> states = new ArrayList<>(List.of(GroupRows.NOTHING));
    private int answered;
    /** Whether a call was answered "unknown", or the engine threw while it ran. */
    private boolean stopped;
    /** What the run did before the store was opened again. */
    private List<DiskOperationKind> worked = List.of();

    FaultyRun(CrashSpec spec, CrashDisk disk) {
        this.spec = spec;
        this.disk = disk;
        this.random = new SplittableRandom(spec.seed());
    }

    /** Runs, opens the store again, and returns what is wrong; nothing if all is well. */
    String run() {
        String wrong = work();
        worked = disk.operations().stream().map(DiskOperation::kind).toList();
        disk.clearFaults();
        if (wrong.isEmpty()) {
            wrong = judge(disk.forced(disk.point()), "after a power cut");
        }
        if (wrong.isEmpty()) {
            // The process goes on with what the system shows, of which a failed force may have lost a part for good.
            wrong = judge(disk, "when the disk works again");
        }
        return wrong.isEmpty() && !hasLostNames() ? judge(disk.forced(disk.point()), "after a power cut later on")
            : wrong;
    }

    /** What the run itself did to the disk, from opening to closing, and not what looked at it afterwards. */
    List<DiskOperationKind> worked() {
        return worked;
    }

    /** A file system that cannot force a directory lets nobody write any more; the double goes on and loses names. */
    private boolean hasLostNames() {
        return disk.operations().stream().anyMatch(operation -> operation instanceof DiskOperation.Force force
            && force.failed() && force.kind() == DiskOperationKind.FORCE_DIRECTORY);
    }

    private String work() {
        final Engine engine;
        try {
            engine = open(disk);
        } catch (RecoveryException | UncheckedIOException | LogFailedException e) {
            return "";
        } catch (RuntimeException e) {
            return "opening threw " + Problem.text(e);
        }
        String wrong = "";
        try (engine) {
            final Procedure<Long> program = engine.register(new RunProgram(), Long.class);
            for (int i = 1; i <= CALLS && wrong.isEmpty(); i++) {
                wrong = call(engine, program);
                if (i % CHECKPOINT_EVERY == 0 && !stopped) {
                    checkpoint(engine);
                }
            }
        } catch (UncheckedIOException | LogFailedException e) {
            // Closing tells of the failure, too.
            return wrong;
        } catch (RuntimeException e) {
            return "it threw " + Problem.text(e);
        }
        return wrong;
    }

    private static void checkpoint(Engine engine) {
        try {
            engine.store().orElseThrow().checkpoint();
        } catch (UncheckedIOException | EngineStoppedException e) {
            // A checkpoint that cannot be written stops nothing: the calls that follow tell.
            return;
        }
    }

    private String call(Engine engine, Procedure<Long> program) {
        final long[] operations = CrashProgram.draw(random, spec.tables());
        final Outcome<Long> outcome;
        try {
            outcome = engine.execute(program, 0L, operations);
        } catch (EngineStoppedException e) {
            stopped = true;
            return "";
        }
        return switch (outcome) {
            case Outcome.Committed<Long>(Long count) -> committed(count, operations);
            case Outcome.Unknown<Long> unknown -> {
                if (!stopped) {
                    states.add(states.getLast().after(operations));
                }
                stopped = true;
                yield "";
            }
            case Outcome.AbortedBySystem<Long> aborted -> {
                stopped = true;
                yield "";
            }
            case Outcome.AbortedByProcedure<Long> aborted -> "a call was aborted: " + aborted;
        };
    }

    private String committed(long count, long[] operations) {
        if (stopped) {
            return "a call was committed after the engine had stopped";
        }
        states.add(states.getLast().after(operations));
        answered = states.size() - 1;
        return count == answered ? "" : "call " + answered + " has counted " + count;
    }

    private String judge(CrashDisk there, String when) {
        try (Engine engine = open(there)) {
            final Procedure<GroupRows> read = engine.register(new ReadGroup(), GroupRows.class);
            final GroupRows rows = engine.call(read, 0L, (long) spec.tables());
            if (rows.count() < answered || rows.count() >= states.size()) {
                return when + " " + rows.count() + " calls are there; " + answered + " were answered";
            }
            final String difference = rows.difference(states.get((int) rows.count()));
            return difference.isEmpty() ? "" : when + " " + difference;
        } catch (RuntimeException e) {
            return when + " it cannot be opened: " + Problem.text(e);
        }
    }

    private Engine open(CrashDisk on) {
        return SmallStore.open(on.process().getPath(CrashRun.DIRECTORY), spec.durability(), spec.schemas());
    }
}
