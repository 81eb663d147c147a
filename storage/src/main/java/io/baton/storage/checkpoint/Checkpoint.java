package io.baton.storage.checkpoint;

import java.nio.file.Path;

/**
 * A checkpoint that is complete.
 *
 * @param directory where its files are
 * @param manifest what it says of itself
 */
public record Checkpoint(Path directory, Manifest manifest) {
    /** Returns the bytes of its tables' files. */
    public long bytes() {
        return manifest.tables().stream().mapToLong(Manifest.Entry::bytes).sum();
    }

    /** Returns the rows of its tables. */
    public long rows() {
        return manifest.tables().stream().mapToLong(Manifest.Entry::rows).sum();
    }
}
