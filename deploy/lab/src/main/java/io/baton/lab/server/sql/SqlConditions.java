package io.baton.lab.server.sql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * The consistency conditions (clause 3.3.2) as queries, each of which counts what violates one. A sum over no rows is
 * 0, as NULL differs from nothing; but a district without new orders has no last one to compare.
 */
final class SqlConditions {

    private static final String SUM_OF_DISTRICT = "(SELECT COALESCE(SUM(h_amount), 0) FROM history "
        + "WHERE h_w_id = d_w_id AND h_d_id = d_id)";
    private static final List<Condition> CONDITIONS = List.of(
        new Condition("1", "warehouses have not the W_YTD of their districts",
            "SELECT COUNT(*) FROM warehouse WHERE w_ytd <> "
                + "(SELECT COALESCE(SUM(d_ytd), 0) FROM district WHERE d_w_id = w_id)"),
        new Condition("2", "districts have another D_NEXT_O_ID than behind their last order",
            "SELECT COUNT(*) FROM district WHERE d_next_o_id - 1 <> "
                + "(SELECT COALESCE(MAX(o_id), 0) FROM orders WHERE o_w_id = d_w_id AND o_d_id = d_id) "
                + "OR d_next_o_id - 1 <> (SELECT MAX(no_o_id) FROM new_order "
                + "WHERE no_w_id = d_w_id AND no_d_id = d_id)"),
        new Condition("3", "districts have gaps in NEW-ORDER",
            "SELECT COUNT(*) FROM (SELECT no_w_id FROM new_order GROUP BY no_w_id, no_d_id "
                + "HAVING MAX(no_o_id) - MIN(no_o_id) + 1 <> COUNT(*)) gaps"),
        new Condition("4", "districts have not as many order lines as their O_OL_CNT come to",
            "SELECT COUNT(*) FROM district WHERE (SELECT COALESCE(SUM(o_ol_cnt), 0) FROM orders "
                + "WHERE o_w_id = d_w_id AND o_d_id = d_id) <> (SELECT COUNT(*) FROM order_line "
                + "WHERE ol_w_id = d_w_id AND ol_d_id = d_id)"),
        new Condition("5", "orders are in NEW-ORDER with a carrier, or have none and are not",
            "SELECT COUNT(*) FROM orders LEFT JOIN new_order ON no_w_id = o_w_id AND no_d_id = o_d_id "
                + "AND no_o_id = o_id WHERE (o_carrier_id = 0) <> (no_o_id IS NOT NULL)"),
        new Condition("5", "rows of NEW-ORDER are not in ORDER",
            "SELECT COUNT(*) FROM new_order WHERE NOT EXISTS (SELECT 1 FROM orders WHERE o_w_id = no_w_id "
                + "AND o_d_id = no_d_id AND o_id = no_o_id)"),
        new Condition("6", "orders have not as many lines as their O_OL_CNT",
            "SELECT COUNT(*) FROM orders WHERE o_ol_cnt <> (SELECT COUNT(*) FROM order_line WHERE ol_w_id = o_w_id "
                + "AND ol_d_id = o_d_id AND ol_o_id = o_id)"),
        new Condition("7", "order lines have a date of delivery without a carrier, or none with one",
            "SELECT COUNT(*) FROM order_line JOIN orders ON o_w_id = ol_w_id AND o_d_id = ol_d_id AND o_id = ol_o_id "
                + "WHERE (ol_delivery_d = 0) <> (o_carrier_id = 0)"),
        new Condition("8", "warehouses have not the W_YTD of their payments",
            "SELECT COUNT(*) FROM warehouse WHERE w_ytd <> "
                + "(SELECT COALESCE(SUM(h_amount), 0) FROM history WHERE h_w_id = w_id)"),
        new Condition("9", "districts have not the D_YTD of their payments",
            "SELECT COUNT(*) FROM district WHERE d_ytd <> " + SUM_OF_DISTRICT),
        // Together with 12 it says what condition 10 says, and needs no join.
        new Condition("10", "customers have not the C_YTD_PAYMENT of their payments",
            "SELECT COUNT(*) FROM (SELECT w FROM (SELECT c_w_id AS w, c_d_id AS d, c_id AS c, c_ytd_payment AS paid "
                + "FROM customer UNION ALL SELECT h_c_w_id, h_c_d_id, h_c_id, -h_amount FROM history) both_sides "
                + "GROUP BY w, d, c HAVING SUM(paid) <> 0) wrong"),
        new Condition("12", "customers have not the C_BALANCE + C_YTD_PAYMENT of what was delivered to them",
            "SELECT COUNT(*) FROM customer WHERE c_balance + c_ytd_payment <> (SELECT COALESCE(SUM(ol_amount), 0) "
                + "FROM orders JOIN order_line ON ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id "
                + "WHERE o_w_id = c_w_id AND o_d_id = c_d_id AND o_c_id = c_id AND ol_delivery_d <> 0)"));

    private SqlConditions() {
    }

    static String violations(Connection connection) throws SQLException {
        final List<String> violated = new ArrayList<>();
        try (Statement statement = connection.createStatement()) {
            for (final Condition condition : CONDITIONS) {
                try (ResultSet rows = statement.executeQuery(condition.query)) {
                    rows.next();
                    if (rows.getLong(1) != 0) {
                        violated.add(condition.number + ": " + rows.getLong(1) + " " + condition.complaint);
                    }
                }
            }
        }
        return String.join("; ", violated);
    }

    /** A condition: its number, what to say of the rows that violate it, and a query that counts these. */
    private record Condition(String number, String complaint, String query) {
    }
}
