package io.baton.storage;

import io.baton.storage.column.BooleanColumn;
import io.baton.storage.column.BytesColumn;
import io.baton.storage.column.Column;
import io.baton.storage.column.DateColumn;
import io.baton.storage.column.DecimalColumn;
import io.baton.storage.column.DoubleColumn;
import io.baton.storage.column.KeyPart;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import io.baton.storage.column.TimestampColumn;
import io.baton.storage.column.UuidColumn;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A table with nullable and other columns of every type, beside a model of it: what tests of types run on. */
final class AllTypes implements AutoCloseable {
    static final BigDecimal MOST = new BigDecimal("9999999999999999999999999999.9999999999");

    final TableSchema.Builder builder = TableSchema.named("all_types");
    final LongColumn id = builder.int64("id");
    final LongColumn signed = builder.int16("signed");
    final StringColumn name = builder.string("name", 12);
    final DateColumn day = builder.date("day");
    final LongColumn tiny = builder.nullable().int8("tiny");
    final LongColumn big = builder.nullable().int64("big");
    final LongColumn price = builder.nullable().decimal("price", 2);
    final BooleanColumn flag = builder.nullable().bool("flag");
    final DoubleColumn ratio = builder.nullable().float64("ratio");
    final TimestampColumn at = builder.nullable().timestamp("at");
    final DateColumn due = builder.nullable().date("due");
    final StringColumn note = builder.nullable().string("note", 10);
    final BytesColumn raw = builder.nullable().bytes("raw", 10);
    final DecimalColumn wide = builder.nullable().decimal("wide", 38, 10);
    final UuidColumn token = builder.nullable().uuid("token");
    final List<KeyPart> parts = List.of(signed.signed(10), name.part(), day.part(), tiny.signed(8), big.signed(64),
        price.signed(40), flag.part(), ratio.part(), at.part(), due.part(), note.part(), raw.part(), wide.part(),
        token.part());
    final List<Column> columns = parts.stream().map(KeyPart::column).toList();
    final TableSchema schema;
    final List<IndexSchema> indexes = new ArrayList<>();
    final Storage storage;
    final Table table;
    final RowArena arena;
    final Row row;
    final Row image;
    /** Rows by key; values by column as {@link Row#value} returns them. */
    final TreeMap<Long, List<@Nullable Object>> model = new TreeMap<>();

    AllTypes(Random random) {
        builder.primaryKey(id.signed(24)).ordered(0);
        for (KeyPart part : parts) {
            indexes.add(builder.index("on_" + part.column().name(), 0, part));
        }
        for (int i = 0; i < 20; i++) {
            var some = new ArrayList<KeyPart>();
            while (some.size() < 2 + i % 3) {
                KeyPart part = parts.get(random.nextInt(parts.size()));
                if (!some.contains(part)) {
                    some.add(part);
                }
            }
            indexes.add(builder.index("some_" + i, random.nextInt(some.size() + 1), some.toArray(KeyPart[]::new)));
        }
        schema = builder.build();
        storage = Storage.builder().table(schema, 10_000).open();
        table = storage.table(schema);
        arena = storage.arena();
        row = new Row(schema);
        image = new Row(schema);
    }

    @Nullable
    Object randomValue(Column column, Random random) {
        return column.nullable() && random.nextInt(5) == 0 ? null : randomBound(column, random, false);
    }

    /** Returns a value, few of them different; if {@code beyond}, perhaps one that the column cannot hold. */
    Object randomBound(Column column, Random random, boolean beyond) {
        int n = random.nextInt(beyond ? 14 : 10);
        int small = random.nextInt(4) - 2;
        return switch (column) {
            case BooleanColumn c -> random.nextBoolean();
            case DoubleColumn c -> new double[] {-0.0, 0.0, Double.NaN, Double.NEGATIVE_INFINITY, Double.MAX_VALUE,
                -Double.MIN_VALUE, Double.POSITIVE_INFINITY}[n % 7];
            case TimestampColumn c -> n == 0 ? Instant.ofEpochSecond(-9_223_372_036_854L)
                : n == 10 ? Instant.MAX : n == 11 ? Instant.MIN
                    : Instant.ofEpochSecond(small, beyond ? random.nextInt(3) * 500L : random.nextInt(2) * 1000L);
            case DateColumn c -> n == 0 ? LocalDate.ofEpochDay(Integer.MIN_VALUE)
                : n == 10 ? LocalDate.MAX : n == 11 ? LocalDate.MIN : LocalDate.ofEpochDay(small);
            case DecimalColumn c -> n == 0 ? MOST : n == 1 ? MOST.negate() : n == 10 ? new BigDecimal("1e40")
                : n == 11 ? new BigDecimal("-1e28") : n == 12 ? new BigDecimal("1e-99")
                    : n == 13 ? new BigDecimal("-1e-99").subtract(BigDecimal.ONE)
                        : new BigDecimal(small).multiply(BigDecimal.TEN.pow(random.nextInt(27)))
                            .setScale(10).divide(n == 2 ? BigDecimal.valueOf(8) : BigDecimal.ONE);
            case LongColumn c when c.scale() > 0 -> n == 10 ? new BigDecimal("1e30") : n == 11 ? new BigDecimal("-1e30")
                : n == 12 ? new BigDecimal("0.001") : BigDecimal.valueOf(small, 2);
            case LongColumn c when c.equals(signed) ->
                n == 10 ? 5000L : n == 11 ? -5000L : n == 1 ? -512L : n == 2 ? 511L
                    : (long) small;
            case LongColumn c -> n == 10 ? Long.MAX_VALUE : n == 11 ? Long.MIN_VALUE : n == 1 ? c.max()
                : n == 2 ? c.min() : (long) small;
            case StringColumn c -> "SAMEHEAD\u00e4\uD83D\uDE00more".substring(0, n + (n == 10 ? 1 : 0))
                + (n < 5 ? "ab".charAt(random.nextInt(2)) : "");
            case BytesColumn c -> Arrays.copyOf(new byte[] {1, 0, -1, 5, 5, 5, 5, 5, (byte) small, 9, 9, 9, 9, 9}, n);
            case UuidColumn c -> new UUID(small, random.nextInt(4) - 2);
        };
    }

    static Comparator<@Nullable Object> order() {
        return Comparator.nullsFirst(AllTypes::compare);
    }

    private static int compare(Object a, Object b) {
        return switch (a) {
            case Boolean v -> v.compareTo((Boolean) b);
            // Both zeros are one value: a zero that is added takes the sign of the other one away.
            case Double v -> Double.compare(v + 0.0, (Double) b + 0.0);
            case Instant v -> v.compareTo((Instant) b);
            case LocalDate v -> v.compareTo((LocalDate) b);
            case BigDecimal v -> v.compareTo((BigDecimal) b);
            case Long v -> v.compareTo((Long) b);
            case String v -> Arrays.compareUnsigned(
                v.getBytes(StandardCharsets.UTF_8), ((String) b).getBytes(StandardCharsets.UTF_8));
            case byte[] v -> Arrays.compareUnsigned(v, (byte[]) b);
            case UUID v -> v.toString().compareTo(b.toString());
            default -> throw new IllegalArgumentException("a " + a.getClass());
        };
    }

    @Nullable
    Object of(List<@Nullable Object> values, Column column) {
        return values.get(columns.indexOf(column));
    }

    /** Inserts or replaces a row. */
    void put(long key, List<@Nullable Object> values) {
        arena.reset();
        long address = table.find(schema.key(key));
        if (address == Table.ABSENT) {
            arena.blank(image);
            set(values);
            table.insert(image.set(id, key));
        } else {
            table.read(address, row);
            arena.copy(image, row);
            set(values);
            table.update(address, image);
        }
        model.put(key, values);
    }

    void delete(long key) {
        table.delete(schema.key(key));
        model.remove(key);
    }

    private void set(List<@Nullable Object> values) {
        for (int i = 0; i < columns.size(); i++) {
            image.setValue(columns.get(i), values.get(i));
        }
    }

    List<@Nullable Object> randomValues(Random random) {
        var values = new ArrayList<@Nullable Object>();
        columns.forEach(column -> values.add(randomValue(column, random)));
        return values;
    }

    List<Long> scan(IndexRange range) {
        var cursor = new IndexCursor(table.index(range.schema()));
        cursor.open(range);
        var keys = new ArrayList<Long>();
        while (cursor.next()) {
            table.read(cursor.address(), row);
            keys.add(row.get(id));
        }
        return keys;
    }

    List<Long> expected(IndexSchema index, Predicate<List<@Nullable Object>> in, boolean descending) {
        Comparator<Long> order = Comparator.naturalOrder();
        for (KeyPart part : index.parts().reversed()) {
            Comparator<Long> next = Comparator.comparing(
                key -> of(Objects.requireNonNull(model.get(key)), part.column()), order());
            order = next.thenComparing(order);
        }
        return model.entrySet().stream().filter(e -> in.test(e.getValue())).map(e -> e.getKey())
            .sorted(descending ? order.reversed() : order).toList();
    }

    @Override
    public void close() {
        arena.close();
        storage.close();
    }
}
