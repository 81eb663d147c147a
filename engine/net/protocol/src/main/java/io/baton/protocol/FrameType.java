package io.baton.protocol;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

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
    /** The server asks for a login, and says which mechanisms it knows. */
    AUTHENTICATION(16),
    /** The client begins a login. */
    AUTHENTICATE(17),
    /** The server challenges the client. */
    CHALLENGE(18),
    /** The client proves that it knows the password. */
    PROOF(19),
    /** The login was right, and the server proves that it knows the password's keys. */
    PROVED(20),
    /** Begins a transaction of several calls. */
    BEGIN(24),
    /** Commits it. */
    COMMIT(25),
    /** Forgets what it has done. */
    ROLLBACK(26);

    private static final @Nullable FrameType[] BY_CODE = byCode();

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
        final FrameType type = code >= 0 && code < BY_CODE.length ? BY_CODE[code] : null;
        if (type == null) {
            throw new MalformedFrameException("a frame of type " + code);
        }
        return type;
    }

    private static @Nullable FrameType[] byCode() {
        final int most = Arrays.stream(values()).mapToInt(FrameType::code).max().orElse(0);
        final @Nullable FrameType[] types = new FrameType[most + 1];
        for (final FrameType type : values()) {
            types[type.code] = type;
        }
        return types;
    }
}
