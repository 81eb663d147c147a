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
 * @param primaryKey the names of the columns of its primary key, in order
 * @param indexes its secondary indexes
 */
public record TableInfo(String name, boolean readOnly, long rows, List<ColumnInfo> columns, List<String> primaryKey,
        List<Index> indexes) {

    /** Keeps the lists from changes. */
    public TableInfo {
        columns = List.copyOf(columns);
        primaryKey = List.copyOf(primaryKey);
        indexes = List.copyOf(indexes);
    }

    /**
     * An index.
     *
     * @param name its name
     * @param unique whether no two rows have the same values
     * @param columns the names of its columns, in order
     */
    public record Index(String name, boolean unique, List<String> columns) {
    }
}
