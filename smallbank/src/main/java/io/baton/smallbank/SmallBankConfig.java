package io.baton.smallbank;

/**
 * The settings of a run.
 *
 * @param accounts how many customers there are, each with two accounts, 2 to {@link #ACCOUNTS_MAX}
 * @param seed gives the initial rows and the terminals' inputs
 * @param hotTransactionsPercent how many of a hundred transactions are on the hot set, 0 to 100
 * @param hotAccountsPercent how many of a hundred customers are in the hot set, 1 to 100
 */
public record SmallBankConfig(int accounts, long seed, int hotTransactionsPercent, int hotAccountsPercent) {

    /** The largest scale. */
    public static final int ACCOUNTS_MAX = 100_000_000;
    /** The smallest scale: some transactions need two customers. */
    public static final int ACCOUNTS_MIN = 2;
    /** How many of a hundred transactions are on the hot set unless told otherwise. */
    public static final int HOT_TRANSACTIONS_PERCENT_DEFAULT = 90;
    /** How many of a hundred customers are in the hot set unless told otherwise. */
    public static final int HOT_ACCOUNTS_PERCENT_DEFAULT = 4;

    private static final int ALL = 100;

    /** Checks the numbers. */
    public SmallBankConfig {
        checkAccounts(accounts);
        if (hotTransactionsPercent < 0 || hotTransactionsPercent > ALL) {
            throw new IllegalArgumentException(
                hotTransactionsPercent + " percent of transactions on the hot set; give 0 to 100");
        }
        if (hotAccountsPercent < 1 || hotAccountsPercent > ALL) {
            throw new IllegalArgumentException(
                hotAccountsPercent + " percent of accounts in the hot set; give 1 to 100");
        }
    }

    /**
     * Returns how many customers are in the hot set: the first ones.
     *
     * @return 2 or more, since some transactions need two customers
     */
    public int hotAccounts() {
        return (int) Math.max(ACCOUNTS_MIN, (long) accounts * hotAccountsPercent / ALL);
    }

    static void checkAccounts(int accounts) {
        if (accounts < ACCOUNTS_MIN || accounts > ACCOUNTS_MAX) {
            throw new IllegalArgumentException(accounts + " accounts; give " + ACCOUNTS_MIN + " to " + ACCOUNTS_MAX);
        }
    }
}
