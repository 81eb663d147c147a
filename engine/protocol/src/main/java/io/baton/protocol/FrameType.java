package io.baton.protocol;

/** What a frame is for. */
public enum FrameType {
    /** A client begins. */
    HELLO(1),
    /** The server takes it. */
    WELCOME(2),
    /** The server does not, and closes the connection. */
    REFUSED(3),
    /** Asks for names of procedures. */
    LIST(4),
    /** Names of procedures. */
    LISTING(5),
    /** Prepares calls of a procedure. */
    DESCRIBE(6),
    /** What the procedure takes and returns. */
    DESCRIPTION(7),
    /** Calls it. */
    CALL(8),
    /** How the call ended. */
    RESULT(9),
    /** Ends a call, or gives up the rest of its result. */
    CANCEL(10),
    /** Asks for more rows of a result. */
    FETCH(11),
    /** More rows. */
    PAGE(12),
    /** Is there anybody? */
    PING(13),
    /** There is. */
    PONG(14),
    /** No more calls. */
    GOODBYE(15),
    /** Begins a transaction of several calls. */
    BEGIN(16),
    /** Commits it. */
    COMMIT(17),
    /** Forgets what it has done. */
    ROLLBACK(18);

    private static final FrameType[] BY_CODE = byCode();

    private final int code;

    FrameType(int code) {
        this.code = code;
    }

    /** {@return what stands for it in a frame} */
    public int code() {
        return code;
    }

    /**
     * Finds a type.
     *
     * @param code what stands for it
     * @return the type
     * @throws MalformedFrameException if there is none
     */
    public static FrameType of(int code) {
        if (code < 1 || code > BY_CODE.length) {
            throw new MalformedFrameException("a frame of type " + code);
        }
        return BY_CODE[code - 1];
    }

    private static FrameType[] byCode() {
        final FrameType[] types = new FrameType[values().length];
        for (final FrameType type : values()) {
            types[type.code - 1] = type;
        }
        return types;
    }
}
