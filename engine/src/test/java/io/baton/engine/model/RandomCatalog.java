package io.baton.engine.model;

import io.baton.engine.Scan;
import io.baton.engine.Transaction;
import io.baton.engine.attack.Parts.Work;
import io.baton.storage.IndexSchema;
import io.baton.storage.Row;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Indexes that are added to tables and dropped from them while programs change the rows, of which programs know
 * nothing. One thread; while calls are under way only what is in an index is checked, and at the end also that nothing
 * is missing.
 */
final class RandomCatalog {

    private static final int INDEXES_MAX = 3;
    /** The columns that lead such an index. */
    private static final int[] LEADING = {ModelTable.A, ModelTable.B, ModelTable.S};

    private final RandomModelRun run;
    private final SplittableRandom random;
    private final List<Added> indexes = new ArrayList<>();
    private int changes;

    /** An index that was added: one column, and value behind it. */
    private record Added(ModelTable table, int column, IndexSchema index) {
    }

    RandomCatalog(RandomModelRun run) {
        this.run = run;
        this.random = new SplittableRandom(run.seed ^ 0xCA7A_1067L);
    }

    /** How many indexes were added and dropped. */
    int changes() {
        return changes;
    }

    /** Adds an index and looks at it, or drops one. */
    void change() {
        if (indexes.size() == INDEXES_MAX || (!indexes.isEmpty() && random.nextInt(3) == 0)) {
            run.engine.catalog().dropIndex(indexes.remove(random.nextInt(indexes.size())).index);
        } else {
            final ModelTable table = run.tables.get(random.nextInt(run.tables.size()));
            final int column = LEADING[random.nextInt(LEADING.length)];
            final IndexSchema index = table.schema.newIndex("extra" + changes, 1,
                ModelType.part(table.columns.get(column).column), table.value.bits(Long.SIZE - 1));
            final Added added = new Added(table, column, index);
            run.engine.catalog().addIndex(index);
            indexes.add(added);
            run.engine.call(run.work, (Work) transaction -> rows(transaction, added).cardinality());
        }
        changes++;
    }

    /** Checks that the indexes which are there have all rows, when no call is under way; then drops them. */
    void end() {
        for (Added added : indexes) {
            run.engine.call(run.work, (Work) transaction -> {
                final BitSet found = rows(transaction, added);
                for (int key = 0; key < ModelTable.KEYS; key++) {
                    if (found.get(key) != RowsByKey.exists(transaction, added.table, key)) {
                        throw new AssertionError(
                            run + ": " + added.index + " has row " + key + ": " + found.get(key));
                    }
                }
                return 0;
            });
            run.engine.catalog().dropIndex(added.index);
            changes++;
        }
        indexes.clear();
    }

    /** The keys of all rows in an index, each of which is where it should be. */
    private BitSet rows(Transaction transaction, Added added) {
        final ModelColumn column = added.table.columns.get(added.column);
        final BitSet found = new BitSet();
        for (int number = 0; number < column.size(); number++) {
            final Scan scan = transaction.scan(added.index);
            ModelColumn.bind(scan, column.value(number));
            long last = Long.MIN_VALUE;
            while (scan.next()) {
                final Row row = scan.row();
                final long value = row.get(added.table.value);
                final int key = added.table.key(row);
                if (column.number(row) != number || value < last || found.get(key)) {
                    throw new AssertionError(
                        run + ": " + added.index + " has row " + key + " with " + column.number(row)
                            + " and " + value + " under " + number + ", behind " + last);
                }
                found.set(key);
                last = value;
            }
        }
        return found;
    }
}
