package io.baton.server.query;

import io.baton.engine.Engine;
import io.baton.engine.Procedure;
import io.baton.engine.Transaction;
import io.baton.engine.procedure.ReadOnly;
import io.baton.protocol.Reason;
import io.baton.server.backup.BackupCall;
import io.baton.server.statistics.Statistics;
import io.baton.server.users.Grants;
import io.baton.storage.IndexSchema;
import io.baton.storage.TableSchema;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The procedures that every server has: they are called like others, within transactions too, and are in no list.
 * Immutable.
 */
public final class BuiltIns {

    /** The name of the procedure that answers queries. */
    public static final String QUERY = "baton.query";
    /** The name of the procedure that opens a cursor of a query. */
    public static final String OPEN = "baton.open";
    /** The name of the procedure that fetches rows of a cursor. */
    public static final String FETCH = "baton.fetch";
    /** The name of the procedure that lists tables. */
    public static final String TABLES = "baton.tables";
    /** The name of the procedure that tells what a call would lock. */
    public static final String EXPLAIN = "baton.explain";
    /** The name of the procedure that runs a call, rolls it back, and tells how it ran. */
    public static final String ANALYZE = "baton.analyze";

    private final Map<String, Procedure<?>> byName;
    private final Procedure<?> queryWithin;

    /**
     * Makes them.
     *
     * @param engine whose tables they read
     * @param rowsMax the most rows that a query answers
     * @param statistics lists the server's figures
     * @param backup makes backups, or null if none are made
     */
    public BuiltIns(Engine engine, int rowsMax, Statistics statistics, @Nullable BackupCall backup) {
        final Select select = new Select(engine, rowsMax, true);
        final Map<String, Procedure<?>> readers = Map.of(
            QUERY, Procedure.unlisted(engine, QUERY, select, List.class),
            TABLES, Procedure.unlisted(engine, TABLES, new Tables(engine), List.class));
        byName = new HashMap<>(readers);
        byName.put(EXPLAIN,
            Procedure.unlisted(engine, EXPLAIN, new Explain.Call(engine, readers::get, select, false), List.class));
        byName.put(ANALYZE,
            Procedure.unlisted(engine, ANALYZE, new Explain.Call(engine, readers::get, select, true), List.class));
        byName.put(OPEN, Procedure.unlisted(engine, OPEN, new Cursors.Open(engine, rowsMax), List.class));
        byName.put(FETCH, Procedure.unlisted(engine, FETCH, new Cursors.Fetch(rowsMax), List.class));
        byName.put(TableCalls.ROWS,
            Procedure.unlisted(engine, TableCalls.ROWS, new TableCalls.Rows(engine, rowsMax), List.class));
        byName.put(TableCalls.INSERT,
            Procedure.unlisted(engine, TableCalls.INSERT, new TableCalls.Insert(engine), Long.class));
        byName.put(Statistics.NAME, Procedure.unlisted(engine, Statistics.NAME, statistics, List.class));
        if (backup != null) {
            byName.put(BackupCall.NAME,
                Procedure.unlisted(engine, BackupCall.NAME, backup, BackupCall.Made.class));
        }
        queryWithin = Procedure.unlisted(engine, QUERY, new Select(engine, rowsMax, false), List.class);
    }

    /** {@return what answers queries within a transaction of several calls} */
    public Procedure<?> queryWithin() {
        return queryWithin;
    }

    /**
     * Says whether a procedure may be called. Grants of procedures, all of them too, are not for these.
     *
     * @param name its name, also of others than these
     * @param grants what its caller may do
     * @return whether it may
     */
    public static boolean mayCall(String name, Grants grants) {
        return switch (name) {
            case QUERY, OPEN, FETCH, TABLES, TableCalls.ROWS -> grants.tables();
            case Statistics.NAME, BackupCall.NAME, TableCalls.INSERT -> grants.operator();
            default -> grants.mayCall(name);
        };
    }

    /**
     * Says how a user comes to call a procedure: the grants of some that each server has go by another name.
     *
     * @param name its name
     * @param user the user's
     * @return the end of a sentence that begins with "an operator grants"
     */
    public static String grant(String name, String user) {
        return switch (name) {
            case QUERY, OPEN, FETCH, TABLES, TableCalls.ROWS ->
                "reading all tables with 'baton user grant --tables " + user + "'";
            case Statistics.NAME, BackupCall.NAME, TableCalls.INSERT ->
                "the work of operators with 'baton user grant --operator " + user + "'";
            default -> "it with 'baton user grant'";
        };
    }

    /**
     * Says whether a procedure explains calls of another one, whose name is its first argument. Users need the grant
     * for that other one.
     *
     * @param name its name
     * @return whether it is one of these
     */
    public static boolean explains(String name) {
        return name.equals(EXPLAIN) || name.equals(ANALYZE);
    }

    /**
     * Says whether a procedure is only called outside of transactions of several calls: it is one of its own, or takes
     * so long that no lock should be held meanwhile.
     *
     * @param name its name
     * @return whether it is
     */
    public static boolean standsAlone(String name) {
        return explains(name) || name.equals(BackupCall.NAME);
    }

    /**
     * Finds one.
     *
     * @param name its name
     * @return it, or null
     */
    public @Nullable Procedure<?> find(String name) {
        return byName.get(name);
    }

    /**
     * A column of a table or of an answer.
     *
     * @param table its table, or empty
     * @param name its name
     * @param type its type, as SQL names it
     * @param nullable whether NULL is possible
     * @param precision the most digits, characters or bytes
     * @param scale digits behind the point
     * @param searchable whether a query may have a condition for it
     * @param column the name of the table's column that it shows, or empty
     */
    public record ColumnOf(String table, String name, String type, boolean nullable, int precision, int scale,
            boolean searchable, String column) {
    }

    /**
     * An index.
     *
     * @param name its name
     * @param unique whether no two rows have the same values
     * @param columns the names of its columns
     * @param bound how many of them, the first ones, are only found: it has an order behind these
     */
    public record IndexOf(String name, boolean unique, List<String> columns, int bound) {
    }

    /**
     * A table.
     *
     * @param name its name
     * @param readOnly whether it never changes
     * @param rows about how many rows it has
     * @param columns its columns
     * @param primaryKey the names of the columns of its primary key
     * @param indexes its secondary indexes
     * @param bound how many columns of its primary key, the first ones, are only found; all if it is hashed
     */
    public record TableOf(String name, boolean readOnly, long rows, List<ColumnOf> columns, List<String> primaryKey,
            List<IndexOf> indexes, int bound) {
    }

    /** Lists tables. Public for the engine, which calls it. */
    @ReadOnly
    public static final class Tables {

        private final Engine engine;

        Tables(Engine engine) {
            this.engine = engine;
        }

        /**
         * Lists them.
         *
         * @param transaction given by the engine
         * @return all tables in the order of their names
         */
        public List<TableOf> run(Transaction transaction) {
            return engine.catalog().tables().stream().map(this::describe).sorted(Comparator.comparing(TableOf::name))
                .toList();
        }

        private TableOf describe(TableSchema table) {
            final IndexSchema primary = table.primaryIndex();
            return new TableOf(table.name(), table.readOnly(), engine.rows(table),
                table.columns().stream().map(ColumnValues::describe).toList(),
                table.keyParts().stream().map(part -> part.column().name()).toList(),
                engine.catalog().indexes(table).stream().map(Tables::describe).toList(),
                primary == null ? table.keyParts().size() : primary.scanColumns());
        }

        private static IndexOf describe(IndexSchema index) {
            return new IndexOf(index.name(), index.unique(),
                index.parts().stream().map(part -> part.column().name()).toList(), index.scanColumns());
        }
    }

    /** Answers queries. Public for the engine, which calls it. */
    @ReadOnly
    public static final class Select {

        private final Engine engine;
        private final int rowsMax;
        private final boolean alone;

        Select(Engine engine, int rowsMax, boolean alone) {
            this.engine = engine;
            this.rowsMax = rowsMax;
            this.alone = alone;
        }

        /**
         * Answers a query.
         *
         * @param transaction given by the engine
         * @param sql the query
         * @param rows the most rows that are wanted, or 0 for all
         * @param parameters what its question marks stand for
         * @return first a list of its columns, then its rows, each a list of values
         */
        public List<Object> run(Transaction transaction, String sql, long rows, List<Object> parameters) {
            return planned(sql, rows, parameters).answer(engine, transaction);
        }

        QueryPlan planned(@Nullable String sql, long rows, @Nullable List<Object> parameters) {
            if (sql == null || rows < 0) {
                throw new QueryException(sql == null ? Reason.NULL_ARGUMENT : Reason.OUT_OF_RANGE,
                    sql == null ? "NULL is no query" : rows + " rows are wanted; give 0 for all, or more");
            }
            return new QueryPlan(engine, QueryText.parse(sql, parameters == null ? List.of() : parameters), rows,
                alone, rowsMax);
        }
    }
}
