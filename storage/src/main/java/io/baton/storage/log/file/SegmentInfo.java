package io.baton.storage.log.file;

import io.baton.storage.codec.DamagedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A segment of the log of a store that no process has open, by its header; its records are not read.
 *
 * @param number its number
 * @param path its file
 * @param bytes of its file
 * @param firstLsn the LSN of its first record
 * @param base how many bases the store's checkpoints had when it was taken into use
 * @param begun when it was taken into use
 */
public record SegmentInfo(long number, Path path, long bytes, long firstLsn, int base, Instant begun) {
    static SegmentInfo of(SegmentHeader header, Path path, long bytes) {
        return new SegmentInfo(header.number(), path, bytes, header.firstLsn(), header.base(),
            Instant.EPOCH.plus(header.micros(), ChronoUnit.MICROS));
    }

    /**
     * Lists the segments in a directory by number; changes nothing.
     *
     * @throws DamagedException if a header is damaged; it names the file
     * @throws UncheckedIOException if a file cannot be read
     */
    public static List<SegmentInfo> list(Path directory) {
        final LogFiles files = new LogFiles(directory);
        final SegmentScan scan = new SegmentScan(files);
        final List<SegmentInfo> found = new ArrayList<>();
        try {
            for (Map.Entry<Long, Path> entry : files.segments().entrySet()) {
                found.add(SegmentInfo.of(scan.header(entry.getValue()), entry.getValue(),
                    files.size(entry.getValue())));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the log in %s cannot be read: %s".formatted(directory, e), e);
        }
        return found;
    }
}
