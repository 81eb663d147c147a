package io.baton.engine.wide;

import static io.baton.engine.wide.WideTables.EVENTS;
import static io.baton.engine.wide.WideTables.EVENT_VALUE;
import static io.baton.engine.wide.WideTables.PAIRS;
import static io.baton.engine.wide.WideTables.PAIR_VALUE;
import static io.baton.engine.wide.WideTables.USERS;
import static io.baton.engine.wide.WideTables.USER_VALUE;
import static io.baton.engine.wide.WideTables.key;
import static io.baton.engine.wide.WideTables.probe;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.baton.engine.DataDirectory;
import io.baton.engine.Durability;
import io.baton.engine.Engine;
import io.baton.engine.Procedure;
import io.baton.engine.ProcedureAbortedException;
import io.baton.engine.Scan;
import io.baton.engine.TableReader;
import io.baton.engine.Transaction;
import io.baton.engine.procedure.AbortReason;
import io.baton.engine.wide.WideTables.Work;
import io.baton.storage.IndexSchema;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import io.baton.testing.disk.CrashDisk;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Indexes are added to tables with wide keys, twins among them, and such tables to a running engine. */
@Timeout(30)
class WideCatalogTest {

    private static final List<IndexSchema> ADDED = List.of(
        PAIRS.newIndex("added", 0, PAIR_VALUE.signed(32)),
        USERS.newIndex("added", 0, USER_VALUE.signed(32)),
        EVENTS.newIndex("added", 0, EVENT_VALUE.signed(32)));
    /** More than one batch. */
    private static final int ROWS = 200;
    private static final int ROUNDS = 5;

    private final Path data = new CrashDisk().process().getPath("/data");

    private static LongColumn value(TableSchema table) {
        return WideTables.VALUES.get(WideTables.ALL.indexOf(table));
    }

    private static void fill(Engine engine) {
        engine.insertAll(insert -> {
            for (TableSchema table : WideTables.ALL) {
                for (int number = 0; number < ROWS; number++) {
                    insert.insert(key(insert.row(table), number).set(value(table), number));
                }
            }
        });
    }

    private static int change(Transaction t, SplittableRandom random) {
        for (int i = 0; i < 3; i++) {
            final TableSchema table = WideTables.ALL.get(random.nextInt(WideTables.ALL.size()));
            final Row probe = probe(t, table, random.nextInt(ROWS));
            final Row row = t.findForUpdate(table, probe);
            if (row == null) {
                t.insert(table, probe).set(value(table), random.nextInt(1_000));
            } else if (random.nextBoolean()) {
                t.delete(table, row);
            } else {
                row.set(value(table), random.nextInt(1_000));
            }
        }
        return 0;
    }

    private static Set<String> scanned(Transaction t, IndexSchema index) {
        final TableSchema table = index.tableSchema();
        final Set<String> rows = new TreeSet<>();
        long before = Long.MIN_VALUE;
        for (Scan scan = t.scan(index); scan.next();) {
            final long value = scan.row().get(value(table));
            assertThat(value).isGreaterThanOrEqualTo(before);
            before = value;
            assertThat(rows.add(table.describe(scan.row()) + " " + value)).isTrue();
        }
        return rows;
    }

    private static void check(Engine engine, Procedure<Object> work, IndexSchema index) {
        final TableSchema table = index.tableSchema();
        final Set<String> expected = new TreeSet<>();
        TableReader.forEachRow(engine, table, row -> expected.add(table.describe(row) + " " + row.get(value(table))));
        assertThat(engine.call(work, (Work) t -> scanned(t, index))).isEqualTo(expected);
    }

    @Test
    void indexOfWideRowsIsExactWhateverOthersWriteWhileItIsBuilt() {
        try (Engine engine = WideTables.builder().assertions(true).open()) {
            final Procedure<Object> work = engine.register(new WideTables.Do(), Object.class);
            fill(engine);
            for (int round = 0; round < ROUNDS; round++) {
                final SplittableRandom random = new SplittableRandom(round);
                final AtomicBoolean end = new AtomicBoolean();
                final AtomicLong calls = new AtomicLong();
                final CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> {
                    while (!end.get()) {
                        engine.call(work, (Work) t -> change(t, random));
                        calls.incrementAndGet();
                    }
                });
                for (IndexSchema index : ADDED) {
                    engine.catalog().addIndex(index);
                }
                while (calls.get() < 100 && !writer.isDone()) {
                    Thread.onSpinWait();
                }
                end.set(true);
                writer.join();
                for (IndexSchema index : ADDED) {
                    check(engine, work, index);
                    engine.catalog().dropIndex(index);
                }
            }
        }
    }

    @Test
    void uniqueIndexIsBuiltOrRefusedWithBothWideKeysInWords() {
        try (Engine engine = WideTables.builder().assertions(true).open()) {
            final Procedure<Object> work = engine.register(new WideTables.Do(), Object.class);
            fill(engine);
            final IndexSchema unique = USERS.newUniqueIndex("unique_value", USER_VALUE.signed(32));
            engine.call(work, (Work) t -> t.update(USERS, probe(t, USERS, 7)).set(USER_VALUE, 150));
            assertThatExceptionOfType(ProcedureAbortedException.class)
                .isThrownBy(() -> engine.catalog().addIndex(unique))
                .satisfies(e -> assertThat(e.reason()).isEqualTo(AbortReason.DUPLICATE_KEY))
                .withMessageContaining("unique_value").withMessageContaining("t3").withMessageContaining("t2");
            engine.call(work, (Work) t -> t.update(USERS, probe(t, USERS, 7)).set(USER_VALUE, 7));
            engine.catalog().addIndex(unique);
            assertThat(engine.call(work, (Work) t -> {
                final Scan scan = t.scan(unique).equal(150L);
                assertThat(scan.next()).isTrue();
                return USERS.describe(scan.row());
            })).isEqualTo(engine.call(work, (Work) t -> USERS.describe(probe(t, USERS, 150))));
            assertThatExceptionOfType(ProcedureAbortedException.class)
                .isThrownBy(() -> engine.call(work,
                    (Work) t -> t.update(USERS, probe(t, USERS, 7)).set(USER_VALUE, 150)))
                .satisfies(e -> assertThat(e.reason()).isEqualTo(AbortReason.DUPLICATE_KEY));
        }
    }

    @Test
    void addedWideTableAndItsRowsAreThereAgain() {
        try (Engine engine = Engine.builder().table(PAIRS, ROWS).data(directory()).open()) {
            final Procedure<Object> work = engine.register(new WideTables.Do(), Object.class);
            engine.catalog().addTable(USERS, ROWS);
            engine.catalog().addTable(EVENTS, ROWS);
            fill(engine);
            engine.catalog().addIndex(ADDED.get(1));
            check(engine, work, ADDED.get(1));
        }
        try (Engine engine = WideTables.builder().data(directory()).open()) {
            for (TableSchema table : WideTables.ALL) {
                assertThat(engine.rows(table)).isEqualTo(ROWS);
            }
        }
    }

    private DataDirectory directory() {
        return new DataDirectory(data).durability(Durability.GROUP).segmentBytes(DataDirectory.SEGMENT_BYTES_MIN);
    }
}
