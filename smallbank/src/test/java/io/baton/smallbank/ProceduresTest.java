package io.baton.smallbank;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.engine.Outcome;
import io.baton.engine.procedure.AbortReason;
import io.baton.smallbank.schema.CheckingTable;
import io.baton.smallbank.schema.SavingsTable;
import io.baton.testing.workload.Loaded;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each transaction moves the money that it should, or none. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class ProceduresTest {

    private static final String ONE = CustomerName.of(1);

    private final Loaded<SmallBank> loaded = BankFixture.load(new SmallBankConfig(20, 7, 90, 4), 1);

    @BeforeEach
    void customersHaveRoundSums() {
        set(1, 30_00, 10_00);
        set(2, 50_00, 20_00);
    }

    @AfterEach
    void close() {
        loaded.close();
    }

    private void set(long customer, long saved, long atHand) {
        loaded.set(SavingsTable.TABLE, SavingsTable.key(customer), SavingsTable.BALANCE, saved);
        loaded.set(CheckingTable.TABLE, CheckingTable.key(customer), CheckingTable.BALANCE, atHand);
    }

    private void assertBalances(long customer, long saved, long atHand) {
        assertThat(BankFixture.savings(loaded, customer)).as("savings of %d", customer).isEqualTo(saved);
        assertThat(BankFixture.checking(loaded, customer)).as("checking of %d", customer).isEqualTo(atHand);
    }

    private Object call(String name, Object... arguments) {
        return loaded.engine().call(loaded.engine().procedure(name), arguments);
    }

    private void assertRefused(String message, String name, Object... arguments) {
        assertThat((Object) loaded.engine().execute(loaded.engine().procedure(name), arguments))
            .isEqualTo(new Outcome.AbortedByProcedure<>(AbortReason.GAVE_UP, message, null));
    }

    @Test
    void balanceIsTheSumOfBoth() {
        assertThat(call("Balance", ONE)).isEqualTo(40_00L);
        assertRefused("There is no account of Nemo", "Balance", "Nemo");
    }

    @Test
    void depositGoesToChecking() {
        assertThat(call("DepositChecking", ONE, 1_30L)).isEqualTo(1_30L);
        assertBalances(1, 30_00, 11_30);
        assertRefused("A deposit of -1 cents is none", "DepositChecking", ONE, -1L);
        assertRefused("There is no account of Nemo", "DepositChecking", "Nemo", 1L);
        assertBalances(1, 30_00, 11_30);
    }

    @Test
    void savingsRiseAndFallButNotBelowZero() {
        assertThat(call("TransactSavings", ONE, 20_20L)).isEqualTo(20_20L);
        assertThat(call("TransactSavings", ONE, -50_20L)).isEqualTo(-50_20L);
        assertBalances(1, 0, 10_00);
        assertRefused(TransactSavings.INSUFFICIENT_FUNDS, "TransactSavings", ONE, -1L);
        assertRefused("There is no account of Nemo", "TransactSavings", "Nemo", 1L);
        assertBalances(1, 0, 10_00);
    }

    @Test
    void checkIsCoveredByBothAccountsTogether() {
        assertThat(call("WriteCheck", ONE, 40_00L)).isEqualTo(-40_00L);
        assertBalances(1, 30_00, -30_00);
    }

    @Test
    void uncoveredCheckCostsAPenalty() {
        assertThat(call("WriteCheck", ONE, 40_01L)).isEqualTo(-41_01L);
        assertBalances(1, 30_00, -31_01);
        assertThat(call("WriteCheck", ONE, 5_00L)).isEqualTo(-6_00L);
        assertRefused("There is no account of Nemo", "WriteCheck", "Nemo", 1L);
        assertBalances(1, 30_00, -37_01);
    }

    @Test
    void paymentGoesFromCheckingToChecking() {
        assertThat(call("SendPayment", 1L, 2L, 10_00L)).isEqualTo(0L);
        assertBalances(1, 30_00, 0);
        assertBalances(2, 50_00, 30_00);
        assertRefused(SendPayment.INSUFFICIENT_FUNDS, "SendPayment", 1L, 2L, 1L);
        assertRefused("There is no account of customer 21", "SendPayment", 2L, 21L, 1L);
        assertRefused("There is no account of customer 99", "SendPayment", 99L, 2L, 1L);
        assertBalances(2, 50_00, 30_00);
    }

    @Test
    void amalgamationMovesEverything() {
        assertThat(call("Amalgamate", 1L, 2L)).isEqualTo(0L);
        assertBalances(1, 0, 0);
        assertBalances(2, 50_00, 60_00);
        assertRefused("There is no account of customer 21", "Amalgamate", 2L, 21L);
        assertBalances(2, 50_00, 60_00);
        set(1, 5_00, -7_00);
        call("Amalgamate", 1L, 2L);
        assertBalances(2, 50_00, 58_00);
    }
}
