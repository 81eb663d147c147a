package io.baton.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.storage.People.Person;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class StorageErrorsTest {
    private final People people = new People(true);
    private final Person anna = new Person(people.schema.key(1, 2), 3, "anna", 30, 0, 0);

    @AfterEach
    void close() {
        people.close();
    }

    private static void refuses(Class<? extends Exception> kind, String message, ThrowingCallable call) {
        assertThatThrownBy(call).isExactlyInstanceOf(kind).hasMessage(message);
    }

    private int indexed() {
        int found = 0;
        for (IndexSchema index : people.schema.indexes()) {
            var range = new IndexRange(index);
            if (index == people.byWide) {
                range.equal(0).equal(0);
            } else if (index == people.byGroupAndName) {
                range.equal(3).equal("anna");
            } else if (index.primary()) {
                range.equal(1);
            } else if (index != people.byEverything) {
                range.equal(3);
            }
            found += people.scan(new IndexCursor(people.table.index(index)), range).size();
        }
        return found;
    }

    @Test
    void insertOfAnExistingKeyNamesTableAndKey() {
        people.insert(anna);
        refuses(DuplicateKeyException.class, "table people already has a row with key (area=1, id=2)",
            () -> people.insert(anna));
        assertThat(people.table.rows()).isEqualTo(1);
        assertThat(indexed()).isEqualTo(6);
    }

    @Test
    void deleteOfAMissingRowNamesTableAndKey() {
        refuses(MissingRowException.class, "table people has no row with key (area=1, id=2)",
            () -> people.table.delete(anna.key()));
    }

    @Test
    void keyColumnOutOfRangeNamesTableColumnAndRange() {
        refuses(ValueOutOfRangeException.class, "table people, column area: value 256 is outside 0..255",
            () -> people.schema.key(256, 0));
        refuses(ValueOutOfRangeException.class, "table people, column id: value -1 is outside 0..1048575",
            () -> people.schema.key(0, -1));
        refuses(IllegalArgumentException.class, "table people: the primary key has 2 columns, 1 were given",
            () -> people.schema.key(1));
    }

    @Test
    void valueOutsideItsColumnNamesTableColumnAndRange() {
        people.arena.blank(people.image);
        refuses(ValueOutOfRangeException.class, "table people, column area: value 40000 is outside -32768..32767",
            () -> people.image.set(people.area, 40_000));
    }

    @Test
    void overLongStringNamesTableColumnValueAndLimit() {
        people.arena.blank(people.image);
        refuses(ValueOutOfRangeException.class, "table people, column name: value \"" + "\u00e4".repeat(13)
            + "\" takes 26 bytes of UTF-8, the limit is 24",
            () -> people.image.set(people.name, "\u00e4".repeat(13)));
        refuses(ValueOutOfRangeException.class, "table people, column name: value \"" + "x".repeat(40)
            + "...\" takes 1000 bytes of UTF-8, the limit is 24",
            () -> people.image.set(people.name, "x".repeat(1000)));
    }

    @Test
    void valueOutsideItsBitsOfAnIndexLeavesNothingBehind() {
        var bad = new Person(anna.key(), -5, "anna", 30, 0, 0);
        refuses(ValueOutOfRangeException.class, "table people, column grouping: value -5 is outside 0..127",
            () -> people.insert(bad));
        assertThat(people.table.rows()).isZero();
        assertThat(indexed()).isZero();
        people.insert(anna);
        refuses(ValueOutOfRangeException.class, "table people, column grouping: value -5 is outside 0..127",
            () -> people.update(bad));
        assertThat(indexed()).isEqualTo(6);
    }

    @Test
    void updateOfAKeyColumnNamesBothKeys() {
        long address = people.insert(anna);
        people.table.read(address, people.row);
        people.arena.copy(people.image, people.row);
        people.image.set(people.id, 9);
        refuses(StorageException.class,
            "table people: an update changes the primary key from (area=1, id=2) to (area=1, id=9)",
            () -> people.table.update(address, people.image));
    }

    @Test
    void fullTableNamesTableAndLimitAndLeavesNothingBehind() {
        var builder = TableSchema.named("tiny");
        var id = builder.int64("id");
        var schema = builder.primaryKey(id.bits(40)).build();
        try (var storage = Storage.builder().table(schema, 1).open(); var arena = storage.arena()) {
            var image = new Row(schema);
            arena.blank(image);
            Table table = storage.table("tiny");
            refuses(TableFullException.class, "table tiny is full: its limit is 544 rows; declare more than the 1 rows"
                + " it is expected to have", () -> {
                    for (long i = 0;; i++) {
                        table.insert(image.set(id, i));
                    }
                });
            assertThat(table.rows()).isEqualTo(544);
            assertThat(table.contains(544)).isFalse();
            table.delete(17);
            table.insert(image.set(id, 544));
            assertThat(table.contains(544)).isTrue();
        }
    }

    @Test
    void rowsRefuseForeignColumnsAndWritesToStorage() {
        people.table.read(people.insert(anna), people.row);
        refuses(IllegalStateException.class, "this row of table people was opened for reading",
            () -> people.row.set(people.age, 1));
        var other = TableSchema.named("people").int64("age");
        refuses(IllegalArgumentException.class,
            "a column or row of table people was used with a row of table people, which has another schema",
            () -> people.row.get(other));
        people.row.unwrap();
        refuses(IllegalStateException.class, "this row is not wrapped around any memory",
            () -> people.row.get(people.age));
        refuses(IllegalArgumentException.class, "table people: there is no row to read",
            () -> people.table.read(Table.ABSENT, people.row));
        refuses(IllegalArgumentException.class, "table people: there is no row to read",
            () -> people.table.touchRow(Table.ABSENT));
    }

    @Test
    void scansRefuseTooFewColumnsWrongKindsAndForeignRanges() {
        var range = new IndexRange(people.byName);
        refuses(IllegalStateException.class,
            "index by_name of table people: 0 columns are bound, a scan binds at least 1", range::prefix);
        refuses(IllegalArgumentException.class,
            "table people, column grouping: it is of type int8, but a String was given",
            () -> range.equal("x"));
        range.equal(1);
        refuses(IllegalArgumentException.class,
            "table people, column name: it is of type string(24), but a Long was given",
            () -> range.equal(1));
        refuses(IllegalArgumentException.class,
            "table people, column name: it is of type string(24), but a Long was given",
            () -> range.between(1, 2));
        range.equal("n").between(0, 1);
        refuses(IllegalArgumentException.class,
            "index by_name of table people: no column is left to bind behind a range", () -> range.equal(1));
        var cursor = new IndexCursor(people.table.index(people.byAge));
        refuses(IllegalArgumentException.class, "a range of index by_name of table people was given to a cursor of"
            + " index by_age of table people", () -> cursor.open(range));
        refuses(IllegalStateException.class, "the cursor of index by_age of table people is not at a row",
            cursor::address);
    }

    @Test
    void schemasRefuseWhatCannotBe() {
        var builder = TableSchema.named("t");
        var id = builder.int64("id");
        var text = builder.string("text", 3);
        refuses(IllegalArgumentException.class, "table t: two columns are named id", () -> builder.int8("id"));
        refuses(IllegalArgumentException.class, "table t: it has no primary key", builder::build);
        refuses(IllegalArgumentException.class, "table t: declare the primary key before index i",
            () -> builder.index("i", 0, text.part()));
        refuses(IllegalArgumentException.class, "table t, column id: 65 bits in a key, but 1 to 64 are possible",
            () -> id.bits(65));
        refuses(IllegalArgumentException.class,
            "table t: 1 lock columns; a wide key's locks name all its 2 columns, or the 2 that scans bind",
            () -> builder.primaryKey(text.part(), id.bits(64)).lockColumns(1).build());
        refuses(IllegalArgumentException.class, "table t: column area is of another table",
            () -> builder.primaryKey(people.area.bits(3)));
        refuses(IllegalArgumentException.class, "table t: 2 scan columns, but 1 key columns",
            () -> builder.primaryKey(id.bits(64)).lockColumns(1).ordered(2).build());
        builder.primaryKey(id.bits(64));
        for (int i = 0; i < TableSchema.INDEXES_MAX; i++) {
            builder.index("i" + i, 0, text.part());
        }
        refuses(IllegalArgumentException.class,
            "table t: index i64 is one too many; 64 secondary indexes are possible",
            () -> builder.index("i64", 0, text.part()));
        refuses(IllegalArgumentException.class, "there is no table t; there are [people]",
            () -> people.storage.table("t"));
        refuses(IllegalArgumentException.class, "there are two tables named people",
            () -> Storage.builder().table(people.schema, 1).table(people.schema, 1));
    }
}
