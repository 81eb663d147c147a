package io.baton.storage.codec;

import io.baton.storage.TableSchema;
import io.baton.storage.column.BooleanColumn;
import io.baton.storage.column.Column;
import io.baton.storage.column.DateColumn;
import io.baton.storage.column.DecimalColumn;
import io.baton.storage.column.DoubleColumn;
import io.baton.storage.column.KeyPart;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.TimestampColumn;
import io.baton.storage.column.UuidColumn;
import io.baton.storage.column.VariableColumn;
import java.util.List;

/** Columns compiled into numbers, so that encoding and decoding look at no objects. Immutable. */
final class Columns {
    /** Number of columns. */
    final int count;
    /** How each is encoded: one of {@link ColumnEncoding}'s codes. */
    final int[] codes;
    /** Where each stands in the row image. */
    final int[] offsets;
    /** Bytes of each in the row image. */
    final int[] widths;
    /** The most bytes of a string, the most digits of a decimal of 38 digits; 0 for others. */
    final int[] limits;
    /** The bit of each that says whether there is a value, as {@link Column#presence}; -1 if always. */
    final int[] presences;

    private Columns(List<? extends Column> columns) {
        count = columns.size();
        codes = columns.stream().mapToInt(Columns::code).toArray();
        offsets = columns.stream().mapToInt(Column::offset).toArray();
        widths = columns.stream().mapToInt(Column::width).toArray();
        limits = columns.stream().mapToInt(Columns::limit).toArray();
        presences = columns.stream().mapToInt(Column::presence).toArray();
    }

    /** Compiles columns; those of the primary key count as {@link ColumnEncoding#IN_KEY}. */
    static Columns ofBody(TableSchema schema, List<Column> columns) {
        var body = new Columns(columns);
        for (int i = 0; i < body.count; i++) {
            if (inKey(schema, columns.get(i))) {
                body.codes[i] = ColumnEncoding.IN_KEY;
            }
        }
        return body;
    }

    /** Compiles the columns of the primary key in its order. */
    static Columns ofKey(TableSchema schema) {
        return new Columns(schema.keyParts().stream().map(KeyPart::column).toList());
    }

    static boolean inKey(TableSchema schema, Column column) {
        return schema.keyParts().stream().anyMatch(part -> part.column().name().equals(column.name()));
    }

    /** Returns the bytes of a bitmap with a bit for each. */
    int bitmapBytes() {
        return (count + 7) >>> 3;
    }

    /** Returns the most bytes that a value of each takes together, with the byte that says whether there is one. */
    int bytesMax() {
        int bytes = 0;
        for (int i = 0; i < count; i++) {
            bytes += 1 + Math.max(Varint.BYTES_MAX, 1 + widths[i]);
        }
        return bytes;
    }

    private static int limit(Column column) {
        return switch (column) {
            case DecimalColumn c -> c.precision();
            case VariableColumn c -> c.bytesMax();
            default -> 0;
        };
    }

    private static int code(Column column) {
        return switch (column) {
            case BooleanColumn c -> ColumnEncoding.BOOLEAN;
            case DateColumn c -> ColumnEncoding.INTEGER_4;
            case DecimalColumn c -> ColumnEncoding.DECIMAL;
            case DoubleColumn c -> ColumnEncoding.DOUBLE;
            case LongColumn c -> ColumnEncoding.integer(c.width());
            case TimestampColumn c -> ColumnEncoding.INTEGER_8;
            case UuidColumn c -> ColumnEncoding.UUID;
            case VariableColumn c -> ColumnEncoding.VARIABLE;
        };
    }
}
