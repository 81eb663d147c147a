package io.baton.storage;

/** A row that should be deleted is not there. Nothing was changed. */
public final class MissingRowException extends StorageException {
    private static final long serialVersionUID = 1L;

    private final long key;

    /** Describes the key of a table by its columns. */
    public MissingRowException(TableSchema schema, long key) {
        super(schema.name(), "table %s has no row with key %s".formatted(schema.name(), schema.describe(key)));
        this.key = key;
    }

    /** Returns the packed primary key. */
    public long key() {
        return key;
    }
}
