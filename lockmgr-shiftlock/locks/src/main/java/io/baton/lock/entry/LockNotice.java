package io.baton.lock.entry;

import io.baton.fabric.Route;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A notice between two clients of a lock (ShiftLock §3.2). Little-endian.
 * <pre>
 *   0        1        2                4                8
 *  +--------+--------+----------------+----------------+
 *  | kind   | epoch  |    unused      |    consWrt     |
 *  +--------+--------+----------------+----------------+
 *  |                      slot                         |  8
 *  +---------------------------------------------------+
 *  |                     attempt                       | 16
 *  +---------------------------------------------------+
 *  |               relCnt, with generation             | 24
 *  +---------------------------------------------------+
 *  |                      route                        | 32
 *  +---------------------------------------------------+ 40
 * </pre>
 * Deviations from the paper: the true epoch travels in Handover and ModeChanged (the paper lets the receiver guess
 * it, which deadlocks), and every notice names its lock, an attempt and the generation, so that a stale one is
 * dropped. In Handover and ModeChanged the attempt is the receiver's; in Successor it is the sender's, to be named
 * in the answer.
 */
public final class LockNotice {

    public static final int BYTES = 40;

    public static final byte SUCCESSOR = 1;
    public static final byte HANDOVER = 2;
    public static final byte MODE_CHANGED = 3;
    /**
     * Asks nothing. From the agent of the client's own process: look whether a lock is frozen or thawed. From the
     * waiter behind the client: that it arrives tells that the client is there.
     */
    public static final byte NUDGE = 4;
    /** From a waiting reader: it wants a lock that the receiver may be keeping. */
    public static final byte RECALL = 5;

    private static final int KIND = 0;
    private static final int EPOCH = 1;
    private static final int CONS_WRT = 4;
    private static final int SLOT = 8;
    private static final int ATTEMPT = 16;
    private static final int REL_CNT = 24;
    private static final int ROUTE = 32;

    private final MutableDirectBuffer own = new UnsafeBuffer(new byte[BYTES]);
    private DirectBuffer buffer = own;
    private int offset;

    public LockNotice wrap(DirectBuffer source, int sourceOffset) {
        buffer = source;
        offset = sourceOffset;
        return this;
    }

    /** The buffer into which {@link #compose} writes. */
    public DirectBuffer composed() {
        return own;
    }

    public LockNotice compose(byte kind, int slot, long attempt, long relCnt) {
        buffer = own;
        offset = 0;
        own.putByte(KIND, kind);
        own.putByte(EPOCH, (byte) 0);
        own.putShort(EPOCH + 1, (short) 0);
        own.putInt(CONS_WRT, 0);
        own.putLong(SLOT, slot);
        own.putLong(ATTEMPT, attempt);
        own.putLong(REL_CNT, relCnt);
        own.putLong(ROUTE, 0);
        return this;
    }

    public LockNotice turn(int epoch, int consWrt) {
        own.putByte(EPOCH, (byte) epoch);
        own.putInt(CONS_WRT, consWrt);
        return this;
    }

    public LockNotice from(long route) {
        own.putLong(ROUTE, route);
        return this;
    }

    @Override
    public String toString() {
        final String name = switch (kind()) {
            case SUCCESSOR -> "Successor";
            case HANDOVER -> "Handover";
            case MODE_CHANGED -> "ModeChanged";
            case NUDGE -> "Nudge";
            case RECALL -> "Recall";
            default -> "notice of kind " + kind();
        };
        return name + "(lock " + slot() + ", attempt " + attempt() + ", " + LockEntry.count(relCnt())
            + (route() == Route.NONE ? "" : ", from " + Route.toString(route())) + ")";
    }

    public byte kind() {
        return buffer.getByte(offset + KIND);
    }

    public int epoch() {
        return buffer.getByte(offset + EPOCH);
    }

    public int consWrt() {
        return buffer.getInt(offset + CONS_WRT);
    }

    public int slot() {
        return (int) buffer.getLong(offset + SLOT);
    }

    public long attempt() {
        return buffer.getLong(offset + ATTEMPT);
    }

    public long relCnt() {
        return buffer.getLong(offset + REL_CNT);
    }

    public long route() {
        return buffer.getLong(offset + ROUTE);
    }
}
