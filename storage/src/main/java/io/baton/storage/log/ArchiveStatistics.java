package io.baton.storage.log;

import org.jspecify.annotations.Nullable;

/**
 * Counts of a log's archive since the log was opened.
 *
 * @param copied segments that were copied
 * @param waiting finished segments that are not copied yet; none of them is removed
 * @param failure why the last attempt to copy one has failed, and it is tried again; or else, until the log is closed,
 *     the damage for which one cannot be copied; or null
 */
public record ArchiveStatistics(long copied, int waiting, @Nullable Throwable failure) {
    /** That of a log without an archive. */
    public static final ArchiveStatistics NONE = new ArchiveStatistics(0, 0, null);
}
