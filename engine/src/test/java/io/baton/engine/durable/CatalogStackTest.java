package io.baton.engine.durable;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.engine.Durability;
import io.baton.engine.Engine;
import io.baton.engine.Procedure;
import io.baton.engine.SmallStore;
import io.baton.engine.Transaction;
import io.baton.storage.IndexSchema;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import io.baton.testing.disk.CrashDisk;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A change of tables at the end of its thread's stack is made as a whole or not at all. */
@Timeout(60)
class CatalogStackTest {

    private static final int ROUNDS = 3;
    private static final long STACK_BYTES = 256 * 1024;
    /** Each round has a stack of another size, so that it ends at another place. */
    private static final long STACK_STEP_BYTES = 1_040;
    private static final TableSchema.Builder BUILDER = TableSchema.named("old");
    private static final LongColumn ID = BUILDER.int64("id");
    private static final TableSchema OLD = BUILDER.primaryKey(ID.bits(40)).build();

    private final CrashDisk disk = new CrashDisk();
    private final List<TableSchema> tables = new ArrayList<>(List.of(OLD));
    private boolean done;
    private int overflows;

    /** Inserts a row. */
    public static final class Insert {
        /** Inserts it. */
        public Long run(Transaction transaction, TableSchema table, long id) {
            transaction.insert(table, id);
            return id;
        }
    }

    private Engine open() {
        return SmallStore.open(disk.process().getPath("/data"), Durability.GROUP, tables);
    }

    private static TableSchema table(int number) {
        final TableSchema.Builder builder = TableSchema.named("t" + number);
        return builder.primaryKey(builder.int64("id").bits(40)).build();
    }

    /** Tries the change from the end of the stack on, with a little more of it at each attempt, until it works. */
    @SuppressWarnings("InfiniteRecursion") // It ends with the stack.
    private void dive(Runnable change) {
        try {
            dive(change);
        } catch (StackOverflowError end) {
            overflows++;
        }
        if (!done) {
            try {
                change.run();
                done = true;
            } catch (StackOverflowError expected) {
                overflows++;
            }
        }
    }

    private void changeAtTheEnd(int round, Runnable change) throws InterruptedException {
        final AtomicReference<Throwable> failure = new AtomicReference<>();
        done = false;
        final Thread thread = Thread.ofPlatform().stackSize(STACK_BYTES + round * STACK_STEP_BYTES).unstarted(() -> {
            try {
                dive(change);
            } catch (Throwable e) {
                failure.set(e);
            }
        });
        thread.start();
        assertThat(thread.join(Duration.ofSeconds(30))).isTrue();
        assertThat(failure.get()).isNull();
        assertThat(done).isTrue();
    }

    @Test
    void changesAtTheEndOfTheStackAreMadeOrNot() throws InterruptedException {
        try (Engine engine = open()) {
            final Procedure<Long> insert = engine.register(new Insert(), Long.class);
            final IndexSchema index = OLD.newIndex("by_id", 1, ID.bits(40));
            tables.add(table(0));
            engine.catalog().addTable(tables.getLast(), 64);
            engine.catalog().addIndex(index);
            engine.catalog().dropIndex(index);
            for (int round = 1; round <= ROUNDS; round++) {
                final TableSchema next = table(round);
                changeAtTheEnd(round, () -> engine.catalog().addTable(next, 64));
                tables.add(next);
                engine.call(insert, next, 1L);
                engine.catalog().addIndex(index);
                changeAtTheEnd(round, () -> engine.catalog().dropIndex(index));
                assertThat(engine.catalog().indexes(OLD)).isEmpty();
                engine.call(insert, OLD, (long) round);
                assertThat(engine.catalog().tables()).isEqualTo(tables);
            }
        }
        assertThat(overflows).isGreaterThan(ROUNDS);
        try (Engine engine = open()) {
            assertThat(engine.store().orElseThrow().recovery().upgrades()).isEmpty();
            assertThat(engine.rows(OLD)).isEqualTo(ROUNDS);
        }
    }
}
