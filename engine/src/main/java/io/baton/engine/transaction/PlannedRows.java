package io.baton.engine.transaction;

import io.baton.storage.Table;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The rows that a procedure's plan names. As soon as their locks are held they are all looked up, and what will be
 * read of them is loaded, one after the other without waiting: so the misses of the processor's caches overlap, instead
 * of each holding up the procedure. Their addresses are remembered for the attempt, in which nobody else can move them.
 * One thread.
 */
final class PlannedRows {

    /** Rows that are looked up ahead; the caches would not keep more. */
    private static final int ROWS_MAX = 64;
    /** A procedure mostly comes to its rows in the order of its plan, so only so many are compared. */
    private static final int WINDOW = 4;
    /** Rows from which on loading ahead pays: one alone has no other to overlap with. */
    private static final int TOUCHED_MIN = 2;

    private final @Nullable TableContext[] contexts = new @Nullable TableContext[ROWS_MAX];
    private final long[] keys = new long[ROWS_MAX];
    private final long[] addresses = new long[ROWS_MAX];
    private int count;
    private boolean located;
    /** Where the next row is looked for first. */
    private int next;
    /** What was loaded ahead goes here, so that it has a use. */
    private long loaded;

    /** Begins a call, which has not planned yet. */
    void clear() {
        count = 0;
        located = false;
    }

    /** Notes a row; one too many is forgotten. */
    @SuppressWarnings("ReferenceEquality") // One that is stored again would cost a memory fence.
    void add(TableContext context, long key) {
        if (count < ROWS_MAX) {
            if (contexts[count] != context) {
                contexts[count] = context;
            }
            keys[count++] = key;
        }
    }

    /** Looks all rows up. Their locks are held. */
    void locate() {
        if (count == 0) {
            return;
        }
        if (count >= TOUCHED_MIN) {
            touchIndexes();
        }
        for (int i = 0; i < count; i++) {
            addresses[i] = table(i).find(keys[i]);
        }
        if (count >= TOUCHED_MIN) {
            touchRows();
        }
        next = 0;
        located = true;
    }

    private void touchIndexes() {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += table(i).touch(keys[i]);
        }
        loaded += sum;
    }

    private void touchRows() {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            if (addresses[i] != Table.ABSENT) {
                sum += table(i).touchRow(addresses[i]);
            }
        }
        loaded += sum;
    }

    /** Forgets the addresses, as the locks are about to be given back. */
    void release() {
        located = false;
    }

    /** The address of a row that the transaction has locked, or ABSENT. */
    long find(TableContext context, long key) {
        if (located) {
            final int end = Math.min(count, next + WINDOW);
            for (int i = next; i < end; i++) {
                if (keys[i] == key && contexts[i] == context) {
                    next = i + 1;
                    return addresses[i];
                }
            }
        }
        return context.table.rows.find(key);
    }

    @Override
    public String toString() {
        return count + " planned rows, loaded " + loaded;
    }

    private Table table(int i) {
        final TableContext context = contexts[i];
        if (context == null) {
            throw new IllegalStateException("planned row " + i + " of " + Arrays.toString(keys) + " has no table");
        }
        return context.table.rows;
    }
}
