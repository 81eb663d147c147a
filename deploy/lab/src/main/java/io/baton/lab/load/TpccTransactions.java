package io.baton.lab.load;

import static io.baton.lock.LockMode.EXCLUSIVE;
import static io.baton.lock.LockMode.SHARED;

import io.baton.lock.LockMode;
import java.util.random.RandomGenerator;

/**
 * One host's TPC-C transactions, by the rules of FissLock's trace tool. The locks of a warehouse:
 *
 * <pre>
 *   | 0 warehouse | 1 district (10) | 11 customer (30) | 41 order (10) | 51 history (10) | 61 new-order (10) |
 *   | 71 order-line (10) | 81 stock (30) | 111 item (10, never locked) |
 * </pre>
 *
 * <p>What the tool has and TPC-C has not is kept: NewOrder takes 10 items always, all from its own warehouse; inserted
 * rows take the locks of their table in turn; a customer found by id or name falls on any of the warehouse's 30
 * customer locks except in NewOrder, where it stays within the district's three; a Delivery serves one district.
 */
final class TpccTransactions {

    static final int LOCKS_PER_WAREHOUSE = 121;
    static final int ITEM_LOCKS = 10;

    private static final int DISTRICT = 1;
    static final int CUSTOMER = 11;
    private static final int ORDER = 41;
    private static final int HISTORY = 51;
    private static final int NEW_ORDER = 61;
    private static final int ORDER_LINE = 71;
    private static final int STOCK = 81;

    /** Locks of a district table, and of each table that transactions insert into. */
    private static final int TEN = 10;
    static final int CUSTOMER_LOCKS = 30;
    private static final int STOCK_LOCKS = 30;
    private static final int ITEMS_PER_ORDER = 10;
    private static final int CUSTOMERS_PER_DISTRICT = 3_000;
    private static final int CUSTOMERS_PER_LOCK = 1_000;
    private static final int LAST_NAMES = 1_000;
    private static final int STOCKS = 100_000;

    private final int hosts;
    private final int warehousesPerHost;
    private final int host;
    private final RandomGenerator random;
    private final LockTraceBuilder trace;
    private int orders;
    private int histories;

    TpccTransactions(
            int hosts, int warehousesPerHost, int host, RandomGenerator random, LockTraceBuilder trace) {
        this.hosts = hosts;
        this.warehousesPerHost = warehousesPerHost;
        this.host = host;
        this.random = random;
        this.trace = trace;
    }

    /** Generates a transaction of the standard mix. */
    void next() {
        final int percent = random.nextInt(100);
        final int warehouse = firstLock(host);
        if (percent < 45) {
            newOrder(warehouse);
            trace.end(1);
        } else if (percent < 88) {
            payment(warehouse);
            trace.end(2);
        } else if (percent < 92) {
            orderStatus(warehouse);
            trace.end(3);
        } else if (percent < 96) {
            delivery(warehouse);
            trace.end(4);
        } else {
            stockLevel(warehouse);
            trace.end(5);
        }
    }

    private void newOrder(int warehouse) {
        trace.add(warehouse, SHARED);
        final int district = random.nextInt(TEN);
        trace.add(warehouse + DISTRICT + district, EXCLUSIVE);
        final int customer = nuRand(1_024, CUSTOMERS_PER_DISTRICT) + district * CUSTOMERS_PER_DISTRICT;
        trace.add(warehouse + CUSTOMER + customer / CUSTOMERS_PER_LOCK, SHARED);
        final int inTurn = orders++ % TEN;
        trace.add(warehouse + ORDER + inTurn, EXCLUSIVE);
        trace.add(warehouse + NEW_ORDER + inTurn, EXCLUSIVE);
        for (int i = 0; i < ITEMS_PER_ORDER; i++) {
            // Two items on one stock lock need it once; the trace merges them.
            trace.add(warehouse + STOCK + random.nextInt(STOCKS) % STOCK_LOCKS, EXCLUSIVE);
        }
        trace.add(warehouse + ORDER_LINE + inTurn, EXCLUSIVE);
    }

    private void payment(int warehouse) {
        final boolean remote = random.nextInt(100) >= 85 && hosts > 1;
        trace.add(warehouse, EXCLUSIVE);
        any(warehouse + DISTRICT, EXCLUSIVE);
        final int customer = customer();
        trace.add((remote ? firstLock(otherHost()) : warehouse) + CUSTOMER + customer, EXCLUSIVE);
        trace.add(warehouse + HISTORY + histories++ % TEN, EXCLUSIVE);
    }

    private void orderStatus(int warehouse) {
        trace.add(warehouse + CUSTOMER + customer(), SHARED);
        any(warehouse + ORDER, SHARED);
        any(warehouse + ORDER_LINE, SHARED);
    }

    private void delivery(int warehouse) {
        any(warehouse + NEW_ORDER, EXCLUSIVE);
        any(warehouse + ORDER, EXCLUSIVE);
        any(warehouse + ORDER_LINE, SHARED);
        trace.add(warehouse + CUSTOMER + customerById(), EXCLUSIVE);
    }

    private void stockLevel(int warehouse) {
        any(warehouse + DISTRICT, SHARED);
        any(warehouse + ORDER_LINE, SHARED);
        trace.add(warehouse + STOCK + random.nextInt(STOCK_LOCKS), SHARED);
    }

    /** Adds one of a table's ten locks. */
    private void any(int table, LockMode mode) {
        trace.add(table + random.nextInt(TEN), mode);
    }

    /** Six of ten customers are found by their last name. */
    private int customer() {
        return random.nextInt(100) < 60 ? nuRand(256, LAST_NAMES) % CUSTOMER_LOCKS : customerById();
    }

    private int customerById() {
        return nuRand(1_024, CUSTOMERS_PER_DISTRICT) % CUSTOMER_LOCKS;
    }

    private int firstLock(int ofHost) {
        return (ofHost * warehousesPerHost + random.nextInt(warehousesPerHost)) * LOCKS_PER_WAREHOUSE;
    }

    private int otherHost() {
        final int other = random.nextInt(hosts - 1);
        return other < host ? other : other + 1;
    }

    /** The tool's non-uniform numbers, 0 to range − 1: no constant, and bits below a, where TPC-C has up to a. */
    private int nuRand(int a, int range) {
        return (random.nextInt(a) | random.nextInt(range)) % range;
    }
}
