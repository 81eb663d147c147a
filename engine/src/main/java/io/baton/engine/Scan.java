package io.baton.engine;

import io.baton.engine.transaction.ScanState;
import io.baton.storage.IndexRange;
import io.baton.storage.RangeBuilder;
import io.baton.storage.Row;

/**
 * A scan of an ordered index by a transaction, its own writes included: the leading columns bound by equality, then
 * optionally a range on the next ({@link RangeBuilder} says how). Locks the scanned prefix, so that nobody else can add
 * or remove rows there before the transaction ends.
 *
 * <pre>
 * Scan scan = transaction.scan(ORDERS_OF_CUSTOMER).equal(customer).descending();
 * while (scan.next()) { total += scan.row().get(AMOUNT); }
 * </pre>
 * Valid until the procedure returns, and for its thread. What the transaction writes while the scan is under way:
 * a row that it changes is returned as it then is; one that it deletes is not returned; one that it inserts may be
 * returned or not; one that it moves is returned once at most.
 */
public final class Scan extends RangeBuilder<Scan> {

    private final TransactionHandle transaction;
    private final ScanState state;

    Scan(TransactionHandle transaction, ScanState state) {
        this.transaction = transaction;
        this.state = state;
    }

    /** The range that is still to be given; refused once the scan is under way. */
    @Override
    protected IndexRange range() {
        return live().rangeToBind();
    }

    @Override
    protected Scan self() {
        return this;
    }

    /**
     * Asks for the largest first; otherwise the smallest comes first.
     *
     * @return this scan
     * @throws IllegalStateException if the scan is under way
     */
    public Scan descending() {
        live().descending();
        return this;
    }

    /**
     * Asks for so many rows at most.
     *
     * @param rows 0 or more
     * @return this scan
     * @throws IllegalArgumentException if the number is negative
     * @throws IllegalStateException if the scan is under way
     */
    public Scan limit(long rows) {
        live().limit(rows);
        return this;
    }

    /**
     * Locks what is scanned for change, so that {@link #update} and {@link Transaction#delete} need not ask for more.
     *
     * @return this scan
     * @throws IllegalStateException if the scan is under way
     */
    public Scan forUpdate() {
        live().forUpdate();
        return this;
    }

    /**
     * Goes to the next row.
     *
     * @return false if there is none
     */
    public boolean next() {
        return transaction.next(state);
    }

    /**
     * Returns the row that the scan is at, for reading, valid until the next step.
     *
     * @return the row
     * @throws IllegalStateException if the scan is not at a row
     */
    public Row row() {
        return live().row();
    }

    /**
     * Returns the packed primary key of the row that the scan is at, or the hash of its wide one.
     *
     * @return the key
     * @throws IllegalStateException if the scan is not at a row
     */
    public long key() {
        return live().key();
    }

    /**
     * Opens the row that the scan is at for change.
     *
     * @return the row, valid until the procedure returns
     * @throws IllegalStateException if the scan is not at a row
     */
    public Row update() {
        return transaction.update(state);
    }

    private ScanState live() {
        transaction.live();
        return state;
    }
}
