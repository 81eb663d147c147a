package io.baton.server;

import io.netty.util.concurrent.DefaultEventExecutor;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Reads files again that have changed, now and then, on a thread of its own: disks and large files take time that event
 * loops do not have. What goes wrong with one of them is logged once, and does not end it.
 */
@SuppressWarnings("FutureReturnValueIgnored") // What is begun here ends with its thread.
final class FileRefresh implements AutoCloseable {

    private final List<Guarded> files;
    private final Duration pause;
    private final EventExecutor thread =
        new DefaultEventExecutor(new DefaultThreadFactory("baton-server-files", true));

    /** One reader and what was logged of it last; for the thread. */
    private static final class Guarded {
        private final Runnable reader;
        private final Consumer<String> log;
        private String complaint = "";

        Guarded(Runnable reader, Consumer<String> log) {
            this.reader = reader;
            this.log = log;
        }

        void read() {
            try {
                reader.run();
                complaint = "";
            } catch (RuntimeException | Error e) {
                final String line = "a file was not read again, as of " + e;
                if (!line.equals(complaint)) {
                    complaint = line;
                    log.accept(line);
                }
            }
        }
    }

    /**
     * Begins.
     *
     * @param readers each reads what has changed of its files
     * @param pause between two looks
     * @param log takes a line when a reader fails
     */
    FileRefresh(List<Runnable> readers, Duration pause, Consumer<String> log) {
        this.files = readers.stream().map(reader -> new Guarded(reader, log)).toList();
        this.pause = pause;
        lookLater();
    }

    private void lookLater() {
        thread.schedule(this::look, pause.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void look() {
        try {
            files.forEach(Guarded::read);
        } finally {
            // Also if the log has failed. On its own thread it is never refused: if it closes now, that forgets it.
            if (!thread.isShuttingDown()) {
                lookLater();
            }
        }
    }

    /** Ends it; a look that is under way goes on. */
    @Override
    public void close() {
        thread.shutdownGracefully(0, 0, TimeUnit.SECONDS);
    }

    /** Completed when it is closed and no look is under way any more. */
    Future<?> ended() {
        return thread.terminationFuture();
    }
}
