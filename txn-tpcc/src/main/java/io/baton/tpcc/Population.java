package io.baton.tpcc;

import io.baton.engine.Engine;
import io.baton.engine.Loader;
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
final class Population {

    private static final long REPORT_MILLIS = 50;

    private final Engine engine;
    private final TpccConfig config;
    private final NuRand nuRand;
    private final long nowMillis;
    private final LongAdder loaded = new LongAdder();
    private long reported;

    Population(Engine engine, TpccConfig config, NuRand nuRand, long nowMillis) {
        this.engine = engine;
        this.config = config;
        this.nuRand = nuRand;
        this.nowMillis = nowMillis;
    }

    static long rows(int warehouses) {
        return Scale.ITEMS + warehouses * Scale.ROWS_PER_WAREHOUSE;
    }

    /** Loads, and tells on the calling thread how many rows came since it last told. */
    void load(LongConsumer rowsLoaded) {
        load(Math.min(Runtime.getRuntime().availableProcessors(), config.warehouses() + 1), rowsLoaded);
    }

    void load(int threads, LongConsumer rowsLoaded) {
        try (ExecutorService executor =
            Executors.newFixedThreadPool(threads, Thread.ofPlatform().name("baton-tpcc-load-", 0).factory())) {
            final List<Future<?>> tasks = new ArrayList<>();
            for (int warehouse = 0; warehouse <= config.warehouses(); warehouse++) {
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
        final long seed = Seeds.of(config.seed(), Seeds.Use.POPULATION, part);
        final LoadProgress progress = new LoadProgress(loaded);
        try (Loader loader = engine.loader()) {
            if (part == 0) {
                new ItemPopulation(seed, progress).load(loader);
            } else {
                new WarehousePopulation(part, seed, nuRand, nowMillis, progress).load(loader);
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
