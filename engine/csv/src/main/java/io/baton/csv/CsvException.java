package io.baton.csv;

import org.jspecify.annotations.Nullable;

/** A CSV file could not be written or loaded. The message is a sentence without a full stop, and names the file. */
public final class CsvException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String fault;

    CsvException(String message, @Nullable Throwable cause) {
        this(message, "", cause);
    }

    CsvException(String fault, String kept, @Nullable Throwable cause) {
        super(fault + kept, cause);
        this.fault = fault;
    }

    /** {@return the message without what it says of rows that are in the table} */
    public String fault() {
        return fault;
    }
}
