package io.baton.lock.entry;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A notice between a lock server's recovery service and the processes and clients of its locks. Little-endian.
 * <pre>
 *   0        1        2                4                8
 *  +--------+--------+----------------+----------------+
 *  | kind   | verdict|    unused      |      node      |
 *  +--------+--------+----------------+----------------+
 *  |        slot, or the time of a renewal             |  8
 *  +---------------------------------------------------+
 *  |   attempt, or the number of a freeze or session   | 16
 *  +---------------------------------------------------+
 *  |               relCnt, with generation             | 24
 *  +---------------------------------------------------+
 *  |             route of who wants an answer          | 32
 *  +---------------------------------------------------+
 *  |                       era                         | 40
 *  +---------------------------------------------------+ 48
 * </pre>
 * The first byte tells it from a {@link LockNotice}, whose kinds are smaller.
 */
public final class RecoveryNotice {

    public static final int BYTES = 48;

    /** The smallest kind. */
    public static final byte FIRST = 16;
    /** Process to server: opens a session; {@code number} names the process's life. */
    public static final byte HELLO = 16;
    /** Server to process: the session is open. */
    public static final byte WELCOME = 17;
    /** Process to server: it lives. {@code slot} is the time of sending in the process's clock, to be sent back. */
    public static final byte RENEW = 18;
    /** Server to process: the session lives on. */
    public static final byte RENEWED = 19;
    /** Server to process: it has no session (any more). */
    public static final byte REFUSED = 20;
    /** Client to server: a lock makes no progress. */
    public static final byte SUSPECT = 21;
    /** Server to client: what it has done about that, a {@link RecoveryVerdict}. */
    public static final byte VERDICT = 22;
    /** Server to process: who holds this lock? Its waiters must stand still. */
    public static final byte FREEZE = 23;
    /** Process to server: no client here holds it, and none will before the thaw. */
    public static final byte FROZEN = 24;
    /** Process to server: a client here holds it. */
    public static final byte HELD = 25;
    /** Server to process: the freeze is over, and the lock as it was. */
    public static final byte THAW = 26;
    /** Server to process: the freeze is over, and the lock was reset: all attempts are void. */
    public static final byte WAS_RESET = 27;
    /** Operator to server: a SUSPECT that fences a process that says that it holds the lock. */
    public static final byte FORCE = 28;

    private static final String[] NAMES = {"HELLO", "WELCOME", "RENEW", "RENEWED", "REFUSED", "SUSPECT", "VERDICT",
        "FREEZE", "FROZEN", "HELD", "THAW", "WAS_RESET", "FORCE"};

    private static final int KIND = 0;
    private static final int VERDICT_AT = 1;
    private static final int NODE = 4;
    private static final int SLOT = 8;
    private static final int NUMBER = 16;
    private static final int REL_CNT = 24;
    private static final int ROUTE = 32;
    private static final int ERA = 40;

    private final MutableDirectBuffer own = new UnsafeBuffer(new byte[BYTES]);
    private DirectBuffer buffer = own;
    private int offset;

    public static boolean isOne(DirectBuffer source, int sourceOffset) {
        return source.getByte(sourceOffset) >= FIRST;
    }

    public RecoveryNotice wrap(DirectBuffer source, int sourceOffset) {
        buffer = source;
        offset = sourceOffset;
        return this;
    }

    public DirectBuffer composed() {
        return own;
    }

    public RecoveryNotice compose(byte kind, int node, long slot, long number) {
        buffer = own;
        offset = 0;
        own.setMemory(0, BYTES, (byte) 0);
        own.putByte(KIND, kind);
        own.putInt(NODE, node);
        own.putLong(SLOT, slot);
        own.putLong(NUMBER, number);
        return this;
    }

    public RecoveryNotice relCnt(long relCnt) {
        own.putLong(REL_CNT, relCnt);
        return this;
    }

    public RecoveryNotice from(long route) {
        own.putLong(ROUTE, route);
        return this;
    }

    public RecoveryNotice era(long era) {
        own.putLong(ERA, era);
        return this;
    }

    public RecoveryNotice verdict(RecoveryVerdict verdict) {
        own.putByte(VERDICT_AT, verdict.code());
        return this;
    }

    @Override
    public String toString() {
        final int at = kind() - FIRST;
        return (at >= 0 && at < NAMES.length ? NAMES[at] : "notice of kind " + kind()) + "(lock " + slot() + ", node "
            + node() + ", number " + number() + ", " + LockEntry.count(relCnt())
            + (kind() == VERDICT ? ", " + verdict() : "") + ")";
    }

    public byte kind() {
        return buffer.getByte(offset + KIND);
    }

    public int node() {
        return buffer.getInt(offset + NODE);
    }

    public int slot() {
        return (int) buffer.getLong(offset + SLOT);
    }

    public long time() {
        return buffer.getLong(offset + SLOT);
    }

    public long number() {
        return buffer.getLong(offset + NUMBER);
    }

    public long relCnt() {
        return buffer.getLong(offset + REL_CNT);
    }

    public long route() {
        return buffer.getLong(offset + ROUTE);
    }

    public long era() {
        return buffer.getLong(offset + ERA);
    }

    public RecoveryVerdict verdict() {
        return RecoveryVerdict.of(buffer.getByte(offset + VERDICT_AT));
    }
}
