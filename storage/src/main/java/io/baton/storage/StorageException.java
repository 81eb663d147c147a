package io.baton.storage;

/** A mistake in the use of storage, or a limit reached. The message names the table and the value. */
public class StorageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String table;

    /** Makes an exception about a table. */
    public StorageException(String table, String message) {
        super(message);
        this.table = table;
    }

    /** Returns the name of the table. */
    public String table() {
        return table;
    }
}
