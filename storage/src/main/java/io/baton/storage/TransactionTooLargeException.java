package io.baton.storage;

/** The images of the rows that one transaction writes take more memory than it may have. Nothing was changed. */
public final class TransactionTooLargeException extends StorageException {
    private static final long serialVersionUID = 1L;

    TransactionTooLargeException(String table, long bytesMax) {
        super(table,
            "no more rows of table %s can be written: a transaction's row images take at most %d bytes; split it"
                .formatted(table, bytesMax));
    }
}
