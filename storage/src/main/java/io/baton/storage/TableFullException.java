package io.baton.storage;

/** A table has reached the limit that follows from its declared number of rows. Nothing was changed. */
public final class TableFullException extends StorageException {
    private static final long serialVersionUID = 1L;

    TableFullException(String table, long rowsExpected, long rowsMax) {
        super(table, "table %s is full: its limit is %d rows; declare more than the %d rows it is expected to have"
            .formatted(table, rowsMax, rowsExpected));
    }
}
