package io.baton.jdbc;

import io.baton.client.BatonClient;
import io.baton.client.CallException;
import io.baton.client.CallFuture;
import io.baton.client.RemoteProcedure;
import io.baton.client.RemoteTransaction;
import io.baton.jdbc.metadata.ServerCatalog;
import io.baton.jdbc.metadata.TableInfo;
import io.baton.jdbc.text.CallBinding;
import io.baton.jdbc.text.Command;
import io.baton.jdbc.value.Arguments;
import io.baton.jdbc.value.SqlErrors;
import io.baton.protocol.Description;
import io.baton.protocol.NotEncodableException;
import io.baton.protocol.Reason;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** What a connection says to its server. Thread-safe. */
final class ServerSession implements ServerCatalog, AutoCloseable {

    /** The procedure that answers queries. */
    static final String QUERY = "baton.query";
    private static final String TABLES = "baton.tables";
    /** How it is answered that a procedure is not for this connection. */
    private static final Set<String> HIDDEN = Set.of("0A000", "42883", Reason.NOT_GRANTED.sqlState());

    /** Numbers of result sets that come page by page; the server knows them by number within a transaction. */
    private final AtomicLong cursors = new AtomicLong();
    private final BatonClient client;
    private final long callTimeoutMillis;
    private final SessionTransactions transactions;
    private final NetworkTimeout networkTimeout;
    /** By names as they are. */
    private final Map<String, Description> exact = new ConcurrentHashMap<>();
    /** By names as they were written without quotes. */
    private final Map<String, Description> unquoted = new ConcurrentHashMap<>();
    private volatile boolean readOnly;
    private volatile boolean closed;

    ServerSession(BatonClient client, Duration callTimeout, Duration silence) {
        this.client = client;
        this.networkTimeout = new NetworkTimeout((int) silence.toMillis(), this::giveUp);
        this.transactions = new SessionTransactions(client, networkTimeout);
        this.callTimeoutMillis = callTimeout.toMillis();
    }

    boolean isClosed() {
        return closed;
    }

    /** Whether procedures that may write are refused. */
    boolean isReadOnly() {
        return readOnly;
    }

    void readOnly(boolean newReadOnly) {
        readOnly = newReadOnly;
    }

    void checkOpen() throws SQLException {
        if (closed) {
            throw SqlErrors.of("08003", "the connection is closed; open another one");
        }
    }

    SessionTransactions transactions() {
        return transactions;
    }

    NetworkTimeout networkTimeout() {
        return networkTimeout;
    }

    /** Whether the server answers within a time. An interrupt says nothing about that: the wait begins anew. */
    boolean answers(long timeoutMillis) {
        final Future<?> answer = client.ping();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    answer.get(timeoutMillis, TimeUnit.MILLISECONDS);
                    return !closed;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (ExecutionException | TimeoutException e) {
            return false;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public List<Description> procedures() throws SQLException {
        final List<Description> procedures = new ArrayList<>();
        for (final String name : procedureNames(CallLimits.NONE)) {
            try {
                procedures.add(describe(name, true, CallLimits.NONE));
            } catch (SQLException e) {
                // It cannot be called from here, or it or the grant has gone since.
                if (!HIDDEN.contains(e.getSQLState())) {
                    throw e;
                }
            }
        }
        return procedures;
    }

    /** Not part of a transaction, which it could begin or end. */
    @Override
    public List<TableInfo> tables() throws SQLException {
        checkOpen();
        try {
            return ServerAnswers.tables(
                asked(send(client.procedure(TABLES, Object.class), CallLimits.NONE, new StatementCalls()), TABLES,
                    CallLimits.NONE));
        } catch (SQLException e) {
            if (Reason.NOT_GRANTED.sqlState().equals(e.getSQLState())) {
                // There are none that this user may select from.
                return List.of();
            }
            throw e;
        }
    }

    private <T extends @Nullable Object> T asked(Future<T> answer, String about, CallLimits limits)
            throws SQLException {
        try {
            return networkTimeout.ask(answer, limitMillis(limits), () -> lost(Reason.NO_CONNECTION));
        } catch (ExecutionException e) {
            throw SqlErrors.of(e, "the question about " + about);
        }
    }

    /** What no answer means: the transaction is lost with the connection if one is open. */
    private Reason lost(Reason ifNoneIsOpen) {
        return transactions.isOpen() ? Reason.TRANSACTION_LOST : ifNoneIsOpen;
    }

    /**
     * Asks a query, and waits. If rows are wanted page by page, they come so within a transaction of several calls, and
     * with auto-commit if there are more than the server holds: locks are held no longer than they have to be.
     */
    CallResult query(String sql, @Nullable Object[] values, CallLimits limits, StatementCalls running)
            throws SQLException {
        final boolean autoCommit = transactions.isAutoCommit();
        if (limits.streams() && !autoCommit) {
            return StreamedRows.open(this, sql, values, limits, running);
        }
        try {
            return ServerAnswers.query(await(send(joined(QUERY), limits, running,
                queryArguments(sql, values, limits)), QUERY, limits, Reason.NO_CONNECTION));
        } catch (SQLException e) {
            if (!limits.streams() || e.getErrorCode() != Reason.TOO_LARGE.code()) {
                throw e;
            }
            return StreamedRows.open(this, sql, values, limits, running);
        }
    }

    /** Begins a transaction beside that of the connection. */
    RemoteTransaction begin() throws SQLException {
        checkOpen();
        return transactions.begin();
    }

    /** Commits one that was begun so. */
    void commit(RemoteTransaction own) throws SQLException {
        transactions.commit(own);
    }

    /** Rolls one back that was begun so, and does not wait for that. */
    @SuppressWarnings("FutureReturnValueIgnored") // Its end is nobody's concern.
    void rollback(RemoteTransaction own) {
        own.rollbackAsync();
    }

    /** Closes a cursor of the connection's transaction, if that goes on, and does not wait for that. */
    @SuppressWarnings({"FutureReturnValueIgnored", "ReferenceEquality"}) // So with its transaction at the latest.
    void closeCursor(RemoteTransaction part, String fetch, long cursor) {
        if (!closed && transactions.current() == part) {
            procedure(fetch).in(part).tryCallAsync(cursor, 0L);
        }
    }

    RemoteProcedure<Object> procedure(String name) {
        return client.procedure(name, Object.class);
    }

    /** What is sent of a query with values that stand for its question marks. */
    static @Nullable Object[] queryArguments(String sql, @Nullable Object[] values, CallLimits limits)
            throws SQLException {
        return new Object[] {sql, limits.rowsMax(), Arguments.list(values)};
    }

    private List<String> procedureNames(CallLimits limits) throws SQLException {
        checkOpen();
        return asked(client.procedureNamesAsync(), "the list of procedures", limits);
    }

    /**
     * What a procedure takes and returns. A name that was not quoted may be written in another case, if there is only
     * one such.
     */
    Description describe(String name, boolean quoted, CallLimits limits) throws SQLException {
        checkOpen();
        final Map<String, Description> descriptions = quoted ? exact : unquoted;
        final Description known = descriptions.get(name);
        if (known != null) {
            return known;
        }
        Description found;
        try {
            found = asked(client.procedure(name, Object.class).describeAsync(), name, limits);
        } catch (SQLException e) {
            final String other =
                quoted || e.getErrorCode() != Reason.NO_SUCH_PROCEDURE.code() ? null : inAnyCase(name, limits);
            if (other == null) {
                throw e;
            }
            found = describe(other, true, limits);
        }
        descriptions.put(name, found);
        return found;
    }

    private @Nullable String inAnyCase(String name, CallLimits limits) throws SQLException {
        final List<String> names = procedureNames(limits).stream().filter(name::equalsIgnoreCase).toList();
        return names.size() == 1 ? names.getFirst() : null;
    }

    CallBinding bind(Command.Call call, CallLimits limits) throws SQLException {
        return new CallBinding(call, describe(call.name(), call.quoted(), limits));
    }

    /** What is sent of values that stand for question marks, and of literals. */
    @Nullable
    Object[] arguments(CallBinding binding, @Nullable Object[] values) throws SQLException {
        final List<io.baton.protocol.ValueType.Part> parameters = binding.description().parameters();
        final @Nullable Object[] arguments = new Object[parameters.size()];
        for (int i = 0; i < arguments.length; i++) {
            final int place = binding.indexOf(i);
            final Object given = place == 0 ? binding.literal(i) : values[place - 1];
            arguments[i] = Arguments.of(parameters.get(i).name(), parameters.get(i).type(), given);
        }
        return arguments;
    }

    /** Calls a procedure and waits. */
    @Nullable
    Object call(String procedure, CallLimits limits, StatementCalls running, @Nullable Object... arguments)
            throws SQLException {
        return await(send(joined(procedure), limits, running, arguments), procedure, limits);
    }

    /** Sends a call; if that may not wait for a place, and there is none, returns null. */
    @Nullable
    CallFuture<Object> start(String procedure, CallLimits limits, StatementCalls running, boolean mayWait,
            @Nullable Object... arguments) throws SQLException {
        return trySend(joined(procedure), limits, running, mayWait, arguments);
    }

    private RemoteProcedure<Object> joined(String procedure) throws SQLException {
        checkOpen();
        return transactions.joined(client.procedure(procedure, Object.class));
    }

    /** Calls a procedure that never writes, as a transaction of its own, and waits. */
    @Nullable
    Object callAlone(String procedure, CallLimits limits, StatementCalls running, @Nullable Object... arguments)
            throws SQLException {
        checkOpen();
        return await(send(client.procedure(procedure, Object.class), limits, running, arguments), procedure,
            limits, Reason.NO_CONNECTION);
    }

    CallFuture<Object> send(RemoteProcedure<Object> procedure, CallLimits limits, StatementCalls running,
            @Nullable Object... arguments) throws SQLException {
        return Objects.requireNonNull(trySend(procedure, limits, running, true, arguments));
    }

    /** Null if there is no place, and it may not wait for one. */
    private @Nullable CallFuture<Object> trySend(RemoteProcedure<Object> procedure, CallLimits limits,
            StatementCalls running, boolean mayWait, @Nullable Object... arguments) throws SQLException {
        final RemoteProcedure<Object> called = limited(procedure, limits);
        final long limitMillis = limitMillis(limits);
        try {
            if (mayWait && limitMillis == 0) {
                return called.callAsyncWith(running::add, arguments);
            }
            final CallFuture<Object> call = called.tryCallAsync(arguments);
            if (call == null) {
                return mayWait ? placed(called, limitMillis, running, arguments) : null;
            }
            running.add(call);
            return call;
        } catch (NotEncodableException e) {
            throw SqlErrors.of(e.sqlState(), String.valueOf(e.getMessage()));
        }
    }

    /** Waits for a place, which other threads' calls have, no longer than the call itself may take. */
    private static CallFuture<Object> placed(RemoteProcedure<Object> called, long limitMillis, StatementCalls running,
            @Nullable Object... arguments) throws SQLException {
        final AtomicBoolean settled = new AtomicBoolean();
        final CallFuture<Object> call = called.callAsyncWith(waiting -> {
            running.add(waiting);
            CompletableFuture.delayedExecutor(limitMillis, TimeUnit.MILLISECONDS, Runnable::run).execute(() -> {
                if (settled.compareAndSet(false, true)) {
                    waiting.end();
                }
            });
        }, arguments);
        if (!settled.compareAndSet(false, true) && call.isCompletedExceptionally()) {
            throw SqlErrors.of(Reason.TIMEOUT, "other calls of this connection had all its places for the "
                + limitMillis + " ms that the call may take; nothing was called");
        }
        return call;
    }

    private RemoteProcedure<Object> limited(RemoteProcedure<Object> procedure, CallLimits limits) {
        RemoteProcedure<Object> called = readOnly ? procedure.readOnly() : procedure;
        final long timeoutMillis = limitMillis(limits);
        if (timeoutMillis > 0) {
            called = called.within(Duration.ofMillis(timeoutMillis));
        }
        if (limits.ordered()) {
            called = called.ordered();
        }
        if (limits.pageRows() > 0) {
            called = called.pageRows(limits.pageRows());
        }
        return called;
    }

    /** How long a call may take at the server; 0 for what that allows. */
    private long limitMillis(CallLimits limits) {
        return limits.timeoutMillis() > 0 ? limits.timeoutMillis() : callTimeoutMillis;
    }

    /** Waits for the outcome of a call. An interrupt asks the call to end, and the outcome is told all the same. */
    @Nullable
    Object await(CallFuture<Object> call, String procedure, CallLimits limits) throws SQLException {
        return await(call, procedure, limits, Reason.OUTCOME_UNKNOWN);
    }

    /** Waits for what a call has read; with auto-commit nothing is lost if no answer comes. */
    @Nullable
    Object awaitReading(CallFuture<Object> call, String procedure, CallLimits limits) throws SQLException {
        return await(call, procedure, limits, Reason.NO_CONNECTION);
    }

    private @Nullable Object await(CallFuture<Object> call, String procedure, CallLimits limits, Reason ifSilent)
            throws SQLException {
        try {
            // A call of a batch waits for those of other threads' batches before its time begins.
            return networkTimeout.await(call, limitMillis(limits), call::end, () -> lost(ifSilent),
                () -> limits.ordered() && answers(networkTimeout.graceMillis()));
        } catch (ExecutionException e) {
            throw failed(e, procedure);
        }
    }

    private SQLException failed(ExecutionException why, String procedure) {
        if (why.getCause() instanceof CallException call) {
            switch (call.reason()) {
                // It may have been registered again, with other parameters.
                case NO_SUCH_PROCEDURE, WRONG_ARGUMENTS, WRONG_TYPE, NULL_ARGUMENT, OUT_OF_RANGE -> {
                    exact.clear();
                    unquoted.clear();
                }
                default -> {
                    // What is known of procedures is still right.
                }
            }
        }
        return SqlErrors.of(why, "the call of " + procedure);
    }

    @Override
    public void close() {
        closed = true;
        client.close();
    }

    private void giveUp() {
        closed = true;
        client.giveUp();
    }

    /** From now on it is closed for everybody; {@link #close} follows. */
    void abandon() {
        closed = true;
    }

    /** {@return a number that no other result set of this session has} */
    long nextCursor() {
        return cursors.incrementAndGet();
    }
}
