package io.baton.storage.log;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.baton.storage.log.file.FollowedNote;
import io.baton.storage.log.file.LogEnd;
import io.baton.storage.log.file.LogFiles;
import io.baton.storage.log.file.LogTail;
import io.baton.storage.log.file.SegmentFile;
import io.baton.storage.log.file.SegmentHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/** The segment that is written, and the change to the next one. The writer's. */
final class LogSegments {
    private final LogConfig config;
    private final LogFiles files;
    private final SegmentSupply supply;
    private final Segments list;
    /** Null if there is none. */
    private final @Nullable SegmentArchive archive;
    private final Counters counters;
    private SegmentFile current;
    private int chain;
    private boolean prepared;
    /** What the header of the current segment says of bases, and what that of the next one will say. */
    private volatile int currentBase;
    private volatile int base;
    /** How many changes to another segment were asked for, and how many of them the current one is behind. */
    private volatile int changesDone;
    private volatile int changes;
    private final Lock lock;
    private final Condition changed;
    @GuardedBy("lock")
    private boolean closed;

    /** Begins the first segment behind what is there and proven. */
    LogSegments(LogConfig config, LogFiles files, SegmentSupply supply, Segments list,
            @Nullable SegmentArchive archive, Counters counters, LogEnd end) throws IOException {
        this.config = config;
        this.files = files;
        this.supply = supply;
        this.list = list;
        this.archive = archive;
        this.counters = counters;
        lock = config.parking().newLock();
        changed = lock.newCondition();
        base = end.base();
        current = supply.take(end.segment() + 1);
        try {
            final LogTail tail = new LogTail(files, end);
            // The copied records precede a base that only the checkpoints know; the writer goes on behind that.
            final int first = tail.isEmpty() ? base : tail.base();
            final SegmentHeader header = header(tail.firstLsn(), tail.before(), first);
            chain = current.begin(header, tail);
            if (end.segment() > 0) {
                FollowedNote.write(files, end.segment());
            }
            begun(header);
        } catch (IOException | RuntimeException | Error e) {
            close(true, -1);
            throw e;
        }
    }

    /** Returns the check value of the last record when the current segment was begun, or of its header. */
    int chain() {
        return chain;
    }

    /** Says how many bases the checkpoints have now. Records that are appended later are in another segment. */
    void base(int bases) {
        base = bases;
    }

    /** Asks for another segment. One thread at a time. */
    void askForChange() {
        changes = changesDone + 1;
    }

    /**
     * Waits until the current segment is of the base and behind the changes that were asked for, or the log has ended.
     */
    void awaitBase() {
        lock.lock();
        try {
            while (isBehindBase() && !closed) {
                changed.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns whether the current segment is of an earlier base, or a change was asked for, so that the next one is to
     * be begun.
     */
    boolean isBehindBase() {
        return currentBase != base || changesDone != changes;
    }

    boolean hasRoom(long lsn, int size) {
        return !isBehindBase() && current.hasRoom(lsn, size);
    }

    /** Leaves the current segment, which was forced, for a new one; returns the check value that begins there. */
    int change(long firstLsn, int before) throws IOException {
        current.close();
        current = supply.take(current.number() + 1);
        begin(firstLsn, before);
        return chain;
    }

    private void begin(long firstLsn, int before) throws IOException {
        final int wanted = changes;
        final SegmentHeader header = header(firstLsn, before, base);
        chain = current.begin(header);
        // Before the one before can be removed.
        if (files.isThere(files.segment(current.number() - 1))) {
            FollowedNote.write(files, current.number() - 1);
        }
        begun(header);
        changesDone = wanted;
        tellWaiters(false);
    }

    private SegmentHeader header(long firstLsn, int before, int bases) {
        return new SegmentHeader(config.storeId(), current.number(), firstLsn, before,
            Micros.of(config.wallClock().instant()), bases);
    }

    private void begun(SegmentHeader header) {
        prepared = false;
        currentBase = header.base();
        tellWaiters(false);
        if (archive != null) {
            archive.begun(current.number(), header.firstLsn());
        }
        list.add(files.segment(current.number()), header.firstLsn());
        Counters.add(counters.segments, 1);
        Counters.add(counters.segmentsRecycled, current.recycled() ? 1 : 0);
    }

    private void tellWaiters(boolean ended) {
        lock.lock();
        try {
            closed |= ended;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Writes all of the bytes, and returns how many these were. */
    int write(ByteBuffer records, long lsn) throws IOException {
        final int bytes = records.remaining();
        current.write(records, lsn);
        if (!prepared && current.isQuarterFull(lsn)) {
            prepared = true;
            supply.prepare(current.number() + 1);
        }
        return bytes;
    }

    void force() throws IOException {
        current.force();
    }

    /**
     * Closes the file, of which nothing is unforced, or which has failed.
     *
     * @param endLsn the end of its last record, if it has not failed
     */
    void close(boolean failed, long endLsn) {
        supply.close(failed);
        if (archive != null) {
            if (!failed) {
                archive.ended(endLsn);
            }
            archive.close(failed);
        }
        tellWaiters(true);
        try {
            current.close();
        } catch (IOException e) {
            // Everything was forced, or the log has failed already.
            return;
        }
    }
}
