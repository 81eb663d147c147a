package io.baton.jdbc.value;

import io.baton.protocol.ValueKind;
import io.baton.protocol.ValueType;

/**
 * A column of a result.
 *
 * @param table the table it comes from, or empty
 * @param name its name
 * @param type its type
 * @param nullable whether NULL is possible
 * @param precision the most digits, characters or bytes
 * @param scale digits behind the point
 */
public record ColumnInfo(String table, String name, SqlType type, boolean nullable, int precision, int scale) {

    /**
     * Makes a column of what a procedure returns.
     *
     * @param name its name
     * @param type its type on the wire
     * @return the column
     */
    public static ColumnInfo of(String name, ValueType type) {
        return of(name, SqlType.of(type.kind()), type.nullable() || type.kind() == ValueKind.ANY);
    }

    /**
     * Makes a column that comes from no table.
     *
     * @param name its name
     * @param type its type
     * @param nullable whether NULL is possible
     * @return the column
     */
    public static ColumnInfo of(String name, SqlType type, boolean nullable) {
        return new ColumnInfo("", name, type, nullable, type.precision(), 0);
    }
}
