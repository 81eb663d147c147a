package io.baton.lock;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Several lock tables as if they were one: their slots lie one behind the other, so that the order of its slots is that
 * of (table, slot), and who waits in this order waits in one order at all of them. Thread-safe.
 *
 * <p>A client of it has a client at each table. One that loses all that it holds at one table gives back what it holds
 * at the others, and has lost all.
 */
public final class JoinedLockTable implements LockTable {

    private final List<LockTable> tables;
    private final int slotsEach;

    private JoinedLockTable(List<LockTable> tables, int slotsEach) {
        this.tables = tables;
        this.slotsEach = slotsEach;
    }

    /**
     * Opens tables and joins them. If one cannot be opened, those opened before it are closed.
     *
     * @param count how many there are, 1 or more
     * @param opener opens one of them, 0 to {@code count} − 1, in this order; all have the same number of slots
     * @return the table of all, which owns them
     * @throws IllegalArgumentException if there are none, they differ in their slots, or have more than an int tells
     */
    public static JoinedLockTable open(int count, IntFunction<? extends LockTable> opener) {
        final List<LockTable> opened = new ArrayList<>();
        boolean complete = false;
        try {
            for (int i = 0; i < count; i++) {
                opened.add(opener.apply(i));
            }
            final int each = opened.isEmpty() ? 0 : opened.getFirst().slots();
            if (opened.isEmpty() || opened.stream().anyMatch(table -> table.slots() != each)
                || (long) count * each > Integer.MAX_VALUE) {
                throw new IllegalArgumentException(count + " lock tables, the first with " + each
                    + " locks: give 1 or more, all with as many locks, 2^31 - 1 at most together");
            }
            complete = true;
            return new JoinedLockTable(List.copyOf(opened), each);
        } finally {
            if (!complete) {
                EachOf.last(opened, LockTable::close);
            }
        }
    }

    @Override
    public int slots() {
        return tables.size() * slotsEach;
    }

    @Override
    public LockClient client() {
        final List<LockClient> clients = new ArrayList<>();
        boolean complete = false;
        try {
            for (final LockTable table : tables) {
                clients.add(table.client());
            }
            final LockClient joined = new JoinedLockClient(clients, slotsEach);
            complete = true;
            return joined;
        } finally {
            if (!complete) {
                EachOf.last(clients, LockClient::close);
            }
        }
    }

    @Override
    public long busySlots() {
        return tables.stream().mapToLong(LockTable::busySlots).sum();
    }

    @Override
    public void close() {
        EachOf.last(tables, LockTable::close);
    }
}
