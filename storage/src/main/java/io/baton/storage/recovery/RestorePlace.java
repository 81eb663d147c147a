package io.baton.storage.recovery;

import io.baton.storage.checkpoint.Manifest;
import io.baton.storage.codec.DamagedException;
import io.baton.storage.log.LogReader;
import io.baton.storage.log.RecordType;
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
     * Reads the log from a checkpoint up to the target.
     *
     * @param log opens the log at an LSN
     */
    static RestorePlace find(LongFunction<LogReader> log, Manifest checkpoint, RestoreTarget target) {
        String before = "";
        while (true) {
            try (LogReader reader = log.apply(checkpoint.beginLsn())) {
                return read(reader, checkpoint, target);
            } catch (DamagedException e) {
                // While the log is written, its very end may look damaged; a moment later it is somewhere else.
                String why = String.valueOf(e.getMessage());
                if (why.equals(before)) {
                    throw e;
                }
                before = why;
            }
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
