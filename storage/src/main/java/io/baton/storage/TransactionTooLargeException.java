package io.baton.storage;

/** A transaction's writes, or the images that name its rows, exceed their limit of memory. Nothing was changed. */
public final class TransactionTooLargeException extends StorageException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception about a table.
     *
     * @param what what there is too much of, for example {@code row images}
     */
    public TransactionTooLargeException(String table, String what, long bytesMax) {
        super(table, "a transaction has too many rows of table %s: its %s take at most %d bytes; split it"
            .formatted(table, what, bytesMax));
    }
}
