package io.baton.storage.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.baton.park.Workers;
import io.baton.storage.TableSchema;
import io.baton.storage.checkpoint.CheckpointWriter;
import io.baton.testing.disk.CrashDisk;
import io.baton.testing.disk.DiskOperationKind;
import io.baton.testing.disk.Fault;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A base that could not be written and was taken back does not count as one. */
@Timeout(60)
class WithdrawnBaseTest {
    private static final Workers THREADS = TestEngine.threads();
    private static final TableSchema[] TABLES = {RecoveryTest.table("one", false), RecoveryTest.table("two", true)};
    /** So few that the log prepares no segment, which would meet the fault. */
    private static final int TRANSACTIONS = 5;

    private final CrashDisk disk = new CrashDisk();
    private final Path store = disk.process().getPath("/store");
    private final Random random = new Random(3);

    private TestEngine open() throws IOException {
        return new TestEngine(TestEngine.config(store, THREADS, Map.of(), TABLES));
    }

    private void commit(TestEngine engine) {
        for (int i = 0; i < TRANSACTIONS; i++) {
            engine.await(engine.commit(random, 2, 20));
        }
    }

    /** What may fail when the rows are written: the manifest, and the name when it was given. */
    static Stream<Fault> faults() {
        return Stream.of(Fault.of(DiskOperationKind.WRITE, 1, Fault.DISK_FULL),
            Fault.of(DiskOperationKind.RENAME, 1, Fault.DEVICE_FAILED),
            Fault.of(DiskOperationKind.FORCE_DIRECTORY, 2, Fault.DEVICE_FAILED));
    }

    private void failBase(TestEngine engine, Fault fault) throws IOException {
        CheckpointWriter writer = engine.checkpoints();
        long before = writer.written();
        assertThatExceptionOfType(IOException.class)
            .isThrownBy(() -> writer.write(engine.storage().tables(), true, engine.log.appended(),
                engine.log::appended, lsn -> {
                    engine.log.force();
                    disk.inject(fault);
                }));
        disk.clearFaults();
        writer.settle();
        assertThat(writer.written()).isEqualTo(before);
    }

    private void damage(int checkpoint) throws IOException {
        Path manifest = store.resolve("checkpoint/%016x/manifest".formatted(checkpoint));
        try (FileChannel file = FileChannel.open(manifest, StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.allocate(1), 20);
        }
    }

    @ParameterizedTest
    @MethodSource("faults")
    void theCheckpointBehindItCanBeDamaged(Fault fault) throws IOException {
        Map<String, Map<Long, String>> rows;
        try (TestEngine engine = open()) {
            commit(engine);
            engine.checkpoint(false);
            failBase(engine, fault);
            commit(engine);
            assertThat(engine.checkpoint(false).manifest().number()).isEqualTo(3);
            commit(engine);
            rows = engine.rows();
        }
        damage(3);
        try (TestEngine engine = open()) {
            assertThat(engine.recovered.report().damagedCheckpoints()).hasSize(1);
            assertThat(engine.rows()).isEqualTo(rows);
        }
    }

    @Test
    void aBackupBehindItDoesNotLeadOnAcrossTheNextBase() throws IOException {
        Path backup = disk.process().getPath("/backup");
        try (TestEngine engine = open()) {
            commit(engine);
            failBase(engine, faults().findFirst().orElseThrow());
            Backup.write(engine.recovered.store(), backup, (to, id) -> engine.copies(to)
                .write(engine.storage().tables(), false, engine.log.appended(), engine.log::appended,
                    lsn -> engine.log.force()));
            commit(engine);
        }
        try (TestEngine engine = open()) {
            engine.checkpoint(true);
            commit(engine);
        }
        assertThatExceptionOfType(RecoveryException.class)
            .isThrownBy(() -> Restore.run(new RestoreConfig(backup, List.of(store.resolve("log")),
                disk.process().getPath("/restored"), new RestoreTarget.End(), UUID::randomUUID,
                SystemNanoClock.INSTANCE, TestEngine.WALL, THREADS, RecoveryProgress.NONE)))
            .withMessageContaining("after rows were loaded or changed without a log");
    }
}
