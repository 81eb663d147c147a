package io.baton.lab.server.sql;

import java.sql.SQLException;
import java.util.List;

/**
 * A customer, by number or by last name.
 *
 * @param number 0 if given by name
 * @param last nothing if given by number
 */
record H2Customer(long warehouse, long district, long number, String last) {

    private static final String BY_NAME = "SELECT c_id FROM customer WHERE c_w_id = ? AND c_d_id = ? AND c_last = ? "
        + "ORDER BY c_first, c_id";

    /** The number; of the one in the middle, by first names, if given by name (clause 2.5.2.2). */
    long find(H2Statements statements) throws SQLException {
        if (number != 0) {
            return number;
        }
        final List<H2Statements.Values> namesakes = statements.rows(BY_NAME, warehouse, district, last);
        if (namesakes.isEmpty()) {
            throw new SQLException("No customer is named " + last, SqlProcedures.GAVE_UP);
        }
        return namesakes.get((namesakes.size() + 1) / 2 - 1).number(0);
    }
}
