package io.baton.smallbank;

import io.baton.workload.TransactionKind;

/** The six transactions with their shares (BenchBase; Motor and FORD have the same). */
public enum TransactionType implements TransactionKind {

    /** Moves all of a customer's money to another. */
    AMALGAMATE("Amalgamate", 15),
    /** Adds a customer's two balances up. */
    BALANCE("Balance", 15),
    /** Adds to a checking account. */
    DEPOSIT_CHECKING("DepositChecking", 15),
    /** Moves money from one checking account to another. */
    SEND_PAYMENT("SendPayment", 25),
    /** Adds to a savings account or takes from it. */
    TRANSACT_SAVINGS("TransactSavings", 15),
    /** Takes from a checking account what savings may have to cover. */
    WRITE_CHECK("WriteCheck", 15);

    private static final TransactionType[] BY_PERCENTILE = byPercentile();

    private final String label;
    private final int percent;

    TransactionType(String label, int percent) {
        this.label = label;
        this.percent = percent;
    }

    @Override
    public String label() {
        return label;
    }

    /** Returns the transaction for a number from 0 to 99, so that each gets its share. */
    static TransactionType atPercentile(int number) {
        return BY_PERCENTILE[number];
    }

    private static TransactionType[] byPercentile() {
        final TransactionType[] types = new TransactionType[100];
        int next = 0;
        for (TransactionType type : values()) {
            for (int i = 0; i < type.percent; i++) {
                types[next++] = type;
            }
        }
        return types;
    }
}
