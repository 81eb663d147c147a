package io.baton.storage.codec;

/**
 * Bytes that were read are whole, but of a format that another version of Baton has written and this one does not read.
 * The message is one sentence; who knows the file adds it with {@link #in}.
 */
public final class OtherVersionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param found the version of the format
     * @param expected the version that is read
     */
    public OtherVersionException(int found, int expected) {
        super("it was written by another version of Baton: its format has version %d, and this one reads version %d"
            .formatted(found, expected));
    }

    private OtherVersionException(String sentence, Throwable cause) {
        super(sentence, cause);
    }

    /** Returns this exception with the file in front of its sentence. */
    public OtherVersionException in(String place) {
        return new OtherVersionException(place + ": " + getMessage(), this);
    }
}
