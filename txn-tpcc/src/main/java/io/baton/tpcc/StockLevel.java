package io.baton.tpcc;

import io.baton.engine.LockPlan;
import io.baton.engine.Scan;
import io.baton.engine.Transaction;
import io.baton.engine.procedure.ReadOnly;
import io.baton.storage.Row;
import io.baton.tpcc.schema.DistrictTable;
import io.baton.tpcc.schema.OrderLineTable;
import io.baton.tpcc.schema.StockTable;

/** The Stock-Level transaction (clause 2.8): counts the items of a district's last 20 orders that run out. */
@ReadOnly
public final class StockLevel {

    private static final int ORDERS = 20;
    /** Places for the distinct items, of which there can be 300. */
    private static final int SEEN_CAPACITY = 1 << 9;
    private static final int SEEN_SHIFT = Integer.SIZE - 9;
    private static final int SPREAD = 0x9E37_79B9;

    /** Makes the procedure. */
    public StockLevel() {
    }

    /**
     * Declares the locks: all but those of the stock.
     *
     * @param plan where to declare
     * @param warehouse the warehouse
     * @param district the district
     * @param threshold an item runs out if there are fewer
     */
    public void plan(LockPlan plan, long warehouse, long district, long threshold) {
        plan.read(DistrictTable.TABLE, DistrictTable.key(warehouse, district));
        plan.read(OrderLineTable.TABLE, OrderLineTable.key(warehouse, district, 0, 0));
    }

    /**
     * Counts.
     *
     * @param tx the transaction
     * @param warehouse the warehouse
     * @param district the district
     * @param threshold an item runs out if there are fewer
     * @return how many items run out
     */
    public int run(Transaction tx, long warehouse, long district, long threshold) {
        final long next =
            tx.read(DistrictTable.TABLE, DistrictTable.key(warehouse, district)).get(DistrictTable.NEXT_ORDER);
        final Scan lines = tx.scan(OrderLineTable.PRIMARY)
            .equal(warehouse).equal(district).between(next - ORDERS, next - 1);
        final int[] seen = new int[SEEN_CAPACITY];
        int low = 0;
        while (lines.next()) {
            final int item = (int) lines.row().get(OrderLineTable.ITEM);
            if (addTo(seen, item)) {
                final Row stock = tx.read(StockTable.TABLE, StockTable.key(warehouse, item));
                low += stock.get(StockTable.QUANTITY) < threshold ? 1 : 0;
            }
        }
        return low;
    }

    /** Adds to a set with open addressing, in which 0 is a free place; returns whether the item is new. */
    private static boolean addTo(int[] seen, int item) {
        int at = (item * SPREAD) >>> SEEN_SHIFT;
        while (seen[at] != 0) {
            if (seen[at] == item) {
                return false;
            }
            at = (at + 1) & (SEEN_CAPACITY - 1);
        }
        seen[at] = item;
        return true;
    }
}
