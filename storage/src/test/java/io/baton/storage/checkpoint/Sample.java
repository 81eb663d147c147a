package io.baton.storage.checkpoint;

import io.baton.storage.Row;
import io.baton.storage.RowArena;
import io.baton.storage.Storage;
import io.baton.storage.Table;
import io.baton.storage.TableCopy;
import io.baton.storage.TableSchema;
import io.baton.storage.column.Column;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Schemas and rows for tests of checkpoints: all types of columns, NULL and not, hashed and ordered. */
public final class Sample {
    /** A table with a column of every type. */
    public static final TableSchema TYPES = types("types", false);
    /** The same, with an ordered primary key. */
    public static final TableSchema ORDERED = types("ordered", true);
    /** A table of a number and a text, with a unique index. */
    public static final TableSchema PAIRS = pairs();

    private Sample() {
    }

    private static TableSchema types(String name, boolean ordered) {
        var builder = TableSchema.named(name);
        LongColumn group = builder.int16("group");
        LongColumn id = builder.int64("id");
        builder.int8("tiny");
        builder.decimal("price", 2);
        builder.decimal("wide", 38, 10);
        builder.bool("flag");
        builder.float64("ratio");
        builder.timestamp("at");
        builder.date("day");
        builder.uuid("token");
        StringColumn text = builder.string("text", 20);
        builder.bytes("raw", 20);
        builder.nullable().int32("maybe_number");
        builder.nullable().string("maybe_text", 20);
        builder.nullable().decimal("maybe_wide", 38, 10);
        builder.nullable().uuid("maybe_token");
        builder.primaryKey(group.signed(8), id.signed(40));
        builder.index("by_text", 0, text.part());
        return (ordered ? builder.ordered(1) : builder).build();
    }

    private static TableSchema pairs() {
        var builder = TableSchema.named("pairs");
        LongColumn id = builder.int64("id");
        StringColumn text = builder.string("text", 30);
        builder.primaryKey(id.bits(64));
        builder.uniqueIndex("one_text", text.part());
        return builder.build();
    }

    /** Returns a value of a column, NULL now and then if that may be. */
    static @Nullable Object value(Column column, Random random) {
        if (column.nullable() && random.nextInt(3) == 0) {
            return null;
        }
        int n = random.nextInt(1000) - 500;
        return switch (column.name()) {
            case "tiny" -> (long) n % 128;
            case "price" -> BigDecimal.valueOf(n, 2);
            case "wide", "maybe_wide" -> new BigDecimal("12345678901234567890").multiply(BigDecimal.valueOf(n, 3));
            case "flag" -> n > 0;
            case "ratio" -> n / 7.0;
            case "at" -> Instant.ofEpochSecond(n * 100_000L, 1000L * (n + 500));
            case "day" -> LocalDate.ofEpochDay(n);
            case "token", "maybe_token" -> new UUID(random.nextLong(), random.nextLong());
            case "text", "maybe_text" -> "\u00e4text".repeat((n + 500) % 4) + (n + 500) % 10;
            case "raw" -> new byte[] {(byte) n, 0, -1};
            default -> (long) n;
        };
    }

    /** Inserts rows with the keys from 0 to {@code rows} - 1. */
    public static void fill(Storage storage, TableSchema schema, int rows, Random random) {
        try (RowArena arena = storage.arena()) {
            var image = new Row(schema);
            for (int i = 0; i < rows; i++) {
                arena.reset();
                arena.blank(image);
                for (Column column : schema.columns()) {
                    Object value = switch (column.name()) {
                        case "group" -> (long) (i % 5 - 2);
                        case "id" -> (long) (i % 2 == 0 ? i : -i);
                        case "text" -> schema.name().equals("pairs") ? "text " + i : value(column, random);
                        default -> value(column, random);
                    };
                    image.setValue(column, value);
                }
                storage.table(schema).insert(image);
            }
        }
    }

    /** Returns all rows of a table by key, as values in the order of the columns. */
    public static Map<Long, List<String>> rows(Storage storage, String name) {
        Table table = storage.table(name);
        var rows = new TreeMap<Long, List<String>>();
        var row = new Row(table.schema());
        try (var copy = new TableCopy(table)) {
            int count;
            do {
                count = copy.next(address -> {
                    table.read(address, row);
                    var values = new ArrayList<String>();
                    for (Column column : table.schema().columns()) {
                        Object value = row.value(column);
                        values.add(value instanceof byte[] bytes ? java.util.HexFormat.of().formatHex(bytes)
                            : String.valueOf(value));
                    }
                    rows.put(table.schema().keyOf(row), values);
                });
            } while (count > 0);
        }
        return rows;
    }
}
