package io.baton.history;

/** A file is no history, or not all of one. The message names the file and says what is wrong with it. */
public final class DamagedHistoryException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Says what is wrong.
     *
     * @param message a sentence
     */
    public DamagedHistoryException(String message) {
        super(message);
    }
}
