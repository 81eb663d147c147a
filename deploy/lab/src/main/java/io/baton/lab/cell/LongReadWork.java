package io.baton.lab.cell;

import io.baton.lab.load.TpccTrace;
import io.baton.lock.LockMode;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * TPC-C with long-running reads (DSLR, section 6.4): now and then a transaction scans all customers of all warehouses,
 * and holds them shared meanwhile. The paper calls this a table-level lock; here, where a table's rows share a few
 * locks for each warehouse, it is all of these. How long a scan takes the paper does not say.
 *
 * @param base the other transactions
 * @param share the share of the scans, 0 to 1
 * @param scanSlots how many lease slots a scan takes, if the locks are DSLR's, 1 or more
 */
public record LongReadWork(TpccCellWork base, double share, int scanSlots) implements Load {

    private static final int CUSTOMERS_PER_WAREHOUSE = 30_000;
    /** A row of the customer table, read from memory. */
    private static final long ROW_NANOS = 150;

    @Override
    public List<String> types() {
        final List<String> types = new ArrayList<>(base.types());
        types.add("LongRead");
        return List.copyOf(types);
    }

    @Override
    public boolean touchesRows() {
        return base.touchesRows();
    }

    @Override
    public long thinkNanos(int type) {
        return type < base.types().size() ? base.thinkNanos() : ROW_NANOS * CUSTOMERS_PER_WAREHOUSE * warehouses();
    }

    @Override
    public int leaseSlots(int type) {
        return type < base.types().size() ? 1 : scanSlots;
    }

    private int warehouses() {
        return base.hosts() * base.warehousesPerHost();
    }

    @Override
    public Ready prepare(long seed) {
        final Ready ready = base.prepare(seed);
        return new Ready() {
            @Override
            public int slots() {
                return ready.slots();
            }

            @Override
            public Stream stream(int client, int clients, RandomGenerator random) {
                final Stream others = ready.stream(client, clients, random);
                return locks -> {
                    if (random.nextDouble() >= share) {
                        return others.next(locks);
                    }
                    for (int warehouse = 0; warehouse < warehouses(); warehouse++) {
                        final int first = TpccTrace.firstCustomerLock(warehouse);
                        for (int i = 0; i < TpccTrace.CUSTOMER_LOCKS; i++) {
                            locks.add(first + i, LockMode.SHARED);
                        }
                    }
                    return base.types().size();
                };
            }
        };
    }
}
