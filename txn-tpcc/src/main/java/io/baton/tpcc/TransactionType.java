package io.baton.tpcc;

import io.baton.workload.TransactionKind;
import java.util.concurrent.TimeUnit;

/** The five transactions with their shares and times (clause 5.2). */
public enum TransactionType implements TransactionKind {

    /** Orders goods. */
    NEW_ORDER("NewOrder", 45, 18, 12),
    /** Books a customer's payment. */
    PAYMENT("Payment", 43, 3, 12),
    /** Shows a customer's last order. */
    ORDER_STATUS("OrderStatus", 4, 2, 10),
    /** Delivers the oldest order of each district. */
    DELIVERY("Delivery", 4, 2, 5),
    /** Counts goods that run out. */
    STOCK_LEVEL("StockLevel", 4, 2, 5);

    private static final TransactionType[] BY_PERCENTILE = byPercentile();

    private final String label;
    private final int percent;
    private final long keyingNanos;
    private final long meanThinkNanos;

    TransactionType(String label, int percent, int keyingSeconds, int meanThinkSeconds) {
        this.label = label;
        this.percent = percent;
        this.keyingNanos = TimeUnit.SECONDS.toNanos(keyingSeconds);
        this.meanThinkNanos = TimeUnit.SECONDS.toNanos(meanThinkSeconds);
    }

    @Override
    public String label() {
        return label;
    }

    int percent() {
        return percent;
    }

    long keyingNanos() {
        return keyingNanos;
    }

    long meanThinkNanos() {
        return meanThinkNanos;
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
