package io.baton.history;

import java.util.List;

/**
 * An ordered index as the header of a history names it. Immutable.
 *
 * @param name its name
 * @param prefixColumns how many of the columns, from the first, make the prefix that scans and changes name
 * @param columns its columns, the most significant first; the primary key breaks ties
 */
public record RecordedIndex(String name, int prefixColumns, List<RecordedColumn> columns) {

    /** Most columns of an index that a history can name. */
    public static final int COLUMNS_MAX = 255;

    /** Copies the list and checks the numbers. */
    public RecordedIndex {
        columns = List.copyOf(columns);
        if (columns.size() > COLUMNS_MAX || prefixColumns < 0 || prefixColumns > columns.size()) {
            throw new IllegalArgumentException("index " + name + " has " + columns.size() + " columns, "
                + prefixColumns + " of them in its prefix; a history names at most " + COLUMNS_MAX);
        }
    }
}
