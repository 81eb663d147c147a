package io.baton.storage.codec;

/**
 * Bytes that were read are not what was written, or were written by something else: a damaged file or message. The
 * message is one sentence that says what is wrong; who knows the file and the offset adds them with {@link #in}.
 */
public final class DamagedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Makes an exception; the sentence has no full stop. */
    public DamagedException(String sentence) {
        super(sentence);
    }

    /** Makes an exception that was found by another one. */
    public DamagedException(String sentence, Throwable cause) {
        super(sentence, cause);
    }

    /** Returns this exception with the place of the damage in front of its sentence, for example a file and offset. */
    public DamagedException in(String place) {
        return new DamagedException(place + ": " + getMessage(), this);
    }
}
