package io.baton.storage.recovery;

import io.baton.storage.checkpoint.Manifest;
import io.baton.storage.codec.DamagedException;
import io.baton.storage.log.file.LogReader;
import io.baton.storage.log.file.RecordType;
import io.baton.storage.log.file.SegmentInfo;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Where in the log a target is.
 *
 * @param lsn the end of the last record that is applied
 * @param time the last time that is told before
 */
record RestorePlace(long lsn, Instant time) {
    /** How often a log is read that is being written and looks damaged, always at another place. */
    static final int READS_MAX = 20;

    /** Tells whether a checkpoint has nothing that lies behind the target. */
    static boolean isReachable(Manifest checkpoint, RestoreTarget target) {
        return switch (target) {
            case RestoreTarget.End end -> true;
            case RestoreTarget.Lsn(long lsn) -> lsn >= checkpoint.endLsn();
            case RestoreTarget.Time(Instant instant) -> !time(checkpoint).isAfter(instant);
        };
    }

    static Instant time(Manifest checkpoint) {
        return Instant.EPOCH.plus(checkpoint.micros(), ChronoUnit.MICROS);
    }

    /**
     * Reads the log from a checkpoint up to the target. What was read so is whole, and does not change any more: it can
     * be read once more up to there without a second attempt.
     *
     * @param log opens the log at an LSN
     * @throws DamagedException if it looks damaged at the same place again, or {@link #READS_MAX} times
     */
    static RestorePlace find(LongFunction<LogReader> log, Manifest checkpoint, RestoreTarget target) {
        String before = "";
        for (int reads = 1;; reads++) {
            try (LogReader reader = log.apply(checkpoint.beginLsn())) {
                requireBase(reader, checkpoint, target);
                return read(reader, checkpoint, target);
            } catch (DamagedException e) {
                // While the log is written, its very end may look damaged; a moment later it is somewhere else.
                String why = String.valueOf(e.getMessage());
                if (why.equals(before) || reads == READS_MAX) {
                    throw e;
                }
                before = why;
            }
        }
    }

    /** Records behind a base do not lead on from a checkpoint before it. */
    private static void requireBase(LogReader reader, Manifest checkpoint, RestoreTarget target) {
        SegmentInfo behind = reader.firstAfterBase(checkpoint.bases());
        if (behind == null) {
            return;
        }
        boolean before = switch (target) {
            case RestoreTarget.End end -> false;
            case RestoreTarget.Lsn(long lsn) -> lsn <= behind.firstLsn();
            case RestoreTarget.Time(Instant instant) -> instant.isBefore(behind.begun());
        };
        if (!before) {
            throw new RecoveryException(("%s was begun at LSN %d at %s, after rows were loaded or changed without a"
                + " log, or tables changed, which the log does not have; give that LSN or an earlier place, or a backup"
                + " that was made later").formatted(behind.path(), behind.firstLsn(), behind.begun()));
        }
    }

    private static RestorePlace read(LogReader reader, Manifest checkpoint, RestoreTarget target) {
        long end = checkpoint.beginLsn();
        RestorePlace place = new RestorePlace(checkpoint.endLsn(), time(checkpoint));
        while (reader.next()) {
            end = reader.endLsn();
            if (end > checkpoint.endLsn()) {
                @Nullable
                RestorePlace further = place.further(reader, target);
                if (further == null) {
                    return place;
                }
                place = further;
            }
        }
        if (end < checkpoint.endLsn()) {
            throw new DamagedException("the log ends at LSN %d, but it had reached LSN %d when the backup was made"
                .formatted(end, checkpoint.endLsn()));
        }
        if (target instanceof RestoreTarget.Lsn(long lsn) && lsn > end) {
            throw new RecoveryException("the log ends at LSN %d, before LSN %d; give a place that it has"
                .formatted(end, lsn));
        }
        return place;
    }

    /** Returns the place with the record that the reader is at, or null if this is behind the target. */
    private @Nullable RestorePlace further(LogReader reader, RestoreTarget target) {
        boolean mark = reader.type() != RecordType.TRANSACTION;
        Instant last = mark ? reader.markTime() : time;
        return switch (target) {
            case RestoreTarget.End end -> new RestorePlace(reader.endLsn(), last);
            case RestoreTarget.Lsn(long wanted) -> reader.endLsn() > wanted ? null
                : new RestorePlace(reader.endLsn(), last);
            case RestoreTarget.Time(Instant instant) when mark -> last.isAfter(instant) ? null
                : new RestorePlace(reader.endLsn(), last);
            case RestoreTarget.Time time -> this;
        };
    }
}
