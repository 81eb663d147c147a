package io.baton.deploy.store;

import io.baton.storage.checkpoint.Manifest;
import io.baton.storage.log.file.LogEnd;
import io.baton.storage.log.file.SegmentInfo;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a store has.
 *
 * @param storeId its id
 * @param checkpoints its checkpoints, the newest first
 * @param segments the segments of its log, by number; without those behind a damaged place
 * @param end where the log ends, or nothing if it is damaged
 * @param damages what is damaged, a clause for each with file and offset
 */
public record StoreSummary(UUID storeId, List<CheckpointSummary> checkpoints, List<SegmentSummary> segments,
        Optional<LogEnd> end, List<String> damages) {

    /**
     * A checkpoint.
     *
     * @param number its number
     * @param manifest what it says of itself, or null if that cannot be read
     * @param valid whether all its files are as they were written
     */
    public record CheckpointSummary(long number, @Nullable Manifest manifest, boolean valid) {
    }

    /**
     * A segment.
     *
     * @param info what its header says
     * @param records how many records it has
     * @param transactions how many transactions end in it
     * @param bytes bytes of its records
     * @param marked when its last mark was written, or nothing if it has none
     */
    public record SegmentSummary(SegmentInfo info, long records, long transactions, long bytes,
            Optional<Instant> marked) {
    }
}
