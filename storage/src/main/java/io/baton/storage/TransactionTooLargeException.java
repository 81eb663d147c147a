package io.baton.storage;

/** What one transaction writes takes more memory than it may have. Nothing was changed. */
public final class TransactionTooLargeException extends StorageException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception about a table.
     *
     * @param what what there is too much of, for example {@code row images}
     */
    public TransactionTooLargeException(String table, String what, long bytesMax) {
        super(table, "no more rows of table %s can be written: a transaction's %s take at most %d bytes; split it"
            .formatted(table, what, bytesMax));
    }
}
