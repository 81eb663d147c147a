package io.baton.lab.bench;

import java.util.random.RandomGenerator;

/**
 * Which locks a client acquires, one after the other, drawn beforehand so that drawing costs nothing while measuring.
 *
 * <pre>
 *   | bit 31: acquired shared | bits 0 to 30: the lock |
 * </pre>
 */
final class Draws {

    /** So many that a million locks are nearly all among them. */
    private static final int UNIFORM_COUNT = 1 << 21;
    private static final int CONTENDED_COUNT = 1 << 10;
    private static final int SHARED = 1 << 31;
    private static final int PERCENT = 100;

    private Draws() {
    }

    /** Draws as many as are needed; the length is a power of two. */
    static int[] of(BenchCase of, RandomGenerator random) {
        final int[] draws = new int[of.contended() ? CONTENDED_COUNT : UNIFORM_COUNT];
        for (int i = 0; i < draws.length; i++) {
            final boolean shared = random.nextInt(PERCENT) < of.readPercent();
            draws[i] = random.nextInt(of.locks()) | (shared ? SHARED : 0);
        }
        return draws;
    }

    static boolean isShared(int draw) {
        return draw < 0;
    }

    static int lock(int draw) {
        return draw & ~SHARED;
    }
}
