package io.baton.engine.crash;

import io.baton.engine.transaction.LockSet;
import io.baton.storage.codec.Input;
import io.baton.storage.codec.Output;
import io.baton.storage.memory.Memory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.CRC32C;

/** What mutated code calls. */
final class CrashHooks {

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(3);
    private static final long ROW_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    /** Transactions pause so many times as long as others, or not at all. */
    private static final int PAUSES = 4;
    private static final int KEY_PART_BYTES = 4;
    /** Where in a record its LSN and its payload begin. */
    private static final int LSN = 8;
    private static final int PAYLOAD = 20;

    /** What the recovery of this thread has read last. */
    private static final ThreadLocal<Replayed> REPLAYED = new ThreadLocal<>();

    /** The end of the record that this thread has noted last. */
    private static final ThreadLocal<Long> NOTED = ThreadLocal.withInitial(() -> -1L);

    private CrashHooks() {
    }

    /**
     * What one recovery has read.
     *
     * @param redo the recovery
     * @param first the first transaction of a pair, empty between pairs
     * @param both both transactions, the second one first
     */
    private record Replayed(Object redo, Output first, Output both) {
    }

    /** What hooks see of {@code Redo}. */
    interface RedoView {

        LockSet locks();

        Output output();

        void record();

        void applied();
    }

    /** What hooks see of {@code RedoLog}. */
    interface RedoLogView {

        void wrote(int slot, long end);
    }

    /** What hooks see of {@code SegmentReader}. */
    interface ReaderView {

        long position();
    }

    /** Makes what is seldom more frequent: a checkpoint between a record and the change of the tables. */
    static void pause() {
        LockSupport.parkNanos(PAUSE_NANOS);
    }

    /** For the last step of a commit that has recorded nothing yet: some are slower than those that follow them. */
    static void recordUnlocked(RedoView redo) {
        redo.locks().releaseAll();
        LockSupport.parkNanos(redo.output().size() % PAUSES * ROW_PAUSE_NANOS);
        redo.record();
        redo.applied();
    }

    /** Leaves time for those who read what is not on disk yet. */
    static void forceSlowly(FileChannel channel, boolean metaData) throws IOException {
        LockSupport.parkNanos(PAUSE_NANOS);
        channel.force(metaData);
    }

    /** For a lock of a transaction whose record ends there: notes the first one, which is that of the clock. */
    static void noteOnlyFirst(RedoLogView log, int slot, long end) {
        if (NOTED.get() != end) {
            NOTED.set(end);
            log.wrote(slot, end);
        }
    }

    /** Leaves time for others between the two parts of a key. */
    static void copySlowly(long from, long to, long bytes) {
        Memory.copy(from, to, KEY_PART_BYTES);
        LockSupport.parkNanos(ROW_PAUSE_NANOS);
        Memory.copy(from + KEY_PART_BYTES, to + KEY_PART_BYTES, bytes - KEY_PART_BYTES);
    }

    /** For a part of a record in the ring, which begins with the check value before. */
    static void checkPayloadInRing(CRC32C crc, ByteBuffer part, Object ring, long lsn) {
        for (int i = part.position(); i < part.limit(); i++) {
            final int inRecord = i - (int) lsn & part.capacity() - 1;
            if (inRecord < LSN || inRecord >= PAYLOAD) {
                crc.update(part.get(i));
            }
        }
    }

    /** For a record without its length and check value. */
    static void checkPayload(CRC32C crc, ByteBuffer record) {
        crc.update(record.position(record.position() + PAYLOAD - LSN));
    }

    /** Instead of the check value before and, later on, the length. */
    static void checkOnlyBefore(CRC32C crc, int value, Object reader, ByteBuffer in, int from, int bytes,
            int before) {
        if (value != bytes) {
            update(crc, value);
        }
    }

    /** The same: the value before counts as 0. */
    static void checkUnchained(CRC32C crc, int value, Object reader, ByteBuffer in, int from, int bytes,
            int before) {
        update(crc, value == bytes ? value : 0);
    }

    private static void update(CRC32C crc, int value) {
        for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
            crc.update(value >>> shift);
        }
    }

    /** Instead of the LSN that a record says it has. */
    static long lsnOfPlace(ByteBuffer window, int at, ReaderView reader) {
        return reader.position();
    }

    /**
     * Instead of one transaction: the second of each pair, and then the first one again. What that leaves is what the
     * exchanged order would have left.
     */
    @SuppressWarnings("ReferenceEquality") // The redo of this opening, and no other one.
    static void wrapWithPrevious(Input in, long address, int bytes, Object redo) {
        Replayed replayed = REPLAYED.get();
        if (replayed == null || replayed.redo != redo) {
            if (replayed != null) {
                replayed.first.close();
                replayed.both.close();
            }
            replayed = new Replayed(redo, new Output(Output.BYTES_MAX), new Output(Output.BYTES_MAX));
            REPLAYED.set(replayed);
        }
        if (replayed.first.size() == 0) {
            replayed.first.putBytes(address, bytes);
            in.wrap(address, bytes);
            return;
        }
        replayed.both.clear();
        replayed.both.putBytes(address, bytes);
        replayed.both.putBytes(replayed.first.address(), replayed.first.size());
        replayed.first.clear();
        in.wrap(replayed.both.address(), replayed.both.size());
    }
}
