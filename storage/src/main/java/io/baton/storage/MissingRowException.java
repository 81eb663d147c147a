package io.baton.storage;

/** A row that should be read, changed or deleted is not there. Nothing was changed. */
public final class MissingRowException extends StorageException {
    private static final long serialVersionUID = 1L;

    private final long key;

    /** Describes the key of a table by its columns. */
    public MissingRowException(TableSchema schema, long key) {
        super(schema.name(), "table %s has no row with key %s".formatted(schema.name(), schema.describe(key)));
        this.key = key;
    }

    /** Describes the key of a row or image by its columns. */
    public MissingRowException(TableSchema schema, Row row) {
        super(schema.name(), "table %s has no row with key %s".formatted(schema.name(), schema.describe(row)));
        this.key = schema.keyOf(row);
    }

    /** Returns the packed primary key, or the number of a wide one. */
    public long key() {
        return key;
    }
}
