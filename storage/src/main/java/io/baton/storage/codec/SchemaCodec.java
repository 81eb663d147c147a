package io.baton.storage.codec;

import io.baton.storage.IndexSchema;
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
import java.util.ArrayList;
import java.util.List;

/** Writes schemas as storage/spec/7-encoding.md says, and rebuilds them. */
public final class SchemaCodec {
    private static final int READ_ONLY = 1;
    private static final int ORDERED = 2;

    private static final int INTEGER = 1;
    private static final int DECIMAL = 2;
    private static final int BOOLEAN = 3;
    private static final int DOUBLE = 4;
    private static final int TIMESTAMP = 5;
    private static final int DATE = 6;
    private static final int UUID = 7;
    private static final int STRING = 8;
    private static final int BYTES = 9;

    /** Fewest bytes that a column, a part or an index takes: before anything is made of a count, it is checked. */
    private static final int COLUMN_BYTES_MIN = 5;
    private static final int PART_BYTES_MIN = 3;
    private static final int INDEX_BYTES_MIN = 4 + PART_BYTES_MIN;

    private SchemaCodec() {
    }

    /** Writes a schema. */
    public static void write(TableSchema schema, Output out) {
        IndexSchema primary = schema.primaryIndex();
        out.putString(schema.name());
        out.putByte((schema.readOnly() ? READ_ONLY : 0) | (primary != null ? ORDERED : 0));
        out.putVarint(schema.columns().size());
        for (Column column : schema.columns()) {
            out.putString(column.name());
            writeType(column, out);
        }
        writeParts(schema.keyParts(), schema, out);
        out.putVarint(primary != null ? primary.scanColumns() : 0);
        out.putVarint(schema.lockColumns());
        List<IndexSchema> secondary = schema.indexes().stream().filter(index -> !index.primary()).toList();
        out.putVarint(secondary.size());
        for (IndexSchema index : secondary) {
            out.putString(index.name());
            out.putByte(index.unique() ? 1 : 0);
            out.putVarint(index.scanColumns());
            writeParts(index.parts(), schema, out);
        }
    }

    private static void writeType(Column column, Output out) {
        switch (column) {
            case LongColumn c -> writeType(INTEGER, c, c.width(), c.scale(), out);
            case DecimalColumn c -> writeType(DECIMAL, c, c.precision(), c.scale(), out);
            case BooleanColumn c -> writeType(BOOLEAN, c, 0, 0, out);
            case DoubleColumn c -> writeType(DOUBLE, c, 0, 0, out);
            case TimestampColumn c -> writeType(TIMESTAMP, c, 0, 0, out);
            case DateColumn c -> writeType(DATE, c, 0, 0, out);
            case UuidColumn c -> writeType(UUID, c, 0, 0, out);
            case StringColumn c -> writeType(STRING, c, c.bytesMax(), 0, out);
            case BytesColumn c -> writeType(BYTES, c, c.bytesMax(), 0, out);
        }
    }

    private static void writeType(int type, Column column, int a, int b, Output out) {
        out.putByte(type);
        out.putByte(column.nullable() ? 1 : 0);
        out.putVarint(a);
        out.putVarint(b);
    }

    private static void writeParts(List<KeyPart> parts, TableSchema schema, Output out) {
        out.putVarint(parts.size());
        for (KeyPart part : parts) {
            out.putVarint(schema.columns().indexOf(part.column()));
            out.putVarint(part.bits());
            out.putByte(part.signed() ? 1 : 0);
        }
    }

    /**
     * Rebuilds a schema, so that it is the same as the one that was written.
     *
     * @throws DamagedException if that is not possible
     * @see TableSchema#sameAs
     */
    public static TableSchema read(Input in) {
        String name = in.getString();
        try {
            return read(name, in);
        } catch (IllegalArgumentException e) {
            throw new DamagedException("what is encoded is no schema: " + e.getMessage(), e);
        }
    }

    private static TableSchema read(String name, Input in) {
        TableSchema.Builder builder = TableSchema.named(name);
        int flags = in.getByte();
        if ((flags & ~(READ_ONLY | ORDERED)) != 0) {
            throw new DamagedException("table %s: the flags of a schema are 0x%02x".formatted(name, flags));
        }
        if ((flags & READ_ONLY) != 0) {
            builder.readOnly();
        }
        List<Column> columns = readColumns(builder, in);
        builder.primaryKey(readParts(columns, in));
        int scanColumns = in.getVarint(columns.size(), "the number of scan columns");
        if ((flags & ORDERED) != 0) {
            builder.ordered(scanColumns);
        } else if (scanColumns != 0) {
            throw new DamagedException("table %s: %d scan columns of a key that is not ordered"
                .formatted(name, scanColumns));
        }
        builder.lockColumns(in.getVarint(columns.size(), "the number of lock columns"));
        int indexes = count(in, INDEX_BYTES_MIN, "the number of indexes");
        for (int i = 0; i < indexes; i++) {
            readIndex(builder, columns, in);
        }
        return builder.build();
    }

    private static void readIndex(TableSchema.Builder builder, List<Column> columns, Input in) {
        String name = in.getString();
        boolean unique = in.getBoolean("the flag of a unique index");
        int scanColumns = in.getVarint(Integer.MAX_VALUE, "the number of scan columns");
        KeyPart[] parts = readParts(columns, in);
        if (!unique) {
            builder.index(name, scanColumns, parts);
        } else if (scanColumns == parts.length) {
            builder.uniqueIndex(name, parts);
        } else {
            throw new DamagedException("scans of the unique index %s bind %d of %d parts"
                .formatted(name, scanColumns, parts.length));
        }
    }

    private static List<Column> readColumns(TableSchema.Builder builder, Input in) {
        var columns = new ArrayList<Column>();
        int count = count(in, COLUMN_BYTES_MIN, "the number of columns");
        for (int i = 0; i < count; i++) {
            String name = in.getString();
            int type = in.getByte();
            if (in.getBoolean("the flag of a nullable column")) {
                builder.nullable();
            }
            int a = in.getVarint(Integer.MAX_VALUE, "the size of a type");
            int b = in.getVarint(Integer.MAX_VALUE, "the scale of a type");
            Column column = readColumn(builder, name, type, a, b);
            if (column.offset() + column.width() > TableSchema.ROW_BYTES_MAX) {
                throw new DamagedException("column %s ends at byte %d of a row; the limit is %d"
                    .formatted(name, column.offset() + column.width(), TableSchema.ROW_BYTES_MAX));
            }
            columns.add(column);
        }
        return columns;
    }

    private static Column readColumn(TableSchema.Builder builder, String name, int type, int a, int b) {
        boolean fits = switch (type) {
            case INTEGER -> b == 0 || a == Long.BYTES;
            case DECIMAL -> true;
            case STRING, BYTES -> b == 0;
            default -> a == 0 && b == 0;
        };
        if (!fits) {
            throw new DamagedException("column %s is of type %d with the numbers %d and %d"
                .formatted(name, type, a, b));
        }
        return switch (type) {
            case INTEGER -> readInteger(builder, name, a, b);
            case DECIMAL -> builder.decimal(name, a, b);
            case BOOLEAN -> builder.bool(name);
            case DOUBLE -> builder.float64(name);
            case TIMESTAMP -> builder.timestamp(name);
            case DATE -> builder.date(name);
            case UUID -> builder.uuid(name);
            case STRING -> builder.string(name, a);
            case BYTES -> builder.bytes(name, a);
            default -> throw new DamagedException("column %s is of type %d; 1 to 9 are known".formatted(name, type));
        };
    }

    private static LongColumn readInteger(TableSchema.Builder builder, String name, int width, int scale) {
        return switch (width) {
            case 1 -> builder.int8(name);
            case 2 -> builder.int16(name);
            case 4 -> builder.int32(name);
            case 8 -> builder.decimal(name, scale);
            default -> throw new DamagedException("column %s is an integer of %d bytes".formatted(name, width));
        };
    }

    private static KeyPart[] readParts(List<Column> columns, Input in) {
        var parts = new KeyPart[count(in, PART_BYTES_MIN, "the number of parts")];
        for (int i = 0; i < parts.length; i++) {
            int column = in.getVarint(columns.size() - 1, "the number of a column");
            int bits = in.getVarint(Integer.MAX_VALUE, "the number of bits");
            parts[i] = new KeyPart(columns.get(column), bits, in.getBoolean("the flag of a signed part"));
        }
        return parts;
    }

    /** Reads a count of things that take some bytes each. */
    private static int count(Input in, int bytesMin, String what) {
        long count = in.getVarint();
        if (count < 0 || count > in.remaining() / bytesMin) {
            throw new DamagedException("%s is %s, but only %d bytes follow"
                .formatted(what, Long.toUnsignedString(count), in.remaining()));
        }
        return (int) count;
    }
}
