package io.baton.lab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Locks are drawn by Zipf's law. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class ZipfSamplerTest {

    private static final long SEED = 20250225;

    @ParameterizedTest
    @CsvSource({"100, 0", "100, 0.3", "100, 0.99", "100, 1", "100, 1.5", "100, 3", "2, 0.99", "1000, 0.99"})
    void drawsFollowTheLaw(int count, double theta) {
        final int draws = 1_000_000;
        final long[] seen = histogram(new ZipfSampler(count, theta), draws);
        final double sum = sumOfWeights(count, theta);
        // Rare ranks share a cell, so that each cell expects enough draws for the statistic.
        double chiSquare = 0;
        int cells = 0;
        double expected = 0;
        long found = 0;
        for (int i = 0; i < count; i++) {
            expected += draws * Math.pow(i + 1.0, -theta) / sum;
            found += seen[i];
            if (expected >= 50 || i == count - 1) {
                chiSquare += (found - expected) * (found - expected) / expected;
                cells++;
                expected = 0;
                found = 0;
            }
        }
        final double degrees = cells - 1;
        // The statistic has this mean and a deviation of sqrt(2 degrees); five of them never happen by chance.
        assertThat(chiSquare).as("chi-square of %d cells, seed %d", cells, SEED)
            .isLessThan(degrees + 5 * Math.sqrt(2 * degrees));
    }

    @Test
    void hottestOfTenMillionGetsItsShare() {
        final int count = 10_000_000;
        final int draws = 2_000_000;
        final double expected = 1 / sumOfWeights(count, 0.99);
        final ZipfSampler sampler = new ZipfSampler(count, 0.99);
        final SplittableRandom random = new SplittableRandom(SEED);
        int hottest = 0;
        int upperHalf = 0;
        for (int i = 0; i < draws; i++) {
            final int index = sampler.next(random);
            assertThat(index < count && index >= 0).as("index %d, seed %d", index, SEED).isTrue();
            hottest += index == 0 ? 1 : 0;
            upperHalf += index >= count / 2 ? 1 : 0;
        }
        assertThat(expected).isCloseTo(0.055, within(0.001));
        assertThat(hottest / (double) draws).as("seed %d", SEED).isCloseTo(expected, within(0.001));
        final double coldShare = 1 - sumOfWeights(count / 2, 0.99) * expected;
        assertThat(upperHalf / (double) draws).as("seed %d", SEED).isCloseTo(coldShare, within(0.001));
    }

    @Test
    void onlyLockIsAlwaysDrawn() {
        assertThat(histogram(new ZipfSampler(1, 0.99), 1_000)).containsExactly(1_000);
        assertThat(histogram(new ZipfSampler(1, 0), 1_000)).containsExactly(1_000);
    }

    @Test
    void greatestCountAndSkewAreServed() {
        final SplittableRandom random = new SplittableRandom(SEED);
        final ZipfSampler most = new ZipfSampler(Integer.MAX_VALUE, 0.99);
        final ZipfSampler steepest = new ZipfSampler(Integer.MAX_VALUE, 50);
        for (int i = 0; i < 100_000; i++) {
            assertThat(most.next(random)).as("seed %d", SEED).isNotNegative();
            assertThat(steepest.next(random)).as("seed %d", SEED).isZero();
        }
    }

    @Test
    void sameSeedDrawsTheSame() {
        final ZipfSampler sampler = new ZipfSampler(1_000, 0.99);
        assertThat(histogram(sampler, 10_000)).containsExactly(histogram(sampler, 10_000));
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.1, Double.NaN, Double.POSITIVE_INFINITY})
    void senselessSkewIsRefused(double theta) {
        assertThatThrownBy(() -> new ZipfSampler(10, theta))
            .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("skew of " + theta);
    }

    @Test
    void noLocksAreRefused() {
        assertThatThrownBy(() -> new ZipfSampler(0, 1)).hasMessageContaining("0 locks");
    }

    private static long[] histogram(ZipfSampler sampler, int draws) {
        final SplittableRandom random = new SplittableRandom(SEED);
        final long[] seen = new long[sampler.count()];
        for (int i = 0; i < draws; i++) {
            seen[sampler.next(random)]++;
        }
        return seen;
    }

    private static double sumOfWeights(int count, double theta) {
        double sum = 0;
        for (int rank = count; rank >= 1; rank--) {
            sum += Math.pow(rank, -theta);
        }
        return sum;
    }
}
