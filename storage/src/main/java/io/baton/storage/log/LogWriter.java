package io.baton.storage.log;

import io.baton.storage.log.file.RecordLayout;
import java.io.IOException;

/** The thread that brings records from the ring to disk: follows, writes, forces, answers. */
final class LogWriter implements Runnable {
    // position  up to where records were followed and have their check value
    // written   up to where they are in the file; behind it the ring is clear
    // mark      place that is reserved for the next MARK; NO_MARK if none is. It may lie behind records that are not
    //           complete; then these are forced without it, and it comes in its turn. What it says is decided then.
    /** Sleeps no longer than this, so that an appender that died without a word is noticed. */
    private static final long PARK_NANOS_MAX = 100_000_000;
    /** Bytes that are checked, written and cleared one after the other should stay in a cache of the core. */
    private static final int WRITE_BYTES_MAX = 1 << 17;
    /** So much is forced at once, at most, whatever the mode. */
    private static final long UNFORCED_BYTES_MAX = 8L << 20;
    private static final long NO_MARK = -1;

    private final LogConfig config;
    private final LogState state;
    private final LogRing ring;
    private final LogSegments segments;
    private final Counters counters;
    /** Made in time: there may be no memory for one when it is needed. */
    private final LogFailedException unexplained;
    private final int writeBytesMax;
    private final int halfRing;
    private int chain;
    private long position;
    private long written;
    private long mark = NO_MARK;
    /** Whether transactions were followed since the last MARK. */
    private boolean unmarked;
    /** Transactions that were followed since the last force began. */
    private int unforced;
    /** Whether the writer has waited for clients since the last force. */
    private boolean gathered = true;
    private final GroupDelay group = new GroupDelay();
    private long forceBegin;

    LogWriter(LogConfig config, LogState state, LogRing ring, LogSegments segments, Counters counters, long begin) {
        this.config = config;
        this.state = state;
        this.ring = ring;
        this.segments = segments;
        this.counters = counters;
        unexplained = LogFailedException.of(config.directory(), new OutOfMemoryError("the heap is full"),
            config.segmentBytes());
        halfRing = ring.bytes() / 2;
        writeBytesMax = Math.min(WRITE_BYTES_MAX, halfRing);
        position = begin;
        written = begin;
        chain = segments.chain();
        forceBegin = config.clock().nanoTime();
    }

    @Override
    public void run() {
        boolean failed = true;
        LogFailedException reason = unexplained;
        try {
            while (!isDone()) {
                work();
            }
            writeClosed();
            reason = LogFailedException.closed(config.directory());
            failed = false;
        } catch (Throwable e) {
            reason = explained(e);
        } finally {
            end(reason, failed);
        }
    }

    private LogFailedException explained(Throwable e) {
        try {
            return LogFailedException.of(config.directory(), e, config.segmentBytes());
        } catch (OutOfMemoryError noMemory) {
            return unexplained;
        }
    }

    private void end(LogFailedException reason, boolean failed) {
        try {
            state.end(reason, failed);
        } finally {
            segments.close(failed, position);
        }
    }

    private boolean isDone() {
        return position == state.closeAt;
    }

    private void work() throws IOException {
        if (segments.isBehindBase()) {
            changeSegment();
        }
        final long before = position;
        follow();
        if (!gathered && config.mode() == LogMode.GROUP) {
            gather();
        }
        if (position > forced() && isForceDue()) {
            reserveMark();
            follow();
            writeOut();
            force();
        } else {
            writeOut();
            if (position == before) {
                park();
            }
        }
        // An interrupt, of a thread that can be interrupted, would let every further park return at once.
        Thread.interrupted();
    }

    /**
     * Waits a little for those who were answered by the last force and are about to append again: else they miss the
     * next one.
     */
    private void gather() throws IOException {
        gathered = true;
        final int here = unforced;
        final int missing = group.missing(state.forced.waited(), here);
        if (missing == 0) {
            return;
        }
        final long until = position + group.bytes(missing);
        state.goingToPark(until);
        if (state.appended() < until && state.closeAt < 0 && !state.broken && state.requested.get() <= forced()) {
            config.parking().parkNanos(this, group.patienceNanos());
        }
        state.awake();
        follow();
        group.came(unforced - here, missing);
    }

    private long forced() {
        return state.forced.reached();
    }

    private boolean isForceDue() {
        return config.mode() == LogMode.GROUP || nanosToForce() <= 0 || state.requested.get() > forced()
            || state.closeAt >= 0 || position - forced() >= UNFORCED_BYTES_MAX;
    }

    private long nanosToForce() {
        return config.asyncNanos() - (config.clock().nanoTime() - forceBegin);
    }

    private void reserveMark() {
        if (mark == NO_MARK && unmarked) {
            final long lsn = state.tail.getAndAdd(RecordLayout.MARK_BYTES);
            if (lsn < LogState.ENDED) {
                mark = lsn;
            }
        }
    }

    /** Gives complete records their check values; writes them only when these are many. */
    private void follow() throws IOException {
        while (position - forced() < UNFORCED_BYTES_MAX) {
            if (position - written >= writeBytesMax) {
                writeOut();
            }
            if (position == mark) {
                putMark(RecordLayout.MARK);
                mark = NO_MARK;
            }
            final int length = ring.length(position);
            if (length == 0) {
                return;
            }
            followRecord(length);
        }
    }

    private void putMark(int type) {
        ring.putMark(position, type, forced(), Micros.of(config.wallClock().instant()));
    }

    private void followRecord(int length) throws IOException {
        final int size = RecordLayout.size(length);
        if (!segments.hasRoom(position, size)) {
            changeSegment();
        }
        final boolean transaction = ring.type(position) == RecordLayout.TRANSACTION;
        unmarked = transaction || (unmarked && ring.type(position) != RecordLayout.MARK);
        if (transaction && (ring.flags(position) & RecordLayout.LAST) != 0) {
            Counters.add(counters.transactions, 1);
            unforced++;
        }
        chain = ring.check(position, length, chain);
        Counters.add(counters.records, 1);
        Counters.add(counters.bytes, size);
        position += size;
    }

    private void changeSegment() throws IOException {
        writeOut();
        force();
        chain = segments.change(position, chain);
    }

    private void writeOut() throws IOException {
        final long from = written;
        if (position == from) {
            return;
        }
        while (written < position) {
            final long size = segments.write(ring.piece(written, position), written);
            written += size;
        }
        ring.clear(from, written);
        state.freed.advance(written + ring.bytes());
        state.freed.answer();
    }

    private void force() throws IOException {
        final long before = forced();
        if (written == before) {
            return;
        }
        forceBegin = config.clock().nanoTime();
        segments.force();
        final long took = config.clock().nanoTime() - forceBegin;
        counters.forced(took);
        group.forced(took, unforced, written - before);
        unforced = 0;
        gathered = false;
        state.forced.advance(written);
        state.forced.answer();
    }

    /** The last record says that everything before it was forced. */
    private void writeClosed() throws IOException {
        force();
        putMark(RecordLayout.CLOSED);
        followRecord(RecordLayout.MARK_BYTES);
        writeOut();
        force();
    }

    private void park() {
        if (state.broken) {
            throw new IllegalStateException("an append was cut off after it had taken its place");
        }
        state.goingToPark(0);
        if (isIdle()) {
            config.parking().parkNanos(this, parkNanos());
        }
        state.awake();
    }

    private boolean isIdle() {
        if (state.broken || isDone() || segments.isBehindBase()) {
            return false;
        }
        if (ring.length(position) == 0) {
            return true;
        }
        return config.mode() == LogMode.ASYNC && !isForceDue() && state.appended() - written < halfRing;
    }

    private long parkNanos() {
        if (config.mode() == LogMode.GROUP) {
            return PARK_NANOS_MAX;
        }
        final long left = nanosToForce();
        return Math.min(left > 0 ? left : config.asyncNanos(), PARK_NANOS_MAX);
    }
}
