package io.baton.storage.codec;

import io.baton.storage.Row;
import io.baton.storage.RowArena;
import io.baton.storage.TableSchema;
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
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A schema of random columns, key and indexes, and random rows of it. */
final class RandomTable {
    private static final int TYPES = 12;

    final TableSchema schema;
    private final Random random;
    private final List<KeyPart> key = new ArrayList<>();

    RandomTable(Random random) {
        this.random = random;
        TableSchema.Builder builder = TableSchema.named("t" + random.nextInt(100));
        var columns = new ArrayList<Column>();
        int keys = 1 + random.nextInt(4);
        boolean anyType = random.nextInt(3) == 0;
        int others = random.nextInt(random.nextInt(10) == 0 ? 80 : 12);
        for (int i = 0; i < keys + others; i++) {
            if (key.size() < keys && random.nextInt(keys + others - i) < keys - key.size()) {
                key.add(anyType ? part(column(builder, "c" + i)) : keyPart(builder, "c" + i, keys == 1));
                columns.add(key.getLast().column());
            } else {
                columns.add(column(random.nextBoolean() ? builder : builder.nullable(), "c" + i));
            }
        }
        Collections.shuffle(key, random);
        builder.primaryKey(key.toArray(KeyPart[]::new));
        int scanColumns = random.nextInt(keys + 1);
        boolean ordered = random.nextBoolean();
        if (ordered) {
            builder.ordered(scanColumns);
        }
        if (random.nextBoolean()) {
            builder.lockColumns(!anyType ? random.nextInt(keys + 1) : ordered ? scanColumns : keys);
        }
        if (random.nextBoolean()) {
            builder.readOnly();
        }
        for (int i = random.nextInt(4); i > 0; i--) {
            addIndex(builder, "index " + i, columns);
        }
        schema = builder.build();
    }

    private void addIndex(TableSchema.Builder builder, String name, List<Column> columns) {
        var parts = new KeyPart[1 + random.nextInt(3)];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = part(columns.get(random.nextInt(columns.size())));
        }
        if (random.nextBoolean()) {
            builder.uniqueIndex(name, parts);
        } else {
            builder.index(name, random.nextInt(parts.length + 1), parts);
        }
    }

    private KeyPart part(Column column) {
        return switch (column) {
            case BooleanColumn c -> c.part();
            case BytesColumn c -> c.part();
            case DateColumn c -> c.part();
            case DecimalColumn c -> c.part();
            case DoubleColumn c -> c.part();
            case LongColumn c -> new KeyPart(c, 1 + random.nextInt(8 * c.width()), random.nextBoolean());
            case StringColumn c -> c.part();
            case TimestampColumn c -> c.part();
            case UuidColumn c -> c.part();
        };
    }

    /** Adds a column of at most 16 bits of a key, so that four fit, or one that takes more and is alone. */
    private KeyPart keyPart(TableSchema.Builder builder, String name, boolean alone) {
        if (alone && random.nextBoolean()) {
            return switch (random.nextInt(3)) {
                case 0 -> builder.date(name).part();
                case 1 -> builder.timestamp(name).part();
                default -> builder.int64(name).bits(64);
            };
        }
        return switch (random.nextInt(4)) {
            case 0 -> builder.bool(name).part();
            case 1 -> new KeyPart(builder.int64(name), 1 + random.nextInt(16), random.nextBoolean());
            case 2 -> new KeyPart(builder.int16(name), 1 + random.nextInt(16), random.nextBoolean());
            default -> new KeyPart(builder.int8(name), 1 + random.nextInt(8), random.nextBoolean());
        };
    }

    private Column column(TableSchema.Builder builder, String name) {
        int bytesMax = 1 + random.nextInt(random.nextInt(8) == 0 ? 300 : 20);
        int precision = 1 + random.nextInt(38);
        return switch (random.nextInt(TYPES)) {
            case 0 -> builder.int8(name);
            case 1 -> builder.int16(name);
            case 2 -> builder.int32(name);
            case 3 -> builder.int64(name);
            case 4 -> builder.decimal(name, random.nextInt(19));
            case 5 -> builder.decimal(name, precision, random.nextInt(precision + 1));
            case 6 -> builder.bool(name);
            case 7 -> builder.float64(name);
            case 8 -> builder.timestamp(name);
            case 9 -> builder.uuid(name);
            case 10 -> builder.bytes(name, bytesMax);
            default -> random.nextBoolean() ? builder.string(name, bytesMax) : builder.date(name);
        };
    }

    /** Makes a new image of a random row, in memory that had something else before. */
    Row row(RowArena arena) {
        var row = new Row(schema);
        arena.blank(row);
        for (KeyPart part : key) {
            setKey(row, part);
        }
        change(row, schema.columns().size());
        return row;
    }

    /** Sets so many random columns that are not in the key, some of them to what they are. */
    void change(Row row, int columns) {
        for (int i = 0; i < columns; i++) {
            Column column = schema.columns().get(random.nextInt(schema.columns().size()));
            if (key.stream().noneMatch(part -> part.column().equals(column))) {
                row.setValue(column, random.nextInt(8) == 0 ? row.value(column) : value(column));
            }
        }
    }

    private void setKey(Row row, KeyPart part) {
        switch (part.column()) {
            case BooleanColumn c -> row.set(c, random.nextBoolean());
            case DateColumn c -> row.set(c, integer(4));
            case TimestampColumn c -> row.set(c, integer(8));
            case LongColumn c when part.bits() == 64 -> row.set(c, Math.clamp(integer(8), c.min(), c.max()));
            case LongColumn c -> row.set(c,
                random.nextLong(Math.max(part.min(), c.min()), Math.min(part.max(), c.max()) + 1));
            default -> row.setValue(part.column(), value(part.column()));
        }
    }

    @Nullable
    Object value(Column column) {
        if (column.nullable() && random.nextInt(4) == 0) {
            return null;
        }
        return switch (column) {
            case BooleanColumn c -> random.nextBoolean();
            case DoubleColumn c -> switch (random.nextInt(4)) {
                case 0 -> -0.0;
                case 1 -> Double.NaN;
                case 2 -> 0.0;
                default -> Double.longBitsToDouble(random.nextLong());
            };
            case TimestampColumn c -> integer(8);
            case DateColumn c -> integer(4);
            case DecimalColumn c -> decimal(c);
            case LongColumn c -> Math.clamp(integer(c.width()), c.min(), c.max());
            case StringColumn c -> new String(bytes(c.bytesMax()), StandardCharsets.US_ASCII)
                .replace('\uFFFD', '?');
            case BytesColumn c -> bytes(c.bytesMax());
            case UuidColumn c -> new UUID(random.nextInt(3) == 0 ? 0 : random.nextLong(), random.nextInt(2));
        };
    }

    /** Returns an integer of any number of bits, so that all lengths of varints come. */
    private long integer(int width) {
        long value = random.nextLong() >> random.nextInt(64);
        return value << (64 - 8 * width) >> (64 - 8 * width);
    }

    private BigDecimal decimal(DecimalColumn column) {
        BigInteger most = BigInteger.TEN.pow(column.precision()).subtract(BigInteger.ONE);
        BigInteger value = switch (random.nextInt(4)) {
            case 0 -> most;
            case 1 -> most.negate();
            default -> new BigInteger(random.nextInt(128), random).mod(most);
        };
        return new BigDecimal(random.nextBoolean() ? value : value.negate(), column.scale());
    }

    private byte[] bytes(int bytesMax) {
        byte[] bytes = new byte[random.nextInt(4) == 0 ? bytesMax : random.nextInt(bytesMax + 1)];
        random.nextBytes(bytes);
        return bytes;
    }
}
