package io.baton.tpcc.check;

import io.baton.engine.LockPlan;
import io.baton.engine.Scan;
import io.baton.engine.Transaction;
import io.baton.storage.Row;
import io.baton.tpcc.schema.DistrictTable;
import io.baton.tpcc.schema.NewOrderTable;
import io.baton.tpcc.schema.OrderLineTable;
import io.baton.tpcc.schema.OrdersTable;

/**
 * Reads one district's row, orders, new orders and order lines for the consistency check: three scans in step, all
 * ordered by order number.
 */
public final class OrdersAudit {

    /** Makes the procedure. */
    public OrdersAudit() {
    }

    /**
     * Declares the locks.
     *
     * @param plan where to declare
     * @param warehouse the warehouse
     * @param district the district
     */
    public void plan(LockPlan plan, long warehouse, long district) {
        plan.read(DistrictTable.TABLE, DistrictTable.key(warehouse, district));
        plan.read(OrdersTable.TABLE, OrdersTable.key(warehouse, district, 0));
        plan.read(NewOrderTable.TABLE, NewOrderTable.key(warehouse, district, 0));
        plan.read(OrderLineTable.TABLE, OrderLineTable.key(warehouse, district, 0, 0));
    }

    /**
     * Reads.
     *
     * @param tx the transaction
     * @param warehouse the warehouse
     * @param district the district
     * @return what was found
     */
    public OrdersFindings run(Transaction tx, long warehouse, long district) {
        final Row area = tx.read(DistrictTable.TABLE, DistrictTable.key(warehouse, district));
        final OrdersFindings findings = new OrdersFindings(warehouse, district,
            area.get(DistrictTable.YTD), area.get(DistrictTable.NEXT_ORDER));
        final Pass pass = new Pass(tx, warehouse, district, findings);
        final Scan orders = tx.scan(OrdersTable.PRIMARY).equal(warehouse).equal(district);
        while (orders.next()) {
            pass.order(orders.row());
        }
        pass.end();
        return findings;
    }

    /** One pass over the three tables. */
    private static final class Pass {

        private final OrdersFindings findings;
        private final Scan newOrders;
        private final Scan lines;
        private boolean moreNewOrders;
        private boolean moreLines;

        Pass(Transaction tx, long warehouse, long district, OrdersFindings findings) {
            this.findings = findings;
            newOrders = tx.scan(NewOrderTable.PRIMARY).equal(warehouse).equal(district);
            lines = tx.scan(OrderLineTable.PRIMARY).equal(warehouse).equal(district);
            moreNewOrders = newOrders.next();
            moreLines = lines.next();
        }

        void order(Row row) {
            final long order = row.get(OrdersTable.ID);
            final long carrier = row.get(OrdersTable.CARRIER);
            skipTo(order);
            final boolean undelivered = moreNewOrders && newOrder() == order;
            if (undelivered) {
                findings.newOrder(order);
                moreNewOrders = newOrders.next();
            }
            int count = 0;
            long delivered = 0;
            while (moreLines && lineOrder() == order) {
                final Row line = lines.row();
                count++;
                delivered += findings.line(line, carrier);
                moreLines = lines.next();
            }
            findings.order(order, row.get(OrdersTable.CUSTOMER), carrier, undelivered,
                row.get(OrdersTable.LINES), count, delivered);
        }

        void end() {
            skipTo(Long.MAX_VALUE);
        }

        /** Lines before the next order belong to no order. */
        private void skipTo(long order) {
            while (moreNewOrders && newOrder() < order) {
                findings.newOrder(newOrder());
                findings.newOrderOfNoOrder(newOrder());
                moreNewOrders = newOrders.next();
            }
            while (moreLines && lineOrder() < order) {
                findings.lineOfNoOrder(lineOrder());
                moreLines = lines.next();
            }
        }

        private long newOrder() {
            return newOrders.row().get(NewOrderTable.ORDER);
        }

        private long lineOrder() {
            return lines.row().get(OrderLineTable.ORDER);
        }
    }
}
