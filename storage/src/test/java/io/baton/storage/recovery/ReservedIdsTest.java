package io.baton.storage.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.baton.park.Workers;
import io.baton.storage.TableSchema;
import io.baton.testing.disk.CrashDisk;
import io.baton.testing.disk.DiskOperationKind;
import io.baton.testing.disk.Fault;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ids that are reserved in a store are never reserved again. */
@Timeout(60)
class ReservedIdsTest {
    private static final Workers THREADS = TestEngine.threads();
    private static final TableSchema[] TABLES = {RecoveryTest.table("one", false)};
    private static final int IMAGES = 20;
    private static final int SEED = 17;

    private final CrashDisk disk = new CrashDisk();
    private final Path store = disk.process().getPath("/data/store");
    private final Random random = new Random(SEED);

    private static RecoveryConfig config(Path directory) {
        return TestEngine.config(directory, THREADS, Map.of(), TABLES);
    }

    private static long reserve(Path directory) throws IOException {
        try (Recovered recovered = Recovery.open(config(directory))) {
            return recovered.store().reserveIds();
        }
    }

    private static void assertRefused(Path directory, String why) {
        assertThatExceptionOfType(RecoveryException.class).isThrownBy(() -> reserve(directory))
            .withMessageContaining(why);
    }

    @Test
    void eachOpeningReservesOthers() throws IOException {
        assertThat(reserve(store)).isZero();
        assertThat(reserve(store)).isEqualTo(IdsFile.IDS_RESERVED);
        try (Recovered recovered = Recovery.open(config(store))) {
            assertThat(recovered.store().reserveIds()).isEqualTo(2 * IdsFile.IDS_RESERVED);
            assertThat(recovered.store().reserveIds()).isEqualTo(3 * IdsFile.IDS_RESERVED);
        }
    }

    @Test
    void aCopyOfAClosedStoreGoesOnWithItsIds() throws IOException {
        reserve(store);
        Path from = store;
        for (String name : new String[] {"/backups/monday", "/backups/tuesday"}) {
            Path copy = disk.process().getPath(name);
            ClosedBackup.write(from, copy);
            assertThat(reserve(copy)).isEqualTo(reserve(from));
            from = copy;
        }
    }

    @Test
    @Tag("thorough")
    void noneComeAgainWhenThePowerIsCutAnywhere() throws IOException {
        List<Integer> points = new ArrayList<>();
        for (int opening = 0; opening < 3; opening++) {
            assertThat(reserve(store)).isEqualTo(opening * IdsFile.IDS_RESERVED);
            points.add(disk.point());
        }
        for (int point = 0; point <= disk.point(); point++) {
            final int cut = point;
            final long reserved = points.stream().filter(done -> done <= cut).count();
            disk.images(point, IMAGES, SEED).forEach(image -> {
                try {
                    assertThat(reserve(image.process().getPath("/data/store"))).as("%s", image)
                        .isGreaterThanOrEqualTo(reserved * IdsFile.IDS_RESERVED)
                        .isLessThan(IdsFile.RESERVATIONS_BEFORE * IdsFile.IDS_RESERVED);
                } catch (IOException | RecoveryException e) {
                    throw new AssertionError(image + ": " + e.getMessage(), e);
                }
            });
        }
    }

    @Test
    void aReservationThatFailsReturnsNothing() throws IOException {
        try (Recovered recovered = Recovery.open(config(store))) {
            for (DiskOperationKind kind : List.of(DiskOperationKind.WRITE, DiskOperationKind.RENAME,
                DiskOperationKind.FORCE_DIRECTORY)) {
                disk.inject(Fault.of(kind, 1, Fault.DEVICE_FAILED));
                assertThatExceptionOfType(IOException.class).isThrownBy(recovered.store()::reserveIds);
                disk.clearFaults();
            }
            // The one that was renamed may count.
            assertThat(recovered.store().reserveIds()).isEqualTo(IdsFile.IDS_RESERVED);
        }
    }

    @Test
    void aStoreOfAnEarlierVersionGoesOnBehindItsIds() throws IOException {
        reserve(store);
        Files.delete(store.resolve("ids"));
        assertThat(reserve(store)).isEqualTo(1L << 56);
        assertThat(reserve(store)).isEqualTo((1L << 56) + IdsFile.IDS_RESERVED);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 8, 12, 16})
    void aDamagedFileIsRefused(int offset) throws IOException {
        reserve(store);
        try (FileChannel file = FileChannel.open(store.resolve("ids"), StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.wrap(new byte[] {77}), offset);
        }
        assertRefused(store, "/data/store/ids");
    }

    @Test
    void whenThereAreNoMoreThatIsSaid() throws IOException {
        try (Recovered recovered = Recovery.open(config(store))) {
            recovered.store().idReservations(IdsFile.RESERVATIONS_MAX - 1);
            long last = recovered.store().reserveIds();
            assertThat(last + IdsFile.IDS_RESERVED).isPositive();
        }
        assertRefused(store, "has no more ids");
    }

    private Path backUp(TestEngine engine) throws IOException {
        Path backup = disk.process().getPath("/backup");
        Backup.write(engine.recovered.store(), backup, (checkpoints, id) -> engine.copies(checkpoints)
            .write(engine.storage().tables(), false, engine.log.appended(), engine.log::appended,
                lsn -> engine.log.force()));
        return backup;
    }

    @Test
    void backupsAndWhatIsRestoredGoOnBehindAllThatMayBeInTheirRows() throws IOException {
        long reserved = 0;
        Path backup = store;
        for (int opening = 0; opening < 30; opening++) {
            try (TestEngine engine = new TestEngine(config(store))) {
                reserved = engine.recovered.store().reserveIds();
                engine.await(engine.commit(random, 2, 20));
                if (opening == 4) {
                    backup = backUp(engine);
                }
            }
        }
        Path restored = disk.process().getPath("/restored");
        Restore.run(new RestoreConfig(backup, List.of(store.resolve("log")), restored, new RestoreTarget.End(),
            UUID::randomUUID, SystemNanoClock.INSTANCE, TestEngine.WALL, THREADS, RecoveryProgress.NONE));
        assertThat(reserve(restored)).isGreaterThan(reserved);
        assertThat(reserve(backup)).isEqualTo(5 * IdsFile.IDS_RESERVED);
    }
}
