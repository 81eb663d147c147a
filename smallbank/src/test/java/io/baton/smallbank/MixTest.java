package io.baton.smallbank;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.testing.workload.Loaded;
import io.baton.testing.workload.MixRun;
import io.baton.testing.workload.WorkloadContract;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Terminals at work in assertion mode; afterwards no money is missing. */
final class MixTest extends WorkloadContract {

    private static final int TRANSACTIONS = 60_000;

    MixTest() {
        super(new SmallBankWorkload(), Map.of(SmallBankWorkload.ACCOUNTS, 1_000L,
            SmallBankWorkload.HOT_TRANSACTIONS, 0L, SmallBankWorkload.HOT_ACCOUNTS, 100L), 10_000);
    }

    @ParameterizedTest
    @CsvSource({"10000, 1, 1", "10000, 2, 2", "50, 2, 3", "10000, 16, 4", "3, 16, 5"})
    void moneyIsConservedByTheMix(int accounts, int clients, long seed) {
        try (Loaded<SmallBank> loaded = BankFixture.load(new SmallBankConfig(accounts, seed, 90, 4), clients)) {
            final MixRun run = MixRun.of(loaded.engine(), loaded.workload(), clients, TRANSACTIONS);
            assertThat(run.failures()).as("seed %d", seed).isEmpty();
            assertThat(loaded.workload().addedCents()).as("seed %d", seed).isNotZero();
            loaded.assertSound(false, "seed " + seed);
        }
    }
}
