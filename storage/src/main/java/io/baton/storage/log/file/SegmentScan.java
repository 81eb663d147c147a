package io.baton.storage.log.file;

import io.baton.storage.codec.DamagedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Reads the headers of the segments in a directory. */
public final class SegmentScan {
    private final LogFiles files;

    public SegmentScan(LogFiles files) {
        this.files = files;
    }

    /** Reads a segment's header. */
    SegmentHeader header(Path path) throws IOException {
        try {
            return SegmentHeader.read(block(path));
        } catch (DamagedException e) {
            throw e.in(path + ", offset 0");
        }
    }

    /** Returns whether a segment says that another one follows. */
    boolean isFollowed(Path path, SegmentHeader header) throws IOException {
        return FollowedNote.isIn(block(path), header);
    }

    private ByteBuffer block(Path path) throws IOException {
        final ByteBuffer block = ByteBuffer.allocate(SegmentHeader.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        try (FileChannel channel = files.openForReading(path)) {
            LogFiles.readFully(channel, block, 0);
        }
        return block.flip();
    }

    /** Returns where each segment begins. One with a damaged header is so old that it is not read: where the next. */
    public NavigableMap<Long, Long> firstLsns(NavigableMap<Long, Path> segments) throws IOException {
        final NavigableMap<Long, Long> found = new TreeMap<>();
        long next = Long.MAX_VALUE;
        for (Map.Entry<Long, Path> entry : segments.descendingMap().entrySet()) {
            try {
                next = Math.min(next, header(entry.getValue()).firstLsn());
            } catch (DamagedException e) {
                if (next == Long.MAX_VALUE) {
                    throw e;
                }
            }
            found.put(entry.getKey(), next);
        }
        return found;
    }
}
