package io.baton.storage.log;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Finds out whether an operation has failed because there was no room. */
final class DiskFull {
    // The JDK has no type for it, and the text is the system's, in the language of the process: where it is English it
    // tells, of a quota too. In other languages the file system is asked. That comes a moment later, when what was
    // half written may be gone again; so it counts what the log may have needed, and not whether nothing is left.
    private static final List<String> FULL =
        List.of("no space left", "quota exceeded", "not enough space", "disk full");
    private static final List<String> SOMETHING_ELSE = List.of("input/output error", "i/o error", "read-only file");

    private DiskFull() {
    }

    /**
     * Tells whether the disk was full, or most likely was.
     *
     * @param directory where the operation was
     * @param neededBytes as much as it may have needed
     */
    static boolean isReason(Throwable failure, Path directory, long neededBytes) {
        if (!(failure instanceof IOException)) {
            return false;
        }
        final String text = String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT);
        if (FULL.stream().anyMatch(text::contains)) {
            return true;
        }
        return SOMETHING_ELSE.stream().noneMatch(text::contains) && hasLess(directory, neededBytes);
    }

    private static boolean hasLess(Path directory, long bytes) {
        try {
            return Files.getFileStore(directory).getUsableSpace() < bytes;
        } catch (IOException | RuntimeException e) {
            // Not every file system can tell.
            return false;
        }
    }
}
