package io.baton.engine.transaction;

import io.baton.engine.history.TransactionHistory;
import io.baton.lock.LockMode;
import io.baton.storage.IndexCursor;
import io.baton.storage.IndexRange;
import io.baton.storage.MissingRowException;
import io.baton.storage.Row;
import org.jspecify.annotations.Nullable;

/**
 * A scan at work. Stored rows come from a cursor; rows that the transaction has written come from its writes: those
 * that entered the range with the write are merged in at their place, the others replace the stored row where it is.
 * Reused.
 */
public final class ScanState {

    private final Participant participant;
    private final LockSet locks;
    private final WriteSet writes;
    private final TransactionHistory history;
    private final Audit audit;
    private final TableContext context;
    private final EngineTable.EngineIndex index;
    private final IndexRange range;
    private final IndexCursor cursor;
    private final Row stored;
    private final OwnRows own;
    private boolean descending;
    private boolean forUpdate;
    private boolean opened;
    /** Whether {@link #stored} is a row that has not been returned yet. */
    private boolean waits;
    private long rowsLeft;
    /** The scan's number in the history, if one is recorded. */
    private int number;
    private boolean atRow;
    /** The transaction's own image of the row that the scan is at; null if it is the stored one. */
    private @Nullable Row image;

    ScanState(Participant participant, TableContext context, EngineTable.EngineIndex index) {
        this.participant = participant;
        this.locks = participant.workspace.locks();
        this.writes = participant.workspace.writes();
        this.history = participant.workspace.history();
        this.audit = participant.workspace.audit();
        this.context = context;
        this.index = index;
        this.range = new IndexRange(index.schema);
        this.cursor = new IndexCursor(index.order);
        this.stored = new Row(context.schema);
        this.own = new OwnRows(context, index);
    }

    ScanState begin() {
        range.clear();
        forUpdate = false;
        opened = false;
        descending = false;
        waits = false;
        rowsLeft = Long.MAX_VALUE;
        atRow = false;
        return this;
    }

    void end() {
        stored.unwrap();
        own.clear();
        atRow = false;
    }

    public IndexRange rangeToBind() {
        if (opened) {
            throw new IllegalStateException("the scan of " + index.schema
                + " is under way; give its range before the first next()");
        }
        return range;
    }

    public void descending() {
        rangeToBind().descending();
        descending = true;
    }

    public void forUpdate() {
        rangeToBind();
        locks.checkMayWrite("scan for update", context.schema);
        forUpdate = true;
    }

    public void limit(long rows) {
        rangeToBind();
        if (rows < 0) {
            throw new IllegalArgumentException("a scan's limit of " + rows + " rows: give 0 or more");
        }
        rowsLeft = rows;
    }

    public boolean next() {
        locks.checkNotEnded();
        if (!opened) {
            open();
        }
        atRow = rowsLeft > 0 && advance();
        if (atRow) {
            rowsLeft--;
            lockRow(current());
        }
        return atRow;
    }

    public Row row() {
        final Row row = current();
        return image == null ? row : participant.shown(context, row);
    }

    private Row current() {
        if (!atRow) {
            throw new IllegalStateException("the scan of " + index.schema + " is not at a row; call next() first");
        }
        final Row written = image;
        return written == null ? stored : written;
    }

    public long key() {
        return context.schema.keyOf(current());
    }

    public Row update() {
        final Row at = current();
        final Row row = context.table.wide ? participant.findForUpdate(context.schema, at)
            : participant.findForUpdate(context.schema, key());
        if (row == null) {
            // The transaction itself has deleted it since.
            throw context.table.wide ? new MissingRowException(context.schema, at)
                : new MissingRowException(context.schema, key());
        }
        image = row;
        return row;
    }

    /** The row that the scan is at shows from now on what the transaction has made of it. */
    void follow(long address, Row newImage) {
        if (atRow && current().isWrapped() && current().address() == address) {
            current().follow(newImage);
        }
    }

    private void open() {
        opened = true;
        locks.range(index, range.prefix(), mode());
        index.checkOpen();
        number = history.scan(context.table.ordinal, index.number, range);
        cursor.open(range);
        own.open(range, descending);
    }

    private LockMode mode() {
        return forUpdate ? LockMode.EXCLUSIVE : LockMode.SHARED;
    }

    /** Goes to the next row, if there is one. */
    private boolean advance() {
        while (true) {
            if (!waits) {
                waits = nextStored();
            }
            final Write ownNext = own.peek(range);
            if (ownNext != null && (!waits || own.before(ownNext.image, stored))) {
                own.take();
                image = ownNext.image;
                return true;
            }
            if (!waits) {
                return false;
            }
            waits = false;
            if (isThere()) {
                return true;
            }
        }
    }

    private boolean nextStored() {
        final boolean found = cursor.next();
        if (found) {
            context.table.rows.read(cursor.address(), stored, participant.lifetime());
        }
        return found;
    }

    /** Whether the stored row, or what the transaction has made of it, is here and does not come elsewhere. */
    private boolean isThere() {
        final Write write = writes.find(context, stored);
        image = write == null ? null : write.image;
        return write == null || (write.visible() && !own.contains(write) && range.contains(write.image));
    }

    private void lockRow(Row row) {
        if (!index.coversRows) {
            locks.scannedRow(context.table, context.schema.lockKeyOf(row), mode());
        }
        history.scanned(number, context.table.ordinal, row);
        audit.scanned(context, index, row);
    }
}
