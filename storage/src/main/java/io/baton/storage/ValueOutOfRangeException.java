package io.baton.storage;

import io.baton.storage.column.BytesColumn;
import io.baton.storage.column.Column;
import io.baton.storage.column.StringColumn;

/** A value does not fit into its column or into its bits of a key. Nothing was changed. */
public final class ValueOutOfRangeException extends StorageException {
    private static final long serialVersionUID = 1L;
    private static final int CHARS_SHOWN_MAX = 40;

    ValueOutOfRangeException(String table, String column, long value, long min, long max) {
        super(table, "table %s, column %s: value %d is outside %d..%d".formatted(table, column, value, min, max));
    }

    ValueOutOfRangeException(Column column, Object value, ArithmeticException misfit) {
        super(column.table(), "table %s, column %s: value %s %s"
            .formatted(column.table(), column.name(), shown(value.toString()), misfit.getMessage()));
    }

    ValueOutOfRangeException(BytesColumn column, int bytes) {
        super(column.table(), "table %s, column %s: a value has %d bytes, the limit is %d"
            .formatted(column.table(), column.name(), bytes, column.bytesMax()));
    }

    ValueOutOfRangeException(StringColumn column, CharSequence value, long bytes) {
        super(column.table(), "table %s, column %s: value \"%s\" takes %d bytes of UTF-8, the limit is %d"
            .formatted(column.table(), column.name(), shown(value), bytes, column.bytesMax()));
    }

    private static String shown(CharSequence value) {
        return value.length() <= CHARS_SHOWN_MAX ? value.toString() : value.subSequence(0, CHARS_SHOWN_MAX) + "...";
    }
}
