package io.baton.storage.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.baton.park.Workers;
import io.baton.storage.TableSchema;
import io.baton.storage.codec.DamagedException;
import io.baton.testing.disk.CrashDisk;
import io.baton.testing.disk.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A store that nobody has open is copied without its schema, or the copy is refused. */
@Timeout(120)
class ClosedBackupTest {
    private static final Workers THREADS = TestEngine.threads();
    private static final TableSchema[] TABLES = {RecoveryTest.table("one", false), RecoveryTest.table("two", true)};

    private final CrashDisk disk = new CrashDisk();
    private final CrashDisk target = new CrashDisk();
    private final Path store = disk.process().getPath("/data/store");
    private final Path copy = target.process().getPath("/backups/monday");
    private final Random random = new Random(5);

    private static TestEngine open(Path directory) throws IOException {
        return new TestEngine(TestEngine.config(directory, THREADS, Map.of(), TABLES));
    }

    /** Writes transactions around checkpoints; returns the rows. */
    private Map<String, Map<Long, String>> work(int checkpoints) throws IOException {
        try (TestEngine engine = open(store)) {
            for (int i = 0; i <= checkpoints; i++) {
                for (int j = 0; j < 150; j++) {
                    engine.commit(random, 1 + random.nextInt(3), 80);
                }
                if (i < checkpoints) {
                    engine.checkpoint(false);
                }
            }
            return engine.rows();
        }
    }

    private static void assertRows(Path directory, Map<String, Map<Long, String>> rows) throws IOException {
        try (TestEngine engine = open(directory)) {
            assertThat(engine.recovered.report().created()).isFalse();
            assertThat(engine.rows()).isEqualTo(rows);
        }
    }

    private static Map<String, Integer> files(Path directory) throws IOException {
        var files = new HashMap<String, Integer>();
        for (String part : new String[] {"log", "checkpoint"}) {
            try (var paths = Files.newDirectoryStream(directory.resolve(part))) {
                for (Path path : paths) {
                    files.put(path.toString(), Files.isDirectory(path) ? 0
                        : Arrays.hashCode(Files.readAllBytes(path)));
                }
            }
        }
        return files;
    }

    @Test
    void theCopyIsTheStoreAndTheStoreStaysAsItWas() throws IOException {
        Map<String, Map<Long, String>> rows = work(3);
        Map<String, Integer> before = files(store);
        BackupReport report = ClosedBackup.write(store, copy);
        assertThat(files(store)).isEqualTo(before);
        assertThat(report.endLsn()).isGreaterThan(report.beginLsn());
        assertThat(report.logBytes()).isPositive();
        assertRows(copy, rows);
        assertRows(store, rows);
    }

    @Test
    void aNewStoreIsCopied() throws IOException {
        open(store).close();
        ClosedBackup.write(store, copy);
        assertThat(Files.exists(copy.resolve("unfinished"))).isFalse();
        try (TestEngine engine = open(copy)) {
            assertThat(engine.recovered.report().created()).isFalse();
            assertThat(engine.rows().get("one")).isEmpty();
        }
    }

    @Test
    void theLogOfTheStoreLeadsOnFromTheCopy() throws IOException {
        work(1);
        ClosedBackup.write(store, copy);
        Map<String, Map<Long, String>> later = work(0);
        Path restored = target.process().getPath("/restored");
        Restore.run(new RestoreConfig(copy, List.of(store.resolve("log")), restored, new RestoreTarget.End(),
            UUID::randomUUID, SystemNanoClock.INSTANCE, TestEngine.WALL, THREADS,
            RecoveryProgress.NONE));
        assertRows(restored, later);
    }

    @Test
    void aDamagedCheckpointIsPassedOverAndDamageOfTheLogIsRefused() throws IOException {
        Map<String, Map<Long, String>> rows = work(3);
        flip(store.resolve("checkpoint/0000000000000004/0.rows"), 100);
        ClosedBackup.write(store, copy);
        assertRows(copy, rows);
        Path segment = store.resolve("log/%016x.log".formatted(lastSegment() - 1));
        flip(segment, 6_000);
        assertThatExceptionOfType(RecoveryException.class)
            .isThrownBy(() -> ClosedBackup.write(store, target.process().getPath("/backups/tuesday")))
            .withMessageContaining(segment.toString()).withCauseInstanceOf(DamagedException.class);
        assertThat(Files.exists(target.process().getPath("/backups/tuesday"))).isFalse();
    }

    /** As recovery does: what is older than a base does not lead to the same state. */
    @Test
    void nothingIsCopiedFromBeforeADamagedBase() throws IOException {
        work(1);
        try (TestEngine engine = open(store)) {
            // No segment was begun behind it yet.
            engine.checkpoints().write(engine.storage().tables(), true, engine.log.appended(), engine.log::appended,
                lsn -> engine.log.force());
        }
        assertThat(Files.exists(store.resolve("checkpoint/0000000000000003/0.rows"))).isTrue();
        flip(store.resolve("checkpoint/0000000000000003/0.rows"), 100);
        assertRefused("checkpoint/0000000000000003");
    }

    @Test
    void aLogThatEndsBeforeADamagedCheckpointIsNotCopied() throws IOException {
        work(1);
        try (TestEngine engine = open(store)) {
            engine.checkpoints().write(engine.storage().tables(), false, engine.log.appended(),
                () -> engine.log.appended() + 1000, lsn -> engine.log.force());
        }
        flip(store.resolve("checkpoint/0000000000000003/0.rows"), 100);
        assertRefused("the log ends at LSN");
    }

    /** Neither copied nor opened. */
    private void assertRefused(String why) {
        assertThatExceptionOfType(RecoveryException.class).isThrownBy(() -> ClosedBackup.write(store, copy))
            .withMessageContaining(why);
        assertThat(Files.exists(copy)).isFalse();
        assertThatExceptionOfType(RecoveryException.class).isThrownBy(() -> open(store).close())
            .withMessageContaining(why);
    }

    private long lastSegment() throws IOException {
        long last = 0;
        try (var paths = Files.newDirectoryStream(store.resolve("log"), "*.log")) {
            for (Path path : paths) {
                last = Math.max(last, Long.parseLong(path.getFileName().toString().substring(0, 16), 16));
            }
        }
        return last;
    }

    private static void flip(Path file, int at) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[at] ^= 1;
        Files.write(file, bytes);
    }

    @Test
    void anOpenStoreIsRefused() throws IOException {
        try (TestEngine engine = open(store)) {
            engine.commit(random, 3, 80);
            assertThatExceptionOfType(RecoveryException.class).isThrownBy(() -> ClosedBackup.write(store, copy))
                .withMessageContaining(store.toString());
        }
    }

    @Test
    void aCopyThatIsCutOffIsNeverHalf() throws IOException {
        Map<String, Map<Long, String>> rows = work(1);
        ClosedBackup.write(store, copy);
        int complete = target.point();
        int refused = 0;
        for (int point = 0; point <= complete; point++) {
            for (CrashDisk image : target.images(point, 20, point).toList()) {
                Path directory = image.process().getPath("/backups/monday");
                try (Recovered opened = Recovery.open(TestEngine.config(directory, THREADS, Map.of(), TABLES))) {
                    assertThat(opened.report().created() || TestEngine.rows(opened.storage()).equals(rows))
                        .as("%s", image).isTrue();
                    assertThat(opened.report().created() && point == complete).as("%s", image).isFalse();
                } catch (RecoveryException e) {
                    assertThat(point).as("%s: %s", image, e.getMessage()).isLessThan(complete);
                    refused++;
                }
            }
        }
        assertThat(refused).isGreaterThan(100);
    }

    @Test
    void aFailingDiskIsTold() throws IOException {
        work(1);
        target.inject(Fault.any(12, Fault.DISK_FULL));
        assertThatExceptionOfType(RecoveryException.class).isThrownBy(() -> ClosedBackup.write(store, copy))
            .withMessageContainingAll(store.toString(), copy.toString(), Fault.DISK_FULL);
    }
}
