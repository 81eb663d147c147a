package io.baton.engine.procedure;

import static io.baton.engine.procedure.Shop.ITEM;
import static io.baton.engine.procedure.Shop.NAME;
import static io.baton.engine.procedure.Shop.NAMES;
import static io.baton.engine.procedure.Shop.STOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.engine.Engine;
import io.baton.engine.Outcome;
import io.baton.engine.Procedure;
import io.baton.engine.Scan;
import io.baton.engine.Session;
import io.baton.engine.Transaction;
import io.baton.storage.Row;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What has promised to read only is held to it, through whatever door it tries to write. */
@Timeout(30)
class ReadOnlyTest {

    private Engine engine;
    private Procedure<Long> reads;
    private Procedure<Long> writes;

    @BeforeEach
    void open() {
        engine = Shop.open();
        reads = engine.register("Reads", new Shop.AnyRead(), Long.class);
        writes = engine.register("Writes", new Shop.Any(), Long.class);
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private static Map<String, Consumer<Transaction>> doors() {
        final Map<String, Consumer<Transaction>> doors = new LinkedHashMap<>();
        doors.put("update", t -> t.update(ITEM, ITEM.key(1)).set(STOCK, 0));
        doors.put("findForUpdate", t -> t.findForUpdate(ITEM, ITEM.key(1)));
        doors.put("findForUpdate of nothing", t -> t.findForUpdate(ITEM, ITEM.key(99)));
        doors.put("insert", t -> t.insert(ITEM, ITEM.key(99)));
        doors.put("delete", t -> t.delete(ITEM, ITEM.key(1)));
        doors.put("update by image", t -> t.update(NAMES, t.probe(NAMES).set(NAME, "pen")));
        doors.put("findForUpdate by image", t -> t.findForUpdate(NAMES, t.probe(NAMES).set(NAME, "pen")));
        doors.put("insert by image", t -> t.insert(NAMES, t.probe(NAMES).set(NAME, "ink")));
        doors.put("delete by image", t -> t.delete(NAMES, t.probe(NAMES).set(NAME, "pen")));
        doors.put("update of a packed key by image", t -> t.update(ITEM, t.read(ITEM, ITEM.key(1))));
        doors.put("scan for update", t -> t.scan(Shop.BY_SHELF).equal(1).forUpdate());
        doors.put("update in a scan", t -> {
            final Scan scan = t.scan(Shop.BY_SHELF).equal(1);
            scan.next();
            scan.update();
        });
        return doors;
    }

    private static void assertRefused(String door, Outcome<Long> outcome) {
        assertThat(outcome).as(door).isInstanceOfSatisfying(Outcome.AbortedByProcedure.class, aborted -> {
            assertThat(aborted.reason()).as(door).isEqualTo(AbortReason.READ_ONLY);
            assertThat(aborted.reason().sqlState()).isEqualTo("25006");
            assertThat(aborted.message()).as(door).startsWith("procedure Reads is declared @ReadOnly, but was to ")
                .containsAnyOf("table item", "table name").endsWith("; let it only read, or take the annotation away");
        });
    }

    @Test
    void everyWriteEndsTheCallAndSaysWhoseItIsAndWhatToDo() {
        doors().forEach((door, work) -> assertRefused(door, engine.execute(reads, work)));
        assertThat(Shop.stock(engine, 1)).isEqualTo(100);
    }

    @Test
    void whatTheProcedureMakesOfTheRefusalDoesNotMatter() {
        doors().forEach((door, work) -> assertRefused(door, engine.execute(reads, (Consumer<Transaction>) t -> {
            assertThatThrownBy(() -> work.accept(t)).as(door).isInstanceOf(RuntimeException.class);
            assertThatThrownBy(() -> t.read(ITEM, ITEM.key(1))).as(door).isInstanceOf(RuntimeException.class);
        })));
    }

    @Test
    void sessionsAndThreadsOfTheEngineHoldToItToo() {
        final Consumer<Transaction> work = t -> t.insert(ITEM, ITEM.key(99));
        try (Session session = engine.session()) {
            assertRefused("session", session.execute(reads, work));
        }
        assertThatThrownBy(() -> engine.callAsync(reads, work).join()).isInstanceOf(CompletionException.class)
            .hasMessageContaining("declared @ReadOnly");
        assertRefused("at once", Objects.requireNonNull(reads.executeNow(work), "it need not wait"));
        assertRefused("once", engine.execute(reads.once(), work));
    }

    @Test
    void readsGoOnAsEver() {
        final long[] sum = new long[1];
        engine.call(reads, (Consumer<Transaction>) t -> {
            sum[0] = t.read(ITEM, ITEM.key(1)).get(STOCK) + t.readAll(ITEM, 1, 2, 99).length;
            final Scan scan = t.scan(Shop.BY_SHELF).equal(1);
            while (scan.next()) {
                sum[0] += scan.row().get(STOCK);
            }
            assertThat(t.exists(NAMES, t.probe(NAMES).set(NAME, "pen"))).isTrue();
        });
        assertThat(sum[0]).isEqualTo(603);
    }

    @Test
    void partsThatWriteAreRefusedAndPartsThatReadAreHeldToIt() {
        final Consumer<Transaction> write = t -> t.update(ITEM, ITEM.key(1)).set(STOCK, 1);
        assertRefused("a part that writes",
            engine.execute(reads, (Consumer<Transaction>) t -> writes.runWithin(t, write)));
        assertRefused("a part that is to read",
            engine.execute(writes, (Consumer<Transaction>) t -> reads.runWithin(t, write)));
        assertThat(Shop.stock(engine, 1)).isEqualTo(100);
    }

    @Test
    void whatWritesGoesOnWritingBehindAPartThatReads() {
        engine.call(writes, (Consumer<Transaction>) t -> {
            t.update(ITEM, ITEM.key(1)).set(STOCK, 1);
            reads.runWithin(t, (Consumer<Transaction>) within -> within.read(ITEM, ITEM.key(1)));
            t.update(ITEM, ITEM.key(2)).set(STOCK, 2);
        });
        assertThat(Shop.stock(engine, 1)).isEqualTo(1);
        assertThat(Shop.stock(engine, 2)).isEqualTo(2);
    }

    @Test
    void aPartThatFailsLeavesThePromiseToItself() {
        engine.call(writes, (Consumer<Transaction>) t -> {
            assertThatThrownBy(() -> reads.runWithin(t, (Consumer<Transaction>) within -> {
                throw new IllegalStateException("mine");
            })).hasMessage("mine");
            t.update(ITEM, ITEM.key(1)).set(STOCK, 3);
        });
        assertThat(Shop.stock(engine, 1)).isEqualTo(3);
    }

    @Test
    void rowsThatTheTransactionHasWrittenAreShownForReadingOnly() {
        final Outcome<Long> outcome = engine.execute(writes, (Consumer<Transaction>) t -> {
            t.update(ITEM, ITEM.key(1)).set(STOCK, 5);
            t.insert(NAMES, t.probe(NAMES).set(NAME, "ink"));
            reads.runWithin(t, (Consumer<Transaction>) within -> {
                final Scan scan = within.scan(Shop.BY_SHELF).equal(1);
                assertThat(scan.next()).isTrue();
                for (final Row row : new Row[] {within.read(ITEM, ITEM.key(1)), within.readAll(ITEM, 1)[0],
                    scan.row()}) {
                    assertThat(row.get(STOCK)).isEqualTo(5);
                    assertThatThrownBy(() -> row.set(STOCK, 6)).hasMessageContaining("opened for reading");
                }
                final Row name = within.read(NAMES, within.probe(NAMES).set(NAME, "ink"));
                assertThat(name.isWritable()).isFalse();
            });
        });
        assertThat(outcome).isInstanceOf(Outcome.Committed.class);
        assertThat(Shop.stock(engine, 1)).isEqualTo(5);
    }

    @Test
    void planThatNamesLocksToWriteIsRefused() {
        final Procedure<Long> liar = engine.register(new Shop.Liar(), Long.class);
        for (final boolean index : new boolean[] {false, true}) {
            assertThat(engine.execute(liar, index)).isInstanceOfSatisfying(Outcome.AbortedByProcedure.class,
                aborted -> {
                    assertThat(aborted.reason()).isEqualTo(AbortReason.READ_ONLY);
                    assertThat(aborted.message()).contains("procedure Liar", "table item", "plan");
                });
        }
    }

    @Test
    void thePromiseIsToldInheritedAndKeptByWhatReplacesIt() {
        assertThat(reads.readOnly()).isTrue();
        assertThat(reads.once().readOnly()).isTrue();
        assertThat(writes.readOnly()).isFalse();
        final Procedure<Long> heir = engine.register(new Shop.AnyHeir(), Long.class);
        assertThat(heir.readOnly()).isTrue();
        assertThatIllegalArgumentException().isThrownBy(() -> engine.replace(reads, new Shop.Any()))
            .withMessageContaining("procedure Reads is declared @ReadOnly, as its callers know");
        assertThat(reads.readOnly()).isTrue();
        engine.replace(writes, new Shop.AnyRead());
        assertThat(writes.readOnly()).isTrue();
        engine.unregister(reads);
        assertThat(reads.readOnly()).isFalse();
    }
}
