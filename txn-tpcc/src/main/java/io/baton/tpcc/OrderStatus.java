package io.baton.tpcc;

import io.baton.engine.LockPlan;
import io.baton.engine.Scan;
import io.baton.engine.Transaction;
import io.baton.engine.procedure.ReadOnly;
import io.baton.storage.Row;
import io.baton.tpcc.schema.CustomerTable;
import io.baton.tpcc.schema.OrderLineTable;
import io.baton.tpcc.schema.OrdersTable;

/** The Order-Status transaction (clause 2.6): looks at a customer's last order. */
@ReadOnly
public final class OrderStatus {

    /** Makes the procedure. */
    public OrderStatus() {
    }

    /**
     * Declares the locks: all but those of a customer who is given by name.
     *
     * @param plan where to declare
     * @param warehouse the warehouse
     * @param district the district
     * @param customer the customer, or 0 if given by name
     * @param last the customer's last name, or nothing
     */
    public void plan(LockPlan plan, long warehouse, long district, long customer, String last) {
        if (customer != 0) {
            plan.read(CustomerTable.TABLE, CustomerTable.key(warehouse, district, customer));
            plan.scan(OrdersTable.BY_CUSTOMER, OrdersTable.BY_CUSTOMER.prefix(warehouse, district, customer));
        }
        plan.read(OrdersTable.TABLE, OrdersTable.key(warehouse, district, 0));
        plan.read(OrderLineTable.TABLE, OrderLineTable.key(warehouse, district, 0, 0));
    }

    /**
     * Reads the order.
     *
     * @param tx the transaction
     * @param warehouse the warehouse
     * @param district the district
     * @param customer the customer, or 0 if given by name
     * @param last the customer's last name, or nothing
     * @return what the terminal shows
     */
    public OrderStatusResult run(Transaction tx, long warehouse, long district, long customer, String last) {
        final long key = customer != 0 ? CustomerTable.key(warehouse, district, customer)
            : CustomerByName.key(tx, warehouse, district, last);
        final Row buyer = tx.read(CustomerTable.TABLE, key);
        final OrderStatusResult result = new OrderStatusResult(buyer);
        final Scan orders = tx.scan(OrdersTable.BY_CUSTOMER)
            .equal(warehouse).equal(district).equal(buyer.get(CustomerTable.ID)).descending();
        if (!orders.next()) {
            return result;
        }
        result.setOrder(orders.row());
        final Scan lines = tx.scan(OrderLineTable.PRIMARY).equal(warehouse).equal(district).equal(result.order());
        while (lines.next()) {
            result.addLine(lines.row());
        }
        return result;
    }
}
