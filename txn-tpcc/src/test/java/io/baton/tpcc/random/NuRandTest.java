package io.baton.tpcc.random;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Non-uniform numbers have the constants, the ranges and the hot spot of clause 2.1.6. */
@Timeout(30)
final class NuRandTest {

    private static final int DRAWS = 200_000;

    private final NuRand nuRand = NuRand.of(1);

    @Test
    void constantsAreValidAndOneHotSpotFollowsThem() {
        for (int seed = 0; seed < 1_000; seed++) {
            final NuRand constants = NuRand.of(seed);
            assertThat(NuRand.validDelta(constants.lastNameAtLoad(), constants.lastNameAtRun())).isTrue();
            assertThat(constants.lastNameAtLoad()).as("for any seed").isEqualTo(nuRand.lastNameAtLoad());
            check(constants.lastNameAtRun(), 0, 255);
            check(constants.customer(), 0, 1_023);
            check(constants.item(), 0, 8_191);
        }
        assertThat(NuRand.validDelta(157, 223)).isTrue();
        assertThat(NuRand.validDelta(0, 96)).isFalse();
        assertThat(NuRand.validDelta(112, 0)).isFalse();
        assertThat(NuRand.validDelta(10, 74)).isFalse();
        assertThat(NuRand.validDelta(10, 130)).isFalse();
    }

    @Test
    void numbersAreNonUniform() {
        final SplittableRandom random = new SplittableRandom(2);
        final int[] counts = new int[LastNames.COUNT];
        for (int i = 0; i < DRAWS; i++) {
            counts[nuRand.nextLastName(random)]++;
            check(nuRand.nextCustomer(random), 1, 3_000);
            check(nuRand.nextItem(random), 1, 100_000);
        }
        // All eight low bits are set in (3/4)^8 of the numbers; 255, 511, 767 and a part of 1000 share these.
        final double hottest = counts[(255 + nuRand.lastNameAtRun()) % LastNames.COUNT];
        assertThat(hottest / DRAWS).isBetween(0.02, 0.04);
        assertThat(hottest).isGreaterThan(20 * counts[nuRand.lastNameAtRun()]);
    }

    private static void check(long value, long low, long high) {
        if (value < low || value > high) {
            throw new AssertionError(value + " is not in [" + low + ", " + high + "]");
        }
    }
}
