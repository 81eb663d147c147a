package io.baton.smallbank;

import java.util.SplittableRandom;

/** Makes all random generators from the one seed that is given. */
final class Seeds {

    private static final long TERMINALS = 0x7465_726D_696E_616CL;

    private Seeds() {
    }

    static SplittableRandom population(long seed, int part) {
        return generator(seed, part);
    }

    static SplittableRandom terminal(long seed, int number) {
        return generator(seed ^ TERMINALS, number);
    }

    /** The inner generator only mixes, so that the seeds of two runs are far from each other. */
    private static SplittableRandom generator(long seed, int number) {
        return new SplittableRandom(new SplittableRandom(seed).nextLong() + number);
    }
}
