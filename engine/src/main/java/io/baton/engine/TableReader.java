package io.baton.engine;

import io.baton.engine.procedure.AbortReason;
import io.baton.engine.transaction.RowFinder;
import io.baton.storage.Row;
import io.baton.storage.RowArena;
import io.baton.storage.Table;
import io.baton.storage.TableSchema;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads all rows of a table of a running engine, whatever its keys and indexes, and holds up nobody for long.
 *
 * <pre>
 * TableReader.forEachRow(engine, ACCOUNT, row -&gt; sum.add(row.get(BALANCE)));
 * </pre>
 *
 * <p>Rows are read in batches of at most {@value RowFinder#BATCH_ROWS_MAX}. Each batch is a transaction of its own that
 * locks its rows shared and copies them; the consumer gets the copies when the locks have been given back.
 */
public final class TableReader {

    private static final Object[] NOTHING = {};

    private final TableSchema schema;
    private final RowArena arena;
    private final RowFinder found;
    private final List<Row> rows = new ArrayList<>(RowFinder.BATCH_ROWS_MAX);

    private TableReader(TableSchema schema, RowArena arena, RowFinder found) {
        this.schema = schema;
        this.arena = arena;
        this.found = found;
    }

    /**
     * Hands every row of a table to a consumer, in no useful order.
     *
     * <p>Promised is: every row is committed, and as it was at one moment, the same for all rows of a batch. No key
     * comes twice. A key that has a row all the time comes. Whether those come that are inserted or deleted meanwhile
     * is open. Rows of different batches are of different moments: a transaction that changes two rows may be seen with
     * one and not with the other. What must be seen as of one moment is read in one procedure.
     *
     * <p>The consumer runs on the calling thread, outside of any transaction, so it may take its time and call the
     * engine. A row that it is given is valid until it returns, for its thread, and cannot be changed. Loading ends
     * with the first call of this method.
     *
     * @param engine the engine
     * @param table one of its tables, read-only ones included
     * @param consumer gets the rows; what it throws ends the reading and is thrown here
     * @throws IllegalArgumentException if the engine was opened without this table
     * @throws IllegalStateException if the engine is closed, or is closed meanwhile, or the thread is within a
     *     procedure of it
     * @throws SystemAbortedException if a batch did not get its locks or a place within the time of a call, or the
     *     thread was interrupted, which it remains
     * @throws EngineStoppedException if the engine has stopped
     * @throws io.baton.engine.history.UnwritableHistoryException if a history is recorded and cannot be written any
     *     further
     */
    public static void forEachRow(Engine engine, TableSchema table, Consumer<? super Row> consumer) {
        engine.running().checkOutside("reading all rows of table " + table.name());
        // Says first what is wrong with engine or table.
        engine.rows(table);
        try (RowArena arena = engine.storage.arena();
            RowFinder found = new RowFinder(engine.storage, engine.storage.table(table))) {
            new TableReader(engine.catalog().table(table).schema, arena, found).run(engine, consumer);
        }
    }

    /**
     * Returns the tables of an engine.
     *
     * @param engine the engine
     * @return their schemas in the order of their declaration
     * @throws IllegalStateException if the engine is closed
     */
    public static List<TableSchema> tables(Engine engine) {
        return engine.storage.tables().stream().map(Table::schema).toList();
    }

    private void run(Engine engine, Consumer<? super Row> consumer) {
        final ProcedureCode<Integer> batch = batch();
        while (true) {
            if (Thread.currentThread().isInterrupted()) {
                throw new SystemAbortedException(
                    AbortReason.CANCELLED, "reading all rows of table " + schema.name() + " was interrupted");
            }
            engine.begin();
            if (Session.result(engine.calls().execute(batch, NOTHING, engine.config().callTimeoutNanos(), null)) == 0) {
                return;
            }
            hand(consumer);
        }
    }

    private void hand(Consumer<? super Row> consumer) {
        for (int i = 0; i < rows.size(); i++) {
            consumer.accept(rows.get(i));
        }
    }

    private ProcedureCode<Integer> batch() {
        try {
            final MethodHandles.Lookup own = MethodHandles.lookup();
            final MethodHandle run =
                own.bind(this, "run", MethodType.methodType(Object.class, Transaction.class, Object[].class));
            final MethodHandle plan =
                own.bind(this, "plan", MethodType.methodType(void.class, LockPlan.class, Object[].class));
            return new ProcedureCode<>("that reads table " + schema.name(), run, plan);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the methods of a batch are not to be found; this is a bug", e);
        }
    }

    /** Finds the rows of the next batch. */
    void plan(LockPlan plan, Object[] none) {
        found.find();
        plan.read(schema, found);
    }

    /** Reads a row that was found; null if it has gone meanwhile, and the transaction did not have its lock. */
    static @Nullable Row find(Transaction transaction, TableSchema schema, RowFinder found, int i) {
        return schema.wideKey() ? transaction.find(schema, found.probes().get(i))
            : transaction.find(schema, found.number(i));
    }

    /** Copies the rows of the batch; returns how many rows were found. */
    Object run(Transaction transaction, Object[] none) {
        // Anew in each attempt; new views too, so that a row which somebody keeps never shows another one.
        rows.clear();
        arena.reset();
        arena.begin();
        for (int i = 0; i < found.count(); i++) {
            final Row stored = find(transaction, schema, found, i);
            if (stored != null) {
                final Row image = new Row(schema);
                arena.copyForReading(image, stored);
                rows.add(image);
            }
        }
        return found.count();
    }

    /**
     * Makes a procedure that reads a whole table as of one moment, whatever its keys and indexes, or as many of its
     * rows as are wanted. It locks all rows that it finds; rows that come meanwhile it looks for again. As a part of
     * another transaction ({@link Procedure#runWithin}) it must be the last thing that is read there, and it does not
     * see rows that this transaction has inserted.
     *
     * @param engine the engine
     * @param table one of its tables
     * @param each makes what is returned of a row, which is valid until then; null for a row that is not wanted
     * @param rowsMax 1 or more; when so many were wanted, the others do not matter
     * @param <T> what that is
     * @return a procedure for one call, not for several at once; it returns null if rows came all the time
     */
    public static <T> Procedure<List<T>> whole(Engine engine, TableSchema table, Function<Row, @Nullable T> each,
            int rowsMax) {
        engine.rows(table);
        return listOf(Procedure.unlisted(engine, "that reads all of table " + table.name(),
            new Whole<>(engine, table, each, rowsMax), List.class));
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // Whole.run returns that.
    private static <T> Procedure<List<T>> listOf(Procedure<? extends List> procedure) {
        return (Procedure<List<T>>) procedure;
    }

    /**
     * The procedure of {@link #whole}. Public for the engine, which calls it.
     *
     * @param <T> what is made of a row
     */
    public static final class Whole<T> {

        private final Engine engine;
        private final TableSchema schema;
        private final Function<Row, @Nullable T> each;
        private final int rowsMax;

        Whole(Engine engine, TableSchema schema, Function<Row, @Nullable T> each, int rowsMax) {
            this.engine = engine;
            this.schema = schema;
            this.each = each;
            this.rowsMax = rowsMax;
        }

        /**
         * Reads the rows.
         *
         * @param transaction given by the engine
         * @return what was made of them, or null if more rows came at each look
         */
        public @Nullable List<T> run(Transaction transaction) {
            final List<T> found = new ArrayList<>();
            try (TableWalk walk = new TableWalk(engine, transaction, schema)) {
                while (found.size() < rowsMax) {
                    final Row row = walk.next();
                    if (row == null) {
                        return walk.isComplete() ? found : null;
                    }
                    final T made = each.apply(row);
                    if (made != null) {
                        found.add(made);
                    }
                }
            }
            return found;
        }
    }
}
