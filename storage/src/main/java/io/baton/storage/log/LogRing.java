package io.baton.storage.log;

import io.baton.storage.log.file.RecordLayout;
import io.baton.storage.memory.Memory;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * Records on their way to disk: an LSN's place is that LSN modulo the ring's size, a power of two.
 */
final class LogRing {
    // Ownership: the bytes of a reserved range are its appender's until it stores the length, with release. From then
    // on they are the writer's, which clears them when they are in the file, and then says how far it has
    // cleared: who has reserved that place's next turn waits for it.
    // A record may begin at any eighth byte, so the writer may take any of these for a length: hence all bytes are
    // zeros again before a place is used again, not only those where lengths stood. The padding of the next records
    // is zero for the same reason.
    // All words of a record's header are within eight-byte words, so none of them wraps; a payload may.
    private static final VarHandle INT =
        MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private final ByteBuffer buffer;
    private final long address;
    private final int mask;
    /** The writer's, for check values and writes. */
    private final ByteBuffer view;
    private final CRC32C crc = new CRC32C();

    /** Makes a ring of that many bytes, a power of two. */
    LogRing(int bytes) {
        buffer = ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
        address = MemorySegment.ofBuffer(buffer).address();
        mask = bytes - 1;
        view = buffer.duplicate();
    }

    int bytes() {
        return mask + 1;
    }

    private int index(long position) {
        return (int) position & mask;
    }

    private void putInt(long position, int value) {
        INT.set(buffer, index(position), value);
    }

    private void putLong(long position, long value) {
        putInt(position, (int) value);
        putInt(position + 4, (int) (value >>> 32));
    }

    /** Writes everything of a transaction's record but the length. */
    void put(long lsn, int flags, long from, int bytes) {
        putHead(lsn, RecordLayout.TRANSACTION, flags);
        copy(lsn + RecordLayout.PAYLOAD, from, bytes);
    }

    /** Writes everything of a fragment but the length. */
    void putFragment(long lsn, int flags, long firstLsn, long from, int bytes) {
        putHead(lsn, RecordLayout.TRANSACTION, flags);
        putLong(lsn + RecordLayout.PAYLOAD, firstLsn);
        copy(lsn + RecordLayout.PAYLOAD + RecordLayout.FIRST_LSN_BYTES, from, bytes);
    }

    /** Writes and publishes a MARK or CLOSED record. */
    void putMark(long lsn, int type, long forced, long micros) {
        putHead(lsn, type, 0);
        putLong(lsn + RecordLayout.MARK_FORCED, forced);
        putLong(lsn + RecordLayout.MARK_TIME, micros);
        putInt(lsn + RecordLayout.MARK_CRC, RecordLayout.markCheck(lsn, type, forced, micros));
        publish(lsn, RecordLayout.MARK_BYTES);
    }

    private void putHead(long lsn, int type, int flags) {
        putLong(lsn + RecordLayout.LSN, lsn);
        putInt(lsn + RecordLayout.TYPE, type | flags << 8);
    }

    private void copy(long position, long from, int bytes) {
        final int at = index(position);
        final int first = Math.min(bytes, bytes() - at);
        try {
            Memory.copy(from, address + at, first);
            if (first < bytes) {
                Memory.copy(from + first, address, bytes - first);
            }
        } finally {
            // The memory is freed with the last reference to the buffer.
            Reference.reachabilityFence(buffer);
        }
    }

    /** Hands the record to the writer. */
    void publish(long lsn, int length) {
        INT.setRelease(buffer, index(lsn), length);
    }

    /** Returns the length of the record there if it is complete, else 0. */
    int length(long position) {
        return (int) INT.getAcquire(buffer, index(position));
    }

    /** Returns the type of the record there. */
    int type(long lsn) {
        return buffer.get(index(lsn + RecordLayout.TYPE));
    }

    /** Returns the flags of the record there. */
    int flags(long lsn) {
        return buffer.get(index(lsn + RecordLayout.FLAGS));
    }

    /** Computes a record's check value from the one before, puts it into the record, and returns it. */
    int check(long lsn, int length, int before) {
        // The value before stands where its own will, so that what is checked is one piece.
        putInt(lsn + RecordLayout.CHECK, before);
        crc.reset();
        final int from = index(lsn + RecordLayout.CHECK);
        final int bytes = length - RecordLayout.CHECK;
        final int first = Math.min(bytes, bytes() - from);
        crc.update(view.limit(from + first).position(from));
        if (first < bytes) {
            crc.update(view.limit(bytes - first).position(0));
        }
        RecordLayout.updateInt(crc, length);
        final int check = (int) crc.getValue();
        putInt(lsn + RecordLayout.CHECK, check);
        return check;
    }

    /** Returns the bytes from a position to another, or to the ring's end if that comes first, for one write. */
    ByteBuffer piece(long from, long to) {
        final int at = index(from);
        final int bytes = (int) Math.min(to - from, bytes() - at);
        return view.limit(at + bytes).position(at);
    }

    /** Makes bytes zero that are in the file. */
    void clear(long from, long to) {
        final int at = index(from);
        final long bytes = to - from;
        final long first = Math.min(bytes, bytes() - at);
        Memory.zero(address + at, first);
        if (first < bytes) {
            Memory.zero(address, bytes - first);
        }
    }
}
