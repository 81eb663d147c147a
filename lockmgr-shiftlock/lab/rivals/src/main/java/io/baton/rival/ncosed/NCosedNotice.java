package io.baton.rival.ncosed;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A notice between two clients of an N-CoSED lock. Little-endian.
 * <pre>
 *   0        1                         4                8
 *  +--------+-------------------------+----------------+
 *  | kind   |         unused          |     slot       |
 *  +--------+-------------------------+----------------+
 *  |                     attempt                       |  8
 *  +---------------------------------------------------+
 *  |                      route                        | 16
 *  +---------------------------------------------------+
 *  |                     number                        | 24
 *  +---------------------------------------------------+ 32
 * </pre>
 * In requests the attempt and the route are the sender's, otherwise the attempt is the receiver's.
 */
final class NCosedNotice {

    static final int BYTES = 32;

    /** A reader to the tail that it found: grant me the lock when you are done. */
    static final byte REQUEST_SHARED = 1;
    /** A writer to its predecessor: grant me the lock when you are done. Number: the shared count in between. */
    static final byte REQUEST_EXCLUSIVE = 2;
    /** Read. Route and number: the writer that waits for you and its attempt, or none. */
    static final byte GRANT_SHARED = 3;
    /** It is your turn. Number: the readers that were granted the lock before you and will tell you. */
    static final byte GRANT_EXCLUSIVE = 4;
    /** A reader is done; sent to the writer that its grant named. */
    static final byte RELEASE = 5;
    /** A reader is done that was in the word's count, and has subtracted itself from the receiver's instead. */
    static final byte RELEASE_STRAY = 6;
    /** The same, on its way to the first in the queue. */
    static final byte RELEASE_FORWARDED = 7;

    private static final int KIND = 0;
    private static final int SLOT = 4;
    private static final int ATTEMPT = 8;
    private static final int ROUTE = 16;
    private static final int NUMBER = 24;

    private final MutableDirectBuffer own = new UnsafeBuffer(new byte[BYTES]);
    private DirectBuffer buffer = own;
    private int offset;

    NCosedNotice wrap(DirectBuffer source, int sourceOffset) {
        buffer = source;
        offset = sourceOffset;
        return this;
    }

    DirectBuffer composed() {
        return own;
    }

    void compose(byte kind, int slot, long attempt, long route, long number) {
        buffer = own;
        offset = 0;
        own.putInt(KIND, kind);
        own.putInt(SLOT, slot);
        own.putLong(ATTEMPT, attempt);
        own.putLong(ROUTE, route);
        own.putLong(NUMBER, number);
    }

    byte kind() {
        return buffer.getByte(offset + KIND);
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

    long number() {
        return buffer.getLong(offset + NUMBER);
    }
}
