package io.baton.jdbc.metadata;

import io.baton.jdbc.value.ColumnInfo;
import java.util.List;

/**
 * A table.
 *
 * @param name its name
 * @param readOnly whether it never changes
 * @param rows about how many rows it has
 * @param columns its columns in order
 * @param primaryKey the index of its primary key
 * @param indexes its secondary indexes
 */
public record TableInfo(String name, boolean readOnly, long rows, List<ColumnInfo> columns, Index primaryKey,
        List<Index> indexes) {

    /** Keeps the lists from changes. */
    public TableInfo {
        columns = List.copyOf(columns);
        indexes = List.copyOf(indexes);
    }

    /**
     * An index.
     *
     * @param name its name
     * @param unique whether no two rows have the same values
     * @param columns the names of its columns, in order
     * @param bound how many of them, the first ones, are only found: it has an order behind these
     */
    public record Index(String name, boolean unique, List<String> columns, int bound) {

        /** Keeps the list from changes. */
        public Index {
            columns = List.copyOf(columns);
        }

        /** {@return whether there is no order at all} */
        public boolean isHashed() {
            return bound >= columns.size();
        }
    }
}
