package io.baton.storage.log;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The log has failed for good, or was closed: nothing can be appended any more, and whether what was not forced before
 * is on disk is not known. The message says what failed and what to do.
 */
public final class LogFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean diskFull;

    private LogFailedException(String sentence, boolean diskFull, @Nullable Throwable cause) {
        super(sentence, cause);
        this.diskFull = diskFull;
    }

    /** The log was closed in order. */
    static LogFailedException closed(Path directory) {
        return new LogFailedException("the log in %s is closed".formatted(directory), false, null);
    }

    /**
     * Returns the failure of a write, force, rename or the like; a full disk has a sentence of its own.
     *
     * @param neededBytes as much room as the log may need at once
     */
    static LogFailedException of(Path directory, Throwable cause, long neededBytes) {
        if (DiskFull.isReason(cause, directory, neededBytes)) {
            return new LogFailedException(
                "the log in %s has failed, because the disk is full; make room and open the store again"
                    .formatted(directory),
                true, cause);
        }
        return new LogFailedException(
            "the log in %s has failed and takes nothing more: %s; mend the cause and open the store again"
                .formatted(directory, cause),
            false, cause);
    }

    /** Returns the failure to read an archive, before anything was changed. */
    static LogFailedException ofArchive(Path archive, Throwable cause) {
        return new LogFailedException(
            "the archive %s cannot be read: %s; mend the cause, or give another archive, and open the store again"
                .formatted(archive, cause),
            false, cause);
    }

    /** Returns an exception of the calling thread with the same message. */
    LogFailedException again() {
        return new LogFailedException(String.valueOf(getMessage()), diskFull, this);
    }

    /** Returns whether the disk was full, or the quota was used up. */
    public boolean diskFull() {
        return diskFull;
    }
}
