package io.baton.lab.server.sql;

import io.baton.tpcc.schema.Scale;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The Delivery transaction (clause 2.7) in H2. */
final class H2Delivery {

    /** Ordered by all columns of the key, so that H2 reads only the first row. */
    private static final String OLDEST = "SELECT no_o_id FROM new_order WHERE no_w_id = ? AND no_d_id = ? "
        + "ORDER BY no_w_id, no_d_id, no_o_id FETCH FIRST ROW ONLY";
    private static final String TAKE = "DELETE FROM new_order WHERE no_w_id = ? AND no_d_id = ? AND no_o_id = ?";
    private static final String BUYER = "SELECT o_c_id FROM orders WHERE o_w_id = ? AND o_d_id = ? AND o_id = ?";
    private static final String CARRY =
        "UPDATE orders SET o_carrier_id = ? WHERE o_w_id = ? AND o_d_id = ? AND o_id = ?";
    private static final String SUM =
        "SELECT SUM(ol_amount) FROM order_line WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?";
    private static final String DATE =
        "UPDATE order_line SET ol_delivery_d = ? WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?";
    private static final String CHARGE = "UPDATE customer SET c_balance = c_balance + ?, "
        + "c_delivery_cnt = c_delivery_cnt + 1 WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?";

    private final H2Statements statements;
    private final long warehouse;
    private final long carrier;
    private final long nowMillis;

    H2Delivery(H2Statements statements, long warehouse, long carrier, long nowMillis) {
        this.statements = statements;
        this.warehouse = warehouse;
        this.carrier = carrier;
        this.nowMillis = nowMillis;
    }

    List<String> run() throws SQLException {
        final List<String> orders = new ArrayList<>();
        for (long district = 1; district <= Scale.DISTRICTS; district++) {
            final long order = takeOldest(district);
            if (order != 0) {
                deliver(district, order);
            }
            orders.add(Long.toString(order));
        }
        return orders;
    }

    /** Another delivery may have the oldest one, which is then gone when it has ended. */
    private long takeOldest(long district) throws SQLException {
        List<H2Statements.Values> oldest = statements.rows(OLDEST, warehouse, district);
        while (!oldest.isEmpty()) {
            final long order = oldest.getFirst().number(0);
            if (statements.change(TAKE, warehouse, district, order) == 1) {
                return order;
            }
            oldest = statements.rows(OLDEST, warehouse, district);
        }
        return 0;
    }

    private void deliver(long district, long order) throws SQLException {
        final long buyer = statements.row(BUYER, warehouse, district, order).number(0);
        statements.change(CARRY, carrier, warehouse, district, order);
        statements.change(DATE, nowMillis, warehouse, district, order);
        final long sum = statements.row(SUM, warehouse, district, order).number(0);
        statements.change(CHARGE, sum, warehouse, district, buyer);
    }
}
