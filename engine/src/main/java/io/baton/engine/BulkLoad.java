package io.baton.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;

/**
 * Fills an engine's tables on several threads. The work is cut into numbered parts, each loaded by one thread with a
 * {@link Loader} of its own; if what a part loads depends on nothing but its number, the tables are the same whatever
 * the number of threads.
 *
 * <pre>
 * BulkLoad.run(engine, 64, (part, loader) -&gt; loadPart(part, loader), rows -&gt; { });
 * </pre>
 */
public final class BulkLoad {

    private static final long REPORT_MILLIS = 50;

    private final Engine engine;
    private final Part work;
    private final LongConsumer rowsLoaded;
    private final LongAdder loaded = new LongAdder();
    private long reported;

    private BulkLoad(Engine engine, Part work, LongConsumer rowsLoaded) {
        this.engine = engine;
        this.work = work;
        this.rowsLoaded = rowsLoaded;
    }

    /** Loads parts; called by several threads at once. */
    @FunctionalInterface
    public interface Part {

        /**
         * Loads one part.
         *
         * @param part its number, from 0
         * @param loader for this part alone; the caller closes it
         */
        void load(int part, Loader loader);
    }

    /**
     * Loads all parts on as many threads as there are processors, and waits for them.
     *
     * @param engine the engine, which nobody has called yet
     * @param parts how many parts there are
     * @param work loads them
     * @param rowsLoaded is told on the calling thread, now and then, how many rows came since it was last told
     * @throws IllegalStateException if a part could not be loaded, or the calling thread was interrupted: then closing
     *     the engine keeps nothing of what was loaded, unless calls are made on it; or if the engine is closed, a call
     *     has been made already, or a session opened: then nothing has changed
     */
    public static void run(Engine engine, int parts, Part work, LongConsumer rowsLoaded) {
        final int threads = Math.clamp(parts, 1, engine.processors);
        run(engine, parts, threads, work, rowsLoaded);
    }

    /**
     * Loads all parts on a number of threads, and waits for them.
     *
     * @param engine the engine, which nobody has called yet
     * @param parts how many parts there are
     * @param threads how many threads, 1 or more
     * @param work loads them
     * @param rowsLoaded is told on the calling thread, now and then, how many rows came since it was last told
     * @throws IllegalStateException if a part could not be loaded, or the calling thread was interrupted: then closing
     *     the engine keeps nothing of what was loaded, unless calls are made on it; or if the engine is closed, a call
     *     has been made already, or a session opened: then nothing has changed
     */
    public static void run(Engine engine, int parts, int threads, Part work, LongConsumer rowsLoaded) {
        new BulkLoad(engine, work, rowsLoaded).run(parts, threads);
    }

    private void run(int parts, int threads) {
        engine.checkLoading();
        try (ExecutorService executor = new ThreadPoolExecutor(threads, threads, 0, TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(), engine.loaderThreads())) {
            final List<Future<?>> tasks = new ArrayList<>();
            for (int i = 0; i < parts; i++) {
                final int part = i;
                tasks.add(executor.submit(() -> load(part)));
            }
            boolean complete = false;
            try {
                tasks.forEach(this::await);
                complete = true;
            } finally {
                if (!complete) {
                    engine.loadingFailed();
                    executor.shutdownNow();
                }
            }
        }
        report();
    }

    private void load(int part) {
        try (Loader loader = engine.loader().countInto(loaded)) {
            work.load(part, loader);
        }
    }

    private void await(Future<?> task) {
        while (true) {
            try {
                task.get(REPORT_MILLIS, TimeUnit.MILLISECONDS);
                return;
            } catch (TimeoutException e) {
                report();
            } catch (ExecutionException e) {
                throw new IllegalStateException("loading failed: " + e.getCause(), e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("loading was interrupted", e);
            }
        }
    }

    private void report() {
        final long now = loaded.sum();
        if (now > reported) {
            rowsLoaded.accept(now - reported);
            reported = now;
        }
    }
}
