package io.baton.engine.model;

import io.baton.storage.IndexSchema;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.column.KeyPart;
import io.baton.storage.column.LongColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A table of the random model test: a key of two parts, four columns, and indexes on some of them. Tables differ in the
 * types of their columns, but have as many of them, so that one program works on each.
 */
final class ModelTable {

    static final int HIGH_KEYS = 8;
    static final int LOW_KEYS = 16;
    /** All keys that there are. */
    static final int KEYS = HIGH_KEYS * LOW_KEYS;
    /** Values of columns a, b and s, which are in indexes; one less of booleans. */
    static final int A_VALUES = 6;
    static final int B_VALUES = 20;
    static final int S_VALUES = 5;
    /** Numbers of the columns that can stand in an index. */
    static final int A = 0;
    static final int B = 1;
    static final int S = 2;
    static final int HIGH = 3;
    static final int LOW = 4;
    /** Of the two parts of each table's key; the last ones make wide keys. */
    private static final List<ModelType[]> KEY_TYPES = List.of(key(ModelType.UNSIGNED, ModelType.UNSIGNED),
        key(ModelType.SIGNED, ModelType.UNSIGNED), key(ModelType.DAY, ModelType.UNSIGNED),
        key(ModelType.UNSIGNED, ModelType.SIGNED), key(ModelType.SIGNED, ModelType.UNSIGNED),
        key(ModelType.DAY, ModelType.SIGNED), key(ModelType.UNSIGNED, ModelType.UNSIGNED),
        key(ModelType.STRING, ModelType.UNIQUE_ID), key(ModelType.BYTES, ModelType.MOMENT),
        key(ModelType.WHOLE, ModelType.STRING));

    /** A number from 0, for who keeps something by table. */
    final int ordinal;
    final TableSchema schema;
    /** The columns by their numbers. */
    final List<ModelColumn> columns;
    final LongColumn value;
    /** Whether transactions scan it; if not, they leave its indexes' locks to the commit, but for unique ones. */
    final boolean scanned;
    /** The schema's indexes, in their order. */
    final List<Index> indexes = new ArrayList<>();
    /**
     * An ordered index.
     *
     * @param schema its schema
     * @param scanColumns columns that every scan binds
     * @param columns the numbers of its columns, in order
     */
    record Index(IndexSchema schema, int scanColumns, List<Integer> columns) {
        /** The columns that stand in it do not change. */
        boolean ofKey() {
            return columns.getFirst() == HIGH;
        }
    }

    /** What is to be said of a table, in the order of its declaration. */
    private static final class Spec {
        private final TableSchema.Builder builder;
        private final List<ModelColumn> columns = new ArrayList<>();
        private final List<Index> indexes = new ArrayList<>();
        private boolean scanned = true;
        private boolean ordered;

        Spec(int ordinal, ModelType a, boolean aNull, ModelType b, boolean bNull, ModelType s, boolean sNull) {
            builder = TableSchema.named("model" + ordinal);
            columns.add(new ModelColumn(builder, "a", a, count(a, A_VALUES), aNull));
            columns.add(new ModelColumn(builder, "b", b, count(b, B_VALUES), bNull));
            columns.add(new ModelColumn(builder, "s", s, count(s, S_VALUES), sNull));
            final ModelType[] key = KEY_TYPES.get(ordinal);
            columns.add(new ModelColumn(builder, "high", key[0], HIGH_KEYS, false));
            columns.add(new ModelColumn(builder, "low", key[1], LOW_KEYS, false));
            builder.primaryKey(parts(HIGH, LOW));
        }

        private static int count(ModelType type, int most) {
            return type == ModelType.BOOLEAN ? 2 : most;
        }

        Spec ordered(int lockColumns) {
            builder.ordered(1).lockColumns(lockColumns);
            ordered = true;
            return this;
        }

        Spec unscanned() {
            scanned = false;
            return this;
        }

        Spec index(int scanColumns, Integer... numbers) {
            indexes.add(new Index(builder.index("i" + indexes.size(), scanColumns, parts(numbers)), scanColumns,
                List.of(numbers)));
            return this;
        }

        Spec unique(Integer... numbers) {
            indexes.add(new Index(builder.uniqueIndex("i" + indexes.size(), parts(numbers)), numbers.length,
                List.of(numbers)));
            return this;
        }

        private KeyPart[] parts(Integer... numbers) {
            final KeyPart[] parts = new KeyPart[numbers.length];
            for (int i = 0; i < parts.length; i++) {
                parts[i] = ModelType.part(columns.get(numbers[i]).column);
            }
            return parts;
        }
    }

    private ModelTable(int ordinal, Spec spec) {
        this.ordinal = ordinal;
        scanned = spec.scanned;
        columns = spec.columns;
        value = spec.builder.int64("value");
        schema = spec.builder.build();
        if (spec.ordered) {
            indexes.add(new Index(Objects.requireNonNull(schema.primaryIndex()), 1, List.of(HIGH, LOW)));
        }
        indexes.addAll(spec.indexes);
    }

    /** All types, with and without NULL; hashed and ordered keys; indexes of all kinds; row locks and prefix locks. */
    static List<ModelTable> all() {
        final List<Spec> specs = List.of(
            new Spec(0, ModelType.SIGNED, true, ModelType.WHOLE, false, ModelType.STRING, true).index(1, A, B),
            new Spec(1, ModelType.WIDE, true, ModelType.MOMENT, false, ModelType.BYTES, true)
                .index(1, S, B).index(1, A, B).index(2, A, B),
            new Spec(2, ModelType.UNIQUE_ID, false, ModelType.DOUBLE, true, ModelType.BOOLEAN, true)
                .ordered(1).index(1, A, B).unique(S, B, A),
            new Spec(3, ModelType.DAY, true, ModelType.STRING, true, ModelType.MONEY, false)
                .ordered(2).unique(B, S, A),
            new Spec(4, ModelType.STRING, false, ModelType.BYTES, true, ModelType.WIDE, true)
                .unscanned().index(1, A, B).index(1, S, B),
            new Spec(5, ModelType.DOUBLE, false, ModelType.WIDE, false, ModelType.UNIQUE_ID, true)
                .ordered(2).unscanned().index(2, A, B).index(1, S, B).unique(A, S, B),
            new Spec(6, ModelType.BOOLEAN, false, ModelType.UNIQUE_ID, true, ModelType.MOMENT, true)
                .index(0, B, A).unique(B, A, S),
            new Spec(7, ModelType.SIGNED, true, ModelType.DAY, false, ModelType.BYTES, true)
                .index(1, A, B).unique(S, A, B),
            new Spec(8, ModelType.MONEY, false, ModelType.WHOLE, true, ModelType.MOMENT, true)
                .ordered(1).index(1, S, B),
            new Spec(9, ModelType.STRING, true, ModelType.WIDE, false, ModelType.DOUBLE, true)
                .ordered(2).index(2, A, B));
        final List<ModelTable> tables = new ArrayList<>();
        for (Spec spec : specs) {
            tables.add(new ModelTable(tables.size(), spec));
        }
        return tables;
    }

    private static ModelType[] key(ModelType... types) {
        return types;
    }

    /** Whether rows are named by images, not by packed keys. */
    boolean wide() {
        return schema.wideKey();
    }

    /** Gives an image one of the {@link #KEYS}. */
    Row name(Row image, int key) {
        columns.get(HIGH).set(image, key / LOW_KEYS);
        columns.get(LOW).set(image, key % LOW_KEYS);
        return image;
    }

    /** Which of the {@link #KEYS} a row has. */
    int key(Row row) {
        return columns.get(HIGH).number(row) * LOW_KEYS + columns.get(LOW).number(row);
    }

    /** What a plan names the lock of a row by. */
    long lockKey(int key) {
        return wide() ? schema.lockKey(part(HIGH, key / LOW_KEYS), part(LOW, key % LOW_KEYS)) : packed(key);
    }

    private Object part(int column, int number) {
        return Objects.requireNonNull(columns.get(column).value(number));
    }

    /** The packed key of one of the {@link #KEYS}. */
    long packed(int key) {
        return schema.key(columns.get(HIGH).hash(key / LOW_KEYS), columns.get(LOW).hash(key % LOW_KEYS));
    }

    /** All of a row in one number, other than 0 and 1 with all probability. */
    long digest(int key, int a, int b, int s, long newValue) {
        return digest(columns.get(HIGH).hash(key / LOW_KEYS), columns.get(LOW).hash(key % LOW_KEYS),
            columns.get(A).hash(a), columns.get(B).hash(b), columns.get(S).hash(s), newValue);
    }

    long digest(Row row) {
        return digest(columns.get(HIGH).hash(row), columns.get(LOW).hash(row), columns.get(A).hash(row),
            columns.get(B).hash(row), columns.get(S).hash(row), row.get(value));
    }

    private static long digest(long high, long low, long a, long b, long s, long value) {
        long hash = mix(high * 31 + low);
        hash = mix(hash ^ a);
        hash = mix(hash ^ b);
        hash = mix(hash ^ s);
        return mix(hash ^ value);
    }

    /** The finalizer of MurmurHash3, with an odd constant added. */
    static long mix(long bits) {
        long z = bits + 0x9E37_79B9_7F4A_7C15L;
        z = (z ^ z >>> 33) * 0xFF51_AFD7_ED55_8CCDL;
        z = (z ^ z >>> 33) * 0xC4CE_B9FE_1A85_EC53L;
        return z ^ z >>> 33;
    }
}
