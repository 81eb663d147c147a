package io.baton.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.storage.People.Person;
import io.baton.storage.column.LongColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A table with five secondary indexes against a model in a TreeMap. */
@Timeout(30)
class TableModelTest {
    private static final List<String> NAMES = List.of("", "a", "a\0", "ab", "BAROUGHT", "BAROUGHTA", "BAROUGHTABLE",
        "BAROUGHTABLEABLE", "BAROUGHTABLEABLF", "\u00e4rger", "zzzzzzzzzzzzzzzzzzzzzzzz", "\uD83D\uDE00");

    @ParameterizedTest
    @Tag("thorough")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void everyScanAgreesWithTheModel(long seed) {
        var random = new Random(seed);
        // Few groups give large partitions of many leaves, many groups give tiny ones.
        int groups = seed % 3 == 0 ? 1 : seed % 3 == 1 ? 5 : 120;
        int ids = seed % 2 == 0 ? 3000 : 150;
        try (var people = new People(seed % 4 < 2)) {
            for (int step = 0; step < 6000; step++) {
                boolean shrink = step / 1500 % 2 == 1;
                change(people, random, groups, ids, shrink);
                if (step % 100 == 99) {
                    check(people, random, groups, "seed %d, step %d".formatted(seed, step));
                }
            }
            assertThat(people.table.rows()).isEqualTo(people.model.size());
            for (long key : List.copyOf(people.model.keySet())) {
                people.delete(key);
            }
            check(people, random, groups, "seed %d, emptied".formatted(seed));
            assertThat(people.table.rows()).isZero();
        }
    }

    private static void change(People people, Random random, int groups, int ids, boolean shrink) {
        long key = people.schema.key(random.nextInt(3), random.nextInt(ids));
        var person = person(random, key, groups);
        if (!people.model.containsKey(key)) {
            if (!shrink || random.nextInt(4) == 0) {
                people.insert(person);
            }
        } else if (random.nextInt(3) == 0) {
            people.update(person);
        } else if (shrink || random.nextInt(4) == 0) {
            people.delete(key);
        }
    }

    private static Person person(Random random, long key, int groups) {
        return new Person(key, random.nextInt(groups), NAMES.get(random.nextInt(NAMES.size())),
            random.nextInt(20) - 10L, random.nextLong(), random.nextInt(3));
    }

    private static void check(People p, Random random, int groups, String where) {
        boolean down = random.nextBoolean();
        long g = random.nextInt(groups);
        String n = NAMES.get(random.nextInt(NAMES.size()));
        long low = random.nextInt(24) - 12L;
        long high = low + random.nextInt(8) - 1L;
        Comparator<Person> byName = (a, b) -> Arrays.compareUnsigned(bytes(a.name()), bytes(b.name()));
        Comparator<Person> byAge = Comparator.comparingLong(Person::age);

        expect(p, range(p.byAge, down).equal(g), x -> x.group() == g, byAge, down, where);
        expect(p, range(p.byAge, down).equal(g).between(low, high),
            x -> x.group() == g && x.age() >= low && x.age() <= high, byAge, down, where);
        expect(p, range(p.byName, down).equal(g), x -> x.group() == g, byName.thenComparing(byAge), down, where);
        expect(p, range(p.byName, down).equal(g).equal(n), x -> x.group() == g && x.name().equals(n), byAge, down,
            where);
        expect(p, range(p.byName, down).equal(g).equal(n).between(low, high),
            x -> x.group() == g && x.name().equals(n) && x.age() >= low && x.age() <= high, byAge, down, where);
        expect(p, range(p.byGroupAndName, down).equal(g).equal(n), x -> x.group() == g && x.name().equals(n), byAge,
            down, where);
        expect(p, range(p.byEverything, down), x -> true, byName, down, where);
        expect(p, range(p.byEverything, down).equal(n), x -> x.name().equals(n), byName, down, where);
        if (!p.model.isEmpty()) {
            var one = p.model.values().iterator().next();
            expect(p, range(p.byWide, down).equal(one.wideA()).equal(one.wideB()),
                x -> x.wideA() == one.wideA() && x.wideB() == one.wideB(),
                Comparator.comparingLong(Person::key), down, where);
        }
        IndexSchema primary = p.schema.primaryIndex();
        if (primary != null) {
            long area = random.nextInt(3);
            expect(p, range(primary, down).equal(area).between(low * 10, high * 40),
                x -> p.schema.keyColumn(x.key(), 0) == area && p.schema.keyColumn(x.key(), 1) >= low * 10
                    && p.schema.keyColumn(x.key(), 1) <= high * 40,
                Comparator.comparingLong(Person::key), down, where);
        }
        long key = p.schema.key(1, random.nextInt(150));
        assertThat(p.table.contains(key)).as(where).isEqualTo(p.model.containsKey(key));
    }

    @Test
    void rowMovesInEachOfAsManyIndexesAsThereCanBe() {
        var builder = TableSchema.named("many");
        var id = builder.int64("id");
        builder.primaryKey(id.bits(40));
        var columns = new ArrayList<LongColumn>();
        for (int i = 0; i < TableSchema.INDEXES_MAX; i++) {
            LongColumn column = builder.int16("c" + i);
            columns.add(column);
            builder.index("by_c" + i, 1, column.bits(8));
        }
        var schema = builder.build();
        try (var storage = Storage.builder().table(schema, 10).open(); var arena = storage.arena()) {
            Table table = storage.table(schema);
            var row = new Row(schema);
            var image = new Row(schema);
            arena.blank(image);
            long address = table.insert(image.set(id, 1));
            table.read(address, row);
            for (int i = 0; i < columns.size(); i++) {
                arena.copy(image, row);
                table.update(address, image.set(columns.get(i), 7));
                for (int k = 0; k < columns.size(); k++) {
                    assertThat(rows(table, k, 0)).isEqualTo(k <= i ? 0 : 1);
                    assertThat(rows(table, k, 7)).isEqualTo(k <= i ? 1 : 0);
                }
            }
            arena.copy(image, row);
            columns.forEach(column -> image.set(column, 9));
            table.update(address, image);
            for (int k = 0; k < columns.size(); k++) {
                assertThat(rows(table, k, 7)).isZero();
                assertThat(rows(table, k, 9)).isEqualTo(1);
            }
        }
    }

    private static int rows(Table table, int index, long value) {
        IndexSchema schema = table.schema().index("by_c" + index);
        var cursor = new IndexCursor(table.index(schema));
        cursor.open(new IndexRange(schema).equal(value));
        int rows = 0;
        while (cursor.next()) {
            rows++;
        }
        return rows;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    }

    private static IndexRange range(IndexSchema index, boolean descending) {
        var range = new IndexRange(index);
        return descending ? range.descending() : range;
    }

    private static void expect(People people, IndexRange range, Predicate<Person> in,
            Comparator<Person> order, boolean descending, String where) {
        var cursor = new IndexCursor(people.table.index(range.schema()));
        var expected = people.expected(in, order, descending);
        assertThat(people.scan(cursor, range)).as("%s, %s, descending %s", where, range.schema(), descending)
            .isEqualTo(expected);
        var index = people.table.index(range.schema());
        long entry = index.entry(range.prefix());
        boolean lone = OrderedIndex.isLoneRow(entry);
        assertThat(lone ? expected.size() <= 1 : entry != 0 || expected.isEmpty()).as(where).isTrue();
        if (OrderedIndex.isPartition(entry)) {
            PartitionCheck.check(OrderedIndex.rootOf(entry), range.schema().order());
        }
        if (!expected.isEmpty()) {
            people.table.read(people.table.find(expected.get(0)), people.row);
            assertThat(range.prefix()).as(where).isEqualTo(range.schema().prefixOf(people.row));
        }
    }
}
