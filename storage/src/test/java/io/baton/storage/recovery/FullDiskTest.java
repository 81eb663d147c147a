package io.baton.storage.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

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

/** Log and checkpoints are on one disk, which has room for one more thing and not for both. */
@Timeout(60)
class FullDiskTest {
    private static final Workers THREADS = TestEngine.threads();
    private static final TableSchema[] TABLES = {RecoveryTest.table("one", false), RecoveryTest.table("two", true)};
    private static final long ROOM_BYTES = 4 * TestEngine.SEGMENT_BYTES;

    @Test
    void aCheckpointThatDoesNotFitLeavesTheLogItsRoom() throws IOException {
        var disk = new CrashDisk();
        Path store = disk.process().getPath("/store");
        var random = new Random(1);
        Map<String, Map<Long, String>> rows;
        try (var engine = new TestEngine(TestEngine.config(store, THREADS, Map.of(), TABLES))) {
            for (int i = 0; i < 100; i++) {
                engine.await(engine.commit(random, 60, 6000));
            }
            disk.setCapacity(1L << 40);
            disk.setCapacity((1L << 40) - Files.getFileStore(store).getUsableSpace() + ROOM_BYTES);
            assertThatExceptionOfType(IOException.class).isThrownBy(() -> engine.checkpoint(false))
                .withMessage(Fault.DISK_FULL);
            for (int i = 0; i < 15; i++) {
                engine.await(engine.commit(random, 60, 6000));
            }
            rows = engine.rows();
        }
        disk.setCapacity(Long.MAX_VALUE);
        try (var engine = new TestEngine(TestEngine.config(store, THREADS, Map.of(), TABLES))) {
            assertThat(engine.rows()).isEqualTo(rows);
        }
    }
}
