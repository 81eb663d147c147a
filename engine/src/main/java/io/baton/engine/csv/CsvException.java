package io.baton.engine.csv;

import org.jspecify.annotations.Nullable;

/** A CSV file could not be written or loaded. The message is a sentence without a full stop, and names the file. */
public final class CsvException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    CsvException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
