package io.baton.engine;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.baton.engine.transaction.RowLoader;
import io.baton.fabric.StackHeadroom;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import java.util.concurrent.atomic.LongAdder;

/**
 * Fills tables before the first call, read-only ones included, without locks. One thread; several loaders may work
 * side by side on different rows.
 *
 * <pre>
 * try (Loader loader = engine.loader()) {
 *     Row row = loader.row(ITEM, ITEM.key(7));
 *     row.set(PRICE, 1999);
 *     loader.insert(row);
 * }
 * </pre>
 * If not all can be loaded, say {@link #failed}: closing a durable engine keeps what was loaded. To load on several
 * threads, see {@link BulkLoad}, which says so itself; to insert many rows later, {@link BulkInsert}.
 */
public final class Loader implements AutoCloseable {

    /** Others are told of rows in portions, so that loaders seldom touch what they share. */
    private static final int PORTION_ROWS = 1_000;

    /** How far loading of an engine is. */
    enum Loading {
        /** All that was loaded is on disk; at first there is nothing. */
        ENDED,
        /** The tables may have rows that neither a checkpoint nor the log has. */
        UNSAVED,
        /** So they may, and these rows are a part of what was to be loaded. */
        FAILED
    }

    private final Engine engine;
    private final RowLoader rows;
    private LongAdder total = new LongAdder();
    private int untold;

    Loader(Engine engine, RowLoader rows) {
        this.engine = engine;
        this.rows = rows;
    }

    /**
     * Makes an empty row, valid until it is inserted; one at a time.
     *
     * @param schema the table
     * @param key the packed primary key
     * @return the row, to be filled
     */
    public Row row(TableSchema schema, long key) {
        final Row row = row(schema);
        row.schema().writeKey(row, key);
        return row;
    }

    /**
     * Makes an empty row of any table, valid until it is inserted; one at a time. The columns of its primary key are
     * set like all others.
     *
     * @param schema the table
     * @return the row, to be filled
     */
    public Row row(TableSchema schema) {
        return rows.row(schema);
    }

    /**
     * Adds a row to its table.
     *
     * @param row the row that {@link #row} returned
     * @throws io.baton.storage.DuplicateKeyException if there is such a row already
     * @throws StackOverflowError if little is left of the stack; nothing was added
     * @throws IllegalStateException if a call has been made already, or a session opened
     */
    public void insert(Row row) {
        engine.checkLoading();
        StackHeadroom.checkCall();
        rows.insert(row);
        if (++untold == PORTION_ROWS) {
            tell();
        }
    }

    /**
     * Says that what was loaded so far, by whichever loader, is only a part of what should be there. Then closing a
     * durable engine does not keep it, unless a call is made before, or a session opened. Does nothing if one was.
     */
    public void failed() {
        engine.loadingFailed();
    }

    /** Ends the loader. */
    @Override
    public void close() {
        tell();
        rows.close();
    }

    /** Adds the rows that this loader inserts to a sum that others read. */
    Loader countInto(LongAdder sum) {
        total = sum;
        return this;
    }

    private void tell() {
        total.add(untold);
        untold = 0;
    }

    /** How far the loading of a store has come. Thread-safe. */
    static final class LoadingState {

        @GuardedBy("this")
        private Loading now = Loading.ENDED;

        synchronized Loading now() {
            return now;
        }

        synchronized void begin() {
            if (now == Loading.ENDED) {
                now = Loading.UNSAVED;
            }
        }

        /** What was loaded so far is a part only: it is not kept, unless calls are made on it. */
        synchronized void fail() {
            if (now == Loading.UNSAVED) {
                now = Loading.FAILED;
            }
        }

        /** All that was loaded is on disk. */
        synchronized void end() {
            now = Loading.ENDED;
        }
    }
}
