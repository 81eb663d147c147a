package io.baton.engine.transaction;

import io.baton.storage.Row;
import org.jspecify.annotations.Nullable;

/** One row that a transaction has written. Reused. */
public final class Write {

    /** What becomes of the row. */
    public enum Kind {
        /** It was there and stays, changed. */
        UPDATE,
        /** It was not there and comes. */
        INSERT,
        /** It was there and goes. */
        DELETE,
        /** It was there, went, and comes again with other contents. */
        REPLACE,
        /** It came and went within the transaction. */
        NONE
    }

    final TableContext table;
    /** The table, if its rows are named by numbers. */
    final @Nullable TableContext numbered;
    /** The whole new row, if it stays or comes. */
    final Row image;
    long key;
    /** Where the {@link WriteSet} keeps it. */
    int place;
    /** The version that was read when the write began; only kept if a history is recorded. */
    public int version;
    /** Where the row was in storage, if it was there. */
    long address;
    public Kind kind = Kind.NONE;

    Write(TableContext table) {
        this.table = table;
        this.numbered = table.table.wide ? null : table;
        this.image = new Row(table.schema);
    }

    /** Whether the transaction sees the row. */
    boolean visible() {
        return kind != Kind.DELETE && kind != Kind.NONE;
    }
}
