package io.baton.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class SchemaContentTest {
    /** Declares a table, with one thing changed. */
    private static final class Shop {
        String table = "shop";
        boolean nullable;
        int nameBytes = 8;
        boolean swapped;
        int idBits = 20;
        boolean signed;
        int ordered = 1;
        int locked = 1;
        boolean readOnly;
        int scanned = 1;
        boolean unique;
        String index = "by_name";
        boolean second;

        static TableSchema with(Consumer<Shop> change) {
            var shop = new Shop();
            change.accept(shop);
            return shop.build();
        }

        private TableSchema build() {
            TableSchema.Builder builder = TableSchema.named(table);
            LongColumn id = builder.int32("id");
            if (nullable) {
                builder.nullable();
            }
            StringColumn name = swapped ? null : builder.string("name", nameBytes);
            LongColumn price = builder.decimal("price", 2);
            name = name == null ? builder.string("name", nameBytes) : name;
            builder.primaryKey(signed ? id.signed(idBits) : id.bits(idBits), price.bits(10));
            builder.ordered(ordered).lockColumns(locked);
            if (readOnly) {
                builder.readOnly();
            }
            if (unique) {
                builder.uniqueIndex(index, name.part());
            } else {
                builder.index(index, scanned, name.part());
            }
            if (second) {
                builder.index("second", 0, price.bits(64));
            }
            return builder.build();
        }
    }

    @Test
    void schemasOfEqualContentAreTheSame() {
        TableSchema one = Shop.with(shop -> {});
        TableSchema two = Shop.with(shop -> {});
        assertThat(one).isNotEqualTo(two);
        assertThat(one.sameAs(two)).isTrue();
        assertThat(one.difference(two)).isNull();
        assertThat(one.definition()).containsExactly("table shop", "column id: int32", "column name: string(8)",
            "column price: decimal(2)", "primary key: [id.bits(20), price.bits(10)]; locks name 1",
            "unique index shop.primary: [id.bits(20), price.bits(10)]; scans bind 1",
            "index by_name: [name]; scans bind 1");
    }

    @Test
    void everyDifferenceIsNamed() {
        differs("table shop", "table store", shop -> shop.table = "store");
        differs("table shop", "table shop, read-only", shop -> shop.readOnly = true);
        differs("column name: string(8)", "column name: nullable string(8)", shop -> shop.nullable = true);
        differs("column name: string(8)", "column name: string(9)", shop -> shop.nameBytes = 9);
        differs("column name: string(8)", "column price: decimal(2)", shop -> shop.swapped = true);
        differs("primary key: [id.bits(20), price.bits(10)]; locks name 1",
            "primary key: [id.bits(21), price.bits(10)]; locks name 1", shop -> shop.idBits = 21);
        differs("primary key: [id.bits(20), price.bits(10)]; locks name 1",
            "primary key: [id.signed(20), price.bits(10)]; locks name 1", shop -> shop.signed = true);
        differs("primary key: [id.bits(20), price.bits(10)]; locks name 1",
            "primary key: [id.bits(20), price.bits(10)]; locks name 2", shop -> shop.locked = 2);
        differs("unique index shop.primary: [id.bits(20), price.bits(10)]; scans bind 1",
            "unique index shop.primary: [id.bits(20), price.bits(10)]; scans bind 0", shop -> shop.ordered = 0);
        differs("unique index shop.primary: [id.bits(20), price.bits(10)]; scans bind 1",
            "index by_name: [name]; scans bind 1", shop -> shop.ordered = -1);
        differs("index by_name: [name]; scans bind 1", "index by_name: [name]; scans bind 0", shop -> shop.scanned = 0);
        differs("index by_name: [name]; scans bind 1", "unique index by_name: [name]; scans bind 1",
            shop -> shop.unique = true);
        differs("index by_name: [name]; scans bind 1", "index on_name: [name]; scans bind 1",
            shop -> shop.index = "on_name");
        differs("nothing more", "index second: [price.bits(64)]; scans bind 0", shop -> shop.second = true);
    }

    private static void differs(String here, String there, Consumer<Shop> change) {
        TableSchema plain = Shop.with(shop -> {});
        TableSchema other = Shop.with(change);
        String sentence = "table %s: here is \"%s\" where the other schema has \"%s\"";
        assertThat(plain.difference(other)).isEqualTo(sentence, "shop", here, there);
        assertThat(other.difference(plain)).isEqualTo(sentence, other.name(), there, here);
        assertThat(plain.sameAs(other)).isFalse();
    }

    @Test
    void columnsAndIndexesAreFoundByName() {
        TableSchema shop = Shop.with(s -> {});
        assertThat(shop.column("price")).isSameAs(shop.columns().get(2));
        assertThat(shop.index("by_name")).isSameAs(shop.indexes().get(1));
        assertThat(shop.index("shop.primary").primary()).isTrue();
        assertThatThrownBy(() -> shop.column("prize")).isInstanceOf(IllegalArgumentException.class)
            .hasMessage("table shop has no column prize; it has [id, name, price]");
        assertThatThrownBy(() -> shop.index("by")).isInstanceOf(IllegalArgumentException.class)
            .hasMessage("table shop has no ordered index by; it has [shop.primary, by_name]");
        TableSchema.Builder builder = TableSchema.named("t");
        LongColumn id = builder.int8("id");
        builder.primaryKey(id.bits(3)).index("i", 0, id.bits(3));
        assertThatThrownBy(() -> builder.uniqueIndex("i", id.bits(3))).isInstanceOf(IllegalArgumentException.class)
            .hasMessage("table t: two indexes are named i");
    }

    @Test
    void otherRowsOfAUniqueIndexAreFoundWhateverTheirPrefixIs() {
        TableSchema.Builder builder = TableSchema.named("users");
        LongColumn id = builder.int32("id");
        StringColumn mail = builder.nullable().string("mail", 20);
        LongColumn badge = builder.nullable().int32("badge");
        builder.primaryKey(id.bits(32));
        IndexSchema byMail = builder.uniqueIndex("by_mail", mail.part(), badge.signed(32));
        IndexSchema byBadge = builder.uniqueIndex("by_badge", badge.signed(32));
        TableSchema schema = builder.build();
        assertThat(List.of(byMail.unique(), byMail.scanColumns(), byBadge.scanColumns()))
            .isEqualTo(List.of(true, 2, 1));
        try (var storage = Storage.builder().table(schema, 10).open(); var arena = storage.arena()) {
            Table table = storage.table(schema);
            var image = new Row(schema);
            for (int i = 0; i < 6; i++) {
                arena.blank(image);
                image.set(id, i);
                if (i != 4) {
                    image.set(mail, i == 0 ? "a@b" : "c@d" + i);
                }
                if (i != 3) {
                    image.set(badge, i == 0 ? -7 : i);
                }
                table.insert(image);
            }
            for (IndexSchema index : List.of(byMail, byBadge)) {
                arena.blank(image);
                image.set(id, 9).set(mail, "a@b").set(badge, -7);
                assertThat(others(table, index, image)).containsExactly(0L);
                assertThat(others(table, index, image.set(badge, 7).set(mail, "none"))).isEmpty();
                assertThat(index.hasNull(image)).isFalse();
                assertThat(index.hasNull(image.setNull(badge))).isTrue();
            }
        }
    }

    /** What who inserts or updates does under the exclusive lock of the image's prefix, unless it has a NULL. */
    private static List<Long> others(Table table, IndexSchema index, Row image) {
        var range = new IndexRange(index).equalTo(image);
        var cursor = new IndexCursor(table.index(index));
        var row = new Row(table.schema());
        var found = new ArrayList<Long>();
        cursor.open(range);
        while (cursor.next()) {
            table.read(cursor.address(), row);
            found.add(table.schema().keyOf(row));
        }
        return found;
    }
}
