package io.baton.tpcc.check;

import io.baton.tpcc.schema.Scale;

/** The findings of {@link CustomersAudit} in one district, in cents by customer. */
public final class CustomersFindings {

    private final long[] balances = new long[Scale.CUSTOMERS + 1];
    private final long[] payments = new long[Scale.CUSTOMERS + 1];

    CustomersFindings() {
    }

    void set(int customer, long balance, long ytdPayment) {
        balances[customer] = balance;
        payments[customer] = ytdPayment;
    }

    long balance(int customer) {
        return balances[customer];
    }

    long ytdPayment(int customer) {
        return payments[customer];
    }
}
