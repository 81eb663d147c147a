package io.baton.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.storage.column.BytesColumn;
import io.baton.storage.column.Column;
import io.baton.storage.column.KeyPart;
import io.baton.storage.column.StringColumn;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class IndexTypesTest {

    @ParameterizedTest
    @Tag("thorough")
    @ValueSource(longs = {1, 2, 3})
    void scansOfEveryTypeReturnWhatTheModelHas(long seed) {
        var random = new Random(seed);
        try (var types = new AllTypes(random)) {
            for (int step = 0; step < 500; step++) {
                long key = random.nextLong(-150, 150);
                if (types.model.containsKey(key) && random.nextInt(3) == 0) {
                    types.delete(key);
                } else {
                    types.put(key, types.randomValues(random));
                }
                IndexSchema index = types.indexes.get(random.nextInt(types.indexes.size()));
                compareScan(types, index, random, "seed " + seed + ", step " + step);
            }
            for (IndexSchema index : types.indexes) {
                for (int i = 0; i < 10; i++) {
                    compareScan(types, index, random, "seed " + seed + ", at the end");
                }
            }
            assertThat(types.scan(new IndexRange(types.schema.index("all_types.primary")).between(-5, 5)))
                .isEqualTo(types.model.keySet().stream().filter(key -> key >= -5 && key <= 5).toList());
        }
    }

    private static void compareScan(AllTypes types, IndexSchema index, Random random, String where) {
        var range = new IndexRange(index);
        var text = new StringBuilder(where).append(", ").append(index);
        var prefix = new ArrayList<@Nullable Object>();
        Predicate<List<@Nullable Object>> in = values -> true;
        int equal = index.scanColumns() + random.nextInt(index.parts().size() - index.scanColumns() + 1);
        for (int i = 0; i < equal; i++) {
            Column column = index.parts().get(i).column();
            Object value = types.randomValue(column, random);
            if (value == null) {
                range.isNull();
            } else {
                range.equal(value);
            }
            if (i < index.scanColumns()) {
                prefix.add(value);
            }
            text.append(", ").append(column.name()).append(" = ").append(value);
            in = in.and(values -> AllTypes.order().compare(types.of(values, column), value) == 0);
        }
        if (equal < index.parts().size() && random.nextInt(4) > 0) {
            in = in.and(bound(types, index.parts().get(equal), range, random, text));
        }
        boolean descending = random.nextBoolean();
        List<Long> expected = types.expected(index, in, descending);
        assertThat(types.scan(descending ? range.descending() : range)).as("%s", text).isEqualTo(expected);
        assertThat(index.prefix(prefix.toArray())).as("%s", text).isEqualTo(range.prefix());
        if (range.isEmpty()) {
            assertThat(expected).isEmpty();
        }
        for (long key : types.model.keySet()) {
            types.table.read(types.table.find(types.schema.key(key)), types.row);
            assertThat(range.contains(types.row)).as("%s, %d", text, key).isEqualTo(expected.contains(key));
            if (expected.contains(key)) {
                assertThat(index.prefixOf(types.row)).isEqualTo(range.prefix());
                assertThat(index.order().suffix(types.row.address())).as("%s, %d", text, key)
                    .isBetween(range.lowSuffix(), range.highSuffix());
            }
        }
    }

    private static Predicate<List<@Nullable Object>> bound(
            AllTypes types, KeyPart part, IndexRange range, Random random, StringBuilder text) {
        Column column = part.column();
        Object low = types.randomBound(column, random, true);
        Object high = types.randomBound(column, random, true);
        int kind = random.nextInt(7);
        text.append(", ").append(column.name()).append(" of kind ").append(kind).append(", ").append(low).append(", ")
            .append(high);
        switch (kind) {
            case 0 -> range.between(low, high);
            case 1 -> range.atLeast(low).lessThan(high);
            case 2 -> range.atMost(high).greaterThan(low);
            case 3 -> range.atMost(high);
            case 4 -> range.greaterThan(low);
            case 5 -> range.notNull();
            default -> {
                return starts(types, column, range, low);
            }
        }
        var order = AllTypes.order();
        return values -> {
            Object value = types.of(values, column);
            if (value == null) {
                return false;
            }
            int toLow = kind == 3 || kind == 5 ? 1 : order.compare(value, low);
            int toHigh = kind >= 4 ? -1 : order.compare(value, high);
            return (toLow > 0 || (toLow == 0 && kind < 2)) && (toHigh < 0 || (toHigh == 0 && kind != 1));
        };
    }

    private static Predicate<List<@Nullable Object>> starts(
            AllTypes types, Column column, IndexRange range, Object start) {
        if (column instanceof StringColumn) {
            range.startsWith((String) start);
            return values -> types.of(values, column) instanceof String value && value.startsWith((String) start);
        }
        if (column instanceof BytesColumn) {
            byte[] bytes = (byte[]) start;
            range.startsWith(bytes);
            return values -> types.of(values, column) instanceof byte[] value
                && Arrays.equals(Arrays.copyOf(value, bytes.length), bytes)
                && value.length >= bytes.length;
        }
        return values -> true;
    }

    @Test
    void prefixesOfStringsAreThoseOfRows() {
        try (var people = new People(false)) {
            people.insert(new People.Person(people.schema.key(0, 1), 3, "\u00e4nna", 0, -7, 100));
            people.table.read(people.table.find(people.schema.key(0, 1)), people.row);
            assertThat(people.byGroupAndName.prefix(3, "\u00e4nna"))
                .isEqualTo(people.byGroupAndName.prefixOf(people.row))
                .isNotEqualTo(people.byGroupAndName.prefix(3, "\u00e4nne"));
            assertThat(people.byWide.prefix((Object) Long.valueOf(-7), 100))
                .isEqualTo(people.byWide.prefixOf(people.row))
                .isEqualTo(people.byWide.prefix(-7, 100));
            assertThat(people.byEverything.prefix()).isEqualTo(people.byEverything.prefixOf(people.row));
            assertThatThrownBy(() -> people.byGroupAndName.prefix("x", 3)).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("table people, column grouping: it is of type int8, but a String was given");
            assertThatThrownBy(() -> people.byGroupAndName.prefix(3, "x".repeat(25)))
                .isInstanceOf(ValueOutOfRangeException.class);
            assertThatThrownBy(() -> people.byGroupAndName.prefix("x")).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("index by_group_and_name has 2 scan columns, 1 were given");
            assertThat(people.byGroupAndName.prefix(3, "\u00e4nna"))
                .isEqualTo(people.byGroupAndName.prefixOf(people.row));
        }
    }

    @Test
    void signedKeysAreOrderedAndPackedIntoTheirBits() {
        TableSchema.Builder builder = TableSchema.named("signed");
        var area = builder.int16("area");
        var day = builder.date("day");
        var flag = builder.bool("flag");
        TableSchema schema = builder.primaryKey(area.signed(9), day.part(), flag.part()).ordered(1).build();
        IndexSchema primary = schema.index("signed.primary");
        long before = schema.key(-256, Integer.MIN_VALUE, 0);
        assertThat(before).isZero();
        assertThat(schema.key(255, Integer.MAX_VALUE, 1)).isEqualTo((1L << 42) - 1);
        long last = -1;
        try (var storage = Storage.builder().table(schema, 100).open(); var arena = storage.arena()) {
            Table table = storage.table(schema);
            var row = new Row(schema);
            for (long a : new long[] {-256, -1, 0, 1, 255}) {
                for (long d : new long[] {Integer.MIN_VALUE, -1, 0, Integer.MAX_VALUE}) {
                    for (long f = 0; f <= 1; f++) {
                        long key = schema.key(a, d, f);
                        assertThat(key).isGreaterThan(last);
                        last = key;
                        assertThat(schema.keyColumn(key, 0)).isEqualTo(a);
                        assertThat(schema.keyColumn(key, 1)).isEqualTo(d);
                        assertThat(schema.keyColumn(key, 2)).isEqualTo(f);
                        arena.blank(row);
                        schema.writeKey(row, key);
                        assertThat(schema.keyOf(row)).isEqualTo(key);
                        assertThat(row.get(area)).isEqualTo(a);
                        assertThat(row.get(flag)).isEqualTo(f == 1);
                        long address = table.insert(row);
                        assertThat(table.find(key)).isEqualTo(address);
                        assertThat(primary.prefixOfKey(key)).isEqualTo(primary.prefix(a))
                            .isEqualTo(primary.prefixOf(row));
                    }
                }
            }
            assertThat(schema.describe(schema.key(-3, 4, 1))).isEqualTo("(area=-3, day=1970-01-05, flag=true)");
            assertThatThrownBy(() -> schema.key(256, 0, 0)).isInstanceOf(ValueOutOfRangeException.class)
                .hasMessage("table signed, column area: value 256 is outside -256..255");
            var range = new IndexRange(primary).equal(-1).between(-1, 0);
            var cursor = new IndexCursor(table.index(primary));
            cursor.open(range);
            int rows = 0;
            while (cursor.next()) {
                rows++;
            }
            assertThat(rows).isEqualTo(4);
        }
    }

    @Test
    void headsOfDecimalsKeepTheOrderAndTellMostApart() {
        try (var types = new AllTypes(new Random(1))) {
            var order = new IndexPart(types.wide.part());
            var random = new Random(5);
            types.arena.blank(types.row);
            types.arena.blank(types.image);
            int same = 0;
            for (int i = 0; i < 20_000; i++) {
                BigDecimal a = new BigDecimal(new BigInteger(random.nextInt(126), random), 10);
                if (i % 8 == 0) {
                    // Lower halves of nothing but zeros.
                    a = new BigDecimal(BigInteger.valueOf(random.nextInt(4)).shiftLeft(64), 10);
                }
                BigDecimal b = random.nextBoolean() ? new BigDecimal(new BigInteger(random.nextInt(126), random),
                    10) : a.add(new BigDecimal("0.0000000001"));
                a = random.nextBoolean() ? a.negate() : a;
                b = random.nextBoolean() ? b.negate() : b;
                long rowA = types.row.set(types.wide, a).address();
                long rowB = types.image.set(types.wide, b).address();
                int expected = Integer.signum(a.compareTo(b));
                assertThat(Integer.signum(order.compare(rowA, rowB))).isEqualTo(expected);
                int heads = Long.compareUnsigned(order.head(rowA), order.head(rowB));
                assertThat(heads == 0 || Integer.signum(heads) == expected).as("%s, %s", a, b).isTrue();
                same += heads == 0 && expected != 0 ? 1 : 0;
            }
            // Only neighbours of more than 57 bits.
            assertThat(same).isLessThan(4000);
        }
    }

    @Test
    void uniqueValuesAreFoundByAnImage() {
        try (var types = new AllTypes(new Random(2))) {
            var random = new Random(2);
            IndexSchema index = types.indexes.stream().filter(i -> i.scanColumns() == i.parts().size())
                .findFirst().orElseThrow();
            List<@Nullable Object> values = types.randomValues(random);
            types.put(1, values);
            types.put(2, values);
            types.table.read(types.table.find(types.schema.key(1)), types.row);
            assertThat(types.scan(new IndexRange(index).equalTo(types.row))).containsExactly(1L, 2L);
            assertThat(index.hasNull(types.row))
                .isEqualTo(index.parts().stream().anyMatch(part -> types.of(values, part.column()) == null));
        }
    }

    @Test
    void boundsThatWereRefusedLeaveTheRangeAsItWas() {
        try (var types = new AllTypes(new Random(3))) {
            var range = new IndexRange(types.indexes.get(types.columns.indexOf(types.note)));
            assertThatThrownBy(() -> range.atLeast(5)).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("table all_types, column note: it is of type nullable string(10), but a Long was given");
            range.atLeast("a");
            assertThatThrownBy(() -> range.atLeast("b")).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("table all_types, column note: it has a lower bound already");
            assertThatThrownBy(() -> range.startsWith("b")).isInstanceOf(IllegalArgumentException.class);
            range.atMost("c");
            assertThatThrownBy(() -> range.lessThan("b")).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("table all_types, column note: it has an upper bound already");
            assertThatThrownBy(() -> range.equal("b")).isInstanceOf(IllegalArgumentException.class);
            range.clear().atMost("ab");
            assertThatThrownBy(() -> range.startsWith("a")).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("table all_types, column note: it has an upper bound already");
            types.put(1, with(types, types.note, "aa"));
            types.put(2, with(types, types.note, "b"));
            assertThat(types.scan(range)).containsExactly(1L);
            range.clear().startsWith("a");
            assertThatThrownBy(() -> range.atMost("ab")).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("table all_types, column note: it has an upper bound already");
            assertThatThrownBy(() -> new IndexRange(types.indexes.get(1)).isNull())
                .isInstanceOf(NullValueException.class);
        }
    }

    @Test
    void boundsThatNoValueCanBeTakeTheValuesBesideThem() {
        try (var types = new AllTypes(new Random(4))) {
            types.put(1, with(types, types.note, "0123456789"));
            types.put(2, with(types, types.wide, BigDecimal.ONE));
            types.put(3, with(types, types.raw, new byte[10]));
            types.put(4, with(types, types.wide, AllTypes.MOST));
            types.put(5, with(types, types.at, Instant.EPOCH));
            types.put(6, with(types, types.big, Long.MAX_VALUE));
            types.put(7, with(types, types.big, Long.MIN_VALUE));
            BigDecimal above = new BigDecimal("1.00000000001");
            assertThat(types.scan(on(types, types.note).lessThan("0123456789a"))).containsExactly(1L);
            assertThat(types.scan(on(types, types.note).atLeast("0123456789a"))).isEmpty();
            assertThat(types.scan(on(types, types.note).startsWith("0123456789"))).containsExactly(1L);
            assertThat(types.scan(on(types, types.note).startsWith("0123456789a"))).isEmpty();
            assertThat(types.scan(on(types, types.note).startsWith(""))).containsExactly(1L);
            assertThat(types.scan(on(types, types.raw).lessThan(new byte[11]))).containsExactly(3L);
            assertThat(types.scan(on(types, types.raw).atLeast(new byte[11]))).isEmpty();
            assertThat(types.scan(on(types, types.wide).lessThan(above))).containsExactly(2L);
            assertThat(types.scan(on(types, types.wide).atLeast(above))).containsExactly(4L);
            assertThat(types.scan(on(types, types.wide).atMost(new BigDecimal("1e99")))).containsExactly(2L, 4L);
            assertThat(types.scan(on(types, types.wide).greaterThan(AllTypes.MOST))).isEmpty();
            assertThat(types.scan(on(types, types.wide).greaterThan(new BigDecimal("-1e99")))).containsExactly(2L, 4L);
            assertThat(types.scan(on(types, types.at).lessThan(Instant.EPOCH.plusNanos(1)))).containsExactly(5L);
            assertThat(types.scan(on(types, types.at).atLeast(Instant.EPOCH.plusNanos(1)))).isEmpty();
            assertThat(types.scan(on(types, types.at).between(Instant.MIN, Instant.MAX))).containsExactly(5L);
            assertThat(types.scan(on(types, types.big).greaterThan(Long.MAX_VALUE))).isEmpty();
            assertThat(types.scan(on(types, types.big).lessThan(Long.MIN_VALUE))).isEmpty();
            assertThat(types.scan(on(types, types.big).lessThan(Long.MAX_VALUE))).containsExactly(7L);
            assertThat(types.scan(on(types, types.big).notNull())).containsExactly(7L, 6L);
        }
    }

    private static IndexRange on(AllTypes types, Column column) {
        return new IndexRange(types.indexes.get(types.columns.indexOf(column)));
    }

    private static List<@Nullable Object> with(AllTypes types, Column column, Object value) {
        var values = new ArrayList<@Nullable Object>();
        for (Column other : types.columns) {
            values.add(other.equals(column) ? value : other.nullable() ? null
                : other.equals(types.name) ? "" : other.equals(types.day) ? LocalDate.EPOCH : (Object) 0L);
        }
        return values;
    }
}
