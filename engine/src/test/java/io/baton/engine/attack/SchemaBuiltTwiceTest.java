package io.baton.engine.attack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.baton.engine.Engine;
import io.baton.engine.Loader;
import io.baton.engine.Procedure;
import io.baton.engine.Scan;
import io.baton.engine.TableReader;
import io.baton.engine.attack.Parts.Work;
import io.baton.storage.IndexSchema;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A schema that is built twice, as by two jars, names the same table; another schema of the name does not. */
@Timeout(60)
class SchemaBuiltTwiceTest {

    /** One building of the schema. */
    private static final class Shelf {
        final TableSchema.Builder builder = TableSchema.named("shelf");
        final LongColumn room = builder.int32("room");
        final LongColumn number = builder.int32("number");
        final LongColumn amount = builder.nullable().int64("amount");
        final StringColumn label;
        final IndexSchema byLabel;
        final TableSchema table;

        Shelf(int labelBytes) {
            label = builder.nullable().string("label", labelBytes);
            byLabel = builder.primaryKey(room.bits(16), number.bits(16)).ordered(1).index("by_label", 1, label.part());
            table = builder.build();
        }

        IndexSchema byRoom() {
            return Objects.requireNonNull(table.primaryIndex());
        }
    }

    private final Shelf own = new Shelf(20);
    private final Shelf twin = new Shelf(20);
    private final Shelf other = new Shelf(21);

    private Engine open() {
        return Engine.builder().table(own.table, 100).assertions(true).open();
    }

    private static List<Long> amounts(Scan scan, LongColumn column) {
        final List<Long> found = new ArrayList<>();
        while (scan.next()) {
            found.add(scan.row().get(column));
        }
        return found;
    }

    @Test
    void allThatATransactionDoesWorksWithEither() {
        try (Engine engine = open()) {
            final Procedure<Object> work = Parts.work(engine);
            engine.call(work, (Work) t -> {
                for (int number = 1; number <= 3; number++) {
                    t.insert(twin.table, twin.table.key(1, number)).set(twin.amount, number).set(twin.label, "x");
                }
                return 0;
            });
            engine.call(work, (Work) t -> {
                final long key = own.table.key(1, 2);
                // The same row and the same write, whichever schema names it.
                t.update(own.table, key).set(own.amount, 20);
                final Row seen = t.read(twin.table, key);
                assertThat(seen.get(own.amount)).isEqualTo(20);
                assertThat(seen.get(twin.amount)).isEqualTo(20);
                assertThat(seen.get(twin.label)).isEqualTo("x");
                assertThat(twin.table.keyOf(seen)).isEqualTo(key);
                t.update(twin.table, key).set(twin.amount, 21).setNull(twin.label);
                assertThat(t.read(own.table, key).get(own.amount)).isEqualTo(21);
                assertThat(t.exists(twin.table, t.probe(twin.table).set(twin.room, 1).set(twin.number, 3))).isTrue();
                t.delete(twin.table, twin.table.key(1, 3));
                assertThat(t.find(own.table, own.table.key(1, 3))).isNull();
                return 0;
            });
            engine.call(work, (Work) t -> {
                assertThat(amounts(t.scan(twin.byRoom()).equal(1), twin.amount)).containsExactly(1L, 21L);
                assertThat(amounts(t.scan(twin.byLabel).equal("x"), own.amount)).containsExactly(1L);
                assertThat(t.readAll(twin.table, twin.table.key(1, 1), twin.table.key(1, 3))[1]).isNull();
                t.prefetch(twin.table, twin.table.key(1, 1));
                return 0;
            });
        }
    }

    @Test
    void soDoesAllThatLoadsAndReadsTables() {
        try (Engine engine = open()) {
            try (Loader loader = engine.loader()) {
                loader.insert(loader.row(twin.table, twin.table.key(2, 1)).set(twin.amount, 5));
            }
            engine.insertAll(rows -> rows.insert(rows.row(twin.table, twin.table.key(2, 2)).set(twin.amount, 6)));
            assertThat(engine.rows(twin.table)).isEqualTo(2);
            final List<Long> read = new ArrayList<>();
            TableReader.forEachRow(engine, twin.table, row -> read.add(row.get(twin.amount)));
            assertThat(read).containsExactlyInAnyOrder(5L, 6L);
            assertThat(engine.call(TableReader.whole(engine, twin.table, row -> row.get(own.amount), 10)))
                .containsExactlyInAnyOrder(5L, 6L);
            engine.catalog().dropIndex(twin.byLabel);
            assertThat(engine.catalog().indexes(twin.table)).isEmpty();
            assertThatIllegalArgumentException()
                .isThrownBy(() -> engine.catalog().addIndex(twin.table.newIndex("by_amount", 1, twin.amount.bits(32))))
                .withMessageContaining("was made of another schema of the table");
        }
    }

    @Test
    void manySchemasThatAreEqualTakeNoMemoryForGood() {
        try (Engine engine = open()) {
            final Procedure<Object> work = Parts.work(engine);
            engine.call(work, (Work) t -> {
                t.insert(own.table, own.table.key(1, 1)).set(own.amount, 1);
                for (int i = 0; i < 1_000; i++) {
                    final Shelf next = new Shelf(20);
                    t.update(next.table, next.table.key(1, 1)).set(next.amount, i);
                    assertThat(amounts(t.scan(next.byRoom()).equal(1), own.amount)).containsExactly((long) i);
                }
                return 0;
            });
        }
    }

    @Test
    void anotherSchemaOfTheNameIsRefusedAndTheDifferenceNamed() {
        try (Engine engine = open()) {
            final Procedure<Object> work = Parts.work(engine);
            assertThat(engine.execute(work, (Work) t -> t.find(other.table, 1L)).toString())
                .contains("the engine has a table shelf of another schema", "label");
            assertThat(engine.execute(work, (Work) t -> t.scan(other.byLabel)).toString())
                .contains("the engine has no index by_label of table shelf");
            assertThat(engine.execute(work, (Work) t -> t.insert(own.table, 1).set(other.label, "y")).toString())
                .contains(
                    "a column or row of table shelf was used with a row of table shelf, which has another schema");
            assertThatIllegalArgumentException().isThrownBy(() -> engine.rows(other.table))
                .withMessageContaining("table shelf was opened with another schema");
        }
    }
}
