package io.baton.storage.column;

/**
 * A typed column of fixed place in a table's row image. Columns are made by {@code TableSchema.Builder} and belong
 * to that table only: {@link #table()} returns the very String instance that {@code TableSchema.name()} returns, so
 * a row recognises its own columns by comparing two references.
 *
 * <p>All are records, because the JIT trusts the fields of records: a constant column costs nothing at the access.
 */
public sealed interface Column permits BooleanColumn, DateColumn, DecimalColumn, DoubleColumn, LongColumn,
    TimestampColumn, UuidColumn, VariableColumn {

    /** Returns the name of the table. */
    String table();

    /** Returns the name of the column, unique within the table. */
    String name();

    /** Returns the distance in bytes from the start of the row image. */
    int offset();

    /** Returns the largest number of bytes that a value takes in the row image, a length field included. */
    int width();

    /**
     * Returns the place of the bit that says whether there is a value: 8 times the distance in bytes from the start of
     * the row image, plus the number of the bit; -1 if the column is never NULL.
     */
    int presence();

    /** Returns whether the column may be NULL. */
    default boolean nullable() {
        return presence() >= 0;
    }

    /** Returns the column's type as its declaration says it, for example {@code nullable string(24)}. */
    default String type() {
        String type = switch (this) {
            case BooleanColumn c -> "bool";
            case BytesColumn c -> "bytes(" + c.bytesMax() + ")";
            case DateColumn c -> "date";
            case DecimalColumn c -> "decimal(" + c.precision() + ", " + c.scale() + ")";
            case DoubleColumn c -> "float64";
            case LongColumn c -> c.scale() == 0 ? "int" + 8 * c.width() : "decimal(" + c.scale() + ")";
            case StringColumn c -> "string(" + c.bytesMax() + ")";
            case TimestampColumn c -> "timestamp";
            case UuidColumn c -> "uuid";
        };
        return nullable() ? "nullable " + type : type;
    }
}
