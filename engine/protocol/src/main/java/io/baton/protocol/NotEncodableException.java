package io.baton.protocol;

/** A value cannot be sent: its Java type does not cross the wire, or it is beyond a limit. */
public final class NotEncodableException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    /**
     * Says what is wrong.
     *
     * @param message a sentence
     */
    public NotEncodableException(String message) {
        super(message);
    }
}
