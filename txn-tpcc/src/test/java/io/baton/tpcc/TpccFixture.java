package io.baton.tpcc;

import io.baton.engine.Engine;
import io.baton.testing.workload.Loaded;

/** Loaded warehouses for tests. */
public final class TpccFixture {

    /** The date of everything that was loaded. */
    public static final long LOAD_MILLIS = 1_000;

    private static final long ORDERS_EXPECTED = 100_000;

    private TpccFixture() {
    }

    /**
     * Loads warehouses.
     *
     * @param warehouses the scale
     * @param clients of the engine
     * @param seed gives the rows
     * @return the loaded engine; the caller closes it
     */
    public static Loaded<Tpcc> load(int warehouses, int clients, long seed) {
        final TpccConfig config = new TpccConfig(warehouses, seed, false);
        return new Loaded<>(
            Tpcc.addTables(Engine.builder(), warehouses, ORDERS_EXPECTED).clients(clients).seed(seed),
            engine -> new Tpcc(engine, config, () -> LOAD_MILLIS));
    }
}
