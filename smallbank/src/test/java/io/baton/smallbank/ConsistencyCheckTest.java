package io.baton.smallbank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.baton.smallbank.schema.CheckingTable;
import io.baton.smallbank.schema.SavingsTable;
import io.baton.testing.workload.Loaded;
import io.baton.workload.ConditionResult;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is loaded is sound, and every kind of damage breaks the condition that it should break. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class ConsistencyCheckTest {

    private static final int CUSTOMERS = 12_000;

    private final Loaded<SmallBank> loaded = BankFixture.load(new SmallBankConfig(CUSTOMERS, 7, 90, 4), 1);

    @AfterEach
    void close() {
        loaded.close();
    }

    @Test
    void soundDataHold() {
        assertThat(loaded.workload().check(false)).containsOnlyKeys("accounts", "savingsNotNegative", "money")
            .allSatisfy((name, result) -> assertThat(result).isEqualTo(new ConditionResult(true, "")));
        assertThat((double) loaded.workload().initialCents() / (2 * CUSTOMERS)).isCloseTo(30_000_00, within(500_00.0));
        for (long customer = 1; customer < 100; customer++) {
            assertThat(BankFixture.savings(loaded, customer)).isBetween(Population.CENTS_MIN, Population.CENTS_MAX);
            assertThat(BankFixture.checking(loaded, customer)).isBetween(Population.CENTS_MIN, Population.CENTS_MAX);
        }
    }

    @Test
    void seedGivesTheMoney() {
        try (Loaded<SmallBank> same = BankFixture.load(new SmallBankConfig(CUSTOMERS, 7, 90, 4), 1);
            Loaded<SmallBank> other = BankFixture.load(new SmallBankConfig(CUSTOMERS, 8, 90, 4), 1)) {
            assertThat(same.workload().initialCents()).isEqualTo(loaded.workload().initialCents());
            assertThat(BankFixture.savings(same, 10_001)).isEqualTo(BankFixture.savings(loaded, 10_001))
                .isNotEqualTo(BankFixture.savings(other, 10_001));
        }
    }

    @Test
    void moneyFromNowhere() {
        loaded.add(CheckingTable.TABLE, CheckingTable.key(5), CheckingTable.BALANCE, 1);
        loaded.assertBroken(false, Map.of("money", "which makes " + loaded.workload().initialCents()));
    }

    @Test
    void savingsBelowZero() {
        loaded.add(CheckingTable.TABLE, CheckingTable.key(5), CheckingTable.BALANCE,
            BankFixture.savings(loaded, 5) + 1);
        loaded.set(SavingsTable.TABLE, SavingsTable.key(5), SavingsTable.BALANCE, -1);
        loaded.assertBroken(false, Map.of("savingsNotNegative", "customer 5 has saved -1 cents"));
    }

    @Test
    void missingAccount() {
        loaded.call(tx -> {
            tx.delete(SavingsTable.TABLE, SavingsTable.key(CUSTOMERS));
            return 0L;
        });
        loaded.assertBroken(false, Map.of("accounts", "customer 12000 lacks an account", "money", ""));
    }

    @Test
    void accountOfNobody() {
        loaded.call(tx -> tx.insert(SavingsTable.TABLE, SavingsTable.key(0)).get(SavingsTable.BALANCE));
        loaded.assertBroken(false, Map.of("accounts", "savings has 12001 rows for 12000 customers"));
    }
}
