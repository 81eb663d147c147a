package io.baton.tatp;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.testing.workload.Loaded;
import io.baton.testing.workload.MixRun;
import io.baton.testing.workload.WorkloadContract;
import io.baton.workload.TransactionEnd;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Terminals at work in assertion mode; afterwards all conditions hold and transactions succeeded as often as said. */
final class MixTest extends WorkloadContract {

    private static final int TRANSACTIONS = 100_000;
    /** Some subscribers are drawn so often that their own luck shows in the rates. */
    private static final double TOLERANCE = 0.04;

    MixTest() {
        super(new TatpWorkload(), Map.of(TatpWorkload.SUBSCRIBERS, 1_000L, TatpWorkload.UNIFORM, 1L), 10_000);
    }

    @ParameterizedTest
    @Tag("thorough")
    @CsvSource({"20000, 1, 1, 100000", "50, 2, 3, 30000", "20000, 16, 4, 100000", "5, 16, 5, 30000"})
    void conditionsHoldAfterTheMix(int subscribers, int clients, long seed, int transactions) {
        try (Loaded<Tatp> loaded = NetworkFixture.load(subscribers, clients, seed)) {
            final MixRun run = MixRun.of(loaded.engine(), loaded.workload(), clients, transactions);
            assertThat(run.failures()).as("seed %d", seed).isEmpty();
            assertThat(run.ended(TransactionEnd.ROLLED_BACK)).as("seed %d", seed)
                .isEqualTo(run.ended(TransactionType.INSERT_CALL_FORWARDING, TransactionEnd.ROLLED_BACK));
            loaded.assertSound(false, "seed " + seed);
            if (subscribers > 1_000) {
                assertThat(loaded.workload().successRates()).as("seed %d", seed)
                    .allSatisfy(MixTest::assertAsPublished);
            }
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource({"20000, 2, 2", "50, 2, 3", "5, 16, 5"})
    void conditionsHoldAfterALongerMix(int subscribers, int clients, long seed) {
        conditionsHoldAfterTheMix(subscribers, clients, seed, TRANSACTIONS);
    }

    /** The published chance, but for GET_NEW_DESTINATION, where the specification's rules give another. */
    private static void assertAsPublished(SuccessRate rate) {
        assertThat(rate.ended()).isGreaterThan(TRANSACTIONS / 100);
        assertThat(rate.observed()).as(rate.type().label())
            .isBetween(rate.least() - TOLERANCE, rate.most() + TOLERANCE);
        assertThat(rate.least() == rate.type().publishedSuccess())
            .isEqualTo(rate.type() != TransactionType.GET_NEW_DESTINATION);
    }
}
