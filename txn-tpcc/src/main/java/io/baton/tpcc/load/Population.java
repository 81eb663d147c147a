package io.baton.tpcc.load;

import io.baton.engine.Engine;
import io.baton.engine.Loader;
import io.baton.tpcc.random.NuRand;
import io.baton.tpcc.random.Seeds;
import io.baton.tpcc.schema.Scale;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;

/**
 * Loads the initial rows: one task for the items and one for each warehouse, each with a random generator of its own,
 * on as many threads as there are processors.
 */
public final class Population {

    private static final long REPORT_MILLIS = 50;

    private final Engine engine;
    private final int warehouses;
    private final long seed;
    private final NuRand nuRand;
    private final long nowMillis;
    private final LongAdder loaded = new LongAdder();
    private long reported;

    /**
     * Prepares a load.
     *
     * @param engine an open engine with the tables of the schema, all empty
     * @param warehouses the scale, 1 or more
     * @param seed gives all rows
     * @param nuRand the constants of the non-uniform distributions
     * @param nowMillis the date of all rows, in milliseconds since 1970
     */
    public Population(Engine engine, int warehouses, long seed, NuRand nuRand, long nowMillis) {
        this.engine = engine;
        this.warehouses = warehouses;
        this.seed = seed;
        this.nuRand = nuRand;
        this.nowMillis = nowMillis;
    }

    /**
     * Returns how many rows a load inserts, with the mean number of order lines.
     *
     * @param warehouses the scale, 1 or more
     * @return the number of rows of all tables together
     */
    public static long rows(int warehouses) {
        return Scale.ITEMS + warehouses * Scale.ROWS_PER_WAREHOUSE;
    }

    /**
     * Loads on as many threads as there are processors, and waits for them.
     *
     * @param rowsLoaded is told on the calling thread how many rows came since it was last told
     * @throws IllegalStateException if a row could not be loaded or the calling thread was interrupted
     */
    public void load(LongConsumer rowsLoaded) {
        load(Math.min(Runtime.getRuntime().availableProcessors(), warehouses + 1), rowsLoaded);
    }

    void load(int threads, LongConsumer rowsLoaded) {
        try (ExecutorService executor =
            Executors.newFixedThreadPool(threads, Thread.ofPlatform().name("baton-tpcc-load-", 0).factory())) {
            final List<Future<?>> tasks = new ArrayList<>();
            for (int warehouse = 0; warehouse <= warehouses; warehouse++) {
                final int part = warehouse;
                tasks.add(executor.submit(() -> loadPart(part)));
            }
            boolean complete = false;
            try {
                tasks.forEach(task -> await(task, rowsLoaded));
                complete = true;
            } finally {
                if (!complete) {
                    executor.shutdownNow();
                }
            }
        }
        report(rowsLoaded);
    }

    /** Part 0 is the items, every other one the warehouse of that number. */
    private void loadPart(int part) {
        final long partSeed = Seeds.of(seed, Seeds.Use.POPULATION, part);
        final LoadProgress progress = new LoadProgress(loaded);
        try (Loader loader = engine.loader()) {
            if (part == 0) {
                new ItemPopulation(partSeed, progress).load(loader);
            } else {
                new WarehousePopulation(part, partSeed, nuRand, nowMillis, progress).load(loader);
            }
        }
        progress.tell();
    }

    private void await(Future<?> task, LongConsumer rowsLoaded) {
        while (true) {
            try {
                task.get(REPORT_MILLIS, TimeUnit.MILLISECONDS);
                return;
            } catch (TimeoutException e) {
                report(rowsLoaded);
            } catch (ExecutionException e) {
                throw new IllegalStateException("loading failed: " + e.getCause(), e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("loading was interrupted", e);
            }
        }
    }

    private void report(LongConsumer rowsLoaded) {
        final long now = loaded.sum();
        if (now > reported) {
            rowsLoaded.accept(now - reported);
            reported = now;
        }
    }
}
