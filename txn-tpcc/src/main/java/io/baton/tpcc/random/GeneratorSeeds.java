package io.baton.tpcc.random;

/** Derives the seeds of all random generators from the one that is given. */
public final class GeneratorSeeds {

    /** The purpose of a generator. */
    public enum Use {
        /** The constants of the non-uniform distributions. */
        CONSTANTS(0),
        /** The initial rows of a warehouse. */
        POPULATION(1),
        /** The inputs of a terminal. */
        TERMINAL(2);

        private final int number;

        Use(int number) {
            this.number = number;
        }
    }

    private static final long STEP = 0x9E37_79B9_7F4A_7C15L;

    private GeneratorSeeds() {
    }

    /**
     * Derives a seed.
     *
     * @param seed the one that is given
     * @param use what the generator is for
     * @param number which generator of that use
     * @return the generator's seed
     */
    public static long of(long seed, Use use, long number) {
        return mix(mix(mix(seed) + use.number) + number);
    }

    private static long mix(long value) {
        long z = value + STEP;
        z = (z ^ z >>> 30) * 0xBF58_476D_1CE4_E5B9L;
        z = (z ^ z >>> 27) * 0x94D0_49BB_1331_11EBL;
        return z ^ z >>> 31;
    }
}
