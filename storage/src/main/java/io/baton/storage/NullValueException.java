package io.baton.storage;

import io.baton.storage.column.Column;

/** A value was asked for where there is none, or NULL was given to a column that is never NULL. */
public final class NullValueException extends StorageException {
    private static final long serialVersionUID = 1L;

    private NullValueException(Column column, String problem) {
        super(column.table(), "table %s, column %s: %s".formatted(column.table(), column.name(), problem));
    }

    static NullValueException read(Column column) {
        return new NullValueException(column, "the value is NULL; ask isNull before you get it");
    }

    /** A setter was given null instead of a value. */
    static NullValueException given(Column column) {
        return new NullValueException(column, "null was given; " + (column.nullable()
            ? "use setNull to take the value away" : "give a value, as the column was not declared nullable()"));
    }

    static NullValueException notNullable(Column column) {
        return new NullValueException(column, "NULL was given, but the column was not declared nullable()");
    }
}
