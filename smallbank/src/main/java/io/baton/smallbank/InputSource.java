package io.baton.smallbank;

import io.baton.workload.RandomStreams;
import java.util.SplittableRandom;

/**
 * Draws the inputs of one terminal's transactions. Whether a transaction is on the hot set is drawn once for all its
 * customers (FaSST, FORD, Motor); amounts are constants (H-Store). The sources take savings only away; here every
 * second one is added, so that money does not run out. The arrays that it returns are good until the next draw. One
 * thread.
 */
final class InputSource {

    static final long SEND_PAYMENT_CENTS = 5_00;
    static final long DEPOSIT_CENTS = 1_30;
    static final long SAVINGS_CENTS = 20_20;
    static final long CHECK_CENTS = 5_00;

    private final SplittableRandom random;
    private final int accounts;
    private final int hotAccounts;
    private final int hotPercent;
    private final Object[] two = new Object[2];
    private final Object[] one = new Object[1];
    private final Object[] payment = new Object[3];
    private final Object[] amount = new Object[2];

    InputSource(SmallBankConfig config, int number) {
        this.random = RandomStreams.terminal(config.seed(), number);
        this.accounts = config.accounts();
        this.hotAccounts = config.hotAccounts();
        this.hotPercent = config.hotTransactionsPercent();
        payment[2] = SEND_PAYMENT_CENTS;
    }

    TransactionType nextType() {
        return TransactionType.atPercentile(random.nextInt(100));
    }

    Object[] next(TransactionType type) {
        return switch (type) {
            case AMALGAMATE -> nextPair(two);
            case BALANCE -> nextName(one);
            case DEPOSIT_CHECKING -> nextAmount(DEPOSIT_CENTS);
            case SEND_PAYMENT -> nextPair(payment);
            case TRANSACT_SAVINGS -> nextAmount(random.nextBoolean() ? SAVINGS_CENTS : -SAVINGS_CENTS);
            case WRITE_CHECK -> nextAmount(CHECK_CENTS);
        };
    }

    private Object[] nextAmount(long cents) {
        amount[1] = cents;
        return nextName(amount);
    }

    private Object[] nextName(Object[] arguments) {
        arguments[0] = CustomerName.of(nextCustomer(nextIsHot()));
        return arguments;
    }

    /** Two customers who are not the same. */
    private Object[] nextPair(Object[] arguments) {
        final boolean hot = nextIsHot();
        final long first = nextCustomer(hot);
        long second = nextCustomer(hot);
        while (second == first) {
            // A single cold customer is paired with a hot one.
            second = nextCustomer(hot || accounts - hotAccounts == 1);
        }
        arguments[0] = first;
        arguments[1] = second;
        return arguments;
    }

    private boolean nextIsHot() {
        return random.nextInt(100) < hotPercent || accounts == hotAccounts;
    }

    private long nextCustomer(boolean hot) {
        return hot ? random.nextInt(hotAccounts) + 1 : random.nextInt(hotAccounts, accounts) + 1;
    }
}
