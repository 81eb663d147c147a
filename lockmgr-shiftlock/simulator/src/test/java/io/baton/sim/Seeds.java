package io.baton.sim;

/** Where random tests get their randomness. */
final class Seeds {

    private Seeds() {
    }

    /** A new seed, or the one given by {@code -Dbaton.seed}; printed, so that a failure can be repeated. */
    static long next(String test) {
        final long seed = Long.getLong("baton.seed", System.nanoTime());
        System.out.println(test + ": -Dbaton.seed=" + seed);
        return seed;
    }
}
