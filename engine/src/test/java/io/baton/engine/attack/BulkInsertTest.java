package io.baton.engine.attack;

import static io.baton.engine.attack.Parts.AMOUNT;
import static io.baton.engine.attack.Parts.BY_GROUP;
import static io.baton.engine.attack.Parts.CONTENT;
import static io.baton.engine.attack.Parts.GROUP;
import static io.baton.engine.attack.Parts.ID;
import static io.baton.engine.attack.Parts.NAME;
import static io.baton.engine.attack.Parts.PART;
import static io.baton.engine.attack.Parts.PLACE;
import static io.baton.engine.attack.Parts.RANK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.baton.engine.BulkInsert;
import io.baton.engine.BulkInsertException;
import io.baton.engine.Engine;
import io.baton.engine.Procedure;
import io.baton.engine.Scan;
import io.baton.engine.attack.Parts.Work;
import io.baton.engine.procedure.AbortReason;
import io.baton.storage.DuplicateKeyException;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rows are inserted in bulk while calls are under way, and a failure tells how many are there. */
@Timeout(60)
class BulkInsertTest {

    private static final String ENDED =
        "this bulk insert has ended, or belongs to another thread; give all rows before its source returns";

    private final Engine engine = Parts.builder().open();
    private final Procedure<Object> work = Parts.work(engine);

    @AfterEach
    void close() {
        engine.close();
    }

    private static void give(BulkInsert insert, long first, long last) {
        for (long id = first; id <= last; id++) {
            final Row row = insert.row(PART, id);
            insert.insert(row.set(GROUP, id % 200).set(RANK, id % 50).set(AMOUNT, id).set(NAME, "n" + id % 7));
        }
    }

    private BulkInsertException fails(BulkInsert.Source<RuntimeException> source) {
        return catchThrowableOfType(BulkInsertException.class, () -> engine.insertAll(source));
    }

    @Test
    void allRowsAreThereWithTheirIndexesAndTransactionsAreBounded() {
        engine.call(work, (Work) t -> 0);
        final List<Long> committed = new ArrayList<>();
        final long rows = engine.insertAll(insert -> {
            for (long id = 1; id <= 1234; id++) {
                give(insert, id, id);
                assertThat(engine.rows(PART)).isEqualTo(insert.rowsCommitted());
                committed.add(insert.rowsCommitted());
            }
        });
        assertThat(rows).isEqualTo(1234).isEqualTo(engine.rows(PART));
        assertThat(committed.stream().distinct()).containsExactly(0L, 500L, 1000L);
        engine.call(work, (Work) t -> {
            assertThat(Parts.text(t.read(PART, 1207))).isEqualTo("1207:7:1207:n3");
            assertThat(Parts.group(t, 7)).hasSize(7).contains("1207:7:1207:n3");
            assertThat(Parts.named(t, "n3")).hasSize(176);
            return 0;
        });
    }

    @Test
    void noRowsAndRowsOfSeveralTablesInTransactionsOfAnotherSize() {
        assertThat(engine.insertAll(insert -> {})).isZero();
        assertThat(engine.insertAll(insert -> {
            insert.rowsPerTransaction(3);
            for (int i = 1; i <= 10; i++) {
                give(insert, i, i);
                insert.insert(insert.row(PLACE, PLACE.key(i % 2, i)).set(CONTENT, i));
            }
            assertThat(insert.rowsCommitted()).isEqualTo(18);
        })).isEqualTo(20);
        assertThat(engine.rows(PART)).isEqualTo(10);
        assertThat(engine.rows(PLACE)).isEqualTo(10);
    }

    @Test
    void keyThatIsTaken() {
        engine.call(work, (Work) t -> t.insert(PART, 1100).address());
        final List<Throwable> later = new ArrayList<>();
        final BulkInsertException thrown = fails(insert -> {
            try {
                give(insert, 1, 2000);
            } catch (BulkInsertException e) {
                later.add(e);
                later.add(catchThrowableOfType(BulkInsertException.class, () -> insert.row(PART, 3000)));
            }
        });
        assertThat(thrown).hasMessage("the bulk insert committed 1000 rows, the first that were given, and none of the"
            + " next 500: table part already has a row with key (id=1100)").hasCauseInstanceOf(
                DuplicateKeyException.class);
        assertThat(thrown.reason()).isEqualTo(AbortReason.DUPLICATE_KEY);
        assertThat(thrown.rowsCommitted()).isEqualTo(1000);
        assertThat(later).hasSize(2).allMatch(e -> e == thrown);
        assertThat(engine.rows(PART)).isEqualTo(1001);
    }

    @Test
    void keyThatIsGivenTwiceAndValueThatDoesNotFitItsIndex() {
        final BulkInsertException twice = fails(insert -> {
            give(insert, 1, 3);
            give(insert, 2, 2);
        });
        assertThat(twice.reason()).isEqualTo(AbortReason.DUPLICATE_KEY);
        assertThat(twice).hasMessageEndingWith("none of the next 4: table part already has a row with key (id=2)");
        final BulkInsertException unfit = fails(insert -> insert.insert(insert.row(PART, 1).set(GROUP, 256)));
        assertThat(unfit.reason()).isEqualTo(AbortReason.INVALID_VALUE);
        assertThat(engine.rows(PART)).isZero();
    }

    @Test
    void tableThatIsFull() {
        final BulkInsertException thrown = fails(insert -> give(insert, 1, 100_000));
        assertThat(thrown.reason()).isEqualTo(AbortReason.TABLE_FULL);
        assertThat(thrown).hasMessageContaining("table part is full");
        assertThat(thrown.rowsCommitted()).isEqualTo(engine.rows(PART)).isBetween(1000L, 50_000L);
    }

    @Test
    void memoryBudget() {
        try (Engine small = Engine.builder().table(PART, 1_000_000).memoryBytes(64 << 20).open()) {
            final BulkInsertException thrown = catchThrowableOfType(BulkInsertException.class,
                () -> small.insertAll(insert -> give(insert, 1, 2_000_000)));
            assertThat(thrown.reason()).isEqualTo(AbortReason.OUT_OF_MEMORY);
            assertThat(thrown.rowsCommitted()).isEqualTo(small.rows(PART)).isPositive();
            assertThat(thrown.rowsCommitted() % BulkInsert.ROWS_PER_TRANSACTION).isZero();
        }
    }

    @Test
    void fewLargeRowsAreCommittedBeforeTheyFillTheMemory() {
        final TableSchema.Builder builder = TableSchema.named("large");
        final LongColumn id = builder.int64("id");
        for (int i = 0; i < 15; i++) {
            builder.string("text" + i, 65_535);
        }
        final TableSchema large = builder.primaryKey(id.bits(32)).build();
        try (Engine other = Engine.builder().table(large, 100).open()) {
            assertThat(other.insertAll(insert -> {
                for (int i = 0; i < 100; i++) {
                    insert.row(large, 1000 + i);
                    insert.insert(insert.row(large, i));
                }
                assertThat(insert.rowsCommitted()).isGreaterThan(60);
            })).isEqualTo(100);
            assertThat(other.rows(large)).isEqualTo(100);
        }
    }

    @Test
    void sourceThatThrowsLeavesWhatWasCommitted() {
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> engine.insertAll(insert -> {
            give(insert, 1, 1100);
            throw new IOException("planted");
        })).withMessage("planted");
        assertThat(engine.rows(PART)).isEqualTo(1000);
        assertThat(engine.insertAll(insert -> give(insert, 1001, 1100))).isEqualTo(100);
    }

    @Test
    void mistakesWithRowsAreRefusedAndTheRestGoesOn() {
        engine.insertAll(insert -> {
            final Row first = insert.row(PART, 1);
            final Row second = insert.row(PART, 2);
            assertThatIllegalStateException().isThrownBy(() -> first.set(AMOUNT, 1));
            assertThatIllegalArgumentException().isThrownBy(() -> insert.insert(first))
                .withMessage("insert the row that row(...) returned last, and insert it once");
            assertThatIllegalArgumentException().isThrownBy(() -> second.set(ID, 3))
                .withMessageContaining("a key does not change");
            insert.insert(second.set(AMOUNT, 22));
            assertThatIllegalStateException().isThrownBy(() -> second.set(AMOUNT, 23));
            assertThatIllegalArgumentException().isThrownBy(() -> insert.insert(second));
            assertThatIllegalArgumentException().isThrownBy(() -> insert.rowsPerTransaction(0))
                .withMessage("a bulk insert has 1 to 10000 rows per transaction, not 0");
            assertThatIllegalArgumentException().isThrownBy(() -> insert.rowsPerTransaction(10_001));
            assertThatIllegalArgumentException().isThrownBy(() -> insert.row(stranger(false), 1))
                .withMessage("the engine was opened without table stranger; add it to the engine's builder, or to its"
                    + " catalog");
            insert.row(PART, 4);
        });
        assertThat(engine.rows(PART)).isOne();
        assertThat(engine.call(work, (Work) t -> t.read(PART, 2).get(AMOUNT))).isEqualTo(22L);
    }

    private static TableSchema stranger(boolean readOnly) {
        final TableSchema.Builder builder = TableSchema.named("stranger");
        final LongColumn id = builder.int64("id");
        builder.primaryKey(id.bits(8));
        return readOnly ? builder.readOnly().build() : builder.build();
    }

    @Test
    void readOnlyTableIsRefused() {
        final TableSchema table = stranger(true);
        try (Engine other = Engine.builder().table(table, 10).open()) {
            assertThatIllegalStateException().isThrownBy(() -> other.insertAll(insert -> insert.row(table, 1)))
                .withMessage("table stranger is declared read-only: load it with a Loader before the first call");
        }
    }

    @Test
    void keptAfterItsTimeAndOnAnotherThread() {
        final List<BulkInsert> kept = new ArrayList<>();
        final List<Row> rows = new ArrayList<>();
        engine.insertAll(insert -> {
            kept.add(insert);
            rows.add(insert.row(PART, 1));
            CompletableFuture.runAsync(() -> assertThatIllegalStateException()
                .isThrownBy(() -> insert.row(PART, 2)).withMessage(ENDED)).join();
        });
        final BulkInsert insert = kept.getFirst();
        assertThatIllegalStateException().isThrownBy(() -> insert.row(PART, 2)).withMessage(ENDED);
        assertThatIllegalStateException().isThrownBy(() -> insert.insert(rows.getFirst())).withMessage(ENDED);
        assertThatIllegalStateException().isThrownBy(() -> insert.rowsPerTransaction(2)).withMessage(ENDED);
        assertThatIllegalStateException().isThrownBy(() -> rows.getFirst().set(AMOUNT, 1));
        assertThat(insert.rowsCommitted()).isZero();
    }

    @Test
    void withinAProcedureAndOnAClosedEngineItIsRefused() {
        engine.call(work, (Work) t -> {
            assertThatIllegalStateException().isThrownBy(() -> engine.insertAll(insert -> give(insert, 1, 1)))
                .withMessage("inserting rows in bulk within procedure Do is not possible");
            return 0;
        });
        engine.close();
        assertThatIllegalStateException().isThrownBy(() -> engine.insertAll(insert -> give(insert, 1, 1)))
            .withMessage("the engine is closed; open a new one");
    }

    @Test
    void engineThatIsClosedMeanwhile() {
        final AtomicBoolean closed = new AtomicBoolean();
        assertThatIllegalStateException().isThrownBy(() -> engine.insertAll(insert -> {
            give(insert, 1, 700);
            engine.close();
            closed.set(true);
            give(insert, 701, 2000);
        }));
        assertThat(closed).isTrue();
    }

    @Test
    void sourceThatCallsProceduresAndInsertsInBulk() {
        assertThat(engine.insertAll(insert -> {
            insert.rowsPerTransaction(10);
            for (long id = 1; id <= 100; id++) {
                give(insert, id, id);
                final long next = 1000 + id;
                engine.call(work, (Work) t -> t.insert(PART, next).address());
            }
            engine.insertAll(inner -> give(inner, 2001, 2100));
        })).isEqualTo(100);
        assertThat(engine.rows(PART)).isEqualTo(300);
    }

    @Test
    void scansSeeWholeTransactionsWhileSeveralInsertSideBySide() {
        final List<CompletableFuture<Long>> inserts = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            final long first = 1 + i * 2000L;
            inserts.add(CompletableFuture.supplyAsync(() -> engine.insertAll(insert -> {
                insert.rowsPerTransaction(20);
                for (long id = first; id < first + 2000; id++) {
                    insert.insert(insert.row(PART, id).set(GROUP, 1).set(RANK, id));
                }
            })));
        }
        boolean all = false;
        while (!all) {
            all = inserts.stream().allMatch(CompletableFuture::isDone);
            final Object rows = engine.call(work, (Work) t -> {
                final Scan scan = t.scan(BY_GROUP).equal(1);
                int count = 0;
                while (scan.next()) {
                    count++;
                }
                return count;
            });
            assertThat((Integer) rows % 20).isZero();
        }
        inserts.forEach(insert -> assertThat(insert.join()).isEqualTo(2000));
        assertThat(engine.rows(PART)).isEqualTo(6000);
    }
}
