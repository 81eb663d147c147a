package io.baton.server.login;

import io.netty.util.concurrent.EventExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Lines of the log for requests that are refused, which cost who sends them nothing: some in a second, and then one
 * that tells how many there were more. So each is told or counted, and nobody fills a disk. On one event loop.
 */
public final class RefusalLines {

    /** Lines of a second. */
    public static final int LINES_MAX = 10;

    private final EventExecutor loop;
    private final Consumer<String> log;
    private int told;
    private long untold;

    /**
     * Begins.
     *
     * @param loop whose tasks tell of refusals
     * @param log takes the lines
     */
    public RefusalLines(EventExecutor loop, Consumer<String> log) {
        this.loop = loop;
        this.log = log;
    }

    /**
     * Tells of a refusal.
     *
     * @param line what was refused, to whom, and why
     */
    @SuppressWarnings("FutureReturnValueIgnored") // It ends with its loop.
    public void tell(String line) {
        if (told == 0) {
            loop.schedule(this::endSecond, 1, TimeUnit.SECONDS);
        }
        if (told < LINES_MAX) {
            told++;
            log.accept(line);
        } else {
            untold++;
        }
    }

    private void endSecond() {
        if (untold > 0) {
            log.accept(untold + " more were refused within a second, of which there are no lines");
        }
        told = 0;
        untold = 0;
    }
}
