package io.baton.storage.log;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The log has failed for good, or was closed: nothing can be appended any more, and whether what was not forced before
 * is on disk is not known. The message says what failed and what to do.
 */
public final class LogFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LogFailedException(String sentence, @Nullable Throwable cause) {
        super(sentence, cause);
    }

    /** Returns the failure of a write, force, rename or the like; a full disk has a sentence of its own. */
    static LogFailedException of(Path directory, Throwable cause) {
        if (isDiskFull(cause)) {
            return new LogFailedException(
                "the log in %s has failed, because the disk is full; make room and open the store again"
                    .formatted(directory),
                cause);
        }
        return new LogFailedException(
            "the log in %s has failed and takes nothing more: %s; mend the cause and open the store again"
                .formatted(directory, cause),
            cause);
    }

    /** Returns an exception of the calling thread with the same message. */
    LogFailedException again() {
        return new LogFailedException(String.valueOf(getMessage()), this);
    }

    /** Returns whether the disk was full, or the quota was used up. */
    public boolean diskFull() {
        Throwable cause = this;
        while (cause instanceof LogFailedException) {
            cause = cause.getCause();
        }
        return cause != null && isDiskFull(cause);
    }

    /** The JDK has no type for it: only the system's text tells. */
    private static boolean isDiskFull(Throwable cause) {
        if (!(cause instanceof IOException) || cause.getMessage() == null) {
            return false;
        }
        final String text = cause.getMessage().toLowerCase(Locale.ROOT);
        return text.contains("no space left") || text.contains("quota exceeded")
            || text.contains("not enough space") || text.contains("disk full");
    }
}
