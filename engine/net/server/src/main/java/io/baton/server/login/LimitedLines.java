package io.baton.server.login;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.netty.util.concurrent.EventExecutor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Lines of the log whose number clients decide, such as those for requests that are refused: some in a second, and then
 * one that tells how many more there were. So each is told or counted, and no client can fill a disk. Thread-safe.
 */
public final class LimitedLines {

    /** Lines of a second. */
    public static final int LINES_MAX = 10;

    private final EventExecutor loop;
    private final String what;
    private final Consumer<String> log;
    @GuardedBy("this")
    private int told;
    @GuardedBy("this")
    private long untold;

    /**
     * Begins.
     *
     * @param loop whose tasks tell how many more there were
     * @param what completes the sentence about them: "5 more ... within a second"
     * @param log takes the lines
     */
    public LimitedLines(EventExecutor loop, String what, Consumer<String> log) {
        this.loop = loop;
        this.what = what;
        this.log = log;
    }

    /**
     * Logs a line, or counts it.
     *
     * @param line the whole of it
     */
    public void tell(String line) {
        tell(() -> line);
    }

    /**
     * Logs a line, or counts it.
     *
     * @param line makes it, if it is logged
     */
    @SuppressWarnings("FutureReturnValueIgnored") // It ends with its loop.
    public void tell(Supplier<String> line) {
        final boolean first;
        synchronized (this) {
            if (told == LINES_MAX) {
                untold++;
                return;
            }
            first = told == 0;
            told++;
        }
        if (first) {
            // Before the line, as the log may throw.
            try {
                loop.schedule(this::endSecond, 1, TimeUnit.SECONDS);
            } catch (RejectedExecutionException e) {
                // The server has ended, so there will not be many more.
                endSecond();
            }
        }
        log.accept(line.get());
    }

    private void endSecond() {
        final long more;
        synchronized (this) {
            more = untold;
            told = 0;
            untold = 0;
        }
        if (more > 0) {
            log.accept(more + " more " + what + " within a second, of which there are no lines");
        }
    }
}
