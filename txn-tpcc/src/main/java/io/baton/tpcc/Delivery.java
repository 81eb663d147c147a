package io.baton.tpcc;

import io.baton.engine.LockPlan;
import io.baton.engine.Scan;
import io.baton.engine.Transaction;
import io.baton.storage.Row;
import io.baton.tpcc.schema.CustomerTable;
import io.baton.tpcc.schema.NewOrderTable;
import io.baton.tpcc.schema.OrderLineTable;
import io.baton.tpcc.schema.OrdersTable;
import io.baton.tpcc.schema.Scale;

/** The Delivery transaction (clause 2.7): delivers the oldest order of each of a warehouse's districts. */
public final class Delivery {

    /** Makes the procedure. */
    public Delivery() {
    }

    /**
     * Declares the locks: all but those of the customers.
     *
     * @param plan where to declare
     * @param warehouse the warehouse
     * @param carrier who delivers, 1 to 10
     * @param nowMillis the date of delivery
     */
    public void plan(LockPlan plan, long warehouse, long carrier, long nowMillis) {
        for (int district = 1; district <= Scale.DISTRICTS; district++) {
            plan.write(NewOrderTable.TABLE, NewOrderTable.key(warehouse, district, 0));
            plan.write(OrdersTable.TABLE, OrdersTable.key(warehouse, district, 0));
            plan.write(OrderLineTable.TABLE, OrderLineTable.key(warehouse, district, 0, 0));
        }
    }

    /**
     * Delivers.
     *
     * @param tx the transaction
     * @param warehouse the warehouse
     * @param carrier who delivers, 1 to 10
     * @param nowMillis the date of delivery
     * @return what was delivered
     */
    public DeliveryResult run(Transaction tx, long warehouse, long carrier, long nowMillis) {
        // All scans come before all changes: a scan of a table that the transaction has changed costs more.
        final DeliveryResult result = new DeliveryResult();
        for (int district = 1; district <= Scale.DISTRICTS; district++) {
            final Scan undelivered = tx.scan(NewOrderTable.PRIMARY).equal(warehouse).equal(district).forUpdate();
            if (undelivered.next()) {
                result.setOrder(district, undelivered.row().get(NewOrderTable.ORDER));
            }
        }
        for (int district = 1; district <= Scale.DISTRICTS; district++) {
            if (result.order(district) != 0) {
                deliver(tx, warehouse, district, result.order(district), carrier, nowMillis);
            }
        }
        return result;
    }

    private static void deliver(Transaction tx, long warehouse, long district, long number, long carrier,
            long nowMillis) {
        tx.delete(NewOrderTable.TABLE, NewOrderTable.key(warehouse, district, number));
        final Row order = tx.update(OrdersTable.TABLE, OrdersTable.key(warehouse, district, number));
        order.set(OrdersTable.CARRIER, carrier);
        long sum = 0;
        for (long line = order.get(OrdersTable.LINES); line > 0; line--) {
            final Row row = tx.update(OrderLineTable.TABLE, OrderLineTable.key(warehouse, district, number, line));
            row.set(OrderLineTable.DELIVERY_DATE, nowMillis);
            sum += row.get(OrderLineTable.AMOUNT);
        }
        final long key = CustomerTable.key(warehouse, district, order.get(OrdersTable.CUSTOMER));
        final Row buyer = tx.update(CustomerTable.TABLE, key);
        buyer.set(CustomerTable.BALANCE, buyer.get(CustomerTable.BALANCE) + sum);
        buyer.set(CustomerTable.DELIVERY_COUNT, buyer.get(CustomerTable.DELIVERY_COUNT) + 1);
    }
}
