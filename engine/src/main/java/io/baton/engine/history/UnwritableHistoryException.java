package io.baton.engine.history;

import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * A history cannot be written, or not any further. The message is a sentence that names the file, says what is wrong
 * with it and what to do.
 */
public final class UnwritableHistoryException extends UncheckedIOException {

    private static final long serialVersionUID = 1L;

    /**
     * Says what is wrong.
     *
     * @param message a sentence
     * @param cause what the file system said
     */
    public UnwritableHistoryException(String message, IOException cause) {
        super(message, cause);
    }
}
