package io.baton.jdbc;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.baton.client.BatonClient;
import io.baton.client.RemoteProcedure;
import io.baton.client.RemoteTransaction;
import io.baton.jdbc.value.SqlErrors;
import io.baton.protocol.Reason;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The transactions of a connection. With auto-commit each call is one; without, the first call begins one, and all go
 * into it until commit or rollback. One that was not committed refuses all until it is rolled back. Thread-safe.
 */
final class SessionTransactions {

    private final BatonClient client;
    private final NetworkTimeout networkTimeout;
    @GuardedBy("this")
    private boolean autoCommit = true;
    @GuardedBy("this")
    private @Nullable RemoteTransaction current;
    /** Why the last one was not committed, a sentence; null after a rollback, which must follow every failure. */
    @GuardedBy("this")
    private @Nullable String failure;

    SessionTransactions(BatonClient client, NetworkTimeout networkTimeout) {
        this.client = client;
        this.networkTimeout = networkTimeout;
    }

    synchronized boolean isAutoCommit() {
        return autoCommit;
    }

    /** Whether calls were made that are neither committed nor rolled back yet. */
    synchronized boolean isOpen() {
        return current != null || failure != null;
    }

    /** The procedure as part of the transaction, which begins if there is none. */
    synchronized <R extends @Nullable Object> RemoteProcedure<R> joined(RemoteProcedure<R> procedure)
            throws SQLException {
        if (autoCommit) {
            return procedure;
        }
        checkNotFailed();
        RemoteTransaction now = current;
        if (now == null) {
            now = begin();
            current = now;
        }
        return procedure.in(now);
    }

    /** Begins one beside that of the connection. */
    RemoteTransaction begin() throws SQLException {
        try {
            return networkTimeout.await(client.beginAsync(), 0, () -> {}, () -> Reason.NO_CONNECTION, () -> false);
        } catch (ExecutionException e) {
            throw SqlErrors.of(e, "the beginning of the transaction");
        }
    }

    /** Commits one that was begun so, and has only read. */
    void commit(RemoteTransaction reader) throws SQLException {
        await(reader.commitAsync(), Reason.NO_CONNECTION);
    }

    /** The transaction that is under way, or null. */
    synchronized @Nullable RemoteTransaction current() {
        return current;
    }

    @GuardedBy("this")
    private void checkNotFailed() throws SQLException {
        if (failure != null) {
            throw SqlErrors.of(Reason.TRANSACTION_ENDED, failure);
        }
    }

    /** A change commits what is under way, as JDBC wants. */
    void autoCommit(boolean newAutoCommit) throws SQLException {
        if (isAutoCommit() == newAutoCommit) {
            return;
        }
        if (newAutoCommit) {
            endByCommit();
        }
        synchronized (this) {
            autoCommit = newAutoCommit;
        }
    }

    void commit() throws SQLException {
        checkManual();
        endByCommit();
    }

    void rollback() throws SQLException {
        checkManual();
        final RemoteTransaction ending = taken();
        if (ending != null) {
            await(ending.rollbackAsync(), Reason.TRANSACTION_LOST);
        }
    }

    /** Ends one whose rows are not wanted any more, if it is under way, and does not wait for that. */
    @SuppressWarnings({"FutureReturnValueIgnored", "ReferenceEquality"}) // Its locks are given back in any case.
    synchronized void cancelled(RemoteTransaction part) {
        if (current == part) {
            current = null;
            failure = "the transaction has ended, as a statement whose rows came page by page was cancelled; "
                + "roll back first";
            part.rollbackAsync();
        }
    }

    private void checkManual() throws SQLException {
        if (isAutoCommit()) {
            throw SqlErrors.of(SqlErrors.TRANSACTION_STATE,
                "each call is a transaction and is committed already; setAutoCommit(false) first");
        }
    }

    private void endByCommit() throws SQLException {
        final RemoteTransaction ending;
        synchronized (this) {
            checkNotFailed();
            ending = taken();
        }
        if (ending == null) {
            return;
        }
        try {
            await(ending.commitAsync(), Reason.OUTCOME_UNKNOWN);
        } catch (SQLException e) {
            synchronized (this) {
                failure = "the commit of the transaction has failed before; roll back first: " + e.getMessage();
            }
            throw e;
        }
    }

    /** What is under way, if anything is; it is forgotten here, failed or not. */
    private synchronized @Nullable RemoteTransaction taken() {
        final RemoteTransaction now = current;
        current = null;
        failure = null;
        return now;
    }

    private void await(CompletableFuture<Void> answer, Reason ifSilent) throws SQLException {
        try {
            networkTimeout.<@Nullable Void>await(answer, 0, () -> {}, () -> ifSilent, () -> false);
        } catch (ExecutionException e) {
            throw SqlErrors.of(e, "the end of the transaction");
        }
    }
}
