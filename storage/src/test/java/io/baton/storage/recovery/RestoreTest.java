package io.baton.storage.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.baton.park.Workers;
import io.baton.storage.Row;
import io.baton.storage.RowArena;
import io.baton.storage.Table;
import io.baton.storage.TableSchema;
import io.baton.storage.codec.Output;
import io.baton.storage.codec.RowEncoder;
import io.baton.storage.column.LongColumn;
import io.baton.testing.disk.CrashDisk;
import io.baton.testing.disk.DiskOperationKind;
import io.baton.testing.disk.Fault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.agrona.concurrent.SystemNanoClock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A backup and the log behind it give the state of any later moment. */
@Timeout(120)
class RestoreTest {
    private static final Workers THREADS = TestEngine.threads();
    private static final TableSchema[] TABLES = {RecoveryTest.table("one", false), RecoveryTest.table("two", true)};

    /** The rows after a transaction, the end of its record, and a time after it was forced. */
    private record Moment(Map<String, Map<Long, String>> rows, long lsn, Instant time) {
    }

    private final CrashDisk disk = new CrashDisk();
    private final Path store = disk.process().getPath("/data/store");
    private final Path backup = disk.process().getPath("/backup");
    private final Random random = new Random(11);
    private final List<Moment> moments = new ArrayList<>();
    private TestEngine engine;
    private BackupReport report;
    private int restored;

    private static RecoveryConfig config(Path directory) {
        return TestEngine.config(directory, THREADS, Map.of(), TABLES);
    }

    @BeforeEach
    void makeBackupAndGoOn() throws IOException {
        engine = new TestEngine(config(store));
        commit(200);
        report = backUp(backup);
        moments.clear();
        moments.add(moment(report.endLsn()));
        commit(400);
    }

    private BackupReport backUp(Path to) throws IOException {
        return Backup.write(engine.recovered.store(), to, (checkpoints, id) -> engine.copies(checkpoints)
            .write(engine.storage().tables(), false, engine.log.appended(), engine.log::appended,
                lsn -> engine.log.force()));
    }

    @AfterEach
    void closeEngine() {
        engine.close();
    }

    private void commit(int transactions) {
        for (int i = 0; i < transactions; i++) {
            long lsn = engine.commit(random, 1 + random.nextInt(3), 100);
            engine.await(lsn);
            moments.add(moment(lsn));
        }
    }

    private Moment moment(long lsn) {
        return new Moment(engine.rows(), lsn, TestEngine.WALL.instant());
    }

    private RestoreReport restore(@Nullable Path log, RestoreTarget target) {
        return restore(backup, log, target);
    }

    private RestoreReport restore(Path from, @Nullable Path log, RestoreTarget target) {
        return restore(from, log, target, RecoveryProgress.NONE);
    }

    private RestoreReport restore(Path from, @Nullable Path log, RestoreTarget target, RecoveryProgress progress) {
        restored++;
        return Restore.run(new RestoreConfig(from, log == null ? List.of() : List.of(log),
            disk.process().getPath("/restored/" + restored), target,
            UUID::randomUUID, SystemNanoClock.INSTANCE, TestEngine.WALL, THREADS, progress));
    }

    private static Map<String, Map<Long, String>> rows(RestoreReport restore) {
        try (Recovered recovered = Recovery.open(config(restore.directory()))) {
            assertThat(recovered.store().id()).isEqualTo(restore.storeId());
            assertThat(recovered.report().transactions()).isZero();
            return TestEngine.rows(recovered.storage());
        }
    }

    private void assertRefused(@Nullable Path log, RestoreTarget target, String... why) {
        assertThatExceptionOfType(RecoveryException.class).isThrownBy(() -> restore(log, target))
            .withMessageContainingAll(why);
    }

    private Path log() {
        return engine.recovered.store().log();
    }

    @Test
    void upToTheEndOfTheBackupItself() {
        RestoreReport restore = restore(null, new RestoreTarget.End());
        assertThat(rows(restore)).isEqualTo(moments.getFirst().rows());
        assertThat(restore.endLsn()).isEqualTo(report.endLsn());
        assertThat(restore.storeId()).isNotEqualTo(report.storeId());
    }

    @Test
    void upToTheEndOfALogThatIsInUse() {
        RestoreReport restore = restore(log(), new RestoreTarget.End());
        assertThat(rows(restore)).isEqualTo(moments.getLast().rows());
        // Some transactions had nothing to write, none more has.
        assertThat(restore.transactions()).isBetween(300L, 400L);
    }

    @Test
    void upToAPlace() {
        for (int i = 0; i < moments.size(); i += 57) {
            Moment moment = moments.get(i);
            RestoreReport restore = restore(log(), new RestoreTarget.Lsn(moment.lsn()));
            assertThat(rows(restore)).as("transaction %d", i).isEqualTo(moment.rows());
            if (i > 0) {
                // In the midst of its record it is not there yet.
                restore = restore(log(), new RestoreTarget.Lsn(moment.lsn() - 1));
                assertThat(rows(restore)).as("before transaction %d", i).isEqualTo(moments.get(i - 1).rows());
                assertThat(restore.endLsn()).isLessThan(moment.lsn());
            }
        }
    }

    @Test
    void upToATime() {
        for (int i = 0; i < moments.size(); i += 57) {
            Moment moment = moments.get(i);
            RestoreReport restore = restore(log(), new RestoreTarget.Time(moment.time()));
            assertThat(rows(restore)).as("transaction %d", i).isEqualTo(moment.rows());
            assertThat(restore.time()).isBeforeOrEqualTo(moment.time());
        }
        RestoreReport restore = restore(log(), new RestoreTarget.Time(Instant.MAX));
        assertThat(rows(restore)).isEqualTo(moments.getLast().rows());
    }

    @Test
    void segmentsThatAreKeptElsewhereAndASecondLifeOfTheStore() throws IOException {
        engine.close();
        engine = new TestEngine(config(store));
        commit(100);
        engine.checkpoint(false);
        Path archive = disk.process().getPath("/archive");
        Files.createDirectories(archive);
        String last = "%016x.log".formatted(lastSegment(backup.resolve("log")));
        for (Path segment : segments(log())) {
            if (segment.getFileName().toString().compareTo(last) >= 0) {
                Files.write(archive.resolve(segment.getFileName().toString()), Files.readAllBytes(segment));
            }
        }
        assertThat(rows(restore(archive, new RestoreTarget.End()))).isEqualTo(moments.getLast().rows());
        Files.delete(archive.resolve(last));
        assertRefused(archive, new RestoreTarget.End(), "there is no valid record here", "begins at LSN");
    }

    private static List<Path> segments(Path directory) throws IOException {
        var segments = new ArrayList<Path>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, "*.log")) {
            entries.forEach(segments::add);
        }
        return segments;
    }

    private static long lastSegment(Path directory) throws IOException {
        return segments(directory).stream()
            .mapToLong(path -> Long.parseLong(path.getFileName().toString().substring(0, 16), 16)).max().orElseThrow();
    }

    @Test
    void aRestoredStoreGoesOnWithALogOfItsOwn() throws IOException {
        RestoreReport restore = restore(log(), new RestoreTarget.Lsn(moments.get(100).lsn()));
        engine.close();
        engine = new TestEngine(config(restore.directory()));
        assertThat(engine.rows()).isEqualTo(moments.get(100).rows());
        commit(50);
        engine.close();
        engine = new TestEngine(config(restore.directory()));
        assertThat(engine.rows()).isEqualTo(moments.getLast().rows());
        assertRefused(log(), new RestoreTarget.End(), "the segment is of store " + restore.storeId());
    }

    @Test
    void whatCannotBeReachedIsRefused() throws IOException {
        long end = moments.getLast().lsn();
        assertRefused(log(), new RestoreTarget.Lsn(report.endLsn() - 1), "LSN " + report.endLsn(), "a later place");
        assertRefused(log(), new RestoreTarget.Time(report.time().minusMillis(1)), "a later place");
        assertRefused(null, new RestoreTarget.Lsn(end), "the log ends at LSN " + report.endLsn());
        assertRefused(log(), new RestoreTarget.Lsn(end + 1_000_000), "the log ends at LSN");
        assertThat(Files.exists(disk.process().getPath("/restored"))).isFalse();
    }

    @Test
    void damageOnTheWayIsRefusedAndNotBehind() throws IOException {
        engine.close();
        Moment middle = moments.get(200);
        Path segment = log().resolve("%016x.log".formatted(lastSegment(log()) - 1));
        byte[] bytes = Files.readAllBytes(segment);
        bytes[8_000] ^= 1;
        Files.write(segment, bytes);
        assertRefused(log(), new RestoreTarget.End(), segment.toString());
        assertThat(rows(restore(log(), new RestoreTarget.Lsn(middle.lsn())))).isEqualTo(middle.rows());
        engine = new TestEngine(config(disk.process().getPath("/data/other")));
    }

    @Test
    void whatWasLoadedWithoutALogIsMissed() {
        Table table = engine.storage().table("one");
        var row = new Row(table.schema());
        try (RowArena arena = engine.storage().arena(); var out = new Output(1 << 16)) {
            arena.blank(row);
            row.set((LongColumn) table.schema().column("id"), 1_000_000);
            table.add(table.reserve(row, table.schema().keyOf(row)));
            new RowEncoder(table.schema(), 0).delete(table.find(table.schema().keyOf(row)), out);
            engine.await(engine.log.append(out.address(), out.size()));
        }
        assertRefused(log(), new RestoreTarget.End(), "table one", "not there", "without a log", "another backup");
        assertThat(rows(restore(log(), new RestoreTarget.Lsn(moments.getLast().lsn()))))
            .isEqualTo(moments.getLast().rows());
    }

    @Test
    void nothingIsRestoredAcrossABase() throws IOException {
        Moment before = moments.getLast();
        load(1_000_000);
        engine.checkpoint(true);
        Instant loaded = TestEngine.WALL.instant();
        Moment after = moment(engine.log.appended());
        for (int life = 0; life < 2; life++) {
            assertRefused(log(), new RestoreTarget.End(), "was begun at LSN", "without a log",
                "a backup that was made later");
            assertRefused(log(), new RestoreTarget.Time(loaded.plusSeconds(10)), "without a log");
            assertThat(rows(restore(log(), new RestoreTarget.Lsn(before.lsn())))).isEqualTo(before.rows());
            assertThat(rows(restore(log(), new RestoreTarget.Time(before.time())))).isEqualTo(before.rows());
            commit(20);
            assertRefused(log(), new RestoreTarget.Lsn(moments.getLast().lsn()), "without a log");
            engine.close();
            engine = new TestEngine(config(store));
        }
        assertThat(after.rows()).isNotEqualTo(before.rows());
        Path later = disk.process().getPath("/later");
        backUp(later);
        commit(20);
        assertThat(rows(restore(later, log(), new RestoreTarget.End()))).isEqualTo(moments.getLast().rows());
    }

    @Test
    void tablesThatChangePlacesAreNotTakenForEachOther() throws IOException {
        engine.close();
        engine = new TestEngine(TestEngine.config(store, THREADS, Map.of(), TABLES[1], TABLES[0]));
        commit(20);
        assertRefused(log(), new RestoreTarget.End(), "tables changed");
    }

    private void load(long id) {
        Table table = engine.storage().table("one");
        var row = new Row(table.schema());
        try (RowArena arena = engine.storage().arena()) {
            arena.blank(row);
            row.set((LongColumn) table.schema().column("id"), id);
            table.add(table.reserve(row, table.schema().keyOf(row)));
        }
    }

    @Test
    void aBackupOnAReadOnlyFileSystemIsRestored() throws IOException {
        Files.delete(backup.resolve("lock"));
        disk.inject(Fault.of(DiskOperationKind.CREATE, 1, "Read-only file system"));
        assertThat(rows(restore(null, new RestoreTarget.End()))).isEqualTo(moments.getFirst().rows());
        assertThat(Files.exists(backup.resolve("lock"))).isFalse();
    }

    @Test
    void segmentsThatGoMeanwhileAreNamed() throws IOException {
        long last = lastSegment(log());
        for (long number : new long[] {last - 1, last}) {
            Path segment = log().resolve("%016x.log".formatted(number));
            byte[] bytes = Files.readAllBytes(segment);
            RecoveryProgress removing = (phase, done, expected) -> remove(segment);
            assertThatExceptionOfType(RecoveryException.class)
                .isThrownBy(() -> restore(backup, log(), new RestoreTarget.End(), removing))
                .withMessageContainingAll("now it cannot", "checkpoints", "newer backup", "copies of the segments");
            Files.write(segment, bytes);
        }
    }

    private static void remove(Path segment) {
        try {
            Files.deleteIfExists(segment);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void whatIsNoBackupIsRefused() throws IOException {
        Files.delete(backup.resolve("store"));
        assertRefused(log(), new RestoreTarget.End(), backup.toString(), "no store");
    }
}
