package io.baton.jdbc;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.baton.client.BatonClient;
import io.baton.client.CallException;
import io.baton.client.RemoteProcedure;
import io.baton.client.RemoteTransaction;
import io.baton.jdbc.value.SqlErrors;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * The transactions of a connection. With auto-commit each call is one; without, the first call begins one, and all go
 * into it until commit or rollback. Thread-safe.
 */
final class Transactions {

    private final BatonClient client;
    private final Waiter waiter;
    @GuardedBy("this")
    private boolean autoCommit = true;
    @GuardedBy("this")
    private @Nullable RemoteTransaction current;

    /** Waits for an answer, within the connection's limits. */
    @FunctionalInterface
    interface Waiter {
        <T extends @Nullable Object> T await(Future<T> answer, Runnable onInterrupt)
                throws SQLException, ExecutionException;
    }

    Transactions(BatonClient client, Waiter waiter) {
        this.client = client;
        this.waiter = waiter;
    }

    synchronized boolean isAutoCommit() {
        return autoCommit;
    }

    /** Whether calls were made that are not committed yet. */
    synchronized boolean isOpen() {
        return current != null;
    }

    /** The procedure as part of the transaction, which begins if there is none. */
    synchronized <R extends @Nullable Object> RemoteProcedure<R> joined(RemoteProcedure<R> procedure)
            throws SQLException {
        if (autoCommit) {
            return procedure;
        }
        RemoteTransaction now = current;
        if (now == null) {
            try {
                now = client.begin();
            } catch (CallException e) {
                throw SqlErrors.of(e);
            }
            current = now;
        }
        return procedure.in(now);
    }

    /** A change commits what is under way, as JDBC wants. */
    void autoCommit(boolean newAutoCommit) throws SQLException {
        if (isAutoCommit() == newAutoCommit) {
            return;
        }
        if (newAutoCommit) {
            end(true);
        }
        synchronized (this) {
            autoCommit = newAutoCommit;
        }
    }

    void commit() throws SQLException {
        checkManual();
        end(true);
    }

    void rollback() throws SQLException {
        checkManual();
        end(false);
    }

    private void checkManual() throws SQLException {
        if (isAutoCommit()) {
            throw SqlErrors.of(SqlErrors.TRANSACTION_STATE,
                "each call is a transaction and is committed already; setAutoCommit(false) first");
        }
    }

    private void end(boolean commit) throws SQLException {
        final RemoteTransaction ending;
        synchronized (this) {
            ending = current;
            current = null;
        }
        if (ending == null) {
            return;
        }
        final CompletableFuture<Void> answer = commit ? ending.commitAsync() : ending.rollbackAsync();
        try {
            waiter.<@Nullable Void>await(answer, () -> {});
        } catch (ExecutionException e) {
            throw e.getCause() instanceof CallException call ? SqlErrors.of(call)
                : new SQLException("the end of the transaction has failed: " + e.getCause(), "58000", e);
        }
    }
}
