package io.baton.engine;

import io.baton.storage.IndexSchema;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a procedure can do to the tables. Every method locks what it touches, under strict two-phase locking, so that
 * all transactions together have the effect of one after the other.
 *
 * <p>A transaction sees its own writes; they reach the tables when it commits. A view of a row that the transaction
 * then changes shows the change. Rows are views into memory that is reused: they are valid until the procedure returns
 * (those of a {@link Scan} until its next step) and must not be kept. Afterwards, and on any other thread, transaction,
 * scans and rows refuse to work with an {@link IllegalStateException}. A row that was kept refuses until its object
 * serves another transaction, and then works on that one's thread while it lasts. In a {@link Session} that is not
 * before its next call has ended, but for rows of scans and of attempts that started over.
 *
 * <p>A procedure may be run several times until it commits, so it must have no other effects than through this
 * interface. All methods throw a control-flow exception when the transaction has to start over or its time is over; a
 * procedure lets it pass, and if it does not, the attempt has ended all the same.
 */
public interface Transaction {

    /**
     * Reads a row.
     *
     * @param table the table
     * @param key the packed primary key
     * @return the row, for reading
     * @throws io.baton.storage.MissingRowException if there is no such row
     */
    Row read(TableSchema table, long key);

    /**
     * Reads a row that may be absent.
     *
     * @param table the table
     * @param key the packed primary key
     * @return the row, for reading, or null if there is none
     */
    @Nullable
    Row find(TableSchema table, long key);

    /**
     * Reads several rows that may be absent, as if by {@link #find} for each key, but faster: their locks are got
     * together, in the global order as far as the transaction holds none behind them, and the rows are loaded into the
     * processor's caches together, 64 at a time. If a lock that must be tried is busy the transaction starts over, and
     * gets them all at its beginning.
     *
     * <p>It shows what the transaction has written itself: a row that it has inserted or changed with its new values,
     * none where it has deleted one. A key that is given twice has its row in both places. There may be any number of
     * keys, but a transaction has at most {@link EngineBuilder#locksMax} locks. All rows are valid until the procedure
     * returns.
     *
     * @param table the table
     * @param keys the packed primary keys, in any order; the array is copied
     * @return a new array with the rows in the order of the keys, for reading; null where there is none
     */
    @Nullable
    Row[] readAll(TableSchema table, long... keys);

    /**
     * Loads rows into the processor's caches, so that accesses to them which follow do not wait for memory one after
     * the other. A hint: it locks nothing, reads nothing in the sense of the transaction, and never makes it start
     * over; so it suits rows that will be updated too. Keys without a row do no harm. Of more than 1,024 keys the rest
     * is left out, as the caches would not keep it. A plan that names the rows and {@link #readAll} do the same by
     * themselves.
     *
     * @param table the table
     * @param keys the packed primary keys, in any order
     */
    void prefetch(TableSchema table, long... keys);

    /**
     * Tells whether a row exists.
     *
     * @param table the table
     * @param key the packed primary key
     * @return whether it exists
     */
    boolean exists(TableSchema table, long key);

    /**
     * Opens a row for change.
     *
     * @param table the table
     * @param key the packed primary key
     * @return the row; what is set in it reaches the table when the transaction commits
     * @throws io.baton.storage.MissingRowException if there is no such row
     */
    Row update(TableSchema table, long key);

    /**
     * Opens a row for change that may be absent.
     *
     * @param table the table
     * @param key the packed primary key
     * @return the row, or null if there is none
     */
    @Nullable
    Row findForUpdate(TableSchema table, long key);

    /**
     * Adds a row. All its columns but those of the primary key are zero or empty.
     *
     * @param table the table
     * @param key the packed primary key
     * @return the row, to be filled
     * @throws io.baton.storage.DuplicateKeyException if there is such a row already
     */
    Row insert(TableSchema table, long key);

    /**
     * Removes a row.
     *
     * @param table the table
     * @param key the packed primary key
     * @throws io.baton.storage.MissingRowException if there is no such row
     */
    void delete(TableSchema table, long key);

    // Rows by image: the only way for wide keys, and one that packed keys have too.

    /**
     * Makes an image to name rows by: set the columns of its primary key. It may be used many times, with other values
     * each time, and is valid until the procedure returns. Any row of the table that the transaction shows names its
     * key just as well. It takes as much memory as a row, of which a call's images may have 1 GiB:
     * {@link io.baton.engine.procedure.AbortReason#TOO_LARGE}.
     *
     * @param table the table
     * @return an empty image
     */
    Row probe(TableSchema table);

    /**
     * Reads the row with the primary key of an image.
     *
     * @param table the table
     * @param probe an image with the columns of the key
     * @return the row, for reading
     * @throws io.baton.storage.MissingRowException if there is no such row
     */
    Row read(TableSchema table, Row probe);

    /**
     * Reads the row with the primary key of an image, if there is one.
     *
     * @param table the table
     * @param probe an image with the columns of the key
     * @return the row, for reading, or null if there is none
     */
    @Nullable
    Row find(TableSchema table, Row probe);

    /**
     * Reads several rows that may be absent, as {@link #readAll(TableSchema, long...)} does.
     *
     * @param table the table
     * @param probes an image of its own for each, with the columns of the key
     * @return a new array with the rows in the order of the images, for reading; null where there is none
     */
    @Nullable
    Row[] readAll(TableSchema table, Row[] probes);

    /**
     * Loads rows into the processor's caches, as {@link #prefetch(TableSchema, long...)} does.
     *
     * @param table the table
     * @param probes an image of its own for each, with the columns of the key
     */
    void prefetch(TableSchema table, Row[] probes);

    /**
     * Tells whether there is a row with the primary key of an image.
     *
     * @param table the table
     * @param probe an image with the columns of the key
     * @return whether it exists
     */
    boolean exists(TableSchema table, Row probe);

    /**
     * Opens the row with the primary key of an image for change.
     *
     * @param table the table
     * @param probe an image with the columns of the key
     * @return the row; what is set in it reaches the table when the transaction commits
     * @throws io.baton.storage.MissingRowException if there is no such row
     */
    Row update(TableSchema table, Row probe);

    /**
     * Opens the row with the primary key of an image for change, if there is one.
     *
     * @param table the table
     * @param probe an image with the columns of the key
     * @return the row, or null if there is none
     */
    @Nullable
    Row findForUpdate(TableSchema table, Row probe);

    /**
     * Adds a row with the primary key of an image. All its other columns are zero or empty.
     *
     * @param table the table
     * @param probe an image with the columns of the key
     * @return the row, to be filled
     * @throws io.baton.storage.DuplicateKeyException if there is such a row already
     */
    Row insert(TableSchema table, Row probe);

    /**
     * Removes the row with the primary key of an image.
     *
     * @param table the table
     * @param probe an image with the columns of the key
     * @throws io.baton.storage.MissingRowException if there is no such row
     */
    void delete(TableSchema table, Row probe);

    /**
     * Begins a scan of an ordered index.
     *
     * @param index the index
     * @return a scan whose range is still to be given
     */
    Scan scan(IndexSchema index);

    /**
     * Returns the id of this call, the same whenever the procedure is run again for it. No other call of the engine has
     * it; with a {@link DataDirectory}, none that was ever made on this store, in whichever engine and with whichever
     * {@link Durability}: so it can be a key. Backups and what is restored from them go on with ids that none of their
     * rows can have. Ids are neither dense nor in the order of the calls.
     *
     * @return a positive number
     */
    long id();

    /**
     * Returns when the call began, before it waited for anything, the same whenever the procedure is run again for it:
     * use it instead of a clock.
     *
     * @return the time by the engine's wall clock
     */
    Instant startedAt();

    /**
     * Makes the exception with which a procedure gives up: {@code throw transaction.abort("...")}. From now on the
     * transaction has ended, even if the exception is not thrown: nothing will be written, every further access throws
     * it, and the caller gets the message.
     *
     * @param message why
     * @return the exception to throw
     */
    RuntimeException abort(String message);

    /**
     * Makes the exception with which a procedure says that there is nothing of what it was called for:
     * {@code throw transaction.notFound("there is no account 7")}. It does what {@link #abort} does, but callers see
     * {@link io.baton.engine.procedure.AbortReason#NOT_FOUND}, SQLSTATE 02000. A procedure that lets a
     * {@link io.baton.storage.MissingRowException} pass ends in the same way, with that exception's message.
     *
     * @param message what is not there
     * @return the exception to throw
     */
    RuntimeException notFound(String message);
}
