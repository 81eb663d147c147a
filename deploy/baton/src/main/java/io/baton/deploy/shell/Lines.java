package io.baton.deploy.shell;

import org.jspecify.annotations.Nullable;

/** Where a shell's lines come from. One thread at a time. */
interface Lines extends AutoCloseable {

    /**
     * Returns the next line.
     *
     * @return the line, empty if it was taken back with Ctrl-C; null at the end
     * @throws ShellException if its bytes are no text
     */
    @Nullable
    String next() throws ShellException;

    /** Whether a person types them and reads the answers. */
    boolean interactive();

    /**
     * Says what Ctrl-C does while a call is under way.
     *
     * @param action run on another thread
     */
    void onInterrupt(Runnable action);

    @Override
    void close();
}
