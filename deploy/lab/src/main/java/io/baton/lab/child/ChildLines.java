package io.baton.lab.child;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * The child's end of the pipe to its parent. A line is short enough for one call of the system to write it as a whole.
 * Thread-safe.
 */
public final class ChildLines {

    /** Tells lines from what libraries print. */
    public static final String MARK = "~ ";
    /** What a pipe takes as a whole, on Linux. */
    private static final int BYTES_MAX = 4096;

    private final FileOutputStream out = new FileOutputStream(FileDescriptor.out);

    /** Makes the only one of a process. */
    public ChildLines() {
    }

    /**
     * Writes a line; when this returns, the parent will read it, whatever becomes of this process.
     *
     * @param text words with spaces between them
     */
    public void line(String text) {
        final byte[] bytes = (MARK + text + '\n').getBytes(StandardCharsets.UTF_8);
        if (bytes.length > BYTES_MAX) {
            throw new IllegalArgumentException("a line of " + bytes.length + " bytes for a pipe; give at most "
                + BYTES_MAX);
        }
        try {
            out.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException("the parent does not read any more", e);
        }
    }
}
