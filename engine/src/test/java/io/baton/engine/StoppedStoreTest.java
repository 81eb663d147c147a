package io.baton.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.baton.engine.durable.Ledger;
import io.baton.testing.disk.CrashDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What an engine that stops while it writes a checkpoint leaves in its store. */
@Timeout(60)
class StoppedStoreTest {

    private final Path directory = new CrashDisk().process().getPath("/store");
    private final AtomicReference<Runnable> atNextLook = new AtomicReference<>();

    /** The writer of checkpoints looks at the clock when it begins. */
    private long nanoTime() {
        final Runnable act = atNextLook.get();
        if (act != null && Thread.currentThread().getName().equals("taker")) {
            act.run();
        }
        return System.nanoTime();
    }

    private List<String> checkpoints() throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("checkpoint"))) {
            return files.map(file -> file.getFileName().toString()).filter(name -> !name.contains(".")).sorted()
                .toList();
        }
    }

    @Test
    void aCheckpointOfAnEngineThatStopsMeanwhileDoesNotCount() throws Exception {
        final Ledger ledger = new Ledger(Ledger.builder(directory, Durability.GROUP).clock(this::nanoTime).open());
        try (ledger.engine) {
            ledger.engine.call(ledger.put, 1L, 10L, "x");
            final List<String> before = checkpoints();
            atNextLook.set(() -> ledger.engine.config().state().stop(new IllegalStateException("tables are wrong")));
            final AtomicReference<Throwable> thrown = new AtomicReference<>();
            final Thread taker = Thread.ofPlatform().name("taker").start(() -> {
                try {
                    ledger.engine.store().orElseThrow().checkpoint();
                } catch (Throwable e) {
                    thrown.set(e);
                }
            });
            taker.join();
            assertThat(thrown.get()).isInstanceOf(EngineStoppedException.class)
                .hasMessageContaining("tables are wrong");
            assertThatExceptionOfType(EngineStoppedException.class)
                .isThrownBy(ledger.engine.store().orElseThrow()::checkpoint);
            assertThat(checkpoints()).isEqualTo(before);
        }
        assertThat(checkpoints()).hasSize(1);
    }
}
