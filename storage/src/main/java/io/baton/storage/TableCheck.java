package io.baton.storage;

import io.baton.storage.column.Column;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Searches a table, which does not change meanwhile, for states that its code never allows: a row that its key does not
 * lead to, a value that its column cannot have, an index that has other rows than the table, finds a row in the wrong
 * place, or has the same values twice though it is unique. One table, one thread.
 */
public final class TableCheck {

    /** Said of one table; the rest is only counted. */
    private static final int FINDINGS_MAX = 10;

    private final Table table;
    private final Consumer<String> findings;
    private final List<OrderedIndex> indexes;
    private final List<IndexRange> ranges;
    private final List<IndexCursor> cursors;
    private final Row copy;
    private final Row stored;
    private long rows;
    /** Of the addresses of all rows: an index with the same number and the same sum has the same rows. */
    private long sum;
    private long found;

    private TableCheck(Table table, Consumer<String> findings) {
        this.table = table;
        this.findings = findings;
        this.indexes = List.copyOf(table.secondary.all());
        this.ranges = indexes.stream().map(index -> new IndexRange(index.schema())).toList();
        this.cursors = indexes.stream().map(IndexCursor::new).toList();
        this.copy = new Row(table.schema());
        this.stored = new Row(table.schema());
    }

    /**
     * Checks a table.
     *
     * @param table the table, which does not change meanwhile
     * @param rowsChecked told now and then how many more rows were checked; what it throws ends the check
     * @param findings gets a clause for each thing that is wrong, the first ones of a table, then how many more
     * @return how many rows the table has
     * @throws IllegalStateException if storage is closed
     */
    public static long run(Table table, LongConsumer rowsChecked, Consumer<String> findings) {
        final TableCheck check = new TableCheck(table, findings);
        check.rows(rowsChecked);
        check.indexes();
        if (check.found > FINDINGS_MAX) {
            findings
                .accept("table " + table.schema().name() + ": " + (check.found - FINDINGS_MAX) + " more like these");
        }
        return check.rows;
    }

    private void rows(LongConsumer rowsChecked) {
        final TableCopy copies = new TableCopy(table);
        try {
            int count;
            do {
                count = copies.next(this::row);
                rowsChecked.accept(count);
            } while (count > 0);
        } finally {
            copies.close();
        }
        if (rows != table.rows()) {
            found("it has " + rows + " rows, but counts " + table.rows());
        }
    }

    private void row(long address) {
        rows++;
        copy.wrap(table.lifetime, address, false);
        final long row = table.find(copy);
        if (row == Table.ABSENT) {
            found("the row with key " + key() + " is not found by its key");
            return;
        }
        sum += mixed(row);
        for (final Column column : table.schema().columns()) {
            value(column);
        }
        stored.wrap(table.lifetime, row, false);
        for (int i = 0; i < cursors.size(); i++) {
            index(i, row);
        }
    }

    private void value(Column column) {
        try {
            if (copy.value(column) == null && !column.nullable()) {
                found("the row with key " + key() + " has NULL in column " + column.name() + ", which is never NULL");
            }
        } catch (RuntimeException e) {
            found("the row with key " + key() + " has no value of its type in column " + column.name() + ": "
                + e.getMessage());
        }
    }

    private void index(int i, long row) {
        final OrderedIndex index = indexes.get(i);
        final IndexCursor cursor = cursors.get(i);
        cursor.open(ranges.get(i).equalTo(stored));
        if (!cursor.next()) {
            found("index " + index.schema().name() + " does not lead to the row with key " + key());
        } else if (index.schema().unique() && !index.order().hasNull(row)
            && (cursor.address() != row || cursor.next())) {
            found("index " + index.schema().name() + " is unique, but leads to another row with the values of the row"
                + " with key " + key());
        }
    }

    private void indexes() {
        for (final OrderedIndex index : indexes) {
            final long[] count = new long[2];
            index.forEachRow(row -> {
                count[0]++;
                count[1] += mixed(row);
            });
            if (count[0] != rows) {
                found("index " + index.schema().name() + " has " + count[0] + " entries for " + rows + " rows");
            } else if (count[1] != sum) {
                found("index " + index.schema().name() + " has other rows than the table");
            }
        }
    }

    private static long mixed(long address) {
        final long spread = address * 0x9e3779b97f4a7c15L;
        return (spread ^ spread >>> 32) * 0xbf58476d1ce4e5b9L;
    }

    private String key() {
        return table.schema().describe(copy);
    }

    private void found(String what) {
        if (++found <= FINDINGS_MAX) {
            findings.accept("table " + table.schema().name() + ": " + what);
        }
    }
}
