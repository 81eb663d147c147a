package io.baton.lab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.baton.lock.LockMode;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The microbenchmark's clients read and write as often as they should, on locks drawn independently of the mode. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class MicroLoadTest {

    private static final long SEED = 7;

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.5, 0.95, 1})
    void readsHaveTheirShareOnHotAndColdLocks(double readShare) {
        final MicroLoad load = new MicroLoad(new ZipfSampler(1_000, 0.99), readShare, new SplittableRandom(SEED));
        final int[] draws = new int[2];
        final int[] reads = new int[2];
        for (int i = 0; i < 200_000; i++) {
            load.next();
            final int hotness = load.slot() < 10 ? 0 : 1;
            draws[hotness]++;
            reads[hotness] += load.mode() == LockMode.SHARED ? 1 : 0;
        }
        // A share of exactly 0 or 1 must be met exactly.
        final double tolerance = readShare == Math.rint(readShare) ? 1e-12 : 0.01;
        for (int i = 0; i < draws.length; i++) {
            assertThat(reads[i] / (double) draws[i]).as("seed %d", SEED).isCloseTo(readShare, within(tolerance));
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.01, 1.01, Double.NaN})
    void senselessShareIsRefused(double readShare) {
        final ZipfSampler slots = new ZipfSampler(10, 0);
        assertThatThrownBy(() -> new MicroLoad(slots, readShare, new SplittableRandom(SEED)))
            .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("read share of " + readShare);
    }

    @Test
    void clientsWithTheSameSeedDrawTheSame() {
        final ZipfSampler slots = new ZipfSampler(1_000, 0.99);
        final MicroLoad one = new MicroLoad(slots, 0.5, new SplittableRandom(SEED));
        final MicroLoad other = new MicroLoad(slots, 0.5, new SplittableRandom(SEED));
        for (int i = 0; i < 1_000; i++) {
            one.next();
            other.next();
            assertThat(one.slot()).isEqualTo(other.slot());
            assertThat(one.mode()).isEqualTo(other.mode());
        }
    }
}
