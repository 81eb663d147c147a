package io.baton.protocol;

/** A value cannot be sent: its Java type does not cross the wire, or it is beyond a limit. */
public final class NotEncodableException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    /** A Java type that does not cross the wire, or a limit of the protocol. */
    static final String NO_SUCH_VALUE = "22018";
    /** A number beyond a limit. */
    static final String OUT_OF_RANGE = "22003";
    /** A moment or a day beyond those that there are. */
    static final String NO_SUCH_MOMENT = "22008";
    /** A text with half of a surrogate pair. */
    static final String NO_TEXT = "22021";

    /** The five characters by which SQL knows what is wrong. */
    private final String sqlState;

    /**
     * Says what is wrong.
     *
     * @param message a sentence
     */
    public NotEncodableException(String message) {
        this(NO_SUCH_VALUE, message);
    }

    NotEncodableException(String sqlState, String message) {
        super(message);
        this.sqlState = sqlState;
    }

    /**
     * Says what is wrong in SQL's words.
     *
     * @return 22021 for what is no text, 22008 for a moment or day and 22003 for a number beyond all that there are,
     *     else 22018
     */
    public String sqlState() {
        return sqlState;
    }
}
