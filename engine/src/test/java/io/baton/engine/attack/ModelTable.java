package io.baton.engine.attack;

import io.baton.storage.IndexSchema;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.column.KeyPart;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import java.util.ArrayList;
import java.util.List;

/**
 * A table of the random model test: a key of two parts, four columns, and indexes on some of them. All tables have the
 * same columns, so that one program works on each of them.
 */
final class ModelTable {

    static final int HIGH_KEYS = 8;
    static final int LOW_KEYS = 16;
    /** All keys that there are. */
    static final int KEYS = HIGH_KEYS * LOW_KEYS;
    /** Values of columns a, b and s, which are in indexes. */
    static final int A_VALUES = 6;
    static final int B_VALUES = 20;
    static final int S_VALUES = 5;
    private static final int LOW_BITS = 4;
    private static final int HIGH_BITS = 3;
    private static final int INDEX_BITS = 8;

    /** What an index is ordered by; the first column is bound by every scan. */
    enum Order {
        /** The primary key: its high part, then its low part. */
        KEY,
        /** Column a, then b. */
        A_B,
        /** Column s, then b. */
        S_B,
        /** Column a together with b. */
        AB
    }

    /** A number from 0, for who keeps something by table. */
    final int ordinal;
    final TableSchema schema;
    final LongColumn high;
    final LongColumn low;
    final LongColumn a;
    final LongColumn b;
    final LongColumn value;
    final StringColumn text;
    /** Whether transactions scan it; otherwise they leave the locks of its indexes to the commit. */
    final boolean scanned;
    /** What the schema's indexes are ordered by, in their order. */
    final List<Order> orders = new ArrayList<>();

    private ModelTable(int ordinal, boolean scanned, boolean ordered, int lockColumns, Order... secondary) {
        this.ordinal = ordinal;
        this.scanned = scanned;
        final TableSchema.Builder builder = TableSchema.named("model" + ordinal);
        high = builder.int16("high");
        low = builder.int32("low");
        a = builder.int32("a");
        b = builder.int16("b");
        text = builder.string("text", 8);
        value = builder.int64("value");
        builder.primaryKey(high.bits(HIGH_BITS), low.bits(LOW_BITS)).lockColumns(lockColumns);
        if (ordered) {
            builder.ordered(1);
            orders.add(Order.KEY);
        }
        for (Order order : secondary) {
            final KeyPart[] parts =
                {order == Order.S_B ? text.part() : a.bits(INDEX_BITS), b.bits(INDEX_BITS)};
            builder.index(order.name(), order == Order.AB ? 2 : 1, parts);
            orders.add(order);
        }
        schema = builder.build();
    }

    /** Hashed and ordered primary keys, one to three indexes, row locks and prefix locks. */
    static List<ModelTable> all() {
        return List.of(
            new ModelTable(0, true, false, 2, Order.A_B),
            new ModelTable(1, true, false, 2, Order.S_B, Order.A_B, Order.AB),
            new ModelTable(2, true, true, 1, Order.A_B),
            new ModelTable(3, true, true, 2),
            new ModelTable(4, false, false, 2, Order.A_B, Order.S_B),
            new ModelTable(5, false, true, 2, Order.AB, Order.S_B));
    }

    IndexSchema index(int number) {
        return schema.indexes().get(number);
    }

    /** The packed key of one of the {@link #KEYS}. */
    long packed(int key) {
        return schema.key(key / LOW_KEYS, key % LOW_KEYS);
    }

    int key(Row row) {
        return (int) (row.get(high) * LOW_KEYS + row.get(low));
    }

    static String text(int number) {
        return "s" + "x".repeat(number);
    }

    /** All of a row in one number, other than 0 and 1 with all probability. */
    static long digest(int key, long a, long b, int textLength, long value) {
        long hash = key;
        hash = mix(hash ^ a);
        hash = mix(hash ^ b);
        hash = mix(hash ^ textLength);
        return mix(hash ^ value);
    }

    long digest(Row row) {
        return digest(key(row), row.get(a), row.get(b), row.length(text) - 1, row.get(value));
    }

    /** The finalizer of MurmurHash3, with an odd constant added. */
    static long mix(long bits) {
        long z = bits + 0x9E37_79B9_7F4A_7C15L;
        z = (z ^ z >>> 33) * 0xFF51_AFD7_ED55_8CCDL;
        z = (z ^ z >>> 33) * 0xC4CE_B9FE_1A85_EC53L;
        return z ^ z >>> 33;
    }
}
