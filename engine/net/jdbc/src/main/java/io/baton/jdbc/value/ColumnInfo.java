package io.baton.jdbc.value;

import io.baton.protocol.ValueKind;
import io.baton.protocol.ValueType;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A column of a result.
 *
 * @param table the table it comes from, or empty
 * @param name its name
 * @param type its type
 * @param nullable whether NULL is possible
 * @param precision the most digits, characters or bytes; 0 if that is not known
 * @param scale digits behind the point, of a second for moments
 * @param searchable whether a query may have a condition for it
 * @param column the name of the table's column that it shows; its own name if it shows none
 */
public record ColumnInfo(String table, String name, SqlType type, boolean nullable, int precision, int scale,
        boolean searchable, String column) {

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
        return new ColumnInfo("", name, type, nullable, type.precisionAnywhere(),
            Objects.requireNonNullElse(type.scale(), 0), false, name);
    }

    /**
     * Says how large decimals are of which only the values are known.
     *
     * @param rows the rows of a result
     * @param place which value of each is of this column, from 0 on
     * @return the column with the precision and scale that all values have room in; the same if it has them already
     */
    public ColumnInfo measured(List<? extends List<? extends @Nullable Object>> rows, int place) {
        if (type != SqlType.DECIMAL || precision > 0) {
            return this;
        }
        int digits = 0;
        int fraction = 0;
        for (final List<? extends @Nullable Object> row : rows) {
            if (row.get(place) instanceof BigDecimal decimal) {
                digits = Math.max(digits, decimal.precision() - decimal.scale());
                fraction = Math.max(fraction, decimal.scale());
            }
        }
        return new ColumnInfo(table, name, type, nullable, Math.max(digits, 0) + fraction, fraction, searchable,
            column);
    }
}
