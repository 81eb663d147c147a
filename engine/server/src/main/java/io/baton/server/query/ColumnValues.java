package io.baton.server.query;

import io.baton.protocol.ProtocolLimits;
import io.baton.protocol.Reason;
import io.baton.storage.TableSchema;
import io.baton.storage.column.BooleanColumn;
import io.baton.storage.column.BytesColumn;
import io.baton.storage.column.Column;
import io.baton.storage.column.DateColumn;
import io.baton.storage.column.DecimalColumn;
import io.baton.storage.column.DoubleColumn;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import io.baton.storage.column.TimestampColumn;
import io.baton.storage.column.UuidColumn;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;

/** Columns as SQL names their types, and values that queries give for them. */
final class ColumnValues {

    private static final int DIGITS_OF_LONG = 19;
    /** A byte holds less than two and a half digits; the rest is for the sign, the point and the exponent. */
    private static final int DECIMAL_CHARACTERS_MAX = ProtocolLimits.DECIMAL_BYTES_MAX * 5 / 2;

    private ColumnValues() {
    }

    /** Describes a column of a table. */
    static BuiltIns.ColumnOf describe(TableSchema table, Column column) {
        final boolean ofKey = table.keyParts().stream().anyMatch(part -> part.column().equals(column));
        return switch (column) {
            case BooleanColumn c -> of(c, ofKey, "BOOLEAN", 1, 0);
            case BytesColumn c -> of(c, ofKey, "VARBINARY", c.bytesMax(), 0);
            case DateColumn c -> of(c, ofKey, "DATE", 10, 0);
            case DecimalColumn c -> of(c, ofKey, "DECIMAL", c.precision(), c.scale());
            case DoubleColumn c -> of(c, ofKey, "DOUBLE", 17, 0);
            case LongColumn c when c.scale() > 0 -> of(c, ofKey, "DECIMAL", DIGITS_OF_LONG, c.scale());
            case LongColumn c -> switch (c.width()) {
                case 1 -> of(c, ofKey, "TINYINT", 3, 0);
                case 2 -> of(c, ofKey, "SMALLINT", 5, 0);
                case 4 -> of(c, ofKey, "INTEGER", 10, 0);
                default -> of(c, ofKey, "BIGINT", DIGITS_OF_LONG, 0);
            };
            case StringColumn c -> of(c, ofKey, "VARCHAR", c.bytesMax(), 0);
            case TimestampColumn c -> of(c, ofKey, "TIMESTAMP_WITH_TIMEZONE", 32, 6);
            case UuidColumn c -> of(c, ofKey, "UUID", 36, 0);
        };
    }

    private static BuiltIns.ColumnOf of(Column column, boolean searchable, String type, int precision,
            int scale) {
        return new BuiltIns.ColumnOf(column.table(), column.name(), type, column.nullable(), precision, scale,
            searchable);
    }

    /** Makes of a query's value what the column's setter takes. */
    static Object convert(Column column, Object value) {
        try {
            return switch (column) {
                case BooleanColumn c when value instanceof Boolean -> value;
                case BytesColumn c when value instanceof byte[] -> value;
                case DateColumn c when value instanceof LocalDate -> value;
                case DateColumn c when value instanceof String text -> LocalDate.parse(text);
                case DecimalColumn c when value instanceof Number || value instanceof String -> decimal(value);
                case DoubleColumn c when value instanceof Number number -> number.doubleValue();
                case LongColumn c when c.scale() > 0 -> decimal(value);
                case LongColumn c when value instanceof Number || value instanceof String ->
                    decimal(value).longValueExact();
                case StringColumn c when value instanceof String -> value;
                case TimestampColumn c when value instanceof Instant -> value;
                case TimestampColumn c when value instanceof String text -> Instant.parse(text);
                case UuidColumn c when value instanceof UUID -> value;
                case UuidColumn c when value instanceof String text -> UUID.fromString(text);
                default -> throw new IllegalArgumentException();
            };
        } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
            throw new QueryException(Reason.WRONG_TYPE,
                "column " + column.name() + " is of type " + column.type() + ", but it was compared with " + value);
        }
    }

    private static BigDecimal decimal(Object value) {
        if (value instanceof BigDecimal decimal) {
            return decimal;
        }
        // The time that digits take grows with their square.
        final String text = value.toString().strip();
        if (text.length() > DECIMAL_CHARACTERS_MAX) {
            throw new QueryException(Reason.WRONG_TYPE,
                "a number of " + text.length() + " characters: give " + DECIMAL_CHARACTERS_MAX + " at most");
        }
        final BigDecimal parsed = new BigDecimal(text);
        if (Math.abs((long) parsed.scale()) > ProtocolLimits.DECIMAL_SCALE_MAX) {
            throw new ArithmeticException("a scale of " + parsed.scale());
        }
        return parsed;
    }
}
