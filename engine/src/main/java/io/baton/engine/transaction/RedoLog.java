package io.baton.engine.transaction;

import io.baton.storage.codec.RowEncoder;
import io.baton.storage.log.Log;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The log of a durable engine, as its participants use it. Thread-safe.
 *
 * <p>Locks are released before the disk has answered. So that nobody is answered with what a crash can still take
 * away, it is kept for each lock up to where the log must be forced for what the lock protects: who holds a lock
 * exclusively writes that, who holds it shared reads it, and the lock itself orders the two.
 */
public final class RedoLog {

    /** Places lie on cache lines of their own. */
    private static final int SPREAD = 16;
    private static final long IDLE = Long.MAX_VALUE;

    private final Log log;
    private volatile List<RowEncoder> encoders;
    /** By place: no record of the transaction under way begins before this LSN. */
    private final AtomicLongArray begun;
    /** By slot of the lock table: the end of the last record of what the lock protects. */
    private final long[] written;
    private final boolean locked;
    private final boolean answersWait;

    /**
     * Makes the engine's view of a log.
     *
     * @param log the log
     * @param encoders by the tables' ordinals
     * @param places how many coordinators there can be
     * @param lockSlots how many locks there are
     * @param locked whether what is read is locked; if not, one call runs at a time, and may have read anything
     * @param answersWait whether a call is answered only when what it did and read is forced
     */
    public RedoLog(Log log, List<RowEncoder> encoders, int places, int lockSlots, boolean locked, boolean answersWait) {
        this.log = log;
        this.encoders = List.copyOf(encoders);
        this.begun = new AtomicLongArray(places * SPREAD);
        this.written = new long[answersWait && locked ? lockSlots : 0];
        this.locked = locked;
        this.answersWait = answersWait;
        for (int i = 0; i < begun.length(); i += SPREAD) {
            begun.setPlain(i, IDLE);
        }
    }

    /** Makes the {@link Redo} of the participant at a coordinator's place. */
    Redo redo(int place, LockSet locks) {
        return new Redo(this, place, locks);
    }

    /** Learns of one more table, before any transaction does. One thread at a time. */
    public void add(RowEncoder encoder) {
        final List<RowEncoder> more = new ArrayList<>(encoders);
        more.add(encoder);
        encoders = List.copyOf(more);
    }

    /** Returns an LSN behind which lies every record whose writes are not in the tables yet, and every later one. */
    public long beginLsn() {
        // First: a transaction that is not seen below records behind this.
        long first = log.appended();
        for (int i = 0; i < begun.length(); i += SPREAD) {
            first = Math.min(first, begun.get(i));
        }
        return first;
    }

    /** Makes a position in this log. */
    LogPosition position() {
        return new LogPosition(log);
    }

    boolean answersWait() {
        return answersWait;
    }

    boolean locked() {
        return locked;
    }

    /** The end of all records. */
    long end() {
        return log.appended();
    }

    RowEncoder encoder(EngineTable table) {
        return encoders.get(table.ordinal);
    }

    /** Appends a transaction's writes; until {@link #end} they count as not applied. Returns the record's end. */
    long append(int place, long address, int bytes) {
        begun.set(place * SPREAD, log.appended());
        return log.append(address, bytes);
    }

    void end(int place) {
        begun.setRelease(place * SPREAD, IDLE);
    }

    /** The lock is held exclusively. */
    void wrote(int slot, long end) {
        written[slot] = end;
    }

    /** The lock is held. */
    long writtenAt(int slot) {
        return written[slot];
    }
}
