package io.baton.lab.server.sql;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The transactions of TPC-C that only read, in H2. */
final class H2Reads {

    private static final String CUSTOMER = "SELECT c_id, c_balance, c_first, c_middle, c_last FROM customer "
        + "WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?";
    private static final String LAST_ORDER = "SELECT o_id, o_entry_d, o_carrier_id FROM orders "
        + "WHERE o_w_id = ? AND o_d_id = ? AND o_c_id = ? ORDER BY o_id DESC FETCH FIRST ROW ONLY";
    private static final String LINES = "SELECT ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_delivery_d "
        + "FROM order_line WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ? "
        + "ORDER BY ol_w_id, ol_d_id, ol_o_id, ol_number";
    private static final String NEXT_ORDER = "SELECT d_next_o_id FROM district WHERE d_w_id = ? AND d_id = ?";
    private static final String LOW = "SELECT COUNT(DISTINCT s_i_id) FROM order_line "
        + "JOIN stock ON s_w_id = ol_w_id AND s_i_id = ol_i_id "
        + "WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id >= ? AND ol_o_id < ? AND s_quantity < ?";
    private static final int ORDERS = 20;

    private H2Reads() {
    }

    static List<String> orderStatus(H2Statements statements, H2Customer customer) throws SQLException {
        final long of = customer.warehouse();
        final long in = customer.district();
        final long number = customer.find(statements);
        final List<String> shown = new ArrayList<>();
        statements.row(CUSTOMER, of, in, number).addTo(shown);
        for (final H2Statements.Values order : statements.rows(LAST_ORDER, of, in, number)) {
            order.addTo(shown);
            for (final H2Statements.Values line : statements.rows(LINES, of, in, order.number(0))) {
                line.addTo(shown);
            }
        }
        return shown;
    }

    static List<String> stockLevel(H2Statements statements, long warehouse, long district, long threshold)
            throws SQLException {
        final long next = statements.row(NEXT_ORDER, warehouse, district).number(0);
        return List.of(statements.row(LOW, warehouse, district, next - ORDERS, next, threshold).text(0));
    }
}
