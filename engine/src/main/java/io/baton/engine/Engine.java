package io.baton.engine;

import io.baton.engine.history.UnwritableHistoryException;
import io.baton.engine.observe.EngineActivity;
import io.baton.engine.thread.EngineThread;
import io.baton.engine.thread.RunningThreads;
import io.baton.engine.transaction.SystemAbort;
import io.baton.lock.LockStatistics;
import io.baton.park.Parking;
import io.baton.park.Workers;
import io.baton.storage.Storage;
import io.baton.storage.TableSchema;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.Lock;

/**
 * An embedded engine: tables, and procedures that work on them in strictly serializable transactions. Thread-safe.
 *
 * <pre>
 * try (Engine engine = Engine.builder().table(Accounts.TABLE, 1_000_000).open()) {
 *     Procedure&lt;Long&gt; transfer = engine.register(new Transfer(), Long.class);
 *     long balance = engine.call(transfer, 1L, 2L, 50L);
 * }
 * </pre>
 */
public final class Engine implements AutoCloseable {

    private final EngineParts parts;
    final Storage storage;
    private final EngineConfig config;
    private final CoordinatorPool pool;
    private final RunningThreads running = new RunningThreads();
    private final Calls calls;
    private final ProcedureRegistry procedures = new ProcedureRegistry(this);
    private final AsyncCalls asyncCalls;
    private final ThreadFactory loaderThreads;
    final int processors;
    private final Catalog catalog;
    private final Parking parking;
    /** Held while loading begins or ends, and while the engine is closed. */
    private final Lock lifecycle;
    private volatile boolean called;
    private volatile boolean closed;

    Engine(EngineBuilder builder) {
        asyncCalls = new AsyncCalls(this, builder.threads.apply(EngineThread.CALL), builder.asyncCallsMax);
        loaderThreads = builder.threads.apply(EngineThread.LOADER);
        processors = builder.processors;
        parking = builder.parking;
        lifecycle = parking.newLock();
        parts = new EngineParts(builder);
        config = parts.config;
        storage = parts.storage;
        pool = parts.pool;
        calls = new Calls(parts, running);
        catalog = new Catalog(this, parts);
    }

    /**
     * Starts the description of an engine.
     *
     * @return a builder
     */
    public static EngineBuilder builder() {
        return new EngineBuilder();
    }

    /**
     * Registers a procedure under the simple name of its class.
     *
     * @param procedure an instance of a public class with one public method {@code run(Transaction, ...)}, and
     *     optionally one {@code plan(LockPlan, ...)} with the same further parameters. It must be free of state, as
     *     many threads run it at once
     * @param resultType the type that run returns, boxed if it is primitive
     * @param <R> the result type
     * @return the procedure, to be called
     * @throws IllegalArgumentException if the class is not such a class, or the name is taken
     */
    public <R> Procedure<R> register(Object procedure, Class<R> resultType) {
        return register(procedure.getClass().getSimpleName(), procedure, resultType);
    }

    /**
     * Registers a procedure.
     *
     * @param name its name, unique in this engine
     * @param procedure see {@link #register(Object, Class)}
     * @param resultType the type that run returns, boxed if it is primitive
     * @param <R> the result type
     * @return the procedure, to be called
     * @throws IllegalArgumentException if the class is not a procedure, or the name is taken
     */
    public <R> Procedure<R> register(String name, Object procedure, Class<R> resultType) {
        return procedures.register(name, procedure, resultType);
    }

    /**
     * Gives a procedure other code. The object that callers hold stays valid, and its variants of
     * {@link Procedure#within}: calls that begin when this has returned run the new code, those under way, asynchronous
     * ones too, end with the code that they began with.
     *
     * @param procedure the procedure
     * @param replacement an object as for {@link #register(Object, Class)}, of any class
     * @param <R> its result type
     * @throws IllegalArgumentException if its run takes other parameters or returns another type, and what register
     *     refuses; then nothing has changed
     * @throws IllegalStateException if the procedure was unregistered, or the engine is closed
     */
    public <R> void replace(Procedure<R> procedure, Object replacement) {
        checkOpen();
        procedures.replace(procedure, replacement);
    }

    /**
     * Removes a procedure. Calls of it that begin later are refused, calls under way end as they would; its name is
     * free.
     *
     * @param procedure the procedure
     * @throws IllegalArgumentException if it was registered with another engine
     * @throws IllegalStateException if it was unregistered before, or the engine is closed
     */
    public void unregister(Procedure<?> procedure) {
        checkOpen();
        procedures.unregister(procedure);
    }

    /**
     * Lists the procedures.
     *
     * @return those registered now, in the order of their names
     */
    public List<Procedure<?>> procedures() {
        return procedures.all();
    }

    /**
     * Finds a procedure by name.
     *
     * @param name the name it was registered under
     * @return the procedure
     * @throws IllegalArgumentException if there is none
     */
    public Procedure<?> procedure(String name) {
        return procedures.procedure(name);
    }

    /**
     * Opens a loader. Loading ends with the first call, session or bulk insert, which writes what was loaded to the
     * disk of a durable engine. If that fails, it has done nothing else, and the next one tries again.
     *
     * @return a loader
     * @throws IllegalStateException if a call has been made already, or a session opened
     */
    public Loader loader() {
        beginLoading();
        return new Loader(this, parts.shard.loader());
    }

    /**
     * Inserts many rows, at any time; see {@link BulkInsert}.
     *
     * @param source gives the rows
     * @param <X> what it throws
     * @return how many there were; all are committed
     * @throws X if the source does; what was committed before stays
     * @throws BulkInsertException if not all could be committed
     * @throws IllegalStateException if the engine is closed, or the thread is within a call of it
     */
    public <X extends Exception> long insertAll(BulkInsert.Source<X> source) throws X {
        begin();
        running.checkOutside("inserting rows in bulk");
        return new BulkInsert(this, storage.arena()).run(source);
    }

    /**
     * Counts the rows of a table, without locks: exact while no call is under way, else about right.
     *
     * @param schema the table
     * @return the number of rows
     * @throws IllegalArgumentException if the engine was opened without this table
     * @throws IllegalStateException if the engine is closed
     */
    public long rows(TableSchema schema) {
        checkOpen();
        return storage.table(schema).rows();
    }

    /**
     * Returns the bytes of memory that rows and indexes take.
     *
     * @return bytes outside the Java heap
     * @throws IllegalStateException if the engine is closed
     */
    public long memoryBytes() {
        checkOpen();
        return storage.memoryBytes();
    }

    /** {@return the limit of {@link #memoryBytes}, in bytes} */
    public long memoryLimitBytes() {
        return storage.memoryLimitBytes();
    }

    /**
     * Opens a session, for a thread that makes many calls.
     *
     * @return a session
     * @throws SystemAbortedException if no place came free within the time of a call, or while it waited the thread
     *     was interrupted or the engine closed
     * @throws IllegalStateException if the engine is closed
     * @throws EngineStoppedException if the engine has stopped
     * @throws UncheckedIOException if it ends loading, and what was loaded cannot be written
     */
    public Session session() {
        begin();
        try {
            return new Session(this, pool.take(config.callTimeoutNanos()));
        } catch (SystemAbort e) {
            throw new SystemAbortedException(e.reason(), "the session " + e.getMessage());
        }
    }

    /**
     * Calls a procedure on the calling thread and tells how the call ended.
     *
     * @param procedure the procedure, registered with this engine
     * @param arguments its arguments
     * @param <R> its result type
     * @return the outcome
     * @throws IllegalArgumentException if the arguments do not fit the procedure's parameters
     * @throws IllegalStateException if the engine is closed, the procedure was unregistered, or the thread is within a
     *     call of this engine
     * @throws EngineStoppedException if the engine has stopped
     * @throws UncheckedIOException if it ends loading, and what was loaded cannot be written
     * @throws UnwritableHistoryException if a history is recorded and cannot be written any further
     */
    public <R> Outcome<R> execute(Procedure<R> procedure, Object... arguments) {
        final ProcedureCode<R> code = check(procedure, arguments);
        return calls.execute(code, arguments, procedure.timeoutNanos(config.callTimeoutNanos()), null);
    }

    /**
     * Calls a procedure on the calling thread and returns its result.
     *
     * @param procedure the procedure, registered with this engine
     * @param arguments its arguments
     * @param <R> its result type
     * @return what it returned
     * @throws ProcedureAbortedException if the procedure gave up or its code failed
     * @throws SystemAbortedException if the engine gave up
     * @throws UnknownOutcomeException if it is unknown whether the call was committed
     * @throws IllegalArgumentException if the arguments do not fit the procedure's parameters
     * @throws IllegalStateException if the engine is closed, the procedure was unregistered, or the thread is within a
     *     call of this engine
     * @throws EngineStoppedException if the engine has stopped
     * @throws UncheckedIOException if it ends loading, and what was loaded cannot be written
     * @throws UnwritableHistoryException if a history is recorded and cannot be written any further
     */
    public <R> R call(Procedure<R> procedure, Object... arguments) {
        return Session.result(execute(procedure, arguments));
    }

    /**
     * Calls a procedure on a thread of the engine.
     *
     * @param procedure the procedure, registered with this engine
     * @param arguments its arguments, which must not be changed before the future is complete
     * @param <R> its result type
     * @return completed with the result, or exceptionally with what {@link #call} throws; also if too many such calls
     *     wait already. Its {@code cancel} ends the call, while it waits for a place or a lock or at the next row that
     *     it touches, unless it is committing already. What completes the future otherwise, {@code orTimeout} for
     *     example, and {@code cancel} of a stage that depends on it, does not end the call
     * @throws IllegalArgumentException if the arguments do not fit the procedure's parameters
     * @throws IllegalStateException if the engine is closed, or the procedure was unregistered
     * @throws EngineStoppedException if the engine has stopped
     * @throws UncheckedIOException if it ends loading, and what was loaded cannot be written
     */
    public <R> AsyncCall<R> callAsync(Procedure<R> procedure, Object... arguments) {
        final ProcedureCode<R> code = check(procedure, arguments);
        return asyncCalls.start(code, arguments, procedure.timeoutNanos(config.callTimeoutNanos()));
    }

    /** {@return the tables and their indexes, which can be changed while calls are under way} */
    public Catalog catalog() {
        return catalog;
    }

    /**
     * Returns the data directory.
     *
     * @return it, or nothing if the engine has none
     */
    public Optional<Store> store() {
        return Optional.ofNullable(parts.store);
    }

    /** {@return whether it has a tracer} */
    public boolean isTraced() {
        return config.tracer() != null;
    }

    /** {@return what the locks of all clients have done since the engine was opened} */
    public LockStatistics lockStatistics() {
        return pool.lockStatistics();
    }

    /** {@return what its calls are doing, and which locks they wait for: a sample, for which no call stops} */
    public EngineActivity activity() {
        return pool.activity();
    }

    /**
     * Closes the engine: refuses new calls, waits for those under way and for a change of its {@link #catalog} (which
     * may be taken back for it), and frees all memory. Closing twice does nothing.
     *
     * <p>What only the tables have, a load or with {@link Durability#NONE} all calls, is saved first. If that fails,
     * as the disk is full, for example, tables and directory stay as they are, and closing once more tries it again; or
     * see {@link #closeUnsaved}. An interrupt ends none of this, and the thread is interrupted afterwards.
     *
     * @throws IllegalStateException if sessions are open or calls under way after twice the call timeout; it goes on
     * @throws UncheckedIOException if a last checkpoint could not be written: close the engine again; or if a history
     *     could not be written; all else is closed
     * @throws io.baton.storage.log.LogFailedException if the log has failed, before or now: with
     *     {@link Durability#ASYNC} committed calls may be lost. All else is closed
     */
    @Override
    public void close() {
        lifecycle.lock();
        try {
            if (!parts.areClosed()) {
                endCalls();
                parts.closeOrKeep();
            }
        } finally {
            lifecycle.unlock();
        }
    }

    /**
     * Closes the engine as {@link #close}, but only tries to save what that saves: if it fails, it is lost. For an
     * engine that could not be closed otherwise and is given up. Closing twice does nothing.
     *
     * @throws IllegalStateException as {@link #close}
     * @throws UncheckedIOException if a history or a last checkpoint could not be written; all else is closed
     * @throws io.baton.storage.log.LogFailedException as {@link #close}
     */
    public void closeUnsaved() {
        lifecycle.lock();
        try {
            if (!parts.areClosed()) {
                endCalls();
                parts.close();
            }
        } finally {
            lifecycle.unlock();
        }
    }

    private void endCalls() {
        if (closed) {
            return;
        }
        running.checkOutside("closing the engine");
        closed = true;
        catalog.awaitChange();
        if (!pool.awaitIdle()) {
            closed = false;
            throw new IllegalStateException("close all sessions and end all calls before closing the engine; "
                + pool.placesTaken() + " are still open");
        }
    }

    Calls calls() {
        return calls;
    }

    /** Checks a call that begins; returns what it runs. */
    <R> ProcedureCode<R> check(Procedure<R> procedure, Object[] arguments) {
        begin();
        procedure.checkBelongsTo(this);
        final ProcedureCode<R> code = procedure.code();
        procedure.check(arguments);
        return code;
    }

    RunningThreads running() {
        return running;
    }

    CoordinatorPool pool() {
        return pool;
    }

    EngineConfig config() {
        return config;
    }

    void checkLoading() {
        checkOpen();
        if (called) {
            throw new IllegalStateException("the engine is running; load tables before the first call or session");
        }
    }

    /** Makes threads that load. */
    Workers loaders(int count) {
        return new Workers(loaderThreads, count, parking);
    }

    Parking parking() {
        return parking;
    }

    /** Checks that calls are possible; from now on there are. */
    void begin() {
        checkOpen();
        EngineStoppedException.check(config.state());
        if (!called) {
            endLoading();
        }
    }

    void loadingFailed() {
        store().ifPresent(store -> store.loading.fail());
    }

    /** Loading neither begins while it is being ended, nor afterwards. */
    private void beginLoading() {
        lifecycle.lock();
        try {
            checkLoading();
            store().ifPresent(store -> store.loading.begin());
        } finally {
            lifecycle.unlock();
        }
    }

    private void endLoading() {
        lifecycle.lock();
        try {
            if (!called) {
                store().ifPresent(Store::endLoading);
                called = true;
            }
        } finally {
            lifecycle.unlock();
        }
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("the engine is closed; open a new one");
        }
    }
}
