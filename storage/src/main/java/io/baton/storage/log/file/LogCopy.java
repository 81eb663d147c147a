package io.baton.storage.log.file;

import io.baton.storage.codec.DamagedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.UUID;

/** Copies a part of a log to another directory, also while the log is written. */
public final class LogCopy {
    private static final int PIECE_BYTES = 1 << 20;

    private LogCopy() {
    }

    /**
     * Copies the segments that hold a range of LSNs, the last one up to the end of the range, forces the copies, reads
     * them again and checks every record. These segments are not removed meanwhile.
     *
     * @param from the log's directory
     * @param to an empty directory
     * @param storeId the store's id
     * @param fromLsn begin of the range
     * @param toLsn its end, where a record ends up to which the log was written; not less than the begin
     * @return the bytes of the copies
     * @throws DamagedException if the log does not have the range, or has it damaged
     * @throws IOException if a file cannot be read or written
     */
    public static long copy(Path from, Path to, UUID storeId, long fromLsn, long toLsn) throws IOException {
        final LogFiles target = new LogFiles(to);
        final ByteBuffer piece = ByteBuffer.allocateDirect(PIECE_BYTES);
        long bytes = 0;
        long end = toLsn;
        for (SegmentHeader header : newestFirst(new LogFiles(from), fromLsn, toLsn)) {
            final long size = SegmentHeader.BYTES + end - header.firstLsn();
            copy(new LogFiles(from), target, header.number(), size, piece, bytes == 0);
            bytes += size;
            end = header.firstLsn();
        }
        target.forceDirectory();
        requireRange(to, storeId, fromLsn, toLsn);
        return bytes;
    }

    private static Deque<SegmentHeader> newestFirst(LogFiles files, long fromLsn, long toLsn) throws IOException {
        final SegmentScan scan = new SegmentScan(files);
        final Deque<SegmentHeader> found = new ArrayDeque<>();
        for (Map.Entry<Long, Path> entry : files.segments().descendingMap().entrySet()) {
            final SegmentHeader header = scan.header(entry.getValue());
            if (header.firstLsn() <= fromLsn || header.firstLsn() < toLsn) {
                found.addLast(header);
            }
            if (header.firstLsn() <= fromLsn) {
                // Older ones may be on their way to be used again.
                break;
            }
        }
        return found;
    }

    private static void copy(LogFiles from, LogFiles to, long segment, long size, ByteBuffer piece,
            boolean last) throws IOException {
        try (FileChannel source = from.openForReading(from.segment(segment));
            FileChannel copy = to.create(to.segment(segment))) {
            for (long at = 0; at < size; at += piece.limit()) {
                piece.clear().limit((int) Math.min(PIECE_BYTES, size - at));
                LogFiles.readFully(source, piece, at);
                if (piece.hasRemaining()) {
                    throw new DamagedException("the segment ends at byte %d, and %d bytes of it are needed"
                        .formatted(at + piece.position(), size)).in(from.segment(segment).toString());
                }
                LogFiles.writeFully(copy, piece.flip(), at);
            }
            if (last) {
                FollowedNote.clear(copy);
            }
            copy.force(true);
        }
    }

    private static void requireRange(Path copy, UUID storeId, long fromLsn, long toLsn) {
        try (LogReader reader = new LogReader(copy, storeId, fromLsn)) {
            boolean more = true;
            while (more) {
                more = reader.next();
            }
            if (reader.end().lsn() != toLsn) {
                throw new DamagedException("the log was copied up to LSN %d, but has no valid record at LSN %d"
                    .formatted(toLsn, reader.end().lsn())).in(copy.toString());
            }
        }
    }
}
