package io.baton.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An engine uses the threads and the locks that it is handed in. */
@Timeout(30)
class EngineSeamsTest {

    @TempDir
    private Path folder = Path.of("");

    private final Map<EngineThread, AtomicInteger> threads = new EnumMap<>(EngineThread.class);

    EngineSeamsTest() {
        for (EngineThread purpose : EngineThread.values()) {
            threads.put(purpose, new AtomicInteger());
        }
    }

    private ThreadFactory counted(EngineThread purpose) {
        return task -> {
            Objects.requireNonNull(threads.get(purpose)).incrementAndGet();
            return Thread.ofPlatform().daemon().unstarted(task);
        };
    }

    private int started(EngineThread purpose) {
        return Objects.requireNonNull(threads.get(purpose)).get();
    }

    @Test
    void allThreadsComeFromTheBuilder() {
        try (Engine engine = Bank.builder().history(folder.resolve("history")).threads(this::counted).open()) {
            assertThat(started(EngineThread.HISTORY)).isOne();
            BulkLoad.run(engine, 4, 3, (part, loader) -> loader.insert(loader.row(Bank.ACCOUNT, part)), rows -> {});
            assertThat(started(EngineThread.LOADER)).isBetween(1, 3);
            final Procedure<Long> balance = engine.register(new Bank.Balance(), Long.class);
            assertThat(engine.callAsync(balance, 2L).join()).isZero();
            assertThat(engine.callAsync(balance, 3L).join()).isZero();
            assertThat(started(EngineThread.CALL)).isEqualTo(2);
        }
    }

    @Test
    void locksComeFromTheBuilderAndAreClosedWithTheEngine() {
        final EngineBuilder builder = Bank.builder();
        final EmbeddedLocks locks = new EmbeddedLocks(builder);
        try (Engine engine = builder.lockTable(new MistakenLocks(Mistake.NONE, locks)).open()) {
            Bank.load(engine, 3, 100);
            final Procedure<Object> work = engine.register(new Bank.Do(), Object.class);
            engine.call(work, (Bank.Work) transaction -> {
                transaction.update(Bank.ACCOUNT, 1);
                assertThat(locks.table().busySlots()).isOne();
                return 0;
            });
            assertThat(locks.table().busySlots()).isZero();
        }
        assertThatIllegalStateException().isThrownBy(() -> locks.table().client()).withMessageContaining("closed");
    }
}
