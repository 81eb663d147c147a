package io.baton.engine.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.engine.Durability;
import io.baton.engine.Engine;
import io.baton.engine.EngineStoppedException;
import io.baton.engine.Procedure;
import io.baton.engine.Scan;
import io.baton.engine.SmallStore;
import io.baton.engine.SystemAbortedException;
import io.baton.engine.Transaction;
import io.baton.park.Parking;
import io.baton.park.Workers;
import io.baton.storage.IndexSchema;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import io.baton.storage.log.LogFailedException;
import io.baton.storage.recovery.RecoveryException;
import io.baton.storage.recovery.RecoveryProgress;
import io.baton.storage.recovery.Restore;
import io.baton.storage.recovery.RestoreConfig;
import io.baton.storage.recovery.RestoreTarget;
import io.baton.testing.disk.CrashDisk;
import io.baton.testing.disk.DiskOperationKind;
import io.baton.testing.disk.Fault;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Changes of a running engine's tables and indexes are in the store as a whole or not at all. */
@Timeout(120)
class CatalogStoreTest {

    private static final String DIRECTORY = "/data";
    private static final long SEED = 4711;
    private static final int IMAGES = 4;
    private static final int FAULTS = 60;

    private static final TableSchema.Builder OLD_BUILDER = TableSchema.named("old");
    private static final LongColumn OLD_ID = OLD_BUILDER.int64("id");
    private static final LongColumn OLD_VALUE = OLD_BUILDER.int64("value");
    private static final TableSchema OLD = OLD_BUILDER.primaryKey(OLD_ID.bits(40)).build();
    private static final TableSchema.Builder NEW_BUILDER = TableSchema.named("new");
    private static final LongColumn NEW_ID = NEW_BUILDER.int64("id");
    private static final TableSchema NEW = NEW_BUILDER.primaryKey(NEW_ID.bits(40)).build();

    private final CrashDisk disk = new CrashDisk();

    /** Inserts a row. */
    public static final class Insert {
        /** Inserts it. */
        public Long run(Transaction transaction, TableSchema table, long id) {
            transaction.insert(table, id);
            return id;
        }
    }

    /** Counts the rows of an index with a value. */
    public static final class Count {
        /** Returns how many there are. */
        public Long run(Transaction transaction, IndexSchema index, long value) {
            long count = 0;
            for (Scan scan = transaction.scan(index).equal(value); scan.next();) {
                count++;
            }
            return count;
        }
    }

    private static Engine open(CrashDisk on, Durability durability, TableSchema... tables) {
        return SmallStore.open(on.process().getPath(DIRECTORY), durability, List.of(tables));
    }

    private static IndexSchema byValue() {
        return OLD.newIndex("by_value", 1, OLD_VALUE.bits(40));
    }

    private static List<String> upgrades(Engine engine) {
        return engine.store().orElseThrow().recovery().upgrades();
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void addedTableAndItsRowsAreThereAgainAndMustBeDeclared(Durability durability) {
        try (Engine engine = open(disk, durability, OLD)) {
            final Procedure<Long> insert = engine.register(new Insert(), Long.class);
            engine.call(insert, OLD, 1L);
            engine.catalog().addTable(NEW, 64);
            engine.call(insert, NEW, 2L);
            engine.call(insert, OLD, 3L);
            engine.catalog().addIndex(byValue());
        }
        assertThatThrownBy(() -> open(disk, durability, OLD)).isInstanceOf(RecoveryException.class)
            .hasMessageContaining("table new is in the store, but is not declared");
        try (Engine engine = open(disk, durability, NEW, OLD)) {
            assertThat(upgrades(engine)).containsExactly("table old: index by_value is gone");
            assertThat(engine.rows(NEW)).isEqualTo(1);
            assertThat(engine.rows(OLD)).isEqualTo(2);
            engine.call(engine.register(new Insert(), Long.class), NEW, 5L);
        }
        try (Engine engine = open(disk, durability, NEW, OLD)) {
            assertThat(engine.rows(NEW)).isEqualTo(2);
        }
    }

    @Test
    void backupHasAddedTablesAndCheckpointsInBetweenHaveThemToo() {
        final Path copy = disk.process().getPath("/copy");
        try (Engine engine = open(disk, Durability.GROUP, OLD)) {
            final Procedure<Long> insert = engine.register(new Insert(), Long.class);
            engine.catalog().addTable(NEW, 64);
            engine.call(insert, NEW, 2L);
            engine.store().orElseThrow().checkpoint();
            engine.call(insert, NEW, 3L);
            engine.catalog().addIndex(byValue());
            engine.store().orElseThrow().backup(copy);
        }
        try (Engine engine = SmallStore.open(copy, Durability.GROUP, List.of(OLD, NEW))) {
            assertThat(engine.rows(NEW)).isEqualTo(2);
            assertThat(upgrades(engine)).containsExactly("table old: index by_value is gone");
        }
    }

    @Test
    void restoreAcrossAChangeIsRefusedAndFromALaterBackupGoesOn() {
        final Path files = disk.process().getPath("/");
        try (Engine engine = SmallStore.open(files.resolve("data"), Durability.GROUP, List.of(OLD))) {
            final Procedure<Long> insert = engine.register(new Insert(), Long.class);
            engine.call(insert, OLD, 1L);
            engine.store().orElseThrow().backup(files.resolve("before"));
            engine.catalog().addTable(NEW, 64);
            engine.call(insert, NEW, 2L);
            engine.store().orElseThrow().backup(files.resolve("behind"));
            engine.call(insert, NEW, 3L);
        }
        assertThatThrownBy(() -> restore(files, "before")).isInstanceOf(RecoveryException.class)
            .hasMessageContaining("or tables changed, which the log does not have");
        restore(files, "behind");
        try (Engine engine = SmallStore.open(files.resolve("from behind"), Durability.GROUP, List.of(OLD, NEW))) {
            assertThat(engine.rows(OLD)).isEqualTo(1);
            assertThat(engine.rows(NEW)).isEqualTo(2);
        }
    }

    private static void restore(Path files, String backup) {
        final Workers threads = new Workers(Thread.ofPlatform().factory(), 2, Parking.onMachine());
        Restore.run(new RestoreConfig(files.resolve(backup), List.of(files.resolve("data").resolve("log")),
            files.resolve("from " + backup), new RestoreTarget.End(), UUID::randomUUID, SystemNanoClock.INSTANCE,
            InstantSource.system(), threads, RecoveryProgress.NONE));
    }

    @Test
    void interruptedThreadAddsATableButBuildsNoIndexAndStaysInterrupted(@TempDir Path directory) {
        final IndexSchema index = byValue();
        try (Engine engine = SmallStore.open(directory, Durability.GROUP, List.of(OLD))) {
            final Procedure<Long> insert = engine.register(new Insert(), Long.class);
            engine.call(insert, OLD, 1L);
            Thread.currentThread().interrupt();
            engine.catalog().addTable(NEW, 64);
            assertThat(Thread.interrupted()).isTrue();
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> engine.catalog().addIndex(index)).isInstanceOf(SystemAbortedException.class)
                .hasMessageContaining("interrupted");
            assertThat(Thread.interrupted()).isTrue();
            assertThat(engine.catalog().tables()).containsExactly(OLD, NEW);
            assertThat(engine.catalog().indexes(OLD)).isEmpty();
            engine.call(insert, OLD, 2L);
            engine.catalog().addIndex(index);
            engine.call(insert, NEW, 1L);
        }
        try (Engine engine = SmallStore.open(directory, Durability.GROUP, List.of(OLD, NEW))) {
            assertThat(engine.rows(OLD) + engine.rows(NEW)).isEqualTo(3);
        }
    }

    /** What must hold in every image from a point on, and may hold before. */
    private record Promise(String what, int begun, int done) {
    }

    @Test
    void everyCrashLeavesAChangeWholeOrNotAtAllAndAllRows() {
        final List<Promise> promises = new ArrayList<>();
        try (Engine engine = open(disk, Durability.GROUP, OLD)) {
            final Procedure<Long> insert = engine.register(new Insert(), Long.class);
            engine.call(insert, OLD, 1L);
            promises.add(promise("table", () -> engine.catalog().addTable(NEW, 64)));
            promises.add(promise("row", () -> engine.call(insert, NEW, 2L)));
            final IndexSchema index = byValue();
            promises.add(promise("index", () -> engine.catalog().addIndex(index)));
            engine.call(insert, OLD, 3L);
            assertThat(engine.call(engine.register(new Count(), Long.class), index, 0L)).isEqualTo(2);
            promises.add(promise("drop", () -> engine.catalog().dropIndex(index)));
            engine.call(insert, NEW, 4L);
        }
        for (int point = promises.getFirst().begun(); point <= disk.point(); point++) {
            final int cut = point;
            disk.images(point, IMAGES, SEED).forEach(image -> check(image, cut, promises));
        }
    }

    private Promise promise(String what, Runnable change) {
        final int begun = disk.point();
        change.run();
        return new Promise(what, begun, disk.point());
    }

    private static void check(CrashDisk image, int point, List<Promise> promises) {
        try (Engine engine = open(image, Durability.GROUP, OLD, NEW)) {
            final boolean table = !upgrades(engine).contains("table new is new and empty");
            final boolean index = upgrades(engine).contains("table old: index by_value is gone");
            check(image, point, promises.get(0), table);
            check(image, point, promises.get(1), engine.rows(NEW) > 0);
            if (point < promises.get(3).begun()) {
                check(image, point, promises.get(2), index);
            } else {
                check(image, point, promises.get(3), !index);
            }
            assertThat(engine.rows(OLD)).as("%s", image).isBetween(1L, 2L);
            engine.call(engine.register(new Insert(), Long.class), NEW, 9L);
        }
    }

    private static void check(CrashDisk image, int point, Promise promise, boolean holds) {
        if (point >= promise.done()) {
            assertThat(holds).as("%s: %s", image, promise).isTrue();
        } else if (point < promise.begun()) {
            assertThat(holds).as("%s: %s", image, promise).isFalse();
        }
    }

    /** What became of a change. */
    private enum End {
        DONE, REFUSED, STOPPED
    }

    /** Adds a table to a disk that fails, and checks that what is told of it is true. */
    private static End attempt(Fault fault) {
        final CrashDisk faulty = new CrashDisk();
        End end = End.STOPPED;
        try (Engine engine = open(faulty, Durability.GROUP, OLD)) {
            final Procedure<Long> insert = engine.register(new Insert(), Long.class);
            engine.call(insert, OLD, 1L);
            faulty.inject(fault);
            try {
                engine.catalog().addTable(NEW, 64);
                end = End.DONE;
                faulty.clearFaults();
                engine.call(insert, NEW, 1L);
                check(faulty, fault, true);
            } catch (UncheckedIOException e) {
                end = End.REFUSED;
                faulty.clearFaults();
                assertThat(engine.catalog().tables()).containsExactly(OLD);
                engine.call(insert, OLD, 2L);
                check(faulty, fault, false);
                engine.catalog().addTable(NEW, 64);
                engine.call(insert, NEW, 1L);
                check(faulty, fault, true);
            } catch (EngineStoppedException e) {
                end = End.STOPPED;
                open(faulty.written(faulty.point()), Durability.GROUP, OLD, NEW).close();
            }
        } catch (LogFailedException e) {
            // The change was made, and the log could not begin the segment behind it.
            assertThat(end).as("%s", fault).isEqualTo(End.STOPPED);
        }
        return end;
    }

    @Test
    void whateverTheDiskRefusesATableIsThereOrCanBeAddedOnceMore() {
        final List<End> ends = new ArrayList<>();
        for (int number = 1; number <= FAULTS; number++) {
            ends.add(attempt(Fault.any(number, Fault.DEVICE_FAILED)));
        }
        assertThat(ends.stream().filter(end -> end == End.REFUSED)).as("faults that were met").hasSizeGreaterThan(5);
        assertThat(ends).as("faults that nobody minds").contains(End.DONE);
    }

    @Test
    void directoryThatCannotBeListedRefusesAChangeBeforeItIsMadeAndNotBehind() {
        assertThat(attempt(Fault.of(DiskOperationKind.LIST, 1, Fault.DEVICE_FAILED))).isEqualTo(End.REFUSED);
        assertThat(attempt(Fault.of(DiskOperationKind.LIST, 2, Fault.DEVICE_FAILED))).isEqualTo(End.REFUSED);
        assertThat(attempt(Fault.of(DiskOperationKind.LIST, 3, Fault.DEVICE_FAILED))).isEqualTo(End.DONE);
    }

    @Test
    void changeOfWhichNobodyCanTellStopsTheEngine() {
        final Fault unnamed = Fault.of(DiskOperationKind.FORCE_DIRECTORY, 2, Fault.DEVICE_FAILED);
        assertThat(attempt(unnamed)).isEqualTo(End.REFUSED);
        assertThat(attempt(unnamed.andAllThatFollow())).isEqualTo(End.STOPPED);
    }

    /** If the table is not there, the store opens without it. */
    private static void check(CrashDisk faulty, Fault fault, boolean there) {
        for (CrashDisk image : List.of(faulty.forced(faulty.point()), faulty.written(faulty.point()))) {
            final TableSchema[] tables = there ? new TableSchema[] {OLD, NEW} : new TableSchema[] {OLD};
            try (Engine engine = open(image, Durability.GROUP, tables)) {
                assertThat(upgrades(engine)).as("%s, %s", fault, image).isEmpty();
                assertThat(there ? engine.rows(NEW) : 1).isEqualTo(1);
            }
        }
    }
}
