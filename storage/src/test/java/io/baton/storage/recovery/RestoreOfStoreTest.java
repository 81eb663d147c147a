package io.baton.storage.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.baton.park.Workers;
import io.baton.storage.TableSchema;
import io.baton.testing.disk.CrashDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A store that is closed can be restored as far back as its older checkpoint. */
@Timeout(120)
class RestoreOfStoreTest {
    private static final Workers THREADS = TestEngine.threads();
    private static final TableSchema[] TABLES = {RecoveryTest.table("one", false), RecoveryTest.table("two", true)};

    private final CrashDisk disk = new CrashDisk();
    private final Path store = disk.process().getPath("/store");

    private static TestEngine open(Path directory) throws IOException {
        return new TestEngine(TestEngine.config(directory, THREADS, Map.of(), TABLES));
    }

    private static RestoreReport restore(Path from, Path target, Instant until) {
        return Restore.run(new RestoreConfig(from, List.of(), target, new RestoreTarget.Time(until), UUID::randomUUID,
            SystemNanoClock.INSTANCE, TestEngine.WALL, THREADS, RecoveryProgress.NONE));
    }

    @Test
    @Tag("thorough")
    void theStateOfAnyTimeCanBeRestored() throws IOException {
        var states = new ArrayList<Map<String, Map<Long, String>>>();
        var times = new ArrayList<Instant>();
        var random = new Random(1);
        try (TestEngine engine = open(store)) {
            for (int i = 0; i < 40; i++) {
                engine.await(engine.commit(random, 3, 50));
                states.add(engine.rows());
                times.add(TestEngine.WALL.instant());
                if (i == 10 || i == 20) {
                    engine.checkpoint(false);
                }
            }
        }
        for (int i = 0; i < times.size(); i += 3) {
            Path target = store.resolveSibling("restored" + i);
            Instant time = times.get(i);
            if (i <= 10) {
                assertThatExceptionOfType(RecoveryException.class).isThrownBy(() -> restore(store, target, time))
                    .withMessageContaining("give a later place");
            } else {
                restore(store, target, time);
                try (TestEngine engine = open(target)) {
                    assertThat(engine.rows()).isEqualTo(states.get(i));
                }
            }
        }
        try (TestEngine engine = open(store)) {
            assertThat(engine.rows()).isEqualTo(states.getLast());
            assertThatExceptionOfType(RecoveryException.class)
                .isThrownBy(() -> restore(store, store.resolveSibling("x"), times.getLast()))
                .withMessageContaining("in use");
        }
    }

    @Test
    void aDamagedCheckpointIsPassedOver() throws IOException {
        Map<String, Map<Long, String>> rows;
        try (TestEngine engine = open(store)) {
            var random = new Random(2);
            for (int i = 0; i < 3; i++) {
                engine.await(engine.commit(random, 10, 50));
                engine.checkpoint(false);
            }
            engine.await(engine.commit(random, 10, 50));
            rows = engine.rows();
        }
        int restored = 0;
        for (String name : List.of("1.rows", "manifest")) {
            Path file = store.resolve("checkpoint/0000000000000004").resolve(name);
            byte[] bytes = Files.readAllBytes(file);
            bytes[bytes.length / 2] ^= 1;
            Files.write(file, bytes);
            Path target = store.resolveSibling("restored" + restored++);
            RestoreReport report = restore(store, target, Instant.MAX);
            assertThat(report.checkpoint()).isEqualTo(3);
            assertThat(report.damagedCheckpoints()).hasSize(1).first().asString().startsWith(file.toString());
            try (TestEngine engine = open(target)) {
                assertThat(engine.rows()).isEqualTo(rows);
            }
        }
        Files.delete(store.resolve("checkpoint/0000000000000003/0.rows"));
        assertThatExceptionOfType(RecoveryException.class)
            .isThrownBy(() -> restore(store, store.resolveSibling("none"), Instant.MAX))
            .withMessageContainingAll("0.rows", "the file is missing", "another backup");
    }

    @Test
    void whatIsNoStoreOrNotEmptyIsRefused() throws IOException {
        open(store).close();
        assertThatExceptionOfType(RecoveryException.class).isThrownBy(() -> restore(store, store, Instant.MAX))
            .withMessageContaining("is not empty");
        assertThatExceptionOfType(RecoveryException.class)
            .isThrownBy(() -> restore(store.resolveSibling("nowhere"), store.resolveSibling("x"), Instant.MAX))
            .withMessageContaining("is no store");
    }
}
