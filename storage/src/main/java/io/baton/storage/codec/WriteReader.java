package io.baton.storage.codec;

/**
 * Walks over the writes of one transaction. After {@link #next} the caller has the {@link RowDecoder} of the table read
 * the key, and the body unless the row is deleted, from the same input. Reusable; one thread.
 */
public final class WriteReader {
    private final int tables;
    private Input in = new Input();
    private int table;
    private WriteKind kind = WriteKind.INSERT;

    /** Makes a reader for tables with the numbers from 0 to {@code tables} - 1. */
    public WriteReader(int tables) {
        this.tables = tables;
    }

    /** Begins with the first write of a transaction, which is what the input has next. */
    public void wrap(Input payload) {
        in = payload;
    }

    /**
     * Reads the head of the next write.
     *
     * @return false if there are no more
     * @throws DamagedException if it names a table that is not there
     */
    public boolean next() {
        if (in.remaining() == 0) {
            return false;
        }
        long head = in.getVarint();
        long number = head >>> WriteKind.BITS;
        if (number >= tables) {
            throw new DamagedException("a write is for table number %d; there are %d tables, numbered from 0"
                .formatted(number, tables));
        }
        table = (int) number;
        kind = WriteKind.ofHead(head);
        return true;
    }

    /** Returns the number of the table. */
    public int tableNumber() {
        return table;
    }

    /** Returns what the write does. */
    public WriteKind kind() {
        return kind;
    }
}
