package io.baton.workload;

import io.baton.engine.Engine;
import io.baton.engine.TableReader;
import io.baton.storage.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongUnaryOperator;

/**
 * Judges by the numbers of rows whether a workload can go on with what an engine's store has brought. One thread.
 *
 * <pre>
 * new StoredRows(engine, ACCOUNTS, AccountTable.TABLE)
 *     .atLeast(SavingsTable.TABLE, accounts -&gt; accounts)
 *     .fit(config.accounts())
 * </pre>
 */
public final class StoredRows {

    private final Engine engine;
    private final Setting scale;
    private final TableSchema counted;
    private final List<Demand> demands = new ArrayList<>();

    private record Demand(TableSchema table, LongUnaryOperator rows) {
    }

    /**
     * Begins with the table that tells the scale.
     *
     * @param engine with the workload's tables
     * @param scale the setting of the scale
     * @param counted the table that has as many rows as the scale says, whatever transactions do
     */
    public StoredRows(Engine engine, Setting scale, TableSchema counted) {
        this.engine = engine;
        this.scale = scale;
        this.counted = counted;
    }

    /**
     * Adds a table that transactions do not make shorter than it was loaded.
     *
     * @param table the table
     * @param rows how many rows it has at least, by the scale
     * @return this
     */
    public StoredRows atLeast(TableSchema table, LongUnaryOperator rows) {
        demands.add(new Demand(table, rows));
        return this;
    }

    /**
     * Reads the scale.
     *
     * @return its value, or nothing if there are no rows
     */
    public Map<Setting, Long> scale() {
        final long rows = engine.rows(counted);
        return rows == 0 ? Map.of() : Map.of(scale, rows);
    }

    /**
     * Compares.
     *
     * @param asked the scale that is to be run
     * @return false if all tables are empty, so that they are to be loaded; true if they have what a load of this scale
     *     leaves
     * @throws UnfitDataException if they have anything else
     */
    public boolean fit(long asked) {
        if (TableReader.tables(engine).stream().allMatch(table -> engine.rows(table) == 0)) {
            return false;
        }
        final long stored = engine.rows(counted);
        if (stored == 0) {
            throw incomplete(counted, 0, "others are not empty");
        }
        for (final Demand demand : demands) {
            final long wanted = demand.rows.applyAsLong(stored);
            final long present = engine.rows(demand.table);
            if (present < wanted) {
                throw incomplete(demand.table, present,
                    String.format(Locale.ROOT, "%s make %,d", text(stored), wanted));
            }
        }
        if (stored != asked) {
            throw new UnfitDataException("the store holds " + text(stored) + ", and " + text(asked)
                + (asked == 1 ? " is" : " are") + " asked for; ask for " + stored + ", or give another directory",
                false);
        }
        return true;
    }

    private static UnfitDataException incomplete(TableSchema table, long rows, String wanted) {
        return new UnfitDataException(String.format(Locale.ROOT,
            "the store's load was never finished, or rows are lost: table %s has %,d rows, and %s; "
                + "give another directory",
            table.name(), rows, wanted), true);
    }

    /** A scale in words: 1 warehouse, 2 warehouses. */
    private String text(long count) {
        final String plural = scale.name();
        final boolean cut = count == 1 && plural.endsWith("s");
        return String.format(Locale.ROOT, "%,d %s", count, cut ? plural.substring(0, plural.length() - 1) : plural);
    }
}
