package io.baton.engine.crash;

import io.baton.engine.Engine;
import io.baton.engine.Loader;
import io.baton.engine.SmallStore;
import io.baton.storage.Row;
import io.baton.testing.disk.CrashDisk;
import io.baton.testing.disk.DiskProcess;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/** Runs transactions on a store on a disk in memory, and notes what is promised from when on. One thread. */
final class CrashRun {

    static final String DIRECTORY = "/data";

    private static final int KINDS = 12;
    private static final int AT_ONCE_MAX = 4;
    private static final int LOADED_OPERATIONS = 6;

    private final CrashSpec spec;
    private final CrashDisk disk;
    private final CrashModel model;
    private final SplittableRandom random;
    private DiskProcess process;
    private Engine engine;
    private CrashCalls calls;

    /** Opens a store that is there already, or a new one. */
    private CrashRun(CrashSpec spec, CrashDisk disk, CrashModel model, long seed) {
        this.spec = spec;
        this.disk = disk;
        this.model = model;
        this.random = new SplittableRandom(seed);
        process = disk.process();
        engine = SmallStore.open(process.getPath(DIRECTORY), spec.durability(), spec.schemas());
        calls = new CrashCalls(spec, engine, disk, model, random);
    }

    /** Runs on a new store, from its making until it is closed. */
    static CrashModel fresh(CrashSpec spec, CrashDisk disk) {
        final SplittableRandom random = new SplittableRandom(spec.seed());
        final List<long[]> loads = IntStream.range(0, spec.groups())
            .mapToObj(group -> load(spec, random)).toList();
        final CrashModel model = new CrashModel(loads.stream()
            .map(load -> new GroupRows(0, GroupRows.NOTHING.after(load).rows())).toList(), 0);
        final CrashRun run = new CrashRun(spec, disk, model, random.nextLong());
        if (spec.loaded()) {
            model.promiseFirst(Integer.MAX_VALUE);
            run.load(loads);
            run.engine.session().close();
            model.promiseFirst(disk.point());
        }
        run.steps(spec.steps());
        return model;
    }

    /** Runs on a store that was recovered, until it is closed. */
    static CrashModel continued(CrashSpec spec, CrashDisk disk, List<GroupRows> recovered, long seed, int steps) {
        final CrashModel model = new CrashModel(recovered, 0);
        new CrashRun(spec, disk, model, seed).steps(steps);
        return model;
    }

    private static long[] load(CrashSpec spec, SplittableRandom random) {
        if (!spec.loaded()) {
            return new long[0];
        }
        final long[] load = new long[LOADED_OPERATIONS];
        for (int i = 0; i < load.length; i++) {
            load[i] = CrashProgram.put(random, spec.tables(), i);
        }
        return load;
    }

    private void load(List<long[]> loads) {
        try (Loader loader = engine.loader()) {
            for (int group = 0; group < loads.size(); group++) {
                for (final long operation : loads.get(group)) {
                    final CrashTable table = CrashProgram.table(operation);
                    final Row row = table.key(loader.row(table.schema), group, CrashProgram.id(operation));
                    RunProgram.put(row, true, table, operation);
                    loader.insert(row);
                }
            }
        }
    }

    private void steps(int number) {
        for (int step = 0; step < number; step++) {
            switch (random.nextInt(KINDS)) {
                case 0 -> reopen();
                case 1, 2 -> checkpoint();
                case 6, 7 -> checkpointMeanwhile();
                case 8 -> killProcess();
                case 3, 4, 5 -> calls.one();
                default -> calls.begin(1 + random.nextInt(AT_ONCE_MAX)).join();
            }
        }
        close();
    }

    /** Takes a checkpoint while transactions run, so that it has some of their rows and not others. */
    private void checkpointMeanwhile() {
        final CompletableFuture<?> under = CompletableFuture.allOf(calls.begin(AT_ONCE_MAX), calls.begin(AT_ONCE_MAX));
        engine.store().orElseThrow().checkpoint();
        under.join();
    }

    private void checkpoint() {
        engine.store().orElseThrow().checkpoint();
        model.promiseAll(disk.point());
    }

    private void close() {
        engine.close();
        model.promiseAll(disk.point());
    }

    private void reopen() {
        close();
        open();
    }

    private void open() {
        process = disk.process();
        engine = SmallStore.open(process.getPath(DIRECTORY), spec.durability(), spec.schemas());
        calls = new CrashCalls(spec, engine, disk, model, random);
    }

    /** The process dies, and the machine lives on: what was written is there, forced or not. */
    private void killProcess() {
        try {
            process.kill();
            engine.closeUnsaved();
        } catch (IOException | RuntimeException e) {
            // An engine without its files has stopped; how it ends is not what is tried here.
        }
        open();
        final List<GroupRows> found = calls.readAll();
        final String wrong = model.judge(found, disk.point());
        if (!wrong.isEmpty()) {
            throw new IllegalStateException("after the process was killed: " + wrong);
        }
        model.truncate(found);
    }
}
