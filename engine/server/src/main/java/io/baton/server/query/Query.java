package io.baton.server.query;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A query as it was written. Immutable.
 *
 * @param table its table, or empty for SELECT of a value
 * @param columns the columns wanted, or none for all
 * @param conditions what rows must have, all of it
 * @param limit the most rows wanted, or -1
 * @param value of SELECT of a value
 */
record Query(String table, List<String> columns, List<Condition> conditions, long limit, @Nullable Object value) {

    /**
     * A range of a column.
     *
     * @param column the column
     * @param low the least, included
     * @param high the most, included; the same as the least for =
     * @param equal whether it is one value
     */
    record Condition(String column, Object low, Object high, boolean equal) {
    }
}
