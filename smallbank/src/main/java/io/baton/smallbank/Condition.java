package io.baton.smallbank;

/** The consistency conditions. Each has the name that reports show. */
enum Condition {

    /** Every customer has a name that finds it, a savings account and a checking account; there are no others. */
    ACCOUNTS("accounts"),
    /** No savings account is below zero. */
    SAVINGS("savingsNotNegative"),
    /** All money is what there was at first and what committed transactions reported to have added since. */
    MONEY("money");

    private final String label;

    Condition(String label) {
        this.label = label;
    }

    @Override
    public String toString() {
        return label;
    }
}
