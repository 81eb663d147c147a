package io.baton.storage.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.baton.park.Workers;
import io.baton.storage.TableSchema;
import io.baton.storage.codec.DamagedException;
import io.baton.storage.log.LogFailedException;
import io.baton.testing.disk.CrashDisk;
import io.baton.testing.disk.DiskOperationKind;
import io.baton.testing.disk.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A backup and an archive lead to any later moment, whatever checkpoints have removed of the log. */
@Timeout(120)
class ArchiveTest {
    private static final Workers THREADS = TestEngine.threads();
    private static final TableSchema[] TABLES = {RecoveryTest.table("one", false), RecoveryTest.table("two", true)};
    private static final int KEYS = 40;

    private final CrashDisk disk = new CrashDisk();
    private final Random random = new Random(3);
    /** The rows after each transaction since the backup, and the end of its record. */
    private final List<Map<String, Map<Long, String>>> states = new ArrayList<>();
    private final List<Long> ends = new ArrayList<>();

    private static Path store(CrashDisk of) {
        return of.process().getPath("/data/store");
    }

    private static Path archive(CrashDisk of) {
        return of.process().getPath("/archive");
    }

    private static Path backup(CrashDisk of) {
        return of.process().getPath("/backup");
    }

    private static RecoveryConfig config(Path directory) {
        return TestEngine.config(directory, THREADS, Map.of(), TABLES);
    }

    private static TestEngine open(CrashDisk of) throws IOException {
        return open(of, of);
    }

    private static TestEngine open(CrashDisk of, CrashDisk archive) throws IOException {
        StoreDirectory.make(archive(archive));
        return new TestEngine(config(store(of)), archive(archive));
    }

    private void commit(TestEngine engine, int transactions) {
        for (int i = 0; i < transactions; i++) {
            long lsn = engine.commit(random, 3, KEYS);
            states.add(engine.rows());
            engine.await(lsn);
            ends.add(lsn);
        }
    }

    private static void backUp(TestEngine engine, Path to) throws IOException {
        Backup.write(engine.recovered.store(), to, (checkpoints, id) -> engine.copies(checkpoints)
            .write(engine.storage().tables(), false, engine.log.appended(), engine.log::appended,
                lsn -> engine.log.force()));
    }

    /** Makes a backup, then so many transactions and checkpoints that none of the log behind the backup is left. */
    private void work(TestEngine engine, int checkpoints) throws IOException {
        commit(engine, 20);
        backUp(engine, backup(disk));
        states.subList(0, states.size() - 1).clear();
        ends.subList(0, ends.size() - 1).clear();
        for (int i = 0; i < checkpoints; i++) {
            commit(engine, 150);
            engine.checkpoint(false);
        }
    }

    private static Map<String, Map<Long, String>> restored(CrashDisk of, RestoreTarget target, Path... logs)
            throws IOException {
        return restored(backup(of), of, target, logs);
    }

    private static Map<String, Map<Long, String>> restored(Path backup, CrashDisk of, RestoreTarget target,
            Path... logs) throws IOException {
        Path to = of.process().getPath("/restored-" + UUID.randomUUID());
        Restore.run(new RestoreConfig(backup, List.of(logs), to, target, UUID::randomUUID,
            SystemNanoClock.INSTANCE, TestEngine.WALL, THREADS, RecoveryProgress.NONE));
        try (Recovered opened = Recovery.open(config(to))) {
            return TestEngine.rows(opened.storage());
        }
    }

    private static Set<String> segments(Path directory) throws IOException {
        var names = new TreeSet<String>();
        try (var paths = Files.newDirectoryStream(directory, "*.log")) {
            paths.forEach(path -> names.add(path.getFileName().toString()));
        }
        return names;
    }

    @Test
    void anyMomentIsReachedPastCheckpoints() throws IOException {
        Path log = store(disk).resolve("log");
        String oldest;
        try (TestEngine engine = open(disk)) {
            work(engine, 12);
            oldest = segments(backup(disk).resolve("log")).iterator().next();
            assertThat(segments(log).iterator().next()).as("the log goes on where the backup ends")
                .isGreaterThan(oldest);
            assertThatExceptionOfType(RuntimeException.class)
                .isThrownBy(() -> restored(disk, new RestoreTarget.End(), log));
            // While the engine runs, the archive lacks the segment in use.
            assertThat(restored(disk, new RestoreTarget.End(), archive(disk), log)).isEqualTo(states.getLast());
            assertThat(engine.log.statistics().segmentsRecycled()).as("segments that were used again").isPositive();
        }
        assertThat(segments(archive(disk))).contains(oldest);
        for (int i = 1; i < states.size(); i += 397) {
            assertThat(restored(disk, new RestoreTarget.Lsn(ends.get(i)), archive(disk))).isEqualTo(states.get(i));
        }
        assertThat(restored(disk, new RestoreTarget.End(), archive(disk))).isEqualTo(states.getLast());
    }

    /** What the backup has of the segment that was in use is nowhere else if the store's disk is lost. */
    @Test
    void aBackupIsRestoredWithAnArchiveThatLacksItsLastSegment() throws IOException {
        Path fresh = disk.process().getPath("/fresh");
        try (TestEngine engine = open(disk)) {
            work(engine, 2);
            backUp(engine, fresh);
            assertThat(segments(archive(disk))).isNotEmpty().doesNotContain(
                new TreeSet<>(segments(fresh.resolve("log"))).last());
            assertThat(restored(fresh, disk, new RestoreTarget.End(), archive(disk))).isEqualTo(states.getLast());
        }
    }

    @Test
    void laterLivesOfTheStoreGoOnWithTheArchive() throws IOException {
        try (TestEngine engine = open(disk)) {
            work(engine, 2);
        }
        for (int life = 0; life < 3; life++) {
            try (TestEngine engine = open(disk)) {
                commit(engine, 60);
                engine.checkpoint(false);
            }
            assertThat(restored(disk, new RestoreTarget.End(), archive(disk))).isEqualTo(states.getLast());
        }
    }

    @Test
    void nothingIsRemovedThatIsNotCopied() throws IOException {
        var full = new CrashDisk();
        try (TestEngine engine = open(disk, full)) {
            full.inject(Fault.any(1, Fault.DISK_FULL).andAllThatFollow());
            work(engine, 4);
            assertThat(engine.log.archive().waiting()).isGreaterThan(4);
            assertThat(segments(store(disk).resolve("log"))).contains("0000000000000001.log");
            assertThat(restored(disk, new RestoreTarget.End(), store(disk).resolve("log"))).isEqualTo(states.getLast());
            full.clearFaults();
            assertThat(segments(archive(full))).isEmpty();
        }
        try (TestEngine engine = open(disk, full)) {
            commit(engine, 1);
        }
        assertThat(restored(disk, new RestoreTarget.End(), archive(full))).isEqualTo(states.getLast());
    }

    @Test
    void theArchiveOfAnotherLifeIsRefused() throws IOException {
        try (TestEngine engine = open(disk)) {
            work(engine, 1);
        }
        assertThatExceptionOfType(DamagedException.class)
            .isThrownBy(() -> new TestEngine(config(backup(disk)), archive(disk)).close())
            .withMessageContainingAll("/archive/", "another or a longer log", "give it another archive");
        assertThatExceptionOfType(DamagedException.class)
            .isThrownBy(() -> new TestEngine(config(disk.process().getPath("/other")), archive(disk)).close())
            .withMessageContainingAll("/archive/", "the archive is of store");
    }

    @Test
    void anOldCopyOfTheStoreIsRefusedWhereTheArchiveGoesFurtherInItsLastSegment() throws IOException {
        try (TestEngine engine = open(disk)) {
            work(engine, 0);
            commit(engine, 1);
        }
        Set<String> archived = segments(archive(disk));
        assertThat(segments(backup(disk).resolve("log"))).contains(new TreeSet<>(archived).last());
        assertThatExceptionOfType(DamagedException.class)
            .isThrownBy(() -> new TestEngine(config(backup(disk)), archive(disk)).close())
            .withMessageContainingAll("/archive/", "the log ends at byte", "restore");
        assertThat(restored(disk, new RestoreTarget.End(), archive(disk))).isEqualTo(states.getLast());
    }

    @Test
    @Tag("thorough")
    void cutsLeaveAnArchiveThatLeadsOn() throws IOException {
        cut(89);
    }

    @Tag("slow")
    @Test
    void everyCutLeavesAnArchiveThatLeadsOn() throws IOException {
        cut(3);
    }

    private void cut(int step) throws IOException {
        TestEngine engine = open(disk);
        work(engine, 0);
        int begin = disk.point();
        List<Integer> points = new ArrayList<>(List.of(begin));
        for (int i = 1; i <= 400; i++) {
            commit(engine, 1);
            points.add(disk.point());
            if (i % 100 == 0) {
                engine.checkpoint(false);
            }
        }
        engine.close();
        int archived = 0;
        for (int point = begin; point <= disk.point(); point += step) {
            int cut = point;
            int first = (int) points.stream().skip(1).filter(at -> at <= cut).count();
            for (CrashDisk image : disk.images(point, 2, point).toList()) {
                Map<String, Map<Long, String>> reached =
                    restored(image, new RestoreTarget.End(), archive(image), store(image).resolve("log"));
                assertThat(states.subList(first, states.size())).as("%s", image).contains(reached);
                archived = Math.max(archived, segments(archive(image)).size());
                try (TestEngine again = open(image)) {
                    assertThat(again.rows()).as("%s", image).isEqualTo(reached);
                }
                assertThat(restored(image, new RestoreTarget.End(), archive(image))).as("%s", image)
                    .isEqualTo(reached);
            }
        }
        assertThat(archived).isGreaterThan(1);
    }

    @Tag("thorough")
    @Test
    void aCopyThatFailsIsMadeAgain() throws IOException {
        var kinds = List.of(DiskOperationKind.WRITE, DiskOperationKind.FORCE, DiskOperationKind.RENAME);
        for (DiskOperationKind kind : kinds) {
            var failing = new ArchiveTest();
            var archive = new CrashDisk();
            try (TestEngine engine = open(failing.disk, archive)) {
                failing.work(engine, 0);
                archive.inject(Fault.of(kind, 1, Fault.DEVICE_FAILED));
                commitUntil(engine, () -> engine.log.archive().failure() != null);
                assertThat(engine.log.archive().failure()).hasMessageContaining(Fault.DEVICE_FAILED);
                commitUntil(engine, () -> engine.log.archive().failure() == null);
                failing.commit(engine, 1);
            }
            assertThat(restored(backup(failing.disk), failing.disk, new RestoreTarget.End(), archive(archive)))
                .as("%s", kind).isEqualTo(failing.states.getLast());
        }
    }

    private static void commitUntil(TestEngine engine, BooleanSupplier reached) {
        var random = new Random(4);
        while (!reached.getAsBoolean()) {
            engine.await(engine.commit(random, 3, KEYS));
        }
    }

    @Test
    void aTimeWithoutTheArchiveIsFoundAtTheNextOpening() throws IOException {
        try (TestEngine engine = open(disk)) {
            work(engine, 1);
        }
        try (TestEngine engine = new TestEngine(config(store(disk)))) {
            for (int i = 0; i < 12; i++) {
                commit(engine, 150);
                engine.checkpoint(false);
            }
        }
        Set<String> before = segments(archive(disk));
        assertThatExceptionOfType(DamagedException.class).isThrownBy(() -> open(disk).close())
            .withMessageContainingAll("/archive", "is neither there nor in the log", "make a backup");
        assertThat(segments(archive(disk))).isEqualTo(before);
    }

    @Test
    void aCopyThatIsGoneIsFoundAtTheNextOpeningUnlessItIsTheOldest() throws IOException {
        try (TestEngine engine = open(disk)) {
            work(engine, 6);
        }
        var copies = new ArrayList<>(segments(archive(disk)));
        assertThat(copies).hasSizeGreaterThan(4);
        Files.delete(archive(disk).resolve(copies.getFirst()));
        open(disk).close();
        Files.delete(archive(disk).resolve(copies.get(2)));
        assertThatExceptionOfType(DamagedException.class).isThrownBy(() -> open(disk).close())
            .withMessageContainingAll("segment 3 is neither there nor in the log");
    }

    @Test
    void anArchiveThatCannotBeReadIsTold() throws IOException {
        var broken = new CrashDisk();
        open(disk, broken).close();
        broken.inject(Fault.any(1, Fault.DEVICE_FAILED).andAllThatFollow());
        assertThatExceptionOfType(LogFailedException.class)
            .isThrownBy(() -> new TestEngine(config(store(disk)), archive(broken)).close())
            .withMessageContainingAll("the archive /archive cannot be read", Fault.DEVICE_FAILED);
        broken.clearFaults();
        open(disk, broken).close();
    }

    @Tag("thorough")
    @Test
    void aDamagedSegmentIsToldAsLongAsTheLogIsOpenAndStaysWhereItIs() throws IOException {
        var full = new CrashDisk();
        Path damaged = store(disk).resolve("log/0000000000000002.log");
        byte[] bytes;
        try (TestEngine engine = open(disk, full)) {
            full.inject(Fault.any(1, Fault.DISK_FULL).andAllThatFollow());
            work(engine, 4);
            bytes = Files.readAllBytes(damaged);
            bytes[8] ^= 1;
            Files.write(damaged, bytes);
            full.clearFaults();
            commitUntil(engine, () -> engine.log.archive().waiting() == 0);
            assertThat(engine.log.archive().failure()).isInstanceOf(DamagedException.class)
                .hasMessageContaining(damaged.toString());
        }
        assertThat(Files.readAllBytes(damaged)).isEqualTo(bytes);
        assertThat(segments(archive(full))).contains("0000000000000001.log", "0000000000000003.log")
            .doesNotContain("0000000000000002.log");
        // While it is there, each opening tells of it; without it, the archive has a gap.
        try (TestEngine engine = open(disk, full)) {
            commitUntil(engine, () -> engine.log.archive().failure() != null);
            engine.checkpoint(false);
        }
        Files.delete(damaged);
        assertThatExceptionOfType(DamagedException.class).isThrownBy(() -> open(disk, full).close())
            .withMessageContaining("segment 2 is neither there nor in the log");
    }
}
