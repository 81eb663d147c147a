package io.baton.engine.crash;

import io.baton.engine.Scan;
import io.baton.engine.Transaction;
import io.baton.storage.IndexSchema;
import io.baton.storage.Row;
import java.util.Map;
import java.util.TreeMap;

/** Reads all rows of a group, by their keys, and counts them in each index. */
public final class ReadGroup {

    /** Makes the procedure. */
    public ReadGroup() {
    }

    /**
     * Reads.
     *
     * @param tx the transaction
     * @param group the group
     * @param tables how many of the tables there are
     * @return the rows in words
     */
    public GroupRows run(Transaction tx, long group, long tables) {
        final Map<String, String> rows = new TreeMap<>();
        final long count = clock(tx, group);
        for (int number = 1; number < tables; number++) {
            final CrashTable table = CrashTable.ALL.get(number);
            final Row probe = tx.probe(table.schema);
            int found = 0;
            for (int id = 0; id < CrashTable.IDS; id++) {
                final Row row = tx.find(table.schema, table.key(probe, group, id));
                if (row != null) {
                    rows.put(GroupRows.name(table, id), String.valueOf(table.texts(row)));
                    found++;
                }
            }
            for (final IndexSchema index : table.indexes) {
                final int indexed = count(tx.scan(index).equal(group));
                if (indexed != found) {
                    rows.put(index.name(), indexed + " rows in the index, " + found + " in the table");
                }
            }
        }
        return new GroupRows(count, rows);
    }

    static long clock(Transaction tx, long group) {
        final Row clock = tx.find(CrashTable.CLOCKS.schema, CrashTable.CLOCKS.schema.key(group, 0));
        return clock == null ? 0 : clock.get(CrashTable.CLOCKS.count);
    }

    private static int count(Scan scan) {
        int count = 0;
        while (scan.next()) {
            count++;
        }
        return count;
    }
}
