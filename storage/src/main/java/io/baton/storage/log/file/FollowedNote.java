package io.baton.storage.log.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * A note in the block of a segment's header, in a sector of its own, that the next segment was begun
 * (storage/spec/4-log.md). Without it, the loss of the last segments looks like the end of the log.
 *
 * <pre>
 *   2048       2056            2060    2064
 *  +----------+---------------+-------+
 *  | BATONNXT | header's CRC  | CRC   |
 *  +----------+---------------+-------+
 * </pre>
 */
public final class FollowedNote {
    static final int AT = 2048;
    static final int BYTES = 16;
    private static final long MAGIC =
        ByteBuffer.wrap("BATONNXT".getBytes(StandardCharsets.US_ASCII)).order(ByteOrder.LITTLE_ENDIAN).getLong();
    private static final int HEADER_CRC_AT = 8;
    private static final int CRC_AT = 12;

    private FollowedNote() {
    }

    /** Writes the note to a segment, and forces it; the next segment and its name are on disk. */
    public static void write(LogFiles files, long segment) throws IOException {
        final SegmentHeader header = new SegmentScan(files).header(files.segment(segment));
        final ByteBuffer note = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
        note.putLong(0, MAGIC).putInt(HEADER_CRC_AT, header.crc());
        note.putInt(CRC_AT, crc(note, 0));
        try (FileChannel channel = files.openForWriting(files.segment(segment))) {
            LogFiles.writeFully(channel, note, AT);
            channel.force(false);
        }
    }

    /** Takes the note out of a copy that ends the log, which is not forced yet. */
    static void clear(FileChannel copy) throws IOException {
        LogFiles.writeFully(copy, ByteBuffer.allocate(BYTES), AT);
    }

    /** Returns whether the block of a header has the note. That of an earlier life of the file does not count. */
    static boolean isIn(ByteBuffer block, SegmentHeader header) {
        return block.limit() >= AT + BYTES && block.getLong(AT) == MAGIC
            && block.getInt(AT + HEADER_CRC_AT) == header.crc() && block.getInt(AT + CRC_AT) == crc(block, AT);
    }

    private static int crc(ByteBuffer note, int at) {
        final CRC32C crc = new CRC32C();
        crc.update(note.duplicate().limit(at + CRC_AT).position(at));
        return (int) crc.getValue();
    }
}
