package io.baton.engine;

import io.baton.engine.procedure.AbortReason;
import io.baton.engine.transaction.CallGate;
import io.baton.engine.transaction.EngineTable;
import io.baton.engine.transaction.EngineTable.EngineIndex;
import io.baton.engine.transaction.EngineTables;
import io.baton.engine.transaction.RowFinder;
import io.baton.engine.transaction.SystemAbort;
import io.baton.fabric.StackHeadroom;
import io.baton.storage.IndexSchema;
import io.baton.storage.OrderedIndex;
import io.baton.storage.OutOfMemoryBudgetException;
import io.baton.storage.Row;
import io.baton.storage.Table;
import io.baton.storage.TableSchema;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/**
 * The tables and indexes of an engine. They can be changed while calls are under way, by one thread after the other.
 * Thread-safe.
 *
 * <pre>
 * engine.catalog().addTable(ORDERS, 1_000_000);
 * IndexSchema ofCustomer = ORDERS.newIndex("of_customer", 1, CUSTOMER.part());
 * engine.catalog().addIndex(ofCustomer);
 * </pre>
 *
 * <p>With a data directory a change is on disk, as a whole, when its method has returned; after a crash before, it is
 * there as a whole or not at all (docs/durability.md). Where a method throws, nothing has changed. All methods that
 * change something end loading, as the first call does, wait for the changes before them, and throw
 *
 * <ul>
 * <li>{@link IllegalStateException} if the engine is closed, the thread is within a procedure of it, or a history is
 *     recorded;
 * <li>{@link EngineStoppedException} if the engine has stopped, or stops now, as it is unknown what is on disk;
 * <li>{@link java.io.UncheckedIOException} if the change cannot be written to the data directory.
 * </ul>
 */
public final class Catalog {

    private static final Object[] NOTHING = {};

    private final Engine engine;
    private final EngineTables tables;
    private final boolean recordsHistory;
    private final @Nullable Store store;
    /** Held while something changes. */
    private final Lock changing;

    Catalog(Engine engine, EngineParts parts) {
        this.engine = engine;
        this.tables = parts.tables;
        this.recordsHistory = parts.history != null;
        this.store = parts.store;
        this.changing = engine.parking().newLock();
    }

    /**
     * Lists the tables.
     *
     * @return their schemas, in the order in which they were declared and added
     */
    public List<TableSchema> tables() {
        return tables.all().stream().map(table -> table.schema).toList();
    }

    /**
     * Lists the secondary indexes of a table that can be scanned now.
     *
     * @param table the table
     * @return those of its schema that were not dropped, and those that were added
     * @throws IllegalArgumentException if the engine has no such table
     */
    public List<IndexSchema> indexes(TableSchema table) {
        return tables.table(table).secondaryIndexes();
    }

    EngineTable table(TableSchema schema) {
        return tables.table(schema);
    }

    /**
     * Adds an empty table. No call waits for it. With a data directory this takes as long as a checkpoint. The engine
     * has to be opened with the table from then on.
     *
     * @param schema the table
     * @param rowsExpected how many rows it is laid out for; see {@link EngineBuilder#table}
     * @throws IllegalArgumentException if there is a table of that name, the number is out of range, or the table is
     *     read-only, as nobody could fill it
     * @throws SystemAbortedException if the budget of memory has no room for a table laid out for so many rows
     */
    public void addTable(TableSchema schema, long rowsExpected) {
        change("adding table " + schema.name(), () -> add(schema, rowsExpected));
    }

    private void add(TableSchema schema, long rowsExpected) {
        if (schema.readOnly()) {
            throw new IllegalArgumentException("table " + schema.name() + " is declared read-only, so nobody could fill"
                + " it now; declare it without, or add it to the engine's builder");
        }
        final Table table = prepare(schema, rowsExpected);
        final AtomicBoolean kept = new AtomicBoolean();
        try {
            final EngineTable added = new EngineTable(table, tables.all().size());
            final Runnable publish = () -> {
                engine.storage.add(table);
                kept.set(true);
                tables.add(added);
            };
            if (store != null) {
                store.add(table, publish);
            } else {
                publish.run();
            }
        } finally {
            if (!kept.get()) {
                engine.storage.discard(table);
            }
        }
        if (tables.all().stream().anyMatch(EngineTable::hasDropped)) {
            // Adding a table needs no moment without calls, so none is waited for.
            removeDropped(0);
        }
    }

    private Table prepare(TableSchema schema, long rowsExpected) {
        try {
            return engine.storage.prepare(schema, rowsExpected);
        } catch (OutOfMemoryBudgetException e) {
            throw new SystemAbortedException(AbortReason.OUT_OF_MEMORY, String.valueOf(e.getMessage()));
        }
    }

    /**
     * Adds an index to a table and enters its rows, while calls go on. Calls that begin wait once, until those under
     * way have ended, open transactions of a server's clients too; if these take longer than a call may, nothing
     * changes. Rows are read in batches of up to {@value RowFinder#BATCH_ROWS_MAX}, whose locks are held shared
     * meanwhile.
     *
     * <p>Nobody scans the index before this has returned. But what is unique about it is demanded of writers from the
     * beginning on. With a data directory a checkpoint is taken at the end.
     *
     * @param index made by {@link TableSchema#newIndex} or {@link TableSchema#newUniqueIndex}, or dropped before
     * @throws IllegalArgumentException if the engine has no such table, or the table has an index of that name or as
     *     many as are possible
     * @throws ProcedureAbortedException with {@link AbortReason#DUPLICATE_KEY} if the index is unique and two rows have
     *     the same values; with {@link AbortReason#INVALID_VALUE} if a value does not fit into its bits
     * @throws SystemAbortedException if calls under way did not end in time, a row's lock did not come free, sessions
     *     had all places for calls, the budget of memory was met, or the thread was interrupted, which it remains
     */
    public void addIndex(IndexSchema index) {
        change("adding " + index, () -> add(index));
    }

    private void add(IndexSchema schema) {
        final EngineTable table = tables.table(schema.tableSchema());
        checkNew(table, schema);
        checkOwn(table, schema);
        final EngineIndex[] added = new EngineIndex[1];
        whileNoneIsUnderWay(engine.config().callTimeoutNanos(), schema + " was not added", () -> {
            removeDropped();
            added[0] = table.addIndex(engine.storage.addIndex(table.rows, schema));
        });
        final EngineIndex index = added[0];
        boolean complete = false;
        try {
            fill(index);
            final Runnable publish = () -> {
                engine.storage.complete(index.order);
                index.open();
            };
            final List<IndexSchema> now = new ArrayList<>(table.secondaryIndexes());
            now.add(schema);
            publish(table, now, publish);
            complete = true;
        } finally {
            if (!complete) {
                leave(index);
                removeDropped(engine.config().callTimeoutNanos());
            }
        }
    }

    @SuppressWarnings("ReferenceEquality") // A schema is a handle.
    private static void checkOwn(EngineTable table, IndexSchema schema) {
        if (schema.tableSchema() != table.schema) {
            throw new IllegalArgumentException(schema + " was made of another schema of the table, if an equal one;"
                + " make it of the one that the engine was opened with, which is among catalog().tables()");
        }
    }

    private static void checkNew(EngineTable table, IndexSchema schema) {
        final List<IndexSchema> now = table.secondaryIndexes();
        if (schema.primary() || now.stream().anyMatch(other -> other.name().equals(schema.name()))) {
            throw new IllegalArgumentException("table " + schema.table() + " has an index " + schema.name()
                + " already; drop that one first, or give another name");
        }
        if (now.size() == TableSchema.INDEXES_MAX) {
            throw new IllegalArgumentException(schema + " is one too many; " + TableSchema.INDEXES_MAX
                + " secondary indexes are possible");
        }
    }

    /**
     * Drops a secondary index, declared or added. Scans that have begun go on; no value is refused for its sake any
     * more. Calls that begin wait once, until those under way have ended, and then its memory can be used again; if
     * these take longer than a call may, that is done with the next change. With a data directory a checkpoint is taken
     * first.
     *
     * @param index the index, see {@link #indexes}
     * @throws IllegalArgumentException if its table has no such index, or it is the primary key
     */
    public void dropIndex(IndexSchema index) {
        change("dropping " + index, () -> drop(index));
    }

    private void drop(IndexSchema schema) {
        final EngineTable table = tables.table(schema.tableSchema());
        if (schema.primary()) {
            throw new IllegalArgumentException(schema + " is its primary key, which cannot be dropped");
        }
        final EngineIndex index = table.index(schema);
        final List<IndexSchema> now = new ArrayList<>(table.secondaryIndexes());
        now.remove(index.order.schema());
        publish(table, now, () -> leave(index));
        removeDropped(engine.config().callTimeoutNanos());
    }

    private void leave(EngineIndex index) {
        // First, as scans that are open from now on would miss rows.
        index.drop();
        engine.storage.leave(index.order);
    }

    private void publish(EngineTable table, List<IndexSchema> indexes, Runnable publish) {
        if (store != null) {
            store.change(table.schema.withIndexes(indexes), publish);
        } else {
            publish.run();
        }
    }

    /** Makes a change, which closing the engine waits for. */
    private void change(String what, Runnable work) {
        // If the stack ends, then mostly before anything changes; else the change is taken back, or the engine stops.
        StackHeadroom.checkCall();
        engine.running().checkOutside(what);
        engine.begin();
        if (recordsHistory) {
            throw new IllegalStateException(what + " is not possible while a history is recorded, as its file names all"
                + " tables and indexes at its beginning");
        }
        changing.lock();
        try {
            engine.begin();
            work.run();
        } catch (SystemAbort e) {
            throw new SystemAbortedException(e.reason(), what + " " + e.getMessage());
        } finally {
            changing.unlock();
        }
    }

    /** Waits for the change that is under way. The engine refuses others from now on. */
    void awaitChange() {
        changing.lock();
        try {
            // Who changes something has the lock until all is done.
        } finally {
            changing.unlock();
        }
    }

    /** Does something while no call is under way and none begins. */
    private void whileNoneIsUnderWay(long timeoutNanos, String otherwise, Runnable work) {
        final CallGate gate = engine.pool().gate();
        gate.close();
        try {
            if (!engine.pool().awaitRest(timeoutNanos)) {
                throw Thread.currentThread().isInterrupted()
                    ? new SystemAbortedException(AbortReason.CANCELLED, otherwise + ": the thread was interrupted")
                    : new SystemAbortedException(AbortReason.TIMEOUT,
                        otherwise + ": calls under way have not ended for "
                            + TimeUnit.NANOSECONDS.toMillis(timeoutNanos) + " ms");
            }
            work.run();
        } finally {
            gate.open();
        }
    }

    private void removeDropped(long timeoutNanos) {
        // An interrupt has ended the change, but what is left of it has to go all the same.
        final boolean interrupted = Thread.interrupted();
        try {
            whileNoneIsUnderWay(timeoutNanos, "", this::removeDropped);
        } catch (SystemAbortedException e) {
            // Nobody scans the index, and no row enters it; it is removed with the next change.
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void removeDropped() {
        for (EngineTable table : tables.all()) {
            for (OrderedIndex index : table.removeDropped()) {
                engine.storage.dropIndex(table.rows, index);
            }
        }
    }

    private void fill(EngineIndex index) {
        try (RowFinder rows = new RowFinder(engine.storage, index.table().rows)) {
            final ProcedureCode<Integer> code = new Batch(index, rows).code();
            do {
                engine.begin();
                if (Thread.currentThread().isInterrupted()) {
                    throw new SystemAbortedException(AbortReason.CANCELLED,
                        "the thread that builds an index was interrupted");
                }
            } while (Session.result(call(code)) > 0);
        }
    }

    /** Takes a place among the calls for one batch only: with few places, others have their turn in between. */
    private Outcome<Integer> call(ProcedureCode<Integer> code) {
        final long timeoutNanos = engine.config().callTimeoutNanos();
        final Coordinator own = engine.pool().take(timeoutNanos);
        try {
            return Objects.requireNonNull(
                own.call(code, NOTHING, engine.config().clock().nanoTime(), timeoutNanos, true), "it may wait");
        } finally {
            engine.pool().giveBack(own);
        }
    }

    /** Enters rows in an index that is being built. One thread. */
    static final class Batch {

        private final EngineIndex index;
        private final RowFinder rows;

        Batch(EngineIndex index, RowFinder rows) {
            this.index = index;
            this.rows = rows;
        }

        private ProcedureCode<Integer> code() {
            try {
                final MethodHandles.Lookup own = MethodHandles.lookup();
                return new ProcedureCode<>("that builds " + index.order.schema(),
                    own.bind(this, "run", MethodType.methodType(Object.class, Transaction.class, Object[].class)),
                    own.bind(this, "plan", MethodType.methodType(void.class, LockPlan.class, Object[].class)));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("the methods of a batch are not to be found; this is a bug", e);
            }
        }

        /** Finds the rows of the next batch. */
        void plan(LockPlan plan, Object[] none) {
            rows.find();
            plan.read(index.table().schema, rows);
        }

        /** Enters them; returns how many were found. */
        Object run(Transaction transaction, Object[] none) {
            final TransactionHandle handle = (TransactionHandle) transaction;
            for (Row probe : rows.probes()) {
                handle.live().enter(index, probe);
            }
            return rows.probes().size();
        }
    }
}
