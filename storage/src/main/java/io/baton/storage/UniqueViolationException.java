package io.baton.storage;

/** Two rows would have the same values in the columns of a unique index. Nothing was changed. */
public final class UniqueViolationException extends StorageException {
    private static final long serialVersionUID = 1L;

    /** Describes the row that was refused, and the one that is there, by their primary keys. */
    public UniqueViolationException(TableSchema schema, IndexSchema index, Row refused, Row present) {
        super(schema.name(), "table %s: the row with key %s would have the same values in unique index %s as row %s"
            .formatted(schema.name(), schema.describe(refused), index.name(), schema.describe(present)));
    }
}
