package io.baton.fabric.inprocess;

import java.util.Random;

/** Where random tests get their randomness. */
final class Seeds {

    private Seeds() {
    }

    /**
     * A new seed, or the one given by {@code -Dbaton.seed}, to run a failed test again. Printed, so that a failure can
     * be repeated.
     */
    static long next(String test) {
        final long seed = Long.getLong("baton.seed", System.nanoTime());
        System.out.println(test + ": -Dbaton.seed=" + seed);
        return seed;
    }

    /** A word that likes its edges: few bits, all bits, runs of bits, neighbours of these. */
    static long edgy(Random random) {
        return switch (random.nextInt(8)) {
            case 0 -> 0;
            case 1 -> -1;
            case 2 -> 1L << random.nextInt(64);
            case 3 -> -1L << random.nextInt(64);
            case 4 -> -1L >>> random.nextInt(64);
            case 5 -> (1L << random.nextInt(64)) + random.nextInt(3) - 1;
            case 6 -> 1L << 63 | 1L << random.nextInt(64) | 1L;
            default -> random.nextLong();
        };
    }
}
