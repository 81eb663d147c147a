package io.baton.storage.log.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;

/** A segment that is written: first without a name of its own, then taken into use. Only the log's threads use it. */
public final class SegmentFile {
    private final LogFiles files;
    private final FileChannel channel;
    private final long number;
    private final long bytes;
    private final boolean recycled;
    private long firstLsn;

    public SegmentFile(LogFiles files, FileChannel channel, long number, long bytes, boolean recycled) {
        this.files = files;
        this.channel = channel;
        this.number = number;
        this.bytes = bytes;
        this.recycled = recycled;
    }

    public long number() {
        return number;
    }

    public boolean recycled() {
        return recycled;
    }

    /** Writes and forces the header, then the name; returns the header's CRC, with which the chain begins. */
    public int begin(SegmentHeader header) throws IOException {
        final int crc = writeHeader(header);
        channel.force(false);
        name();
        return crc;
    }

    /** As {@link #begin}, with records in it; returns the check value of the last one. The file may grow for them. */
    public int begin(SegmentHeader header, LogTail tail) throws IOException {
        final int check = tail.copy(this, writeHeader(header));
        channel.force(true);
        name();
        return check;
    }

    private int writeHeader(SegmentHeader header) throws IOException {
        firstLsn = header.firstLsn();
        final ByteBuffer block = ByteBuffer.allocateDirect(SegmentHeader.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        final int crc = header.write(block);
        LogFiles.writeFully(channel, block, 0);
        return crc;
    }

    private void name() throws IOException {
        files.move(files.unfinished(number), files.segment(number));
        files.forceDirectory();
    }

    /** Returns whether the segment has room for so many bytes at an LSN. */
    public boolean hasRoom(long lsn, int size) {
        return offset(lsn) + size <= bytes;
    }

    /** Returns whether a quarter of the segment is used. */
    public boolean isQuarterFull(long lsn) {
        return offset(lsn) > bytes / 4;
    }

    private long offset(long lsn) {
        return SegmentHeader.BYTES + lsn - firstLsn;
    }

    public void write(ByteBuffer records, long lsn) throws IOException {
        LogFiles.writeFully(channel, records, offset(lsn));
    }

    public void force() throws IOException {
        channel.force(false);
    }

    public void close() throws IOException {
        channel.close();
    }
}
