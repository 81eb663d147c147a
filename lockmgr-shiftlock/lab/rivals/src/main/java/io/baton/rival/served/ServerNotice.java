package io.baton.rival.served;

import io.baton.lock.LockMode;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A request to a lock server's processor and its answer. Little-endian.
 * <pre>
 *   0        1        2                4                8
 *  +--------+--------+----------------+----------------+
 *  | kind   | mode   |    unused      |     slot       |
 *  +--------+--------+----------------+----------------+
 *  |       attempt: the client's number of the request |  8
 *  +---------------------------------------------------+
 *  |       route of the client; 0 in answers           | 16
 *  +---------------------------------------------------+ 24
 * </pre>
 */
final class ServerNotice {

    static final int BYTES = 24;

    /** Requests the lock; the server answers when it grants it, or that it is busy if it keeps no queue. */
    static final byte ACQUIRE = 1;
    /** Requests the lock if it can be granted at once. */
    static final byte TRY = 2;
    /** Gives the lock back. */
    static final byte RELEASE = 3;
    /** Answer: the lock is the client's. */
    static final byte GRANTED = 4;
    /** Answer: the lock is the client's, which had to wait in the server's queue. */
    static final byte GRANTED_LATE = 5;
    /** Answer: another client is in the way. */
    static final byte BUSY = 6;
    /** Answer: the lock was given back. */
    static final byte RELEASED = 7;

    private static final int KIND = 0;
    private static final int MODE = 1;
    private static final int UNUSED = 2;
    private static final int SLOT = 4;
    private static final int ATTEMPT = 8;
    private static final int ROUTE = 16;

    private final MutableDirectBuffer own = new UnsafeBuffer(new byte[BYTES]);
    private DirectBuffer buffer = own;
    private int offset;

    ServerNotice wrap(DirectBuffer source, int sourceOffset) {
        buffer = source;
        offset = sourceOffset;
        return this;
    }

    DirectBuffer composed() {
        return own;
    }

    void compose(byte kind, LockMode mode, int slot, long attempt, long route) {
        buffer = own;
        offset = 0;
        own.putByte(KIND, kind);
        own.putByte(MODE, (byte) (mode == LockMode.EXCLUSIVE ? 1 : 0));
        own.putShort(UNUSED, (short) 0);
        own.putInt(SLOT, slot);
        own.putLong(ATTEMPT, attempt);
        own.putLong(ROUTE, route);
    }

    byte kind() {
        return buffer.getByte(offset + KIND);
    }

    LockMode mode() {
        return buffer.getByte(offset + MODE) == 0 ? LockMode.SHARED : LockMode.EXCLUSIVE;
    }

    int slot() {
        return buffer.getInt(offset + SLOT);
    }

    long attempt() {
        return buffer.getLong(offset + ATTEMPT);
    }

    long route() {
        return buffer.getLong(offset + ROUTE);
    }
}
