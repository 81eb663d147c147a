package io.baton.engine.faults;

import io.baton.engine.Scan;
import io.baton.engine.Transaction;
import io.baton.storage.IndexSchema;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A table of one shape, what is written to it, and what must be in it then. */
final class FaultTable {

    /** Rows before the write. */
    static final int ROWS = 3;
    private static final long[] KEYS = {1, 2, 3, 10, 20};
    private static final int GROUPS = 4;
    private static final int VALUES_END = 250;

    /** A table. */
    enum Shape {
        /** A packed key and no index. */
        PLAIN,
        /** Two indexes. */
        INDEXED,
        /** One unique index and one that is not. */
        UNIQUE,
        /** A key that does not fit into 64 bits, and one index. */
        WIDE
    }

    /** A kind of write. */
    enum Kind {
        INSERT, UPDATE, UPDATE_MOVING, DELETE, REPLACE, NONE
    }

    final TableSchema schema;
    private final LongColumn id;
    private final StringColumn text;
    private final LongColumn group;
    private final LongColumn rank;
    private final LongColumn value;

    FaultTable(Shape shape) {
        final TableSchema.Builder builder = TableSchema.named("victim");
        text = builder.string("text", 12);
        id = builder.int64("id");
        group = builder.int32("group");
        rank = builder.int32("rank");
        value = builder.int64("value");
        if (shape == Shape.WIDE) {
            builder.primaryKey(text.part(), id.bits(64));
        } else {
            builder.primaryKey(id.bits(32));
        }
        if (shape != Shape.PLAIN) {
            builder.index("by_group", 1, group.bits(8), rank.bits(8));
        }
        switch (shape) {
            case INDEXED -> builder.index("by_rank", 1, rank.bits(8));
            case UNIQUE -> builder.uniqueIndex("by_value", value.bits(16));
            case PLAIN, WIDE -> {
                // No more.
            }
        }
        schema = builder.build();
    }

    /** Another write goes before the one of this kind, and one behind. */
    void write(Transaction t, Kind kind) {
        t.update(schema, key(t, 1)).set(value, 101);
        switch (kind) {
            case INSERT -> fill(t.insert(schema, key(t, 10)), 4);
            case UPDATE -> t.update(schema, key(t, 2)).set(value, 102);
            case UPDATE_MOVING -> fill(t.update(schema, key(t, 2)), 5);
            case DELETE -> t.delete(schema, key(t, 2));
            case REPLACE -> {
                t.delete(schema, key(t, 2));
                fill(t.insert(schema, key(t, 2)), 7);
            }
            case NONE -> {
                fill(t.insert(schema, key(t, 10)), 4);
                t.delete(schema, key(t, 10));
            }
        }
        fill(t.insert(schema, key(t, 20)), 20);
    }

    void fillAll(Transaction t) {
        for (int number = 1; number <= ROWS; number++) {
            fill(t.insert(schema, key(t, number)), number);
        }
    }

    private Row key(Transaction t, long number) {
        return t.probe(schema).set(text, "row" + number).set(id, number);
    }

    private void fill(Row row, long seed) {
        row.set(group, seed % GROUPS).set(rank, seed % GROUPS).set(value, 10 * seed);
    }

    // The model: of each row its group, rank and value.

    private static List<Long> filled(long seed) {
        return List.of(seed % GROUPS, seed % GROUPS, 10 * seed);
    }

    /** What is in the table before the write, as {@link #contents} says it. */
    String before() {
        return contents(rowsBefore());
    }

    private static Map<Long, List<Long>> rowsBefore() {
        final Map<Long, List<Long>> rows = new TreeMap<>();
        for (long number = 1; number <= ROWS; number++) {
            rows.put(number, filled(number));
        }
        return rows;
    }

    /** What is there behind it. */
    String after(Kind kind) {
        final Map<Long, List<Long>> rows = rowsBefore();
        rows.put(1L, List.of(1L, 1L, 101L));
        switch (kind) {
            case INSERT -> rows.put(10L, filled(4));
            case UPDATE -> rows.put(2L, List.of(2L, 2L, 102L));
            case UPDATE_MOVING -> rows.put(2L, filled(5));
            case DELETE -> rows.remove(2L);
            case REPLACE -> rows.put(2L, filled(7));
            case NONE -> {
                // It came and went.
            }
        }
        rows.put(20L, filled(20));
        return contents(rows);
    }

    private List<IndexSchema> secondary() {
        return schema.indexes().stream().filter(index -> !index.primary()).toList();
    }

    private String contents(Map<Long, List<Long>> rows) {
        final StringBuilder all = new StringBuilder(rows.toString());
        for (IndexSchema index : secondary()) {
            final int column = List.of("by_group", "by_rank", "by_value").indexOf(index.name());
            final Map<Long, List<Long>> found = new TreeMap<>();
            rows.forEach((key, values) -> found.computeIfAbsent(values.get(column), v -> new ArrayList<>()).add(key));
            all.append(' ').append(index.name()).append(found);
        }
        return all.toString();
    }

    /** All that is in the table, by its keys and through all its indexes. */
    String contents(Transaction t) {
        final Map<Long, List<Long>> rows = new TreeMap<>();
        for (long number : KEYS) {
            final Row row = t.find(schema, key(t, number));
            if (row != null) {
                rows.put(number, List.of(row.get(group), row.get(rank), row.get(value)));
            }
        }
        final StringBuilder all = new StringBuilder(rows.toString());
        for (IndexSchema index : secondary()) {
            final Map<Long, List<Long>> found = new TreeMap<>();
            for (long first = 0; first < (index.unique() ? VALUES_END : GROUPS); first++) {
                final List<Long> keys = new ArrayList<>();
                final Scan scan = t.scan(index).equal(first);
                while (scan.next()) {
                    keys.add(scan.row().get(id));
                }
                if (!keys.isEmpty()) {
                    keys.sort(null);
                    found.put(first, keys);
                }
            }
            all.append(' ').append(index.name()).append(found);
        }
        return all.toString();
    }
}
