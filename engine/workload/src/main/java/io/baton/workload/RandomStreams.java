package io.baton.workload;

import java.util.SplittableRandom;

/** Makes all random generators of a workload from the one seed that is given. */
public final class RandomStreams {

    private static final long TERMINALS = 0x7465_726D_696E_616CL;

    private RandomStreams() {
    }

    /**
     * Makes the generator of a part of the initial rows.
     *
     * @param seed the run's seed
     * @param part the part's number
     * @return a generator that depends on nothing else
     */
    public static SplittableRandom population(long seed, int part) {
        return generator(seed, part);
    }

    /**
     * Makes the generator of a terminal's inputs.
     *
     * @param seed the run's seed
     * @param number the terminal's number
     * @return a generator that depends on nothing else
     */
    public static SplittableRandom terminal(long seed, int number) {
        return generator(seed ^ TERMINALS, number);
    }

    /** The inner generator only mixes, so that the seeds of two runs are far from each other. */
    private static SplittableRandom generator(long seed, int number) {
        return new SplittableRandom(new SplittableRandom(seed).nextLong() + number);
    }
}
