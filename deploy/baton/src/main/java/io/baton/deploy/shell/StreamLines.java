package io.baton.deploy.shell;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** Lines of a file or a pipe. */
final class StreamLines implements Lines {

    private final BufferedReader reader;

    /**
     * Reads lines.
     *
     * @param reader where they are; it is not closed
     */
    StreamLines(BufferedReader reader) {
        this.reader = reader;
    }

    @Override
    public @Nullable String next() {
        try {
            return reader.readLine();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public boolean interactive() {
        return false;
    }

    @Override
    public void onInterrupt(Runnable action) {
        // The signal ends the program.
    }

    @Override
    public void close() {
        // Who opened the reader closes it.
    }
}
