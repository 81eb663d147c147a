package io.baton.storage.log;

import java.io.IOException;
import java.nio.ByteBuffer;

/** The segment that is written, and the change to the next one. The writer's. */
final class LogSegments {
    private final LogConfig config;
    private final LogFiles files;
    private final SegmentSupply supply;
    private final Segments list;
    private final Counters counters;
    private SegmentFile current;
    private int chain;
    private boolean prepared;

    /** Begins the first segment behind what is there and proven. */
    LogSegments(LogConfig config, LogFiles files, SegmentSupply supply, Segments list, Counters counters, LogEnd end)
            throws IOException {
        this.config = config;
        this.files = files;
        this.supply = supply;
        this.list = list;
        this.counters = counters;
        current = supply.take(end.segment() + 1);
        try {
            final LogTail tail = new LogTail(files, end);
            chain = current.begin(header(tail.firstLsn(), tail.before()), tail);
            begun(tail.firstLsn());
        } catch (IOException | RuntimeException | Error e) {
            close(true);
            throw e;
        }
    }

    /** Returns the check value of the last record when the current segment was begun, or of its header. */
    int chain() {
        return chain;
    }

    boolean hasRoom(long lsn, int size) {
        return current.hasRoom(lsn, size);
    }

    /** Leaves the current segment, which was forced, for a new one; returns the check value that begins there. */
    int change(long firstLsn, int before) throws IOException {
        current.close();
        current = supply.take(current.number() + 1);
        begin(firstLsn, before);
        return chain;
    }

    private void begin(long firstLsn, int before) throws IOException {
        chain = current.begin(header(firstLsn, before));
        begun(firstLsn);
    }

    private SegmentHeader header(long firstLsn, int before) {
        return new SegmentHeader(config.storeId(), current.number(), firstLsn, before,
            Micros.of(config.wallClock().instant()));
    }

    private void begun(long firstLsn) {
        prepared = false;
        list.add(files.segment(current.number()), firstLsn);
        Counters.add(counters.segments, 1);
        Counters.add(counters.segmentsRecycled, current.recycled() ? 1 : 0);
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

    /** Closes the file, of which nothing is unforced, or which has failed. */
    void close(boolean failed) {
        supply.close(failed);
        try {
            current.close();
        } catch (IOException e) {
            // Everything was forced, or the log has failed already.
            return;
        }
    }
}
