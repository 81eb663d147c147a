package io.baton.storage.log;

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
 * A segment of the log of a store that nobody has open, as its header says; its records are not looked at.
 *
 * @param number its number
 * @param path its file
 * @param bytes of its file
 * @param firstLsn the LSN of its first record
 * @param begun when it was taken into use
 */
public record SegmentInfo(long number, Path path, long bytes, long firstLsn, Instant begun) {

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
                final SegmentHeader header = scan.header(entry.getValue());
                found.add(new SegmentInfo(entry.getKey(), entry.getValue(), files.size(entry.getValue()),
                    header.firstLsn(), Instant.EPOCH.plus(header.micros(), ChronoUnit.MICROS)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the log in %s cannot be read: %s".formatted(directory, e), e);
        }
        return found;
    }
}
