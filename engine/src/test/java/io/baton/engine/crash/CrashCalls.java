package io.baton.engine.crash;

import io.baton.engine.Durability;
import io.baton.engine.Engine;
import io.baton.engine.Procedure;
import io.baton.testing.disk.CrashDisk;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/** Draws the calls of a run, makes them, and notes in the model what they have done and seen. One thread. */
final class CrashCalls {

    private static final int READ_ONE_IN = 4;
    /** If there are several groups, of how many calls one is of two of them. */
    private static final int TWO_ONE_IN = 3;

    private final CrashSpec spec;
    private final Engine engine;
    private final CrashDisk disk;
    private final CrashModel model;
    private final SplittableRandom random;
    private final Procedure<Long> program;
    private final Procedure<GroupRows> read;
    private final Procedure<RunTwo.Clocks> programOfTwo;
    private final Procedure<ReadTwo.Both> readTwo;

    CrashCalls(CrashSpec spec, Engine engine, CrashDisk disk, CrashModel model, SplittableRandom random) {
        this.spec = spec;
        this.engine = engine;
        this.disk = disk;
        this.model = model;
        this.random = random;
        program = engine.register(new RunProgram(), Long.class);
        read = engine.register(new ReadGroup(), GroupRows.class);
        programOfTwo = engine.register(new RunTwo(), RunTwo.Clocks.class);
        readTwo = engine.register(new ReadTwo(), ReadTwo.Both.class);
    }

    /** Reads the rows of all groups. */
    List<GroupRows> readAll() {
        final List<GroupRows> found = new ArrayList<>();
        for (int group = 0; group < spec.groups(); group++) {
            found.add(engine.call(read, (long) group, (long) spec.tables()));
        }
        return found;
    }

    /** Makes a call that writes, and waits for it. */
    void one() {
        final int group = random.nextInt(spec.groups());
        if (isOfTwo()) {
            writeTwo(group).join();
        } else {
            write(group).join();
        }
    }

    /** Begins several calls at once, which share what is forced; some only read. */
    CompletableFuture<?> begin(int number) {
        final List<CompletableFuture<?>> calls = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            final int group = random.nextInt(spec.groups());
            final boolean reads = random.nextInt(READ_ONE_IN) == 0;
            if (isOfTwo()) {
                calls.add(reads ? readTwo(group) : writeTwo(group));
            } else {
                calls.add(reads ? read(group) : write(group));
            }
        }
        return CompletableFuture.allOf(calls.toArray(CompletableFuture<?>[]::new));
    }

    private boolean isOfTwo() {
        return spec.groups() > 1 && random.nextInt(TWO_ONE_IN) == 0;
    }

    private int other(int group) {
        return (group + 1 + random.nextInt(spec.groups() - 1)) % spec.groups();
    }

    private CompletableFuture<?> read(int group) {
        return engine.callAsync(read, (long) group, (long) spec.tables())
            .thenAccept(rows -> answered(disk.point(), new GroupCount(group, rows.count())));
    }

    private CompletableFuture<?> readTwo(int group) {
        final int other = other(group);
        return engine.callAsync(readTwo, (long) group, (long) other, (long) spec.tables()).thenAccept(rows -> answered(
            disk.point(), new GroupCount(group, rows.own().count()),
            new GroupCount(other, rows.other().count())));
    }

    private CompletableFuture<?> write(int group) {
        final long[] operations = CrashProgram.draw(random, spec.tables());
        final int begun = disk.point();
        return engine.callAsync(program, (long) group, operations).thenAccept(count -> {
            final int point = disk.point();
            final GroupCount own = new GroupCount(group, count);
            model.committed(own, operations, begun);
            answered(point, own);
        });
    }

    /** Writes one group, and writes or reads another one. */
    private CompletableFuture<?> writeTwo(int group) {
        final int other = other(group);
        final long[] operations = CrashProgram.draw(random, spec.tables());
        final boolean writesBoth = !random.nextBoolean();
        final long[] others = writesBoth ? CrashProgram.draw(random, spec.tables()) : new long[0];
        final int begun = disk.point();
        return engine.callAsync(programOfTwo, (long) group, operations, (long) other, writesBoth, others)
            .thenAccept(clocks -> {
                final int point = disk.point();
                final GroupCount own = new GroupCount(group, clocks.own());
                final GroupCount second = new GroupCount(other, clocks.other());
                model.committed(own, operations, begun, second);
                if (writesBoth) {
                    model.committed(second, others, begun, own);
                }
                answered(point, own, second);
            });
    }

    private void answered(int point, GroupCount... states) {
        if (spec.durability() == Durability.GROUP) {
            for (final GroupCount state : states) {
                model.promise(state, point);
            }
        }
    }
}
