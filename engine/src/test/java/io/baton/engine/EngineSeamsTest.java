package io.baton.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.baton.engine.history.EngineHistory;
import io.baton.engine.thread.EngineThread;
import io.baton.lock.JoinedLockTable;
import io.baton.lock.LockCounter;
import io.baton.lock.LockTable;
import io.baton.storage.Row;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An engine uses the threads and the locks that it is handed in. */
@Timeout(30)
class EngineSeamsTest {

    private static final int ACCOUNTS = 20;

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
        final EngineHistory.Opener history = (tables, clientsMax, clock, factory, parking) -> {
            factory.newThread(() -> {}).start();
            return new TestHistory();
        };
        try (Engine engine = Bank.builder().history(history).threads(this::counted).open()) {
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
        try (Engine engine = builder.lockTable(locks.table()).open()) {
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

    // Several lock tables

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, EngineBuilder.LOCK_TABLES_MAX})
    void callsLockCountAndGiveBackInAllOfThem(int tables) {
        final EngineBuilder builder = Bank.builder().lockSlots(64).lockTables(tables);
        final LockTable locks = new EmbeddedLocks(builder).table();
        try (Engine engine = builder.lockTable(locks).open()) {
            Bank.load(engine, ACCOUNTS, 100);
            final Procedure<Object> work = engine.register(new Bank.Do(), Object.class);
            final long before = engine.lockStatistics().get(LockCounter.ACQUISITIONS);
            assertThat(engine.call(work, (Bank.Work) EngineSeamsTest::all)).isEqualTo(ACCOUNTS * 100L);
            assertThat(engine.call(work, (Bank.Work) EngineSeamsTest::all)).isEqualTo(ACCOUNTS * 101L);
            assertThat(engine.lockStatistics().get(LockCounter.ACQUISITIONS) - before).isGreaterThan(ACCOUNTS);
            assertThat(locks.slots()).isEqualTo(64 * tables);
            assertThat(locks.busySlots()).isZero();
        }
    }

    /** Reads and changes every account: some are in each table. */
    private static long all(Transaction t) {
        long sum = 0;
        for (int id = 0; id < ACCOUNTS; id++) {
            final Row row = t.update(Bank.ACCOUNT, id);
            sum += row.get(Bank.BALANCE);
            row.set(Bank.BALANCE, row.get(Bank.BALANCE) + 1);
        }
        return sum;
    }

    /** The protocol's own client, as if there could be no second table. */
    @Test
    void oneTableIsNotJoined() {
        try (EmbeddedLocks one = new EmbeddedLocks(Bank.builder());
            EmbeddedLocks two = new EmbeddedLocks(Bank.builder().lockTables(2))) {
            assertThat(one.table().client().getClass().getSimpleName()).isEqualTo("ShiftLockClient");
            assertThat(two.table()).isInstanceOf(JoinedLockTable.class);
        }
    }

    @Test
    void badNumbersAreToldInOneSentence() {
        assertThatIllegalArgumentException().isThrownBy(() -> Engine.builder().lockTables(0))
            .withMessageContaining("lock tables: 0");
        assertThatIllegalArgumentException()
            .isThrownBy(() -> Engine.builder().lockTables(EngineBuilder.LOCK_TABLES_MAX + 1))
            .withMessageContaining("give 1 to 64");
        assertThatIllegalArgumentException()
            .isThrownBy(() -> Bank.builder().lockTables(3).lockSlots(1 << 27).open())
            .withMessage("3 lock tables with 134217728 slots each: give 268435456 slots together at most");
    }

    @Test
    void withoutLocksThereAreAsManySlots() {
        try (EmbeddedLocks none = new EmbeddedLocks(
            Bank.builder().locks(LockKind.NONE).lockSlots(10).lockTables(2))) {
            assertThat(none.table().slots()).isEqualTo(20);
        }
    }
}
