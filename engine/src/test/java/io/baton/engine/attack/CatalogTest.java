package io.baton.engine.attack;

import static io.baton.engine.attack.Parts.AMOUNT;
import static io.baton.engine.attack.Parts.BY_GROUP;
import static io.baton.engine.attack.Parts.BY_NAME;
import static io.baton.engine.attack.Parts.BY_SHELF;
import static io.baton.engine.attack.Parts.GROUP;
import static io.baton.engine.attack.Parts.NAME;
import static io.baton.engine.attack.Parts.NUMBER;
import static io.baton.engine.attack.Parts.PART;
import static io.baton.engine.attack.Parts.PLACE;
import static io.baton.engine.attack.Parts.RANK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.baton.engine.Engine;
import io.baton.engine.Procedure;
import io.baton.engine.ProcedureAbortedException;
import io.baton.engine.Scan;
import io.baton.engine.Session;
import io.baton.engine.SystemAbortedException;
import io.baton.engine.TestHistory;
import io.baton.engine.Transaction;
import io.baton.engine.attack.Parts.Work;
import io.baton.engine.procedure.AbortReason;
import io.baton.storage.IndexSchema;
import io.baton.storage.TableSchema;
import io.baton.storage.column.KeyPart;
import io.baton.storage.column.LongColumn;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tables and indexes are added to a running engine, and what is refused changes nothing. */
@Timeout(60)
class CatalogTest {

    private static final TableSchema.Builder NEW_BUILDER = TableSchema.named("novelty");
    private static final LongColumn NEW_ID = NEW_BUILDER.int64("id");
    private static final LongColumn NEW_VALUE = NEW_BUILDER.int64("value");
    private static final IndexSchema BY_VALUE =
        NEW_BUILDER.primaryKey(NEW_ID.bits(40)).index("by_value", 1, NEW_VALUE.bits(40));
    private static final TableSchema NOVELTY = NEW_BUILDER.build();

    private final Engine engine = Parts.builder().callTimeout(Duration.ofMillis(700)).open();
    private final Procedure<Object> work = Parts.work(engine);

    @AfterEach
    void close() {
        engine.close();
    }

    private Object call(Work what) {
        return engine.call(work, what);
    }

    @Test
    void proceduresAndSessionsThatAreThereUseAnAddedTable() {
        try (Session session = engine.session()) {
            session.call(work, (Work) t -> t.exists(PART, 1));
            engine.catalog().addTable(NOVELTY, 100);
            session.call(work, (Work) t -> t.insert(NOVELTY, 1).set(NEW_VALUE, 7));
            call(t -> t.insert(NOVELTY, 2).set(NEW_VALUE, 7));
            assertThat(call(t -> amountsOfNew(t, 7))).isEqualTo(2);
            engine.insertAll(insert -> insert.insert(insert.row(NOVELTY, 3).set(NEW_VALUE, 7)));
            assertThat(session.<Object>call(work, (Work) t -> amountsOfNew(t, 7))).isEqualTo(3);
        }
        assertThat(engine.rows(NOVELTY)).isEqualTo(3);
        assertThat(engine.catalog().tables()).containsExactly(PART, PLACE, NOVELTY);
    }

    private static int amountsOfNew(Transaction transaction, long value) {
        int count = 0;
        for (Scan scan = transaction.scan(BY_VALUE).equal(value); scan.next();) {
            count++;
        }
        return count;
    }

    @Test
    void addedIndexHasTheRowsThatWereThereAndThoseThatComeGoAndChange() {
        Parts.fill(engine, work, 300);
        final IndexSchema byAmount = PART.newIndex("by_amount", 1, AMOUNT.bits(20), NAME.part());
        call(t -> t.update(PART, 7).set(AMOUNT, 5));
        engine.catalog().addIndex(byAmount);
        assertThat(engine.catalog().indexes(PART)).containsExactly(BY_GROUP, BY_NAME, byAmount);
        call(t -> {
            assertThat(Parts.ids(t, byAmount, 5)).containsExactly(7L);
            assertThat(Parts.ids(t, byAmount, 100)).hasSize(299);
            t.update(PART, 8).set(AMOUNT, 5);
            t.delete(PART, 7);
            t.insert(PART, 301).set(GROUP, 2).set(AMOUNT, 5).set(NAME, "a");
            return 0;
        });
        assertThat(call(t -> Parts.ids(t, byAmount, 5))).isEqualTo(List.of(301L, 8L));
        engine.insertAll(i -> i.insert(i.row(PART, 302).set(GROUP, 2).set(AMOUNT, 5).set(NAME, "b")));
        assertThat(call(t -> Parts.ids(t, byAmount, 5))).isEqualTo(List.of(301L, 302L, 8L));
    }

    @Test
    void droppedIndexIsRefusedItsMemoryIsUsedAgainAndItCanBeAddedAgain() {
        Parts.fill(engine, work, 900);
        final IndexSchema byRank = PART.newIndex("by_rank", 0, RANK.bits(16));
        engine.catalog().addIndex(byRank);
        final long bytes = engine.memoryBytes();
        for (int i = 0; i < 50; i++) {
            engine.catalog().dropIndex(byRank);
            assertThatIllegalArgumentException().isThrownBy(() -> engine.catalog().dropIndex(byRank))
                .withMessageContaining("by_rank");
            final var refused = catchThrowableOfType(ProcedureAbortedException.class, () -> call(t -> t.scan(byRank)));
            assertThat(refused).hasMessageContaining("by_rank");
            engine.catalog().addIndex(byRank);
            assertThat(call(t -> Parts.ids(t, byRank).size())).isEqualTo(900);
        }
        assertThat(engine.memoryBytes()).isEqualTo(bytes);
    }

    @Test
    void declaredIndexCanBeDroppedAndRowsStillComeAndGo() {
        Parts.fill(engine, work, 50);
        engine.catalog().dropIndex(BY_GROUP);
        call(t -> {
            t.delete(PART, 1);
            t.update(PART, 2).set(GROUP, 250);
            return t.insert(PART, 51).set(GROUP, 999).set(NAME, "over 8 bits");
        });
        engine.insertAll(i -> i.insert(i.row(PART, 52).set(GROUP, 3)));
        assertThat(engine.rows(PART)).isEqualTo(51);
        assertThat(engine.catalog().indexes(PART)).containsExactly(BY_NAME);
        final IndexSchema again = PART.newIndex("by_group", 1, GROUP.bits(8));
        final var refused =
            catchThrowableOfType(ProcedureAbortedException.class, () -> engine.catalog().addIndex(again));
        assertThat(refused.reason()).isEqualTo(AbortReason.INVALID_VALUE);
        assertThat(engine.catalog().indexes(PART)).containsExactly(BY_NAME);
        call(t -> t.insert(PART, 53).set(GROUP, 9999));
    }

    @Test
    void uniqueIndexThatRowsViolateIsRefusedAndNothingIsLeftOfIt() {
        Parts.fill(engine, work, 200);
        call(t -> t.update(PART, 150).set(NAME, "p3"));
        final long bytes = engine.memoryBytes();
        final IndexSchema unique = PART.newUniqueIndex("one_name", NAME.part());
        for (int i = 0; i < 3; i++) {
            final var refused =
                catchThrowableOfType(ProcedureAbortedException.class, () -> engine.catalog().addIndex(unique));
            assertThat(refused.reason()).isEqualTo(AbortReason.DUPLICATE_KEY);
            assertThat(refused).hasMessageContaining("one_name").hasMessageContaining("id=150")
                .hasMessageContaining("id=3)");
        }
        assertThat(engine.catalog().indexes(PART)).containsExactly(BY_GROUP, BY_NAME);
        assertThat(engine.memoryBytes()).isLessThanOrEqualTo(bytes + (2 << 20));
        call(t -> t.update(PART, 151).set(NAME, "p3"));
        call(t -> t.update(PART, 150).set(NAME, "x").set(AMOUNT, 1));
        call(t -> t.update(PART, 151).set(NAME, "y"));
        engine.catalog().addIndex(unique);
        final var duplicate = catchThrowableOfType(ProcedureAbortedException.class,
            () -> call(t -> t.update(PART, 151).set(NAME, "p3")));
        assertThat(duplicate.reason()).isEqualTo(AbortReason.DUPLICATE_KEY);
    }

    @Test
    void mistakesAreNamedAndChangeNothing() {
        engine.catalog().addTable(NOVELTY, 100);
        assertThatIllegalArgumentException().isThrownBy(() -> engine.catalog().addTable(NOVELTY, 100))
            .withMessageContaining("there is a table novelty already");
        assertThatIllegalArgumentException().isThrownBy(() -> engine.catalog().addTable(table("x", false), 0))
            .withMessageContaining("0 rows expected");
        assertThatIllegalArgumentException().isThrownBy(() -> engine.catalog().addTable(table("x", true), 10))
            .withMessageContaining("read-only");
        assertThatIllegalArgumentException().isThrownBy(() -> engine.catalog().addIndex(BY_GROUP))
            .withMessageContaining("has an index by_group already");
        assertThatIllegalArgumentException()
            .isThrownBy(() -> engine.catalog().addIndex(PART.newIndex("by_name", 1, RANK.bits(8))))
            .withMessageContaining("by_name already");
        assertThatIllegalArgumentException().isThrownBy(() -> engine.catalog().dropIndex(BY_SHELF))
            .withMessageContaining("primary key");
        assertThatIllegalArgumentException()
            .isThrownBy(() -> engine.catalog().dropIndex(PART.newIndex("other", 1, RANK.bits(8))))
            .withMessageContaining("other");
        final TableSchema stranger = table("stranger", false);
        assertThatIllegalArgumentException()
            .isThrownBy(() -> engine.catalog().addIndex(stranger.newIndex("i", 0, stranger.keyParts().getFirst())))
            .withMessageContaining("without table stranger");
        assertThatIllegalArgumentException().isThrownBy(() -> PART.newIndex("i", 1, NUMBER.bits(3)))
            .withMessageContaining("column number of table place");
        final @Nullable KeyPart[] none = {null};
        assertThatIllegalArgumentException().isThrownBy(() -> PART.newIndex("i", 1, none))
            .withMessageContaining("null");
        assertThatIllegalArgumentException().isThrownBy(() -> PART.newIndex("i", 2, RANK.bits(8)))
            .withMessageContaining("1 parts and 2 scan columns");
        assertThatIllegalArgumentException().isThrownBy(() -> PART.newIndex(" ", 1, RANK.bits(8)))
            .withMessageContaining("no name");
        assertThat(engine.catalog().tables()).containsExactly(PART, PLACE, NOVELTY);
        assertThat(engine.catalog().indexes(PART)).containsExactly(BY_GROUP, BY_NAME);
    }

    private static TableSchema table(String name, boolean readOnly) {
        final TableSchema.Builder builder = TableSchema.named(name);
        builder.primaryKey(builder.int64("id").bits(40));
        return (readOnly ? builder.readOnly() : builder).build();
    }

    @Test
    void sixtyFourIndexesArePossibleAndNotOneMore() {
        Parts.fill(engine, work, 5);
        for (int i = 2; i < TableSchema.INDEXES_MAX; i++) {
            engine.catalog().addIndex(PART.newIndex("i" + i, 1, AMOUNT.bits(40)));
        }
        assertThatIllegalArgumentException()
            .isThrownBy(() -> engine.catalog().addIndex(PART.newIndex("last", 1, AMOUNT.bits(40))))
            .withMessageContaining("64 secondary indexes are possible");
        call(t -> t.update(PART, 3).set(AMOUNT, 4));
        engine.catalog().indexes(PART).stream().skip(2)
            .forEach(index -> assertThat(call(t -> Parts.ids(t, index, 4))).isEqualTo(List.of(3L)));
    }

    @Test
    void withinAProcedureChangesAreRefused() {
        final IndexSchema index = PART.newIndex("i", 1, RANK.bits(16));
        call(t -> {
            assertThatIllegalStateException().isThrownBy(() -> engine.catalog().addIndex(index))
                .withMessageContaining("within procedure Do is not possible");
            assertThatIllegalStateException().isThrownBy(() -> engine.catalog().addTable(NOVELTY, 10))
                .withMessageContaining("adding table novelty within procedure");
            assertThatIllegalStateException().isThrownBy(() -> engine.catalog().dropIndex(BY_NAME));
            return 0;
        });
        assertThat(engine.catalog().indexes(PART)).containsExactly(BY_GROUP, BY_NAME);
    }

    @Test
    void budgetOfMemoryIsKeptAndNothingIsLeftBehind() {
        final Engine small = Parts.builder().memoryBytes(3 << 20).open();
        try (small) {
            final Procedure<Object> own = Parts.work(small);
            final long bytes = small.memoryBytes();
            final var table =
                catchThrowableOfType(SystemAbortedException.class, () -> small.catalog().addTable(NOVELTY, 1L << 32));
            assertThat(table.reason()).isEqualTo(AbortReason.OUT_OF_MEMORY);
            assertThat(table).hasMessageContaining("novelty").hasMessageContaining("4294967296 rows");
            assertThat(small.memoryBytes()).isEqualTo(bytes);
            long id = 0;
            boolean full = false;
            while (!full) {
                final long first = id;
                full = Parts.reason(small.execute(own, (Work) t -> {
                    for (long i = first; i < first + 100; i++) {
                        t.insert(PART, i).set(GROUP, i % 200).set(NAME, "n" + i);
                    }
                    return 0;
                })) instanceof AbortReason;
                id += 100;
            }
            SystemAbortedException index = null;
            int added = 0;
            while (index == null) {
                final IndexSchema next = PART.newIndex("m" + added, 1, NAME.part());
                index = catchThrowableOfType(SystemAbortedException.class, () -> small.catalog().addIndex(next));
                added++;
            }
            assertThat(index.reason()).isEqualTo(AbortReason.OUT_OF_MEMORY);
            assertThat(small.catalog().indexes(PART)).hasSize(2 + added - 1);
            small.call(own, (Work) t -> t.update(PART, 1).set(RANK, 9));
        }
    }

    @Test
    void closedEngineAndEngineWithHistoryRefuse() {
        final Engine recording = Parts.builder().history(new TestHistory().opener()).open();
        assertThatIllegalStateException().isThrownBy(() -> recording.catalog().addTable(NOVELTY, 10))
            .withMessageContaining("while a history is recorded");
        recording.close();
        assertThatIllegalStateException().isThrownBy(() -> recording.catalog().addTable(NOVELTY, 10))
            .withMessageContaining("the engine is closed");
    }

    @Test
    void loadingEndsWithAChange() {
        engine.catalog().addTable(NOVELTY, 10);
        assertThatIllegalStateException().isThrownBy(engine::loader).withMessageContaining("the engine is running");
    }
}
