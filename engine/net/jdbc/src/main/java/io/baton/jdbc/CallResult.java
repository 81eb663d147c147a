package io.baton.jdbc;

import io.baton.jdbc.rows.MorePages;
import io.baton.jdbc.text.CallBinding;
import io.baton.jdbc.value.ColumnInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an execution has brought.
 *
 * @param columns of its rows; none if it has no rows
 * @param rows the rows
 * @param value what the procedure returned
 * @param binding of the call when it was made, which may have another now; null if it was a query
 * @param more rows behind these, or null
 */
record CallResult(List<ColumnInfo> columns, List<? extends List<? extends @Nullable Object>> rows,
        @Nullable Object value, @Nullable CallBinding binding, @Nullable MorePages more) {

    /** All rows are there. */
    CallResult(List<ColumnInfo> columns, List<? extends List<? extends @Nullable Object>> rows,
            @Nullable Object value, @Nullable CallBinding binding) {
        this(columns, rows, value, binding, null);
    }

    boolean hasRows() {
        return !columns.isEmpty();
    }
}
