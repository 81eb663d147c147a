package io.baton.storage.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.baton.park.Workers;
import io.baton.storage.TableSchema;
import io.baton.testing.disk.CrashDisk;
import io.baton.testing.disk.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A backup is the store as it was at a moment, or is refused. */
@Timeout(120)
class BackupTest {
    private static final Workers THREADS = TestEngine.threads();
    private static final TableSchema[] TABLES = {RecoveryTest.table("one", false), RecoveryTest.table("two", true)};
    private static final int KEYS = 60;

    private final CrashDisk disk = new CrashDisk();
    private final CrashDisk target = new CrashDisk();
    private final Random random = new Random(7);
    private Map<String, Map<Long, String>> rowsAtEnd = Map.of();
    private int pointAtCheckpoint;

    private static RecoveryConfig config(Path directory) {
        return TestEngine.config(directory, THREADS, Map.of(), TABLES);
    }

    private TestEngine engine() throws IOException {
        var engine = new TestEngine(config(disk.process().getPath("/data/store")));
        commit(engine, 300);
        engine.checkpoint(false);
        commit(engine, 100);
        return engine;
    }

    private void commit(TestEngine engine, int transactions) {
        for (int i = 0; i < transactions; i++) {
            engine.commit(random, 1 + random.nextInt(3), KEYS);
        }
    }

    private static Path directory(CrashDisk disk) {
        return disk.process().getPath("/backups/monday");
    }

    /** Makes a backup while transactions change rows that are copied already, and others. */
    private BackupReport backup(TestEngine engine) throws IOException {
        return Backup.write(engine.recovered.store(), directory(target), (to, id) -> {
            pointAtCheckpoint = target.point();
            return engine.copies(to, nanos -> commit(engine, 20)).bytesPerSecond(() -> 100_000)
                .write(engine.storage().tables(), false, engine.log.appended(), () -> {
                    rowsAtEnd = engine.rows();
                    return engine.log.appended();
                }, lsn -> engine.log.force());
        });
    }

    @Test
    void aBackupHasTheStateOfItsEndAndGoesOn() throws IOException {
        try (TestEngine engine = engine()) {
            BackupReport report = backup(engine);
            commit(engine, 100);
            assertThat(engine.rows()).isNotEqualTo(rowsAtEnd);
            assertThat(report.endLsn()).isGreaterThan(report.beginLsn());
            assertThat(report.logBytes()).isGreaterThan(report.endLsn() - report.beginLsn());
            assertThat(report.storeId()).isEqualTo(engine.recovered.store().id());
        }
        Map<String, Map<Long, String>> later;
        try (var copy = new TestEngine(config(directory(target)))) {
            assertThat(copy.recovered.report().created()).isFalse();
            assertThat(copy.recovered.report().transactions()).isPositive();
            assertThat(copy.recovered.report().tornBytes()).isZero();
            assertThat(copy.rows()).isEqualTo(rowsAtEnd);
            commit(copy, 50);
            later = copy.rows();
        }
        try (var again = new TestEngine(config(directory(target)))) {
            assertThat(again.rows()).isEqualTo(later);
        }
    }

    @Test
    void aNewStoreHasABackup() throws IOException {
        try (var engine = new TestEngine(config(disk.process().getPath("/data/store")))) {
            Backup.write(engine.recovered.store(), directory(target), (to, id) -> engine.copies(to)
                .write(engine.storage().tables(), false, 0, engine.log::appended, lsn -> engine.log.force()));
        }
        try (var copy = new TestEngine(config(directory(target)))) {
            assertThat(copy.recovered.report().created()).isFalse();
            assertThat(copy.rows().get("one")).isEmpty();
        }
    }

    @Test
    void aBackupThatIsCutOffIsNeverHalf() throws IOException {
        try (TestEngine engine = engine()) {
            backup(engine);
        }
        int complete = target.point();
        int refused = 0;
        for (int point = 0; point <= complete; point++) {
            boolean begun = point >= pointAtCheckpoint;
            for (CrashDisk image : target.images(point, 40, point).toList()) {
                try (Recovered opened = Recovery.open(config(directory(image)))) {
                    if (!begun && opened.report().created()) {
                        continue;
                    }
                    assertThat(TestEngine.rows(opened.storage())).as("%s", image).isEqualTo(rowsAtEnd);
                } catch (RecoveryException e) {
                    assertThat(point).as("%s: %s", image, e.getMessage()).isLessThan(complete);
                    assertThat(e).hasMessageContaining("/backups/monday");
                    refused++;
                }
            }
        }
        assertThat(refused).isGreaterThan(100);
    }

    @Test
    void aFailingDiskEndsTheBackupAndNotTheStore() throws IOException {
        try (TestEngine engine = engine()) {
            int number = 0;
            Throwable failure;
            do {
                number++;
                var failing = new BackupTest();
                failing.target.inject(Fault.any(number, number % 2 == 0 ? Fault.DISK_FULL : Fault.DEVICE_FAILED));
                failure = catchThrowable(() -> failing.backup(engine));
                failing.target.clearFaults();
                if (failure != null) {
                    assertThat(failure).as("operation %d", number).isInstanceOf(IOException.class);
                    failing.assertNoStore(number);
                }
                engine.await(engine.log.appended());
            } while (failure != null);
            assertThat(number).isGreaterThan(30);
        }
    }

    /** What a backup that has failed leaves behind is refused, or nothing at all. */
    private void assertNoStore(int operation) {
        try (Recovered opened = Recovery.open(config(directory(target)))) {
            // The last operations make it complete, though its maker could not know it.
            assertThat(opened.report().created() || TestEngine.rows(opened.storage()).equals(rowsAtEnd))
                .as("operation %d", operation).isTrue();
        } catch (RecoveryException e) {
            assertThat(e).hasMessageContaining("/backups/monday");
        }
    }

    @Test
    void anUnfinishedBackupIsNamed() throws IOException {
        try (TestEngine engine = engine()) {
            assertThatThrownBy(() -> Backup.write(engine.recovered.store(), directory(target), (to, id) -> {
                throw new IOException("no more");
            })).isInstanceOf(IOException.class);
            assertThatExceptionOfType(RecoveryException.class)
                .isThrownBy(() -> Recovery.open(config(directory(target))).close())
                .withMessageContainingAll("/backups/monday", "backup", "not finished", "remove it");
            assertThatExceptionOfType(RecoveryException.class).isThrownBy(() -> backup(engine))
                .withMessageContaining("is not empty");
        }
    }

    @Test
    void aDirectoryWithSomethingInItIsRefused() throws IOException {
        Files.createDirectories(directory(target));
        Files.writeString(directory(target).resolve("letter.txt"), "Dear reader");
        try (TestEngine engine = engine()) {
            assertThatExceptionOfType(RecoveryException.class).isThrownBy(() -> backup(engine))
                .withMessageContainingAll("is not empty", "letter.txt");
            assertThatExceptionOfType(RecoveryException.class).isThrownBy(() -> Backup.write(
                engine.recovered.store(), engine.recovered.store().path(), (to, id) -> {
                    throw new AssertionError("the store is no place for its backup");
                })).withMessageContaining("is not empty");
        }
        assertThat(Files.readString(directory(target).resolve("letter.txt"))).isEqualTo("Dear reader");
    }
}
