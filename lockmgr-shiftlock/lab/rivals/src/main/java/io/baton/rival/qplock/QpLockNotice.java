package io.baton.rival.qplock;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A notice between two remote clients of a {@link QpLockTable}. Little-endian.
 * <pre>
 *   0                4                8                                 16
 *  +----------------+----------------+----------------------------------+
 *  |   kind (int)   |   slot (int)   |         value (long)             |
 *  +----------------+----------------+----------------------------------+
 * </pre>
 * The value of NEXT is the sender's route (the paper's rWrite to {@code curr→next}), that of PASS the budget (its
 * rWrite to {@code desc.next→budget}).
 */
final class QpLockNotice {

    static final int BYTES = 16;
    static final int NEXT = 1;
    static final int PASS = 2;

    private static final int KIND = 0;
    private static final int SLOT = 4;
    private static final int VALUE = 8;

    private final MutableDirectBuffer own = new UnsafeBuffer(new byte[BYTES]);

    /** Writes a notice and returns the buffer that begins with it. */
    DirectBuffer compose(int kind, int slot, long value) {
        own.putInt(KIND, kind);
        own.putInt(SLOT, slot);
        own.putLong(VALUE, value);
        return own;
    }

    static int kind(DirectBuffer buffer, int offset) {
        return buffer.getInt(offset + KIND);
    }

    static int slot(DirectBuffer buffer, int offset) {
        return buffer.getInt(offset + SLOT);
    }

    static long value(DirectBuffer buffer, int offset) {
        return buffer.getLong(offset + VALUE);
    }
}
