package io.baton.engine;

import io.baton.park.Workers;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

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

    private static final long REPORT_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

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
     * @param engine the engine, which has not been called yet
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
     * @param engine the engine, which has not been called yet
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
        Workers.Work loading = null;
        boolean complete = false;
        try {
            loading = engine.loaders(threads).start(IntStream.range(0, parts).mapToObj(this::part).toList());
            await(loading);
            complete = true;
        } finally {
            if (!complete) {
                engine.loadingFailed();
                if (loading != null) {
                    loading.cancel();
                }
            }
        }
        report();
    }

    private Callable<?> part(int part) {
        return () -> {
            try (Loader loader = engine.loader().countInto(loaded)) {
                work.load(part, loader);
            }
            return part;
        };
    }

    private void await(Workers.Work loading) {
        boolean ended = false;
        while (!ended) {
            try {
                ended = loading.awaitEnd(REPORT_NANOS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("loading was interrupted", e);
            }
            final Throwable failure = loading.failure();
            if (failure != null) {
                throw new IllegalStateException("loading failed: " + failure, failure);
            }
            report();
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
