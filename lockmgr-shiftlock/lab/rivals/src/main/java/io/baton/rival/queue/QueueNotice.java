package io.baton.rival.queue;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A notice between two clients of a {@link WriterQueue}. Little-endian.
 * <pre>
 *   0        1                         4                8
 *  +--------+-------------------------+----------------+
 *  | kind   |         unused          |    consWrt     |
 *  +--------+-------------------------+----------------+
 *  |                      slot                         |  8
 *  +---------------------------------------------------+
 *  |                     attempt                       | 16
 *  +---------------------------------------------------+
 *  |                      route                        | 24
 *  +---------------------------------------------------+ 32
 * </pre>
 * In SUCCESSOR attempt and route are the sender's; in the others the attempt is the receiver's, and there is no
 * route.
 */
final class QueueNotice {

    static final int BYTES = 32;

    /** The sender stands behind the receiver. */
    static final byte SUCCESSOR = 1;
    /** The receiver has the lock. */
    static final byte HANDOVER = 2;
    /** The receiver is at the head of the queue, but readers may have the lock (RMA-RW). */
    static final byte MODE_CHANGED = 3;

    private static final int KIND = 0;
    private static final int CONS_WRT = 4;
    private static final int SLOT = 8;
    private static final int ATTEMPT = 16;
    private static final int ROUTE = 24;

    private final MutableDirectBuffer own = new UnsafeBuffer(new byte[BYTES]);
    private DirectBuffer buffer = own;
    private int offset;

    QueueNotice wrap(DirectBuffer source, int sourceOffset) {
        buffer = source;
        offset = sourceOffset;
        return this;
    }

    /** The buffer into which {@link #compose} writes. */
    DirectBuffer composed() {
        return own;
    }

    QueueNotice compose(byte kind, int slot, long attempt, int consWrt, long route) {
        buffer = own;
        offset = 0;
        own.putInt(KIND, kind);
        own.putInt(CONS_WRT, consWrt);
        own.putLong(SLOT, slot);
        own.putLong(ATTEMPT, attempt);
        own.putLong(ROUTE, route);
        return this;
    }

    byte kind() {
        return buffer.getByte(offset + KIND);
    }

    int consWrt() {
        return buffer.getInt(offset + CONS_WRT);
    }

    int slot() {
        return (int) buffer.getLong(offset + SLOT);
    }

    long attempt() {
        return buffer.getLong(offset + ATTEMPT);
    }

    long route() {
        return buffer.getLong(offset + ROUTE);
    }

    @Override
    public String toString() {
        return "kind=" + kind() + " slot=" + slot() + " attempt=" + attempt() + " consWrt=" + consWrt();
    }
}
