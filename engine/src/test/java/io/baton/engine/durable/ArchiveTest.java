package io.baton.engine.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.engine.DataDirectory;
import io.baton.engine.Durability;
import io.baton.engine.Engine;
import io.baton.engine.Store;
import io.baton.park.Parking;
import io.baton.park.Workers;
import io.baton.storage.recovery.RecoveryException;
import io.baton.storage.recovery.RecoveryProgress;
import io.baton.storage.recovery.Restore;
import io.baton.storage.recovery.RestoreConfig;
import io.baton.storage.recovery.RestoreTarget;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An engine keeps its log in an archive, and takes checkpoints when the log has grown. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ArchiveTest {

    private static final String LONG_NAME = "x".repeat(20);

    @TempDir
    private Path folder = Path.of("");

    private DataDirectory data(String name) {
        return new DataDirectory(folder.resolve(name)).durability(Durability.ASYNC)
            .segmentBytes(DataDirectory.SEGMENT_BYTES_MIN).checkpointEvery(Duration.ofHours(1));
    }

    private static Ledger open(DataDirectory data) {
        return new Ledger(Engine.builder().table(Ledger.ACCOUNTS, 10_000).data(data).open());
    }

    private static Store store(Ledger ledger) {
        return ledger.engine.store().orElseThrow();
    }

    private static void put(Ledger ledger, int from, int count) {
        for (int i = from; i < from + count; i++) {
            ledger.engine.call(ledger.put, (long) i % 5_000, (long) i, LONG_NAME);
        }
    }

    @Test
    void aBackupAndTheArchiveLeadPastCheckpoints() {
        final DataDirectory data = data("data").archive(folder.resolve("archive"));
        final Ledger ledger = open(data);
        try (Engine engine = ledger.engine) {
            put(ledger, 0, 100);
            store(ledger).backup(folder.resolve("backup"));
            for (int i = 0; i < 4; i++) {
                put(ledger, i * 60_000, 60_000);
                store(ledger).checkpoint();
            }
            engine.call(ledger.put, 7L, 4_711L, "last");
        }
        final Workers threads = new Workers(Thread.ofPlatform().factory(), 1, Parking.onMachine());
        Restore.run(new RestoreConfig(folder.resolve("backup"), List.of(folder.resolve("archive")),
            folder.resolve("restored"), new RestoreTarget.End(), UUID::randomUUID, SystemNanoClock.INSTANCE,
            InstantSource.system(), threads, RecoveryProgress.NONE));
        final Ledger restored = open(data("restored"));
        try (Engine engine = restored.engine) {
            assertThat(restored.balance(7)).isEqualTo(4_711);
            assertThat(engine.store()).isPresent();
        }
    }

    @Test
    void anArchiveHasAPlaceOfItsOwn() {
        for (final String inside : List.of("data", "data/log", "data/../data/x")) {
            assertThatIllegalArgumentException()
                .isThrownBy(() -> open(data("data").archive(folder.resolve(inside))))
                .withMessageContaining("is in the data directory");
        }
        open(data("data").archive(folder.resolve("archive"))).engine.close();
        assertThatThrownBy(() -> open(data("other").archive(folder.resolve("archive"))))
            .isInstanceOf(RecoveryException.class).hasMessageContaining("an archive of its own");
    }

    @Test
    void settingsHaveLimits() {
        final DataDirectory data = data("data");
        assertThatIllegalArgumentException().isThrownBy(() -> data.checkpointBytesPerSecond((1 << 20) - 1))
            .withMessageContaining("give 1048576 or more");
        assertThatIllegalArgumentException().isThrownBy(() -> data.checkpointLogBytes((1 << 20) - 1))
            .withMessageContaining("give 1048576 to");
        assertThatIllegalArgumentException().isThrownBy(() -> data.checkpointLogBytes((1L << 40) + 1));
        assertThatIllegalArgumentException().isThrownBy(() -> data.segmentBytes((4 << 20) + 1))
            .withMessageContaining("a multiple of 4096");
        assertThatIllegalArgumentException().isThrownBy(() -> data.forceEvery(Duration.ofNanos(999)))
            .withMessageContaining("1 microsecond");
    }

    @Test
    void aCheckpointIsTakenWhenTheLogHasGrown() {
        final Ledger ledger = open(data("data").checkpointLogBytes(DataDirectory.CHECKPOINT_LOG_BYTES_MIN));
        try (Engine engine = ledger.engine) {
            final long before = engine.store().orElseThrow().checkpointsTaken();
            // Each call changes a row: otherwise the log has nothing of it.
            for (int i = 0; store(ledger).checkpointsTaken() == before; i += 1_000) {
                put(ledger, i, 1_000);
            }
        }
    }
}
