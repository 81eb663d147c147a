package io.baton.lab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** The TATP trace has the published statistics: 100,000 subscribers, 400,000 transactions. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class TatpTraceTest {

    private static final long SEED = 45;
    private static final int TRANSACTIONS = 400_000;
    private static final int SUBSCRIBERS = 100_000;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final TatpTrace generator = TatpTrace.paper(random);
    private final LockTrace trace = generator.generate(TRANSACTIONS, random);

    /** 200,000 times 1 to 4 rows, so the paper's 680,236 is one draw from a distribution that is 500 wide. */
    @Test
    void locksAreAsManyAsInThePaper() {
        assertThat(generator.locks()).as("seed %d", SEED).isCloseTo(680_236, within(2_000));
        assertThat(trace.locks()).isEqualTo(generator.locks());
    }

    @Test
    void readersHaveTheirShare() {
        final double readers = trace.requests() - trace.exclusiveRequests();
        assertThat(100 * readers / trace.requests()).as("seed %d", SEED).isCloseTo(80.6, within(0.3));
    }

    @Test
    void transactionsHaveFewLocksOrNone() {
        assertThat(trace.transactions() + trace.lockless()).isEqualTo(TRANSACTIONS);
        assertThat(100.0 * trace.lockless() / TRANSACTIONS).as("seed %d", SEED).isCloseTo(17, within(0.5));
        assertThat(trace.requests() / (double) TRANSACTIONS).as("seed %d", SEED).isCloseTo(0.946, within(0.008));
        int most = 0;
        for (int i = 0; i < trace.transactions(); i++) {
            most = Math.max(most, trace.size(i));
        }
        assertThat(most).as("seed %d", SEED).isEqualTo(6);
    }

    @Test
    void typesThatAlwaysLockHaveTheirShareAndTheOthersLess() {
        final double[] percent = new double[TatpTrace.TYPES.size() + 1];
        for (int i = 0; i < trace.transactions(); i++) {
            percent[trace.type(i)] += 100.0 / TRANSACTIONS;
        }
        final double[] mix = {0, 35, 10, 35, 2, 14, 2, 2};
        for (int type = 1; type < mix.length; type++) {
            if (type == 2 || type == 3) {
                assertThat(percent[type]).as("type %d, seed %d", type, SEED)
                    .isBetween(0.5 * mix[type], 0.8 * mix[type]);
            } else {
                assertThat(percent[type]).as("type %d, seed %d", type, SEED).isCloseTo(mix[type], within(0.3));
            }
        }
    }

    /** Of all draws of a subscriber; (3^16 − 1) / 2^16 / 100,000 is exactly what the bitwise or gives number 65,536. */
    @Test
    void hottestSubscriberIsDrawnZeroPoint65PercentOfTheTime() {
        final int[] accesses = new int[trace.locks()];
        for (int i = 0; i < trace.transactions(); i++) {
            for (int j = 0; j < trace.size(i); j++) {
                accesses[trace.slot(i, j)]++;
            }
        }
        assertThat(Arrays.stream(accesses, 0, 5).sum()).as("locks of whole tables").isZero();
        final int hottest = Arrays.stream(accesses, 5, 5 + SUBSCRIBERS).max().orElseThrow();
        final double all = Arrays.stream(accesses, 5, 5 + SUBSCRIBERS).sum();
        assertThat(accesses[5 + 65_536 - 1]).as("seed %d", SEED).isEqualTo(hottest);
        assertThat(100 * hottest / all).as("seed %d", SEED).isCloseTo(0.65, within(0.06));
    }

    @Test
    void forwardingsSlowlyBecomeFewer() {
        final TatpTrace small = new TatpTrace(50, new SplittableRandom(SEED));
        final LockTrace fresh = small.generate(20_000, new SplittableRandom(SEED));
        small.generate(200_000, new SplittableRandom(SEED + 1));
        final LockTrace worn = small.generate(20_000, new SplittableRandom(SEED));
        assertThat(worn.requests()).as("seed %d", SEED).isLessThan(fresh.requests());
    }

    @Test
    void sameSeedGivesTheSameTrace() {
        assertThat(TraceText.of(smallTrace(SEED))).isEqualTo(TraceText.of(smallTrace(SEED)))
            .isNotEqualTo(TraceText.of(smallTrace(SEED + 1)));
    }

    @Test
    void senselessSizesAreRefused() {
        assertThatThrownBy(() -> new TatpTrace(4, random)).hasMessageContaining("4 subscribers");
        assertThatThrownBy(() -> new TatpTrace(10_000_001, random)).hasMessageContaining("10000001 subscribers");
        assertThatThrownBy(() -> generator.generate(-1, random)).hasMessageContaining("-1 transactions");
    }

    private static LockTrace smallTrace(long seed) {
        final SplittableRandom from = new SplittableRandom(seed);
        return new TatpTrace(1_000, from).generate(1_000, from);
    }
}
