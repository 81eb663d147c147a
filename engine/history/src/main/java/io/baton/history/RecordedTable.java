package io.baton.history;

import java.util.List;

/**
 * A table as the header of a history names it. Immutable.
 *
 * @param name the table's name
 * @param schemaHash tells whether two histories are of the same schema: equal schemas have equal hashes
 * @param readOnly whether the table never changes, so that the history does not mention its rows
 * @param keyColumns the columns of the primary key, the most significant first; if they do not fit into 64 bits, or
 *     are of other types than integers, dates, timestamps and booleans, a hash of them all names a row
 * @param indexes the ordered indexes, in the order of their numbers
 */
public record RecordedTable(
        String name, long schemaHash, boolean readOnly, List<RecordedColumn> keyColumns, List<RecordedIndex> indexes) {

    /** Most tables that a history can name. */
    public static final int TABLES_MAX = 256;
    /** Most ordered indexes of a table that a history can name. */
    public static final int INDEXES_MAX = 255;

    /** Copies the lists and checks the limits. */
    public RecordedTable {
        keyColumns = List.copyOf(keyColumns);
        indexes = List.copyOf(indexes);
        if (indexes.size() > INDEXES_MAX) {
            throw new IllegalArgumentException("table " + name + " has " + indexes.size()
                + " indexes; a history names at most " + INDEXES_MAX);
        }
    }

    private boolean packed() {
        return keyColumns.stream().allMatch(RecordedColumn::packs)
            && keyColumns.stream().mapToLong(RecordedColumn::bits).sum() <= Long.SIZE;
    }

    /**
     * Names a row for people.
     *
     * @param key its packed primary key, or the number of a wide one
     * @return for example {@code district(warehouse=1, id=7)}, or {@code login(number 0x1f)}
     */
    public String row(long key) {
        if (!packed()) {
            return name + "(number 0x" + Long.toHexString(key) + ")";
        }
        final StringBuilder text = new StringBuilder(name).append('(');
        int shift = keyColumns.stream().mapToInt(RecordedColumn::bits).sum();
        String between = "";
        for (RecordedColumn column : keyColumns) {
            shift -= column.bits();
            final long value = column.bits() == Long.SIZE ? key : key >>> shift & (1L << column.bits()) - 1;
            text.append(between).append(column.name()).append('=').append(column.unpack(value));
            between = ", ";
        }
        return text.append(')').toString();
    }
}
