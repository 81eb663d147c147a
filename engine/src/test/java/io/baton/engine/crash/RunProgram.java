package io.baton.engine.crash;

import io.baton.engine.Transaction;
import io.baton.storage.Row;

/** Runs a program, and counts its group's clock up. */
public final class RunProgram {

    /** Makes the procedure. */
    public RunProgram() {
    }

    /**
     * Runs it.
     *
     * @param tx the transaction
     * @param group whose rows it works on
     * @param program the operations
     * @return what the clock shows afterwards
     */
    public long run(Transaction tx, long group, long[] program) {
        final long count = count(tx, group);
        for (final long operation : program) {
            final CrashTable table = CrashProgram.table(operation);
            final Row key = table.key(tx.probe(table.schema), group, CrashProgram.id(operation));
            final Row row = tx.findForUpdate(table.schema, key);
            if (CrashProgram.kind(operation) == CrashProgram.PUT) {
                put(row == null ? tx.insert(table.schema, key) : row, row == null, table, operation);
                continue;
            }
            if (row != null) {
                tx.delete(table.schema, key);
            }
            if (CrashProgram.kind(operation) == CrashProgram.REPLACE) {
                put(tx.insert(table.schema, key), true, table, operation);
            }
        }
        return count;
    }

    private static long count(Transaction tx, long group) {
        final CrashTable clocks = CrashTable.CLOCKS;
        final long key = clocks.schema.key(group, 0);
        final Row found = tx.findForUpdate(clocks.schema, key);
        final Row clock = found == null ? tx.insert(clocks.schema, key) : found;
        clock.set(clocks.count, clock.get(clocks.count) + 1);
        return clock.get(clocks.count);
    }

    static void put(Row row, boolean isNew, CrashTable table, long operation) {
        for (int i = 0; i < table.columns.size(); i++) {
            if (isNew || CrashProgram.changes(operation, i)) {
                row.setValue(table.columns.get(i),
                    CrashTable.value(table.columns.get(i), CrashProgram.valueSeed(operation, i)));
            }
        }
    }
}
