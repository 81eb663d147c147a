package io.baton.storage;

import io.baton.storage.column.BytesColumn;
import io.baton.storage.column.Column;
import io.baton.storage.column.LoneSurrogates;
import io.baton.storage.column.StringColumn;

/** A value does not fit into its column or into its bits of a key. Nothing was changed. */
public final class ValueOutOfRangeException extends StorageException {
    private static final long serialVersionUID = 1L;
    private static final int CHARS_SHOWN_MAX = 40;
    private static final String OUT_OF_RANGE = "22003";
    private static final String NOT_IN_REPERTOIRE = "22021";

    /** The five characters by which SQL knows what is wrong. */
    private final String sqlState;

    ValueOutOfRangeException(String table, String column, long value, long min, long max) {
        super(table, "table %s, column %s: value %d is outside %d..%d".formatted(table, column, value, min, max));
        this.sqlState = OUT_OF_RANGE;
    }

    ValueOutOfRangeException(Column column, Object value, ArithmeticException misfit) {
        super(column.table(), "table %s, column %s: value %s %s"
            .formatted(column.table(), column.name(), shown(value.toString()), misfit.getMessage()));
        this.sqlState = OUT_OF_RANGE;
    }

    ValueOutOfRangeException(BytesColumn column, int bytes) {
        super(column.table(), "table %s, column %s: a value has %d bytes, the limit is %d"
            .formatted(column.table(), column.name(), bytes, column.bytesMax()));
        this.sqlState = OUT_OF_RANGE;
    }

    ValueOutOfRangeException(StringColumn column, CharSequence value, long bytes) {
        super(column.table(), "table %s, column %s: value \"%s\" takes %d bytes of UTF-8, the limit is %d"
            .formatted(column.table(), column.name(), shown(value), bytes, column.bytesMax()));
        this.sqlState = OUT_OF_RANGE;
    }

    ValueOutOfRangeException(StringColumn column, char surrogate, int index) {
        super(column.table(), "table %s, column %s: %s".formatted(column.table(), column.name(),
            LoneSurrogates.complaint(surrogate, index)));
        this.sqlState = NOT_IN_REPERTOIRE;
    }

    /** Returns the five characters by which SQL knows what is wrong: 22021 for what is no text, else 22003. */
    public String sqlState() {
        return sqlState;
    }

    private static String shown(CharSequence value) {
        return value.length() <= CHARS_SHOWN_MAX ? value.toString() : value.subSequence(0, CHARS_SHOWN_MAX) + "...";
    }
}
