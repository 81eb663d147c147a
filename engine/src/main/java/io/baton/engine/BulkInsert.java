package io.baton.engine;

import io.baton.engine.procedure.AbortReason;
import io.baton.engine.transaction.EngineTable;
import io.baton.storage.Row;
import io.baton.storage.RowArena;
import io.baton.storage.StorageException;
import io.baton.storage.TableSchema;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Inserts many rows at any time, with locks, while calls are under way. The rows, of one table or several, are
 * committed in the order in which they are given, in transactions of bounded size: others see each of these whole or
 * not at all.
 * A transaction names its locks first, so it never starts over. One thread; several bulk inserts may run side by side.
 *
 * <pre>
 * long rows = engine.insertAll(insert -&gt; {
 *     for (Item item : items) {
 *         Row row = insert.row(ITEM, ITEM.key(item.id()));
 *         row.set(PRICE, item.price());
 *         insert.insert(row);
 *     }
 * });
 * </pre>
 * Between its transactions it holds no locks, so the source may call procedures. Before the first call a {@link Loader}
 * is faster.
 */
public final class BulkInsert {

    /** Rows of a transaction if nothing else is said. */
    public static final int ROWS_PER_TRANSACTION = 500;
    /** Most rows of a transaction. */
    public static final int ROWS_PER_TRANSACTION_MAX = 10_000;

    /** With so many bytes of rows a transaction is committed, however few they are. */
    private static final long BYTES_MAX = RowArena.KEPT_BYTES_MAX;
    private static final Object[] NO_ARGUMENTS = {};

    private final Engine engine;
    private final RowArena arena;
    private final ProcedureCode<Integer> code;
    /** Given and not committed yet. */
    private final List<Row> given = new ArrayList<>();
    private int rowsPerTransaction = ROWS_PER_TRANSACTION;
    private long bytes;
    private long rowsCommitted;
    /** The schema and table of the last row. */
    private @Nullable TableSchema lastSchema;
    private @Nullable EngineTable lastTable;
    /** Handed out, to be filled. */
    private @Nullable Row current;
    private @Nullable RuntimeException failure;
    /** Null when it has ended. */
    private @Nullable Thread owner = Thread.currentThread();

    BulkInsert(Engine engine, RowArena arena) {
        this.engine = engine;
        this.arena = arena;
        final MethodHandles.Lookup lookup = MethodHandles.lookup();
        try {
            this.code = new ProcedureCode<>("BulkInsert",
                lookup.bind(this, "run", MethodType.methodType(Object.class, Transaction.class, Object[].class)),
                lookup.bind(this, "plan", MethodType.methodType(void.class, LockPlan.class, Object[].class)));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    /**
     * Gives rows to a bulk insert.
     *
     * @param <X> what it throws
     */
    @FunctionalInterface
    public interface Source<X extends Exception> {

        /**
         * Gives all rows, on the calling thread.
         *
         * @param insert takes them until this method returns
         * @throws X if the rows cannot be had
         */
        void giveTo(BulkInsert insert) throws X;
    }

    /**
     * Sets the size of the transactions that follow. One that has 16 MiB of rows is committed earlier.
     *
     * @param rows 1 to {@link #ROWS_PER_TRANSACTION_MAX}
     * @return this bulk insert
     * @throws IllegalArgumentException if it is none of these
     */
    public BulkInsert rowsPerTransaction(int rows) {
        checkUsable();
        if (rows < 1 || rows > ROWS_PER_TRANSACTION_MAX) {
            throw new IllegalArgumentException(
                "a bulk insert has 1 to " + ROWS_PER_TRANSACTION_MAX + " rows per transaction, not " + rows);
        }
        rowsPerTransaction = rows;
        return this;
    }

    /**
     * Makes an empty row, valid until it is inserted or the next one is made; one that is not inserted is forgotten.
     *
     * @param table the table
     * @param key the packed primary key
     * @return the row, to be filled
     * @throws IllegalStateException if the table is read-only, or this bulk insert has ended or is another thread's
     * @throws BulkInsertException if rows given before could not be committed
     */
    public Row row(TableSchema table, long key) {
        final Row row = next(table);
        arena.blankWithFixedKey(row, key);
        current = row;
        return row;
    }

    /**
     * Makes an empty row of any table, valid as above. The columns of its primary key are set like all others.
     *
     * @param table the table
     * @return the row, to be filled
     * @throws IllegalStateException if the table is read-only, or this bulk insert has ended or is another thread's
     * @throws BulkInsertException if rows given before could not be committed
     */
    public Row row(TableSchema table) {
        final Row row = next(table);
        arena.blank(row);
        current = row;
        return row;
    }

    /** Mostly the table of the row before. */
    @SuppressWarnings("ReferenceEquality") // A schema is a handle.
    private EngineTable known(TableSchema table) {
        EngineTable known = lastTable;
        if (known == null || table != lastSchema) {
            known = engine.catalog().table(table);
            lastTable = known;
            lastSchema = table;
        }
        return known;
    }

    private Row next(TableSchema table) {
        checkUsable();
        final EngineTable known = known(table);
        if (known.readOnly) {
            throw new IllegalStateException("table " + table.name()
                + " is declared read-only: load it with a Loader before the first call");
        }
        forgetCurrent();
        if (bytes >= BYTES_MAX) {
            commit();
        }
        bytes += table.imageBytes();
        return new Row(known.schema);
    }

    /**
     * Gives a row. It is committed together with others, when there are enough or the source has returned.
     *
     * @param row what {@link #row} returned last
     * @throws IllegalArgumentException if it is another one
     * @throws IllegalStateException if this bulk insert has ended or is another thread's
     * @throws BulkInsertException if this row or rows given before could not be committed
     */
    @SuppressWarnings("ReferenceEquality") // The very row.
    public void insert(Row row) {
        checkUsable();
        if (row != current) {
            throw new IllegalArgumentException("insert the row that row(...) returned last, and insert it once");
        }
        final Row image = new Row(row.schema());
        image.follow(row);
        given.add(image);
        forgetCurrent();
        if (given.size() >= rowsPerTransaction) {
            commit();
        }
    }

    /**
     * Returns how many rows are committed.
     *
     * @return 0 or more; they are the first that were given
     */
    public long rowsCommitted() {
        return rowsCommitted;
    }

    /** Takes all rows of a source; returns how many. */
    <X extends Exception> long run(Source<X> source) throws X {
        try {
            source.giveTo(this);
            checkUsable();
            commit();
            return rowsCommitted;
        } finally {
            owner = null;
            arena.close();
        }
    }

    /** Names the locks of a transaction: of the rows, and of the prefixes that gain them. */
    void plan(LockPlan plan, Object[] none) {
        for (Row row : given) {
            plan.insert(row);
        }
    }

    /** Inserts the rows of a transaction. */
    Object run(Transaction transaction, Object[] none) {
        final TransactionHandle handle = (TransactionHandle) transaction;
        for (Row row : given) {
            handle.insertCopy(row);
        }
        return given.size();
    }

    private void forgetCurrent() {
        final Row row = current;
        if (row != null) {
            row.unwrap();
            current = null;
        }
    }

    private void commit() {
        boolean complete = false;
        try {
            if (!given.isEmpty()) {
                engine.begin();
                take(engine.calls().execute(code, NO_ARGUMENTS, engine.config().callTimeoutNanos(), null));
            }
            given.clear();
            bytes = 0;
            arena.reset();
            complete = true;
        } finally {
            if (!complete && failure == null) {
                failure = new IllegalStateException("this bulk insert has failed; " + rowsCommitted
                    + " rows were committed, the first that were given; begin another one for the rest");
            }
        }
    }

    private void take(Outcome<Integer> outcome) {
        switch (outcome) {
            case Outcome.Committed<Integer>(Integer rows) -> rowsCommitted += rows;
            case Outcome.AbortedByProcedure<Integer> aborted ->
                fail(aborted.reason(), "none", aborted.cause() instanceof StorageException refused
                    ? String.valueOf(refused.getMessage()) : aborted.message(), aborted.cause());
            case Outcome.AbortedBySystem<Integer> aborted -> fail(aborted.reason(), "none", aborted.message(), null);
            case Outcome.Unknown<Integer> unknown -> fail(AbortReason.STOPPED, "perhaps some", unknown.message(), null);
        }
    }

    private void fail(AbortReason reason, String ofTheNext, String why, @Nullable Throwable cause) {
        final BulkInsertException thrown = new BulkInsertException(reason, rowsCommitted,
            "the bulk insert committed " + rowsCommitted + " rows, the first that were given, and " + ofTheNext
                + " of the next " + given.size() + ": " + why,
            cause);
        failure = thrown;
        throw thrown;
    }

    @SuppressWarnings("ReferenceEquality") // A thread is itself.
    private void checkUsable() {
        if (owner != Thread.currentThread()) {
            throw new IllegalStateException("this bulk insert has ended, or belongs to another thread;"
                + " give all rows before its source returns");
        }
        if (failure != null) {
            throw failure;
        }
    }
}
