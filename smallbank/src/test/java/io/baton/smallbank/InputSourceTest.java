package io.baton.smallbank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Transactions and their inputs are drawn as they should. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class InputSourceTest {

    private static final int DRAWS = 100_000;
    private static final TransactionType[] TYPES = TransactionType.values();

    @Test
    void everyTypeGetsItsShare() {
        final InputSource inputs = new InputSource(new SmallBankConfig(100, 1, 90, 4), 0);
        final int[] counts = new int[TYPES.length];
        for (int i = 0; i < DRAWS; i++) {
            counts[Arrays.asList(TYPES).indexOf(inputs.nextType())]++;
        }
        final int[] percents = {15, 15, 15, 25, 15, 15};
        for (int i = 0; i < counts.length; i++) {
            assertThat(100.0 * counts[i] / DRAWS).as(TYPES[i].label()).isCloseTo(percents[i], within(0.6));
        }
    }

    @ParameterizedTest
    @CsvSource({"1000, 90, 4, 40", "1000, 0, 4, 40", "1000, 100, 4, 40", "1000, 25, 50, 500", "10, 90, 4, 2",
        "3, 50, 10, 2", "2, 90, 4, 2", "100, 10, 100, 100"})
    void hotTransactionsAreOnHotAccountsOnly(int accounts, int percent, int accountsPercent, int hotAccounts) {
        final SmallBankConfig config = new SmallBankConfig(accounts, 3, percent, accountsPercent);
        assertThat(config.hotAccounts()).isEqualTo(hotAccounts);
        final InputSource inputs = new InputSource(config, 0);
        int hot = 0;
        for (int i = 0; i < DRAWS; i++) {
            final TransactionType type = TYPES[i % TYPES.length];
            final Object[] arguments = inputs.next(type);
            final long first = customer(arguments[0]);
            assertThat(first >= 1 && first <= accounts).isTrue();
            hot += first <= hotAccounts ? 1 : 0;
            if (type == TransactionType.AMALGAMATE || type == TransactionType.SEND_PAYMENT) {
                final long second = customer(arguments[1]);
                assertThat(second >= 1 && second <= accounts && second != first).isTrue();
                if (accounts - hotAccounts > 1) {
                    assertThat(second <= hotAccounts).isEqualTo(first <= hotAccounts);
                }
            }
        }
        assertThat(100.0 * hot / DRAWS).isCloseTo(accounts == hotAccounts ? 100 : percent, within(1.0));
    }

    private static long customer(Object argument) {
        return argument instanceof String name ? Long.parseLong(name) : (Long) argument;
    }

    @Test
    void amountsAreThoseOfTheSources() {
        final InputSource inputs = new InputSource(new SmallBankConfig(100, 1, 90, 4), 0);
        int added = 0;
        for (int i = 0; i < 1_000; i++) {
            assertThat(inputs.next(TransactionType.BALANCE)).hasSize(1);
            assertThat(inputs.next(TransactionType.DEPOSIT_CHECKING)[1]).isEqualTo(130L);
            assertThat(inputs.next(TransactionType.SEND_PAYMENT)[2]).isEqualTo(500L);
            assertThat(inputs.next(TransactionType.WRITE_CHECK)[1]).isEqualTo(500L);
            final Object saved = inputs.next(TransactionType.TRANSACT_SAVINGS)[1];
            assertThat(saved).isIn(2_020L, -2_020L);
            added += saved.equals(2_020L) ? 1 : 0;
        }
        assertThat(added).isBetween(400, 600);
    }

    @Test
    void numbersThatMakeNoSenseAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new SmallBankConfig(1, 1, 90, 4))
            .withMessage("1 accounts; give 2 to 100000000");
        assertThatIllegalArgumentException().isThrownBy(() -> new SmallBankConfig(10, 1, 101, 4))
            .withMessageContaining("101 percent of transactions");
        assertThatIllegalArgumentException().isThrownBy(() -> new SmallBankConfig(10, 1, 90, 0))
            .withMessageContaining("0 percent of accounts");
    }
}
