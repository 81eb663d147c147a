package io.baton.storage.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.storage.Row;
import io.baton.storage.RowArena;
import io.baton.storage.Storage;
import io.baton.storage.TableSchema;
import io.baton.storage.codec.SchemaDifference.Refused;
import io.baton.storage.codec.SchemaDifference.Same;
import io.baton.storage.codec.SchemaDifference.Upgrade;
import io.baton.storage.column.Column;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class SchemaDifferenceTest {

    /** A table with columns id, name and price, and what a test wants otherwise. */
    private static TableSchema table(Consumer<TableSchema.Builder> others) {
        TableSchema.Builder builder = TableSchema.named("shop");
        LongColumn id = builder.int32("id");
        builder.string("name", 8);
        builder.decimal("price", 2);
        builder.primaryKey(id.bits(20));
        others.accept(builder);
        return builder.build();
    }

    private static TableSchema plain() {
        return table(builder -> {});
    }

    private static void refuses(TableSchema now, String sentence) {
        assertThat(SchemaDifference.between(plain(), now, Set.of())).isEqualTo(new Refused(sentence));
        assertThatThrownBy(() -> new RowDecoder(plain(), now, Map.of())).isInstanceOf(IllegalArgumentException.class)
            .hasMessage(sentence);
    }

    private static void upgrades(TableSchema now, String... sentences) {
        assertThat(SchemaDifference.between(plain(), now, Set.of())).isEqualTo(new Upgrade(List.of(sentences)));
    }

    @Test
    void equalSchemasAreTheSame() {
        assertThat(SchemaDifference.between(plain(), plain(), Set.of())).isEqualTo(new Same());
        assertThat(SchemaDifference.between(List.of(plain()), List.of(plain()), Set.of())).isEqualTo(new Same());
    }

    @Test
    void tablesMayComeButNotGo() {
        TableSchema.Builder builder = TableSchema.named("town");
        TableSchema town = builder.primaryKey(builder.int8("id").bits(7)).build();
        assertThat(SchemaDifference.between(List.of(plain()), List.of(town, plain()), Set.of()))
            .isEqualTo(new Upgrade(List.of("table town is new and empty")));
        assertThat(SchemaDifference.between(List.of(town, plain()), List.of(plain()), Set.of()))
            .isEqualTo(new Refused("table town is in the store, but is not declared; declare it as it was"));
        assertThat(SchemaDifference.between(List.of(town, plain()), List.of(plain(), town), Set.of()))
            .isEqualTo(new Same());
    }

    @Test
    void newColumnsAreNullOrHaveADefault() {
        upgrades(table(b -> b.nullable().date("since")),
            "table shop: column since of type nullable date is new; rows that are there have NULL");
        TableSchema withRank = table(b -> b.int16("rank"));
        refuses(withRank, "table shop: column rank of type int16 is not in the store and is never NULL; declare it"
            + " nullable or give it a default");
        assertThat(SchemaDifference.between(plain(), withRank, Set.of(withRank.column("rank")))).isEqualTo(new Upgrade(
            List.of("table shop: column rank of type int16 is new; rows that are there have its default")));
    }

    @Test
    void columnsStayWhatTheyAre() {
        TableSchema.Builder builder = TableSchema.named("shop");
        LongColumn id = builder.int32("id");
        StringColumn name = builder.string("label", 8);
        builder.decimal("price", 2);
        refuses(builder.primaryKey(id.bits(20)).build(),
            "table shop: column name of type string(8) is in the store, but not in the schema; declare it as it was");
        assertThat(name.name()).isEqualTo("label");

        builder = TableSchema.named("shop");
        id = builder.int32("id");
        builder.nullable().string("name", 8);
        builder.decimal("price", 2);
        refuses(builder.primaryKey(id.bits(20)).build(), "table shop: column name is of type string(8) in the store and"
            + " of type nullable string(8) in the schema; declare it as it was");

        builder = TableSchema.named("shop");
        id = builder.int32("id");
        builder.decimal("price", 2);
        builder.string("name", 8);
        refuses(builder.primaryKey(id.bits(20)).build(),
            "table shop: column price of type decimal(2) stands behind column name in the store, but before it in the"
                + " schema");
    }

    @Test
    void keyAndLocksStayWhatTheyAre() {
        TableSchema.Builder builder = TableSchema.named("shop");
        LongColumn id = builder.int32("id");
        builder.string("name", 8);
        builder.decimal("price", 2);
        refuses(builder.primaryKey(id.signed(20)).build(),
            "table shop: the primary key is [id.bits(20)] in the store and [id.signed(20)] in the schema");
        refuses(table(b -> b.lockColumns(0)),
            "table shop: 1 columns of the primary key name a row's lock in the store and 0 in the schema");
    }

    @Test
    void indexesAndReadOnlyMayChange() {
        upgrades(table(b -> b.index("by_rank", 0, b.nullable().int16("rank").bits(10))),
            "table shop: column rank of type nullable int16 is new; rows that are there have NULL",
            "table shop: index by_rank is new");
        upgrades(table(b -> b.ordered(0)), "table shop: index shop.primary is new");
        upgrades(table(TableSchema.Builder::readOnly), "table shop: it is read-only now");
        TableSchema indexed = withIndex(false);
        assertThat(SchemaDifference.between(indexed, withIndex(true), Set.of())).isEqualTo(new Upgrade(List.of(
            "table shop: index by_day is another one: unique [day] of which scans bind 1 instead of [day] of which"
                + " scans bind 1")));
        TableSchema without = table(b -> b.date("day"));
        assertThat(SchemaDifference.between(indexed, without, Set.of()))
            .isEqualTo(new Upgrade(List.of("table shop: index by_day is gone")));
        assertThat(SchemaDifference.between(table(TableSchema.Builder::readOnly), plain(), Set.of()))
            .isEqualTo(new Upgrade(List.of("table shop: it is not read-only any more")));
        assertThat(SchemaDifference.between(twoIndexes("a", "b"), twoIndexes("b", "a"), Set.of()))
            .isEqualTo(new Upgrade(List.of("table shop: its indexes stand in another order")));
    }

    private static TableSchema withIndex(boolean unique) {
        return table(b -> {
            var day = b.date("day").part();
            if (unique) {
                b.uniqueIndex("by_day", day);
            } else {
                b.index("by_day", 1, day);
            }
        });
    }

    private static TableSchema twoIndexes(String first, String second) {
        return table(b -> {
            var day = b.date("day").part();
            b.index(first, 1, day);
            b.index(second, 1, day);
        });
    }

    @Test
    void rowsOfTheOldSchemaBecomeRowsOfTheNew() {
        TableSchema old = plain();
        TableSchema.Builder builder = TableSchema.named("shop");
        builder.nullable().string("note", 20);
        LongColumn id = builder.int32("id");
        LongColumn rank = builder.int16("rank");
        builder.string("name", 8);
        builder.nullable().bool("open");
        builder.decimal("price", 2);
        StringColumn town = builder.nullable().string("town", 10);
        TableSchema now = builder.primaryKey(id.bits(20)).build();
        Map<Column, Object> defaults = Map.of(rank, 7, town, "Kiel");
        var decoder = new RowDecoder(old, now, defaults);
        try (var storage = Storage.builder().open(); RowArena arena = storage.arena(); var out = new Output(1000)) {
            var row = new Row(old);
            arena.blank(row);
            row.setValue(old.column("id"), 5).setValue(old.column("name"), "tea").setValue(old.column("price"), 299);
            var changed = new Row(old);
            arena.copy(changed, row);
            changed.setValue(old.column("price"), 0);
            var encoder = new RowEncoder(old, 0);
            encoder.row(row.address(), out);
            encoder.update(row.address(), changed, out);
            var in = new Input();
            in.wrap(out.address(), out.size());
            var image = new Row(now);
            arena.blank(image);
            decoder.row(in, image);
            assertThat(values(image)).isEqualTo("null, 5, 7, tea, null, 2.99, Kiel");

            image.set(rank, 8);
            var writes = new WriteReader(1);
            writes.wrap(in);
            assertThat(writes.next()).isTrue();
            var key = new Row(now);
            arena.blank(key);
            decoder.key(in, key);
            decoder.body(in, image);
            assertThat(now.keyOf(key)).isEqualTo(5);
            assertThat(values(image)).isEqualTo("null, 5, 8, tea, null, 0.00, Kiel");
        }
    }

    private static String values(Row row) {
        return String.join(", ",
            row.schema().columns().stream().map(column -> String.valueOf(row.value(column))).toList());
    }

    @Test
    void rowsOfOtherTablesAreRefused() {
        TableSchema schema = plain();
        TableSchema other = plain();
        try (var storage = Storage.builder().open(); RowArena arena = storage.arena(); var out = new Output(1000)) {
            var row = new Row(other);
            arena.blank(row);
            assertThatThrownBy(() -> new RowEncoder(schema, 1).insert(row, out))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a row of table shop was given to the encoder of table shop, whose schema is another one");
            assertThatThrownBy(() -> new RowDecoder(schema).row(new Input(), row))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a row of table shop was given to the decoder of table shop, whose schema is another one");
            var forReading = new Row(schema);
            arena.blank(forReading);
            arena.copyForReading(forReading, forReading);
            assertThatThrownBy(() -> new RowDecoder(schema).row(new Input(), forReading))
                .isInstanceOf(IllegalStateException.class);
        }
    }
}
