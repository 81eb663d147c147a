package io.baton.tpcc.load;

import io.baton.engine.BulkLoad;
import io.baton.engine.Engine;
import io.baton.engine.Loader;
import io.baton.tpcc.random.GeneratorSeeds;
import io.baton.tpcc.random.NuRand;
import io.baton.tpcc.schema.Scale;
import java.util.function.LongConsumer;

/**
 * Loads the initial rows: one part for the items and one for each warehouse, each with a random generator of its own,
 * on as many threads as there are processors.
 */
public final class Population {

    private final Engine engine;
    private final int warehouses;
    private final long seed;
    private final NuRand nuRand;
    private final long nowMillis;

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
     * @throws IllegalStateException if a row could not be loaded or the calling thread was interrupted; what was loaded
     *     till then is not kept in a data directory
     */
    public void load(LongConsumer rowsLoaded) {
        BulkLoad.run(engine, warehouses + 1, this::loadPart, rowsLoaded);
    }

    void load(int threads, LongConsumer rowsLoaded) {
        BulkLoad.run(engine, warehouses + 1, threads, this::loadPart, rowsLoaded);
    }

    /** Part 0 is the items, every other one the warehouse of that number. */
    private void loadPart(int part, Loader loader) {
        final long partSeed = GeneratorSeeds.of(seed, GeneratorSeeds.Use.POPULATION, part);
        if (part == 0) {
            new ItemPopulation(partSeed).load(loader);
        } else {
            new WarehousePopulation(part, partSeed, nuRand, nowMillis).load(loader);
        }
    }
}
