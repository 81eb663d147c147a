package io.baton.lab.load;

import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Generates the locks of TPC-C transactions by the rules of FissLock's trace tool (OSDI 2024), which section 4.4 of
 * ShiftLock uses; the sizes there imply 5 hosts of 100 warehouses. Rows share locks: a warehouse has 121 of them, 10
 * for each table that grows and 30 each for customers and for stock (layout: {@link TpccTransactions}). Items are never
 * written, so nobody locks them; their 10 locks exist all the same, and only the last warehouse's are beyond the
 * highest lock in use, hence 5 · 100 · 121 − 10 = 60,490 locks.
 *
 * <p>Each host generates transactions for its own warehouses, and its clients run them; customers of other hosts appear
 * in Payment. Immutable and thread-safe.
 */
public final class TpccTrace {

    /** The transactions' names; the first has type 1. */
    public static final List<String> TYPES =
        List.of("NewOrder", "Payment", "OrderStatus", "Delivery", "StockLevel");

    /** How many locks a warehouse's customers have. */
    public static final int CUSTOMER_LOCKS = TpccTransactions.CUSTOMER_LOCKS;

    private final int hosts;
    private final int warehousesPerHost;
    private final int locks;

    /**
     * Prepares generating.
     *
     * @param hosts how many hosts have warehouses, 1 or more; with one, no customer is another host's
     * @param warehousesPerHost how many each has, 1 or more
     * @throws IllegalArgumentException if one of them is out of range, or the locks are too many together
     */
    public TpccTrace(int hosts, int warehousesPerHost) {
        if (hosts < 1 || warehousesPerHost < 1) {
            throw new IllegalArgumentException(
                hosts + " hosts of " + warehousesPerHost + " warehouses; give 1 or more of both");
        }
        final long needed = (long) hosts * warehousesPerHost * TpccTransactions.LOCKS_PER_WAREHOUSE
            - TpccTransactions.ITEM_LOCKS;
        if (needed > LockTrace.SLOTS_MAX) {
            throw new IllegalArgumentException(hosts + " hosts of " + warehousesPerHost + " warehouses need " + needed
                + " locks, the limit is " + LockTrace.SLOTS_MAX + "; give fewer");
        }
        this.hosts = hosts;
        this.warehousesPerHost = warehousesPerHost;
        locks = (int) needed;
    }

    /** {@return what ShiftLock's section 4.4 ran: 5 hosts of 100 warehouses, 60,490 locks} */
    public static TpccTrace paper() {
        return new TpccTrace(5, 100);
    }

    /** {@return the number of hosts, 1 or more} */
    public int hosts() {
        return hosts;
    }

    /**
     * {@return the number of locks of all hosts together: one more than the highest lock that a transaction may need}
     */
    public int locks() {
        return locks;
    }

    /**
     * Returns the locks of a warehouse's customers: {@link #CUSTOMER_LOCKS} from this one.
     *
     * @param warehouse 0 to one less than the warehouses of all hosts together
     * @return the first slot
     */
    public static int firstCustomerLock(int warehouse) {
        return warehouse * TpccTransactions.LOCKS_PER_WAREHOUSE + TpccTransactions.CUSTOMER;
    }

    /**
     * Generates what a host's clients run.
     *
     * @param host 0 to {@link #hosts()} − 1
     * @param transactions how many; FissLock's files have 100,000 for each host
     * @param random decides everything; the same state gives the same trace
     * @return the trace, whose types count from 1 in the order of {@link #TYPES}
     * @throws IllegalArgumentException if there is no such host or the number is negative
     */
    public LockTrace generate(int host, int transactions, RandomGenerator random) {
        if (host < 0 || host >= hosts) {
            throw new IllegalArgumentException("there is no host " + host + " of " + hosts + "; count from 0");
        }
        if (transactions < 0) {
            throw new IllegalArgumentException(transactions + " transactions cannot be generated; give 0 or more");
        }
        final LockTraceBuilder trace = new LockTraceBuilder();
        final TpccTransactions source = new TpccTransactions(hosts, warehousesPerHost, host, random, trace);
        for (int i = 0; i < transactions; i++) {
            source.next();
        }
        return trace.build(locks);
    }
}
