package io.baton.tatp;

import java.util.random.RandomGenerator;

/**
 * Draws subscribers (specification, section Key value distribution). NURand(A, 1, P) is
 * {@code (random(0, A) | random(1, P)) % P + 1}: it has no constant C, and favours subscribers whose predecessors have
 * many ones in binary.
 *
 * @param subscribers how many there are, P
 * @param a A of the non-uniform distribution, or 0 for a uniform one
 */
record SubscriberKeys(int subscribers, int a) {

    private static final int A_SMALL = 65_535;
    private static final int A_MEDIUM = 1_048_575;
    private static final int A_LARGE = 2_097_151;
    private static final int SMALL_MAX = 1_000_000;
    private static final int MEDIUM_MAX = 10_000_000;

    static SubscriberKeys nonUniform(int subscribers) {
        final int a = subscribers <= SMALL_MAX ? A_SMALL : subscribers <= MEDIUM_MAX ? A_MEDIUM : A_LARGE;
        return new SubscriberKeys(subscribers, a);
    }

    static SubscriberKeys uniform(int subscribers) {
        return new SubscriberKeys(subscribers, 0);
    }

    /** Draws from 1 to the number of subscribers. */
    int next(RandomGenerator random) {
        final int number = random.nextInt(subscribers) + 1;
        return a == 0 ? number : (random.nextInt(a + 1) | number) % subscribers + 1;
    }
}
