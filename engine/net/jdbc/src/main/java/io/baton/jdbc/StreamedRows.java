package io.baton.jdbc;

import io.baton.client.RemoteProcedure;
import io.baton.client.RemoteTransaction;
import io.baton.jdbc.rows.MorePages;
import io.baton.jdbc.value.Arguments;
import io.baton.jdbc.value.SqlErrors;
import io.baton.protocol.Reason;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a query that come page by page, so that neither server nor driver holds all of them (specification: section
 * 12 of the protocol). They are read within the connection's transaction, or with auto-commit within one of their own,
 * which is committed behind the last page: only then is it certain that what was read was there as of one moment. One
 * thread at a time, but for {@link #close} and {@link #cancel}.
 */
final class StreamedRows implements MorePages {

    private static final String OPEN = "baton.open";
    private static final String FETCH = "baton.fetch";

    private final ServerSession session;
    private final CallLimits limits;
    private final StatementCalls running;
    private final long cursor;
    /** Their own transaction, or null if they are part of the connection's. */
    private final @Nullable RemoteTransaction own;
    /** The transaction of the connection that they are part of, once it has begun. */
    private volatile @Nullable RemoteTransaction joined;
    private volatile boolean over;
    private volatile boolean cancelled;

    private StreamedRows(ServerSession session, CallLimits limits, StatementCalls running,
            @Nullable RemoteTransaction own) {
        this.session = session;
        this.cursor = session.nextCursor();
        this.limits = limits;
        this.running = running;
        this.own = own;
    }

    /** Opens a cursor, and brings the first page. */
    static CallResult open(ServerSession session, String sql, @Nullable Object[] values, CallLimits limits,
            StatementCalls running) throws SQLException {
        final RemoteTransaction own = session.transactions().isAutoCommit() ? session.begin() : null;
        final StreamedRows rows = new StreamedRows(session, limits, running, own);
        boolean opened = false;
        try {
            final List<?> page = rows.call(OPEN, rows.cursor, sql, limits.rowsMax(), Arguments.list(values),
                (long) limits.pageRows(), own != null);
            final CallResult first = ServerAnswers.query(page.subList(0, page.size() - 1));
            rows.joined = own == null ? session.transactions().current() : null;
            rows.passed(page);
            opened = true;
            return new CallResult(first.columns(), first.rows(), null, null, rows.over ? null : rows);
        } finally {
            if (!opened) {
                rows.close();
            }
        }
    }

    private List<?> call(String procedure, @Nullable Object... arguments) throws SQLException {
        final RemoteProcedure<Object> called = session.procedure(procedure);
        final Object answer = session.awaitReading(session.send(
            own == null ? session.transactions().joined(called) : called.in(own), limits, running, arguments),
            procedure, limits);
        if (answer instanceof List<?> list && !list.isEmpty()) {
            return list;
        }
        throw new SQLException("the server has answered what this driver does not know: " + answer, "58000");
    }

    /** Commits behind the last page. */
    private void passed(List<?> page) throws SQLException {
        if (!Boolean.TRUE.equals(page.getLast())) {
            over = true;
            if (own != null) {
                session.commit(own);
            }
        }
    }

    @Override
    public @Nullable List<? extends List<? extends @Nullable Object>> next() throws SQLException {
        while (!over) {
            checkGoesOn();
            boolean came = false;
            running.begin();
            try {
                final List<?> page = call(FETCH, cursor, (long) limits.pageRows());
                passed(page);
                came = true;
                if (page.size() > 1) {
                    return ServerAnswers.rows(page.subList(0, page.size() - 1));
                }
            } finally {
                running.end();
                if (!came) {
                    close();
                }
            }
        }
        checkNotCancelled();
        return null;
    }

    private void checkNotCancelled() throws SQLException {
        if (cancelled) {
            throw SqlErrors.of(Reason.CANCELLED,
                "the statement was cancelled before all of its rows had come; execute it again");
        }
    }

    @SuppressWarnings("ReferenceEquality") // A transaction is itself.
    private void checkGoesOn() throws SQLException {
        if (own == null && joined != session.transactions().current()) {
            over = true;
            throw SqlErrors.of(SqlErrors.CLOSED, "the transaction of these rows has ended, and with it what was not "
                + "fetched; get all rows before commit or rollback, or set the fetch size to 0");
        }
    }

    /** Gives up what is left. */
    @Override
    public void close() {
        if (over) {
            return;
        }
        over = true;
        final RemoteTransaction part = joined;
        if (own != null) {
            session.rollback(own);
        } else if (part != null) {
            session.closeCursor(part, FETCH, cursor);
        }
    }

    /** As of a call that is cancelled, the whole transaction ends: what was read is locked until then. */
    @Override
    public boolean cancel() {
        if (over) {
            return false;
        }
        cancelled = true;
        over = true;
        final RemoteTransaction part = joined;
        if (own != null) {
            session.rollback(own);
        } else if (part != null) {
            session.transactions().cancelled(part);
        }
        return true;
    }
}
