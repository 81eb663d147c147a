package io.baton.storage.recovery;

import java.time.Instant;

/** Up to where a log is applied when a store is restored. */
public sealed interface RestoreTarget {
    /** Up to the log's end. */
    record End() implements RestoreTarget {
    }

    /**
     * Up to a place.
     *
     * @param lsn transactions are there whose last record ends here or before
     */
    record Lsn(long lsn) implements RestoreTarget {
        @Override
        public String toString() {
            return "LSN " + lsn;
        }
    }

    /**
     * Up to a time.
     *
     * @param instant nothing is there that was committed later; what was committed in the last moments before may be
     *     missing, at most as long as the log waits between two forces
     */
    record Time(Instant instant) implements RestoreTarget {
        @Override
        public String toString() {
            return instant.toString();
        }
    }
}
