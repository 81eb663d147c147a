package io.baton.lab.load;

import io.baton.lock.LockMode;
import java.util.Arrays;
import org.agrona.collections.IntArrayList;
import org.agrona.collections.LongArrayList;

/** Makes a trace of the lines of a {@link TraceCsv} file, one after the other. For one thread. */
final class TraceCsvParser {

    static final int ACQUIRE = 0;
    static final int SHARED = 1;
    static final int EXCLUSIVE = 2;

    private static final int COLUMNS = 5;
    private static final int TYPE_MAX = 255;
    /** So many that no array is longer than an array can be. */
    private static final int REQUESTS_MAX = 1 << 30;

    private final String file;
    private final String[] columns = new String[COLUMNS];
    private long lineNumber;

    /** The transaction being read: how often its lines have named another lock, and which. */
    private final long[] ids = new long[LockTrace.LOCKS_MAX];
    private final boolean[] exclusive = new boolean[LockTrace.LOCKS_MAX];
    private int size;
    private long transaction;
    private int type;

    /** All transactions before it. A request is a lock id here and whether it is exclusive there. */
    private final LongArrayList requests = new LongArrayList();
    private final IntArrayList modes = new IntArrayList();
    private final IntArrayList sizes = new IntArrayList();
    private final IntArrayList types = new IntArrayList();

    TraceCsvParser(String file) {
        this.file = file;
    }

    /**
     * Takes the next line.
     *
     * @throws IllegalArgumentException if it is not as the format demands
     */
    void line(String line) {
        lineNumber++;
        split(line);
        final long lineTransaction = number(0, "transaction id");
        if (number(1, "action") != ACQUIRE) {
            throw bad("the action \"" + columns[1] + "\" is not 0 (acquire); leave lines with other actions out");
        }
        final long lineType = number(2, "transaction type");
        if (lineType < 1 || lineType > TYPE_MAX) {
            throw bad("the transaction type \"" + columns[2] + "\" is out of range; write 1 to " + TYPE_MAX);
        }
        final long id = number(3, "lock id");
        final long lockType = number(4, "lock type");
        if (lockType != SHARED && lockType != EXCLUSIVE) {
            throw bad("the lock type \"" + columns[4] + "\" is neither 1 (shared) nor 2 (exclusive); write either");
        }
        if (size == 0 || lineTransaction != transaction) {
            endTransaction();
            transaction = lineTransaction;
            type = (int) lineType;
        } else if (lineType != type) {
            throw bad("transaction " + transaction + " has type " + lineType + " here and type " + type
                + " in the line before; give it one type");
        }
        add(id, lockType == EXCLUSIVE);
    }

    private void add(long id, boolean exclusively) {
        for (int i = 0; i < size; i++) {
            if (ids[i] == id) {
                exclusive[i] |= exclusively;
                return;
            }
        }
        if (size == LockTrace.LOCKS_MAX) {
            throw bad("lock " + id + " is transaction " + transaction + "'s lock number " + (size + 1)
                + ", the limit is " + LockTrace.LOCKS_MAX + "; split the transaction");
        }
        ids[size] = id;
        exclusive[size++] = exclusively;
    }

    private void endTransaction() {
        if (size == 0) {
            return;
        }
        if (requests.size() > REQUESTS_MAX - size) {
            throw bad("more than " + REQUESTS_MAX + " locks are acquired; split the file");
        }
        for (int i = 0; i < size; i++) {
            requests.addLong(ids[i]);
            modes.addInt(exclusive[i] ? EXCLUSIVE : SHARED);
        }
        sizes.addInt(size);
        types.addInt(type);
        size = 0;
    }

    /**
     * Ends with the last line.
     *
     * @return the trace
     * @throws IllegalArgumentException if there was no line
     */
    LockTrace end() {
        endTransaction();
        if (sizes.isEmpty()) {
            throw new IllegalArgumentException(
                file + " has no line; write lines such as 1,0,1,4711,2 (txnId,action,txnType,lockId,lockType)");
        }
        final long[] sorted = requests.toLongArray();
        Arrays.sort(sorted);
        final boolean idsAreSlots = sorted[0] >= 0 && sorted[sorted.length - 1] <= TraceCsv.SLOT_MAX;
        final int distinct = distinct(sorted);
        final LockTraceBuilder trace = new LockTraceBuilder();
        int next = 0;
        for (int i = 0; i < sizes.size(); i++) {
            final int end = next + sizes.getInt(i);
            for (; next < end; next++) {
                final long id = requests.getLong(next);
                final int slot = idsAreSlots ? (int) id : Arrays.binarySearch(sorted, 0, distinct, id);
                trace.add(slot, modes.getInt(next) == EXCLUSIVE ? LockMode.EXCLUSIVE : LockMode.SHARED);
            }
            trace.end(types.getInt(i));
        }
        return trace.build(trace.locks());
    }

    /** Moves each value's first occurrence to the front. */
    private static int distinct(long[] sorted) {
        int distinct = 1;
        for (final long value : sorted) {
            if (value != sorted[distinct - 1]) {
                sorted[distinct++] = value;
            }
        }
        return distinct;
    }

    private void split(String line) {
        int from = 0;
        for (int column = 0; column < COLUMNS; column++) {
            final int comma = line.indexOf(',', from);
            final boolean last = column == COLUMNS - 1;
            if (last != (comma < 0)) {
                throw bad("\"" + shown(line)
                    + "\" has not five columns; write txnId,action,txnType,lockId,lockType");
            }
            columns[column] = line.substring(from, last ? line.length() : comma).strip();
            from = comma + 1;
        }
    }

    private long number(int column, String what) {
        try {
            return Long.parseLong(columns[column]);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(where() + "the " + what + " \"" + shown(columns[column])
                + "\" is no whole number of 64 bits; write digits", e);
        }
    }

    private IllegalArgumentException bad(String complaint) {
        return new IllegalArgumentException(where() + complaint);
    }

    private String where() {
        return file + " line " + lineNumber + ": ";
    }

    /** A value as a message can show it: short, and without characters that a terminal would act on. */
    private static String shown(String value) {
        final int length = Math.min(value.length(), 40);
        final StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append(Character.isISOControl(value.charAt(i)) ? '?' : value.charAt(i));
        }
        return length < value.length() ? text + "..." : text.toString();
    }
}
