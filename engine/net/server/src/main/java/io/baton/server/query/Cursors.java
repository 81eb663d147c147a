package io.baton.server.query;

import io.baton.engine.Engine;
import io.baton.engine.Transaction;
import io.baton.engine.procedure.ReadOnly;
import io.baton.protocol.Reason;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The queries of one transaction of several calls whose rows come page by page. The server holds a page at a time, and
 * the locks of what was read until the transaction ends. One thread.
 *
 * <p>Cursors live as long as their transaction, which binds them to its thread while it runs its client's calls.
 */
public final class Cursors implements AutoCloseable {

    /** Those of the transaction whose calls this thread runs. */
    public static final ScopedValue<Cursors> CURRENT = ScopedValue.newInstance();

    /** Cursors of a transaction at once. */
    static final int OPEN_MAX = 64;
    /** A page ends with the row that reaches so many bytes, about. */
    static final long PAGE_BYTES = 1 << 20;
    /** A page ends, even without a row, when so many rows were looked at, so that no page takes long. */
    static final int PAGE_LOOKS = 100_000;
    private static final int VALUE_BYTES = 16;

    private final Map<Long, QueryPlan.Rows> open = new HashMap<>();

    /** Makes none. */
    public Cursors() {
        // They are opened by calls.
    }

    private static Cursors current() {
        if (!CURRENT.isBound()) {
            throw new QueryException(Reason.NOT_CALLABLE, "rows come page by page within a transaction of several "
                + "calls, and this call is none of one; begin one first");
        }
        return CURRENT.get();
    }

    /** Closes all. */
    @Override
    public void close() {
        open.values().forEach(QueryPlan.Rows::close);
        open.clear();
    }

    private void close(long cursor) {
        final QueryPlan.Rows rows = open.remove(cursor);
        if (rows != null) {
            rows.close();
        }
    }

    private void add(long cursor, QueryPlan.Rows rows) {
        if (open.containsKey(cursor) || open.size() == OPEN_MAX) {
            rows.close();
            throw new QueryException(open.containsKey(cursor) ? Reason.WRONG_ARGUMENTS : Reason.TOO_LARGE,
                open.containsKey(cursor) ? "cursor " + cursor + " is open already; give another number"
                    : "the transaction has " + OPEN_MAX + " open cursors; close some");
        }
        open.put(cursor, rows);
    }

    /** Adds the next page to a list, and behind it whether there is more; closes a cursor that has no more. */
    private void page(long cursor, long rowsWanted, int rowsMax, List<Object> into) {
        final QueryPlan.Rows rows = open.get(cursor);
        if (rows == null) {
            throw new QueryException(Reason.WRONG_ARGUMENTS,
                "there is no open cursor " + cursor + " in this transaction");
        }
        if (rowsWanted < 1) {
            throw new QueryException(Reason.OUT_OF_RANGE, "a page of " + rowsWanted + " rows: give 1 or more");
        }
        final long most = Math.min(rowsWanted, rowsMax);
        long bytes = 0;
        int count = 0;
        rows.look(PAGE_LOOKS);
        while (count < most && bytes < PAGE_BYTES && !rows.isOver()) {
            final List<@Nullable Object> row = rows.next();
            if (row == null) {
                break;
            }
            into.add(row);
            count++;
            bytes += bytes(row);
        }
        into.add(!rows.isOver());
        if (rows.isOver()) {
            close(cursor);
        }
    }

    /** About how much memory a row takes. */
    private static long bytes(List<@Nullable Object> row) {
        long bytes = 0;
        for (final Object value : row) {
            bytes += VALUE_BYTES + switch (value) {
                case String text -> 2L * text.length();
                case byte[] some -> some.length;
                case BigDecimal decimal -> VALUE_BYTES;
                case null, default -> 0;
            };
        }
        return bytes;
    }

    /** Opens a cursor. Public for the engine, which calls it. */
    @ReadOnly
    public static final class Open {

        private final Engine engine;
        private final int rowsMax;

        Open(Engine engine, int rowsMax) {
            this.engine = engine;
            this.rowsMax = rowsMax;
        }

        /**
         * Opens it, and brings the first page.
         *
         * @param transaction given by the engine
         * @param cursor its number in the transaction, which the client chooses
         * @param sql the query
         * @param rows the most rows that are wanted, or 0 for all
         * @param parameters what its question marks stand for
         * @param pageRows rows of a page at most
         * @param alone whether nothing else is read in the transaction
         * @return a list of columns, then rows, each a list of values, then whether there is more
         */
        public List<Object> run(Transaction transaction, long cursor, String sql, long rows, List<Object> parameters,
                long pageRows, boolean alone) {
            final Cursors cursors = current();
            final QueryPlan plan = new BuiltIns.Select(engine, rowsMax, alone).planned(sql, rows, parameters);
            cursors.add(cursor, plan.rows(engine, transaction));
            final List<Object> page = new ArrayList<>();
            page.add(plan.columns());
            cursors.page(cursor, pageRows, rowsMax, page);
            return page;
        }
    }

    /** Fetches rows of a cursor. Public for the engine, which calls it. */
    @ReadOnly
    public static final class Fetch {

        private final int rowsMax;

        Fetch(int rowsMax) {
            this.rowsMax = rowsMax;
        }

        /**
         * Brings the next page.
         *
         * @param transaction given by the engine
         * @param cursor its number in the transaction
         * @param pageRows rows of a page at most; 0 closes the cursor and brings none
         * @return rows, each a list of values, then whether there is more
         */
        public List<Object> run(Transaction transaction, long cursor, long pageRows) {
            final List<Object> page = new ArrayList<>();
            if (pageRows == 0) {
                current().close(cursor);
                page.add(false);
            } else {
                current().page(cursor, pageRows, rowsMax, page);
            }
            return page;
        }
    }
}
