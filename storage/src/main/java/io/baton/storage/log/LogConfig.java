package io.baton.storage.log;

import io.baton.park.Parking;
import io.baton.storage.log.file.RecordLayout;
import io.baton.storage.log.file.SegmentHeader;
import io.baton.storage.steady.SteadyThread;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.ThreadFactory;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * How a log works.
 *
 * @param directory where its segments are; it exists
 * @param storeId the store's id, in every segment
 * @param mode when it is forced
 * @param segmentBytes bytes of a segment: 16,384 to 1,073,741,824, a multiple of 4,096
 * @param bufferBytes bytes of the buffer between appenders and disk: a power of two, 65,536 to 1,073,741,824
 * @param asyncNanos with {@link LogMode#ASYNC}, the time from the begin of one force to the next; 1,000 or more
 * @param clock time for waiting and measuring
 * @param parking how its threads and those that call it wait
 * @param wallClock time for marks
 * @param threads makes the log's three threads, and one more for an archive: {@link SteadyThread}s, or each
 *     operation on a file takes another one
 * @param archive where finished segments are copied before they are removed; a directory that exists, or null for
 *     nowhere
 */
public record LogConfig(Path directory, UUID storeId, LogMode mode, long segmentBytes, int bufferBytes,
        long asyncNanos, NanoClock clock, Parking parking, InstantSource wallClock, ThreadFactory threads,
        @Nullable Path archive) {
    private static final long SEGMENT_BYTES_MIN = 16_384;
    private static final int BUFFER_BYTES_MIN = 65_536;
    private static final int BYTES_MAX = 1 << 30;
    private static final long ASYNC_NANOS_MIN = 1_000;

    /** Refuses what is out of range. */
    public LogConfig {
        require(segmentBytes >= SEGMENT_BYTES_MIN && segmentBytes <= BYTES_MAX
            && segmentBytes % SegmentHeader.BYTES == 0,
            "a segment has 16384 to 1073741824 bytes, a multiple of 4096, and not ", segmentBytes);
        require(bufferBytes >= BUFFER_BYTES_MIN && bufferBytes <= BYTES_MAX && Integer.bitCount(bufferBytes) == 1,
            "the log's buffer has 65536 to 1073741824 bytes, a power of two, and not ", bufferBytes);
        require(asyncNanos >= ASYNC_NANOS_MIN, "the log is forced every 1000 nanoseconds at most, and not every ",
            asyncNanos);
    }

    /** Makes one without an archive, for threads of the machine. */
    public LogConfig(Path directory, UUID storeId, LogMode mode, long segmentBytes, int bufferBytes, long asyncNanos,
            NanoClock clock, InstantSource wallClock, ThreadFactory threads) {
        this(directory, storeId, mode, segmentBytes, bufferBytes, asyncNanos, clock, Parking.onMachine(), wallClock,
            threads, null);
    }

    private static void require(boolean holds, String sentence, long value) {
        if (!holds) {
            throw new IllegalArgumentException(sentence + value);
        }
    }

    /** Returns how many bytes of writes a record has at most: a segment and half the buffer hold it. */
    int fragmentBytes() {
        final long room = Math.min(segmentBytes - SegmentHeader.BYTES, bufferBytes / 2)
            - RecordLayout.HEADER_BYTES - RecordLayout.FIRST_LSN_BYTES;
        return (int) Math.min(RecordLayout.FRAGMENT_BYTES_MAX, room & -8);
    }
}
