package io.baton.lab.crash;

import io.baton.tpcc.random.GeneratorSeeds;
import io.baton.tpcc.random.LastNames;
import io.baton.tpcc.random.NuRand;
import io.baton.tpcc.schema.Scale;
import java.util.SplittableRandom;

/** Draws the transactions of one client of one worker. One thread. */
final class TpccInputs {

    private static final int PERCENT = 100;
    private static final int NEW_ORDERS_PERCENT = 45;
    private static final int PAYMENTS_PERCENT = 43;
    private static final int DELIVERIES_PERCENT = 6;
    private static final int BY_NAME_PERCENT = 60;
    private static final int CARRIERS = 10;
    private static final int QUANTITY_MAX = 10;
    private static final int CENTS_MAX = 5_000_00;

    /** A payment's number: its worker, its client, and which payment of the client it is. */
    private static final int CLIENT_SHIFT = 19;
    private static final int WORKER_SHIFT = 25;

    private final SplittableRandom random;
    private final NuRand nuRand;
    private final LastNames lastNames = new LastNames();
    private long payment;
    private long nowMillis;

    /** The kinds of transactions. */
    enum Kind {
        /** Orders goods. */
        NEW_ORDER,
        /** Books a payment. */
        PAYMENT,
        /** Delivers the oldest order of each district. */
        DELIVERY,
        /** Shows a customer's last order. */
        ORDER_STATUS
    }

    TpccInputs(long seed, int worker, int client) {
        nuRand = NuRand.of(GeneratorSeeds.of(seed, GeneratorSeeds.Use.CONSTANTS, 0));
        payment = (long) worker << WORKER_SHIFT | (long) client << CLIENT_SHIFT;
        random = new SplittableRandom(GeneratorSeeds.of(seed, GeneratorSeeds.Use.TERMINAL, payment));
        nowMillis = payment;
    }

    Kind nextKind() {
        nowMillis++;
        final int percentile = random.nextInt(PERCENT);
        if (percentile < NEW_ORDERS_PERCENT) {
            return Kind.NEW_ORDER;
        }
        if (percentile < NEW_ORDERS_PERCENT + PAYMENTS_PERCENT) {
            return Kind.PAYMENT;
        }
        return percentile < NEW_ORDERS_PERCENT + PAYMENTS_PERCENT + DELIVERIES_PERCENT ? Kind.DELIVERY
            : Kind.ORDER_STATUS;
    }

    Object[] newOrder() {
        final int lines = between(Scale.LINES_MIN, Scale.LINES_MAX);
        final int[] items = new int[lines];
        final int[] suppliers = new int[lines];
        final int[] quantities = new int[lines];
        for (int i = 0; i < lines; i++) {
            items[i] = nuRand.nextItem(random);
            suppliers[i] = TpccCrashWork.WAREHOUSES;
            quantities[i] = between(1, QUANTITY_MAX);
        }
        if (random.nextInt(PERCENT) == 0) {
            items[lines - 1] = Scale.ITEMS + 1;
        }
        return new Object[] {warehouse(), district(), (long) nuRand.nextCustomer(random), items, suppliers, quantities,
            nowMillis};
    }

    Object[] payment() {
        final long district = district();
        final boolean byName = random.nextInt(PERCENT) < BY_NAME_PERCENT;
        final long customer = byName ? 0 : nuRand.nextCustomer(random);
        final String last = byName ? lastNames.get(nuRand.nextLastName(random)) : "";
        return new Object[] {warehouse(), district, warehouse(), district(), customer, last,
            (long) between(1, CENTS_MAX), payment++, nowMillis};
    }

    Object[] delivery() {
        return new Object[] {warehouse(), (long) between(1, CARRIERS), nowMillis};
    }

    Object[] orderStatus() {
        return new Object[] {warehouse(), district(), (long) nuRand.nextCustomer(random), ""};
    }

    private long warehouse() {
        return between(1, TpccCrashWork.WAREHOUSES);
    }

    private long district() {
        return between(1, Scale.DISTRICTS);
    }

    private int between(int low, int high) {
        return random.nextInt(low, high + 1);
    }
}
