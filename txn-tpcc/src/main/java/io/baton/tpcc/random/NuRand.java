package io.baton.tpcc.random;

import io.baton.tpcc.schema.Scale;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * The non-uniform random numbers of clause 2.1.6 with their constants C, which are the same for all terminals of a run.
 *
 * @param lastNameAtLoad C of last names while loading, 0 to 255
 * @param lastNameAtRun C of last names while running; differs from the one above as clause 2.1.6.1 demands
 * @param customer C of customer numbers, 0 to 1023
 * @param item C of item numbers, 0 to 8191
 */
public record NuRand(int lastNameAtLoad, int lastNameAtRun, int customer, int item) {

    private static final int A_LAST_NAME = 255;
    private static final int A_CUSTOMER = 1_023;
    private static final int A_ITEM = 8_191;
    private static final int LAST_NAME_AT_LOAD = 157;
    private static final int DELTA_MIN = 65;
    private static final int DELTA_MAX = 119;

    /**
     * Chooses valid constants. That of last names while loading is always the same, drawn once for all: a later
     * run on the same rows, which may have another seed, needs one that fits.
     *
     * @param seed gives the others
     * @return the constants
     */
    public static NuRand of(long seed) {
        final SplittableRandom random = new SplittableRandom(seed);
        int atRun = random.nextInt(A_LAST_NAME + 1);
        while (!validDelta(LAST_NAME_AT_LOAD, atRun)) {
            atRun = random.nextInt(A_LAST_NAME + 1);
        }
        return new NuRand(LAST_NAME_AT_LOAD, atRun, random.nextInt(A_CUSTOMER + 1), random.nextInt(A_ITEM + 1));
    }

    static boolean validDelta(int atLoad, int atRun) {
        final int delta = Math.abs(atLoad - atRun);
        return delta >= DELTA_MIN && delta <= DELTA_MAX && delta != 96 && delta != 112;
    }

    /**
     * Draws the number of a last name while loading.
     *
     * @param random where from
     * @return 0 to 999
     */
    public int nextLastNameAtLoad(RandomGenerator random) {
        return next(random, A_LAST_NAME, 0, LastNames.COUNT - 1, lastNameAtLoad);
    }

    /**
     * Draws the number of a last name while running.
     *
     * @param random where from
     * @return 0 to 999
     */
    public int nextLastName(RandomGenerator random) {
        return next(random, A_LAST_NAME, 0, LastNames.COUNT - 1, lastNameAtRun);
    }

    /**
     * Draws a customer's number within a district.
     *
     * @param random where from
     * @return 1 to 3,000
     */
    public int nextCustomer(RandomGenerator random) {
        return next(random, A_CUSTOMER, 1, Scale.CUSTOMERS, customer);
    }

    /**
     * Draws an item's number.
     *
     * @param random where from
     * @return 1 to 100,000
     */
    public int nextItem(RandomGenerator random) {
        return next(random, A_ITEM, 1, Scale.ITEMS, item);
    }

    private static int next(RandomGenerator random, int a, int low, int high, int c) {
        final int bits = random.nextInt(a + 1) | random.nextInt(low, high + 1);
        return (bits + c) % (high - low + 1) + low;
    }
}
