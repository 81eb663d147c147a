package io.baton.smallbank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is loaded is sound, and every kind of damage breaks the condition that it should break. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class ConsistencyCheckTest {

    private static final int CUSTOMERS = 12_000;

    private final Loaded loaded = new Loaded(new SmallBankConfig(CUSTOMERS, 7, 90, 4), 1);

    @AfterEach
    void close() {
        loaded.close();
    }

    private void assertBroken(String detail, String... conditions) {
        final SequencedMap<String, String> broken = new LinkedHashMap<>();
        loaded.bank.check().forEach((name, result) -> {
            if (!result.holds()) {
                broken.put(name, result.detail());
            }
        });
        assertThat(broken).containsOnlyKeys(conditions);
        assertThat(broken.get(conditions[0])).contains(detail);
    }

    @Test
    void soundDataHold() {
        assertThat(loaded.bank.check()).containsOnlyKeys("accounts", "savingsNotNegative", "money")
            .allSatisfy((name, result) -> assertThat(result).isEqualTo(new ConditionResult(true, "")));
        assertThat((double) loaded.bank.initialCents() / (2 * CUSTOMERS)).isCloseTo(30_000_00, within(500_00.0));
        for (long customer = 1; customer < 100; customer++) {
            assertThat(loaded.savings(customer)).isBetween(Population.CENTS_MIN, Population.CENTS_MAX);
            assertThat(loaded.checking(customer)).isBetween(Population.CENTS_MIN, Population.CENTS_MAX);
        }
    }

    @Test
    void seedGivesTheMoney() {
        try (Loaded same = new Loaded(new SmallBankConfig(CUSTOMERS, 7, 90, 4), 1);
                Loaded other = new Loaded(new SmallBankConfig(CUSTOMERS, 8, 90, 4), 1)) {
            assertThat(same.bank.initialCents()).isEqualTo(loaded.bank.initialCents());
            assertThat(same.savings(10_001)).isEqualTo(loaded.savings(10_001)).isNotEqualTo(other.savings(10_001));
        }
    }

    @Test
    void moneyFromNowhere() {
        loaded.set(CheckingTable.TABLE, CheckingTable.key(5), CheckingTable.BALANCE, loaded.checking(5) + 1);
        assertBroken("which makes " + loaded.bank.initialCents(), "money");
    }

    @Test
    void savingsBelowZero() {
        loaded.set(CheckingTable.TABLE, CheckingTable.key(5), CheckingTable.BALANCE,
            loaded.checking(5) + loaded.savings(5) + 1);
        loaded.set(SavingsTable.TABLE, SavingsTable.key(5), SavingsTable.BALANCE, -1);
        assertBroken("customer 5 has saved -1 cents", "savingsNotNegative");
    }

    @Test
    void missingAccount() {
        loaded.call(tx -> {
            tx.delete(SavingsTable.TABLE, SavingsTable.key(CUSTOMERS));
            return 0L;
        });
        assertBroken("customer 12000 lacks an account", "accounts", "money");
    }

    @Test
    void accountOfNobody() {
        loaded.call(tx -> tx.insert(SavingsTable.TABLE, SavingsTable.key(0)).get(SavingsTable.BALANCE));
        assertBroken("savings has 12001 rows for 12000 customers", "accounts");
    }
}
