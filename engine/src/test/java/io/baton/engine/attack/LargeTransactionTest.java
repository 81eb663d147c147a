package io.baton.engine.attack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import io.baton.engine.Loader;
import io.baton.engine.Outcome;
import io.baton.engine.Procedure;
import io.baton.engine.Scan;
import io.baton.engine.Transaction;
import io.baton.engine.attack.Parts.Do;
import io.baton.engine.attack.Parts.Plan;
import io.baton.engine.attack.Parts.PlanAndDo;
import io.baton.engine.attack.Parts.Work;
import io.baton.engine.procedure.AbortReason;
import io.baton.storage.IndexSchema;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Transactions that need very many locks: they get them, others go on meanwhile, and the memory is given back. */
@Timeout(240)
class LargeTransactionTest {

    private static final TableSchema.Builder BUILDER = TableSchema.named("cell");
    private static final LongColumn ID = BUILDER.int64("id");
    private static final LongColumn GROUP = BUILDER.int32("group");
    private static final LongColumn VALUE = BUILDER.int64("value");
    private static final IndexSchema BY_GROUP =
        BUILDER.primaryKey(ID.bits(32)).index("by_group", 1, GROUP.bits(8), ID.bits(32));
    private static final TableSchema CELL = BUILDER.build();

    private static final int READ = 1_000_000;
    private static final int UPDATED = 200_000;
    /** More locks than a client has room for from the start, and than it keeps room for. */
    private static final int SOME = 6_000;
    /** A million locks take ten times as much. */
    private static final long LEFT_BYTES_MAX = 16 << 20;

    private final EngineBuilder builder =
        Engine.builder().table(CELL, READ).callTimeout(Duration.ofSeconds(200)).clients(2);
    private Engine engine = builder.open();
    private Procedure<Object> work = engine.register(new Do(), Object.class);

    @AfterEach
    void close() {
        engine.close();
    }

    private void fill(int cells) {
        try (Loader loader = engine.loader()) {
            for (int id = 0; id < cells; id++) {
                final Row row = loader.row(CELL, id);
                row.set(GROUP, 1).set(VALUE, 1);
                loader.insert(row);
            }
        }
    }

    private void limitLocks(int locks) {
        engine.close();
        engine = builder.locksMax(locks).open();
        work = engine.register(new Do(), Object.class);
    }

    private static Row add(Transaction transaction, long id, long amount) {
        final Row row = transaction.update(CELL, id);
        return row.set(VALUE, row.get(VALUE) + amount);
    }

    private static long usedBytes() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static long sum(Transaction transaction, LongColumn column) {
        final Scan scan = transaction.scan(BY_GROUP).equal(1);
        long sum = 0;
        while (scan.next()) {
            sum += scan.row().get(column);
        }
        return sum;
    }

    @Test
    @Tag("thorough")
    void readsAMillionRowsWhileAnotherClientWrites() {
        fill(READ);
        assertThat(engine.call(work, (Work) t -> t.exists(CELL, READ + 1))).isEqualTo(false);
        final long before = usedBytes();
        final AtomicInteger written = new AtomicInteger();
        final CountDownLatch begun = new CountDownLatch(1);
        final CompletableFuture<Void> other = CompletableFuture.runAsync(() -> {
            for (int i = 0; i < 100; i++) {
                final int id = i * (READ / 100);
                engine.call(work, (Work) t -> add(t, id, 1));
                written.incrementAndGet();
                begun.countDown();
            }
        });
        final Object sum = engine.call(work, (Work) t -> {
            begun.await();
            final int least = written.get();
            final long found = sum(t, VALUE);
            assertThat(found).isBetween((long) READ + least, READ + 100L);
            assertThat(sum(t, VALUE)).as("nobody writes what is locked").isEqualTo(found);
            return found;
        });
        other.join();
        assertThat((long) sum).isGreaterThan(READ);
        assertThat(engine.call(work, (Work) t -> sum(t, VALUE))).isEqualTo(READ + 100L);
        assertThat(usedBytes() - before).isLessThan(LEFT_BYTES_MAX);
    }

    @Test
    @Tag("thorough")
    void updatesTwoHundredThousandRowsInOneTransaction() {
        fill(UPDATED);
        final long before = usedBytes();
        for (int round = 0; round < 2; round++) {
            engine.call(work, (Work) t -> {
                for (int id = 0; id < UPDATED; id++) {
                    add(t, id, id);
                }
                return 0;
            });
        }
        assertThat(usedBytes() - before).isLessThan(LEFT_BYTES_MAX);
        assertThat(engine.call(work, (Work) t -> sum(t, VALUE))).isEqualTo(UPDATED * (long) UPDATED);
    }

    /** Nobody else has room for so many, so the first attempt grows, and the second begins with what it has learnt. */
    @Test
    void startsOverWithManyLocksThatItHasLearnt() throws Exception {
        fill(SOME + 1);
        final CountDownLatch locked = new CountDownLatch(1);
        final CountDownLatch tried = new CountDownLatch(1);
        final CompletableFuture<Object> holder = engine.callAsync(work, (Work) t -> {
            add(t, SOME, 1);
            locked.countDown();
            tried.await();
            return 0;
        });
        locked.await();
        final AtomicInteger attempts = new AtomicInteger();
        final Object sum = engine.call(work, (Work) t -> {
            attempts.incrementAndGet();
            long found = 0;
            try {
                for (int id = 0; id <= SOME; id++) {
                    found += t.read(CELL, id).get(VALUE);
                }
            } finally {
                tried.countDown();
            }
            return found;
        });
        assertThat(sum).isEqualTo(SOME + 2L);
        assertThat(attempts).hasValue(2);
        holder.join();
    }

    @Test
    void tooManyLocksEndTheCallAndNothingElse() {
        limitLocks(1_000);
        fill(SOME);
        final Outcome<Object> outcome = engine.execute(work, (Work) t -> {
            t.update(CELL, 0).set(VALUE, 7);
            return sum(t, VALUE);
        });
        assertThat(outcome).isInstanceOfSatisfying(Outcome.AbortedBySystem.class, aborted -> {
            assertThat(aborted.reason()).isEqualTo(AbortReason.TOO_LARGE);
            assertThat(aborted.message()).contains("1000 locks", "locksMax");
        });
        assertThat(engine.call(work, (Work) t -> t.read(CELL, 0).get(VALUE))).isEqualTo(1L);
        assertThat(engine.call(work, (Work) t -> {
            for (int id = 0; id < 900; id++) {
                t.update(CELL, id).set(VALUE, 2);
            }
            return 0;
        })).isEqualTo(0);
    }

    @Test
    void tooManyPlannedLocksAreRefusedBeforeAnyIsTaken() {
        limitLocks(1_000);
        fill(SOME);
        final Procedure<Object> planned = engine.register(new PlanAndDo(), Object.class);
        final AtomicInteger attempts = new AtomicInteger();
        final Outcome<Object> outcome = engine.execute(planned, (Plan) plan -> {
            for (int id = 0; id < SOME; id++) {
                plan.read(CELL, id);
            }
        }, (Work) t -> attempts.incrementAndGet());
        assertThat(outcome).isInstanceOfSatisfying(Outcome.AbortedBySystem.class,
            aborted -> assertThat(aborted.reason()).isEqualTo(AbortReason.TOO_LARGE));
        assertThat(attempts).hasValue(0);
    }

    @Test
    void limitsOutOfRangeAreRefused() {
        assertThatThrownBy(() -> builder.locksMax(0)).isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("0");
        assertThatThrownBy(() -> builder.lockSlots((1 << 28) + 1)).isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("268435457");
    }
}
