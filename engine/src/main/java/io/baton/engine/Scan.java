package io.baton.engine;

import io.baton.lock.LockMode;
import io.baton.storage.IndexCursor;
import io.baton.storage.IndexRange;
import io.baton.storage.RangeBuilder;
import io.baton.storage.Row;
import java.util.ArrayList;
import java.util.List;

/**
 * A scan of an ordered index by a transaction, its own writes included: the leading columns bound by equality, then
 * optionally a range on the next ({@link RangeBuilder} says how). Locks the scanned prefix, so that nobody else can add
 * or remove rows there before the transaction ends.
 *
 * <pre>
 * Scan scan = transaction.scan(ORDERS_OF_CUSTOMER).equal(customer).descending();
 * while (scan.next()) { total += scan.row().get(AMOUNT); }
 * </pre>
 * Valid until the procedure returns. Adding or removing rows of the table while the scan is under way does not
 * change what it returns.
 */
public final class Scan extends RangeBuilder<Scan> {

    private final Transaction transaction;
    private final LockSet locks;
    private final WriteSet writes;
    private final TransactionHistory history;
    private final Audit audit;
    private final TableContext context;
    private final EngineTable.EngineIndex index;
    private final IndexRange range;
    private final IndexCursor cursor;
    private final Row stored;
    /** Used instead of the cursor if the transaction has written to the table. */
    private final List<Row> merged = new ArrayList<>();
    private boolean merging;
    private boolean descending;
    private int position;
    private boolean forUpdate;
    private boolean opened;
    /** The scan's number in the history, if one is recorded. */
    private int number;
    private Row current;

    Scan(Transaction transaction, Workspace workspace, TableContext context, EngineTable.EngineIndex index) {
        this.transaction = transaction;
        this.locks = workspace.locks();
        this.writes = workspace.writes();
        this.history = workspace.history();
        this.audit = workspace.audit();
        this.context = context;
        this.index = index;
        this.range = new IndexRange(index.schema);
        this.cursor = new IndexCursor(index.order);
        this.stored = new Row(context.schema);
        this.current = stored;
    }

    Scan begin() {
        range.clear();
        forUpdate = false;
        opened = false;
        merging = false;
        descending = false;
        return this;
    }

    void end() {
        stored.unwrap();
        merged.clear();
        current = stored;
    }

    @Override
    protected IndexRange range() {
        return range;
    }

    @Override
    protected Scan self() {
        return this;
    }

    /**
     * Asks for the largest first; otherwise the smallest comes first.
     *
     * @return this scan
     */
    public Scan descending() {
        range.descending();
        descending = true;
        return this;
    }

    /**
     * Locks what is scanned for change, so that {@link #update} and {@link Transaction#delete} need not ask for more.
     *
     * @return this scan
     */
    public Scan forUpdate() {
        forUpdate = true;
        return this;
    }

    /**
     * Goes to the next row.
     *
     * @return false if there is none
     */
    public boolean next() {
        if (!opened) {
            open();
        }
        return merging ? nextMerged() : nextStored();
    }

    /**
     * Returns the row that the scan is at, for reading, valid until the next step.
     *
     * @return the row
     */
    public Row row() {
        return current;
    }

    /**
     * Returns the packed primary key of the row that the scan is at.
     *
     * @return the key
     */
    public long key() {
        return context.schema.keyOf(current);
    }

    /**
     * Opens the row that the scan is at for change.
     *
     * @return the row, valid until the procedure returns
     */
    public Row update() {
        return transaction.update(context.schema, key());
    }

    private void open() {
        opened = true;
        locks.range(index, range.prefix(), mode());
        number = history.scan(index, range);
        cursor.open(range);
        merging = context.hasWrites();
        if (merging) {
            merge();
        }
    }

    private LockMode mode() {
        return forUpdate ? LockMode.EXCLUSIVE : LockMode.SHARED;
    }

    private boolean nextStored() {
        if (!cursor.next()) {
            return false;
        }
        context.table.rows.read(cursor.address(), stored);
        current = stored;
        lockRow(stored);
        return true;
    }

    private boolean nextMerged() {
        if (++position >= merged.size()) {
            return false;
        }
        current = merged.get(position);
        lockRow(current);
        return true;
    }

    private void lockRow(Row row) {
        if (!index.coversRows) {
            locks.row(context.table, context.schema.keyOf(row), mode());
        }
        history.scanned(number, context.table, row);
        audit.scanned(context, index, row);
    }

    /** What the transaction has not written comes from storage, all else from its writes. */
    private void merge() {
        merged.clear();
        position = -1;
        while (cursor.next()) {
            context.table.rows.read(cursor.address(), stored);
            if (writes.find(context, context.schema.keyOf(stored)) == null) {
                final Row view = context.view();
                context.table.rows.read(cursor.address(), view);
                merged.add(view);
            }
        }
        for (int i = 0; i < context.writeCount(); i++) {
            final Write write = context.write(i);
            if (write.visible() && range.contains(write.image)) {
                merged.add(write.image);
            }
        }
        merged.sort((a, b) -> descending ? index.schema.compare(b, a) : index.schema.compare(a, b));
    }
}
