package io.baton.storage.log.file;

import io.baton.storage.codec.DamagedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * The last records of a log that is opened: those that nothing proves to be on disk, although they can be read. If a
 * force has failed, the system may show from then on what it never wrote, and a further force does not write it either
 * (storage/spec/4-log.md). So they are written once more, to the segment that comes next.
 */
public final class LogTail {
    private final LogFiles files;
    private final LogEnd end;
    private final ByteBuffer window =
        ByteBuffer.allocateDirect(RecordLayout.RECORD_BYTES_MAX + SegmentHeader.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private long firstLsn;
    private int before;
    private int base;

    /** Finds where the tail begins. */
    public LogTail(LogFiles files, LogEnd end) throws IOException {
        this.files = files;
        this.end = end;
        firstLsn = end.lsn();
        before = end.check();
        base = end.base();
        if (end.segment() != 0) {
            find();
        }
    }

    /** Returns up to where the log is proven to be on disk, by a MARK or by being in an earlier segment. */
    public long firstLsn() {
        return firstLsn;
    }

    /** Returns the check value of the last record before the tail, or of the header of the segment that it begins. */
    public int before() {
        return before;
    }

    /** Returns whether there are records in the tail. */
    public boolean isEmpty() {
        return firstLsn == end.lsn();
    }

    /** Returns how many bases there were before the segment that the tail is in. */
    public int base() {
        return base;
    }

    private void find() throws IOException {
        try (SegmentReader reader = open()) {
            firstLsn = reader.header().firstLsn();
            base = reader.header().base();
            while (readNext(reader)) {
                if (reader.type() != RecordType.TRANSACTION) {
                    firstLsn = Math.max(firstLsn, reader.getLong(RecordLayout.MARK_FORCED));
                }
            }
        }
        try (SegmentReader reader = open()) {
            goToTail(reader);
            before = reader.chain();
        }
    }

    private void goToTail(SegmentReader reader) throws IOException {
        while (reader.position() < firstLsn) {
            readNext(reader);
        }
    }

    /** Writes the tail to a segment that is not in use yet; returns the check value of the last record there. */
    int copy(SegmentFile to, int chain) throws IOException {
        int check = chain;
        if (!isEmpty()) {
            try (SegmentReader reader = open()) {
                goToTail(reader);
                while (readNext(reader)) {
                    final ByteBuffer record = reader.copyBehind(check);
                    check = record.getInt(RecordLayout.CHECK);
                    to.write(record, reader.recordLsn());
                }
            }
        }
        return check;
    }

    private SegmentReader open() throws IOException {
        final Path path = files.segment(end.segment());
        final SegmentHeader header = new SegmentScan(files).header(path);
        final FileChannel channel = files.openForReading(path);
        try {
            return new SegmentReader(path, channel, header, end.lsn(), window);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Goes to the next record, which is there up to the end. */
    private boolean readNext(SegmentReader reader) throws IOException {
        if (reader.position() >= end.lsn()) {
            return false;
        }
        if (!reader.next()) {
            throw new DamagedException("the log has changed since its end was found at LSN %d".formatted(end.lsn()))
                .in(reader.place(reader.position()));
        }
        return true;
    }
}
