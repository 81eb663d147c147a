package io.baton.tpcc;

/**
 * The settings of a run.
 *
 * @param warehouses the scale, 1 to {@link #WAREHOUSES_MAX}
 * @param seed gives the initial rows, the constants of the random distributions and the terminals' inputs
 * @param keyingAndThinkTime whether terminals ask for the pauses of clause 5.2.5 between transactions
 */
public record TpccConfig(int warehouses, long seed, boolean keyingAndThinkTime) {

    /** The largest scale. */
    public static final int WAREHOUSES_MAX = 4096;

    /** Checks the scale. */
    public TpccConfig {
        checkWarehouses(warehouses);
    }

    static void checkWarehouses(int warehouses) {
        if (warehouses < 1 || warehouses > WAREHOUSES_MAX) {
            throw new IllegalArgumentException(warehouses + " warehouses; give 1 to " + WAREHOUSES_MAX);
        }
    }
}
