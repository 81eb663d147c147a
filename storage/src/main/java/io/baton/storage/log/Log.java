package io.baton.storage.log;

import io.baton.storage.log.file.ArchiveDirectory;
import io.baton.storage.log.file.LogEnd;
import io.baton.storage.log.file.LogFiles;
import io.baton.storage.log.file.LogReader;
import io.baton.storage.log.file.RecordLayout;
import io.baton.storage.log.file.SegmentScan;
import io.baton.storage.steady.SteadyThread;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.NavigableMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The log of a store that is open (storage/spec/4-log.md). All methods may be called by any thread; virtual threads
 * wait without holding a carrier, and an interrupt neither ends a wait nor gets lost.
 */
public final class Log implements AutoCloseable {
    private final LogConfig config;
    private final LogState state;
    private final LogRing ring;
    private final LogFiles files;
    private final Segments list;
    private final SegmentSupply supply;
    private final @Nullable SegmentArchive archive;
    private final Counters counters;
    private final LogSegments segments;
    private final Thread writer;
    private final Thread supplier;
    private final Thread keeper;
    private final @Nullable Thread archiver;
    private final int fragmentBytes;
    private final int halfRing;

    private Log(LogConfig config, LogEnd end) throws IOException {
        this.config = config;
        state = new LogState(end.lsn(), config);
        ring = new LogRing(config.bufferBytes());
        list = new Segments();
        counters = new Counters();
        fragmentBytes = config.fragmentBytes();
        halfRing = config.bufferBytes() / 2;
        files = new LogFiles(config.directory());
        supply = new SegmentSupply(files, config.segmentBytes(), config.parking());
        archive = openArchive(end);
        prepareDirectory(end);
        LogSegments begun = null;
        boolean complete = false;
        try {
            supplier = config.threads().newThread(supply);
            supplier.start();
            begun = new LogSegments(config, files, supply, list, archive, counters, end);
            segments = begun;
            keeper = config.threads().newThread(state.forced.keeper());
            writer = config.threads().newThread(new LogWriter(config, state, ring, segments, counters, end.lsn()));
            state.writer(writer);
            archiver = archive == null ? null : config.threads().newThread(archive);
            keeper.start();
            if (archiver != null) {
                archiver.start();
            }
            writer.start();
            complete = true;
        } finally {
            if (!complete) {
                giveUp(begun);
            }
        }
    }

    /** Ends the threads that were started. */
    private void giveUp(@Nullable LogSegments begun) {
        state.forced.keeper().stop();
        if (begun == null) {
            supply.close(true);
        } else {
            begun.close(true, -1);
        }
    }

    /**
     * Opens a log for appending: begins a new segment, and writes to it once more what is there and not proven to be on
     * disk.
     *
     * @param end where {@link LogReader} has found the end, or {@link LogEnd#nothing}
     * @throws LogFailedException if a file cannot be written, or the archive not be read
     * @throws io.baton.storage.codec.DamagedException if the archive is of another store, has another or a longer log,
     *     or a gap
     * @throws IllegalStateException if the end is not of what is in the directory
     */
    public static Log open(LogConfig config, LogEnd end) {
        try {
            return SteadyThread.call(() -> new Log(config, end));
        } catch (IOException e) {
            throw LogFailedException.of(config.directory(), e, config.segmentBytes());
        }
    }

    private @Nullable SegmentArchive openArchive(LogEnd end) throws IOException {
        final Path copies = config.archive();
        if (copies == null) {
            return null;
        }
        final ArchiveDirectory directory = new ArchiveDirectory(files, copies, config.storeId());
        try {
            directory.open(end);
        } catch (IOException e) {
            throw LogFailedException.ofArchive(copies, e);
        }
        return new SegmentArchive(directory, files, supply::retire, config.clock(), config.parking());
    }

    private void prepareDirectory(LogEnd end) throws IOException {
        files.removeUnfinished();
        final NavigableMap<Long, Path> segments = files.segments();
        final long last = segments.isEmpty() ? 0 : segments.lastKey();
        if (last != end.segment()) {
            throw new IllegalStateException("the last segment in %s is %d, but the end was found in %d; read it again"
                .formatted(config.directory(), last, end.segment()));
        }
        new SegmentScan(files).firstLsns(segments).forEach((number, lsn) -> {
            if (archive != null) {
                archive.begun(number, lsn);
            }
            list.add(files.segment(number), lsn);
        });
    }

    /**
     * Appends a transaction's writes. If the buffer is full, it waits until the disk has taken enough of it, without a
     * limit of time.
     *
     * @param address where they are, outside the heap
     * @param bytes how many, at least 1
     * @return the end of its last record: what to wait for
     * @throws LogFailedException if the log has failed or is closed; whether the transaction will be there after
     *     recovery is then unknown
     */
    public long append(long address, int bytes) {
        if (bytes <= 0) {
            throw new IllegalArgumentException("a transaction in the log has at least 1 byte, and not " + bytes);
        }
        return bytes <= fragmentBytes ? appendWhole(address, bytes) : appendFragments(address, bytes);
    }

    private long appendWhole(long address, int bytes) {
        final int length = RecordLayout.HEADER_BYTES + bytes;
        final long lsn = reserve(length);
        final long end = lsn + RecordLayout.size(length);
        try {
            awaitRoom(end);
            ring.put(lsn, RecordLayout.FIRST | RecordLayout.LAST, address, bytes);
            ring.publish(lsn, length);
        } catch (Throwable e) {
            state.broken = true;
            throw e;
        }
        wakeWriter(end);
        return end;
    }

    private long appendFragments(long address, int bytes) {
        long first = -1;
        long end = -1;
        int done = 0;
        while (done < bytes) {
            final int part = Math.min(fragmentBytes, bytes - done);
            final int flags = (done == 0 ? RecordLayout.FIRST : 0) | (done + part == bytes ? RecordLayout.LAST : 0);
            final int length = RecordLayout.HEADER_BYTES + RecordLayout.FIRST_LSN_BYTES + part;
            final long lsn = reserve(length);
            first = done == 0 ? lsn : first;
            end = lsn + RecordLayout.size(length);
            try {
                awaitRoom(end);
                ring.putFragment(lsn, flags, first, address + done, part);
                ring.publish(lsn, length);
            } catch (Throwable e) {
                state.broken = true;
                throw e;
            }
            wakeWriter(end);
            done += part;
        }
        return end;
    }

    private long reserve(int length) {
        final long lsn = state.tail.getAndAdd(RecordLayout.size(length));
        if (lsn >= LogState.ENDED) {
            throw refusal();
        }
        return lsn;
    }

    private LogFailedException refusal() {
        final LogFailedException failure = state.failure();
        return failure == null
            ? LogFailedException.closed(config.directory())
            : failure.again();
    }

    private void awaitRoom(long end) {
        if (state.freed.reached() < end) {
            counters.waitsForRoom.incrementAndGet();
            state.wake();
            state.freed.await(end, Long.MAX_VALUE);
        }
    }

    private void wakeWriter(long end) {
        if (state.appended() > state.freed.reached() - halfRing || state.requested.getOpaque() >= end) {
            state.wakeAfterStore();
        } else if (config.mode() == LogMode.GROUP) {
            state.wakeAfterRecord(end);
        }
    }

    /** Returns the end of everything that has an LSN; never less than that of what was appended. */
    public long appended() {
        return state.appended();
    }

    /** Returns the end of everything that is on disk. */
    public long forced() {
        return state.forced.reached();
    }

    /**
     * Waits until the log is forced up to an LSN.
     *
     * @param lsn at most {@link #appended}
     * @param timeoutNanos how long at most
     * @return false if the time is over
     * @throws LogFailedException if the log failed before
     */
    public boolean await(long lsn, long timeoutNanos) {
        checkLsn(lsn);
        return state.forced.await(lsn, timeoutNanos);
    }

    private void checkLsn(long lsn) {
        if (lsn > state.forced.reached() && lsn > state.appended()) {
            throw new IllegalArgumentException(
                "LSN %d is behind the end of the log, which is %d".formatted(lsn, state.appended()));
        }
    }

    /** Calls the listener once when the log fails, on its thread, before the waiters; at once if it has. */
    public void onFailure(Consumer<LogFailedException> listener) {
        state.onFailure(listener);
    }

    /** Returns why the log has failed, or null. */
    public @Nullable LogFailedException failure() {
        return state.failure();
    }

    /**
     * Forces everything that was appended so far, whatever the mode, and waits for it.
     *
     * @throws LogFailedException if the log has failed
     */
    public void force() {
        final long end = state.appended();
        state.requested.accumulateAndGet(end, Math::max);
        state.wakeAfterStore();
        state.forced.await(end, Long.MAX_VALUE);
    }

    /**
     * Removes the segments that end at an LSN or before it, in the background; if there is an archive, only when they
     * are in it. Some are kept to be used again. They must not have readers.
     */
    public void removeBefore(long lsn) {
        final List<Path> unneeded = list.removeBefore(lsn);
        if (archive == null) {
            supply.retire(unneeded);
        } else {
            archive.retire(unneeded);
        }
    }

    /**
     * Returns whether all segments that are needed have their names: one may have been deleted or moved, also while
     * this looks. It looks at each, so ask now and then.
     */
    public boolean hasAllFiles() {
        return list.areThere(files::isThere);
    }

    /**
     * Begins another segment; what is appended from now on is in it or in later ones. What others append meanwhile may
     * stand before or behind. Does nothing if the log has failed or is closed. One thread at a time.
     *
     * @return where the last segment begins
     */
    public long changeSegment() {
        segments.askForChange();
        state.wakeAfterStore();
        segments.awaitBase();
        return list.lastLsn();
    }

    /** Returns what the archive has done so far. */
    public ArchiveStatistics archive() {
        return archive == null ? ArchiveStatistics.NONE : archive.statistics();
    }

    /**
     * Says how many bases the store's checkpoints have now. If these are more than before, another segment is begun
     * before this returns: what is appended from now on does not lead on from older checkpoints. What others append
     * meanwhile may stand before or behind. Does nothing if the log has failed or is closed.
     */
    public void base(int bases) {
        segments.base(bases);
        state.wakeAfterStore();
        segments.awaitBase();
    }

    /** Returns what the log has done so far. */
    public LogStatistics statistics() {
        return counters.read(state.appended(), forced());
    }

    /**
     * Forces everything, writes that the store was closed in order, copies what the archive has not, if it can be
     * within 30 seconds, and ends the log's threads. A log that has failed leaves its files as they are. Called by a
     * listener, on the log's own thread, it does not wait.
     */
    @Override
    public void close() {
        final long end = state.endTail();
        if (end >= 0) {
            state.closeAt = end;
        }
        state.wakeAfterStore();
        if (!state.isWriter(Thread.currentThread())) {
            config.parking().awaitEnd(writer);
            config.parking().awaitEnd(supplier);
            config.parking().awaitEnd(keeper);
            if (archiver != null) {
                config.parking().awaitEnd(archiver);
            }
        }
    }
}
