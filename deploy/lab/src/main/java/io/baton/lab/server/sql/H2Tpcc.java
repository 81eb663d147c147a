package io.baton.lab.server.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * TPC-C's transactions for H2, which calls them with a connection of the calling session; each returns what the
 * terminal shows, as texts. Rows that are changed are locked in one order, so that no two calls wait for each other:
 * new orders by district, customers, districts, stock by warehouse and item, warehouses; isolation is READ COMMITTED.
 */
public final class H2Tpcc {

    private H2Tpcc() {
    }

    /** Makes the procedures known to a database. */
    static void create(Connection connection) throws SQLException {
        SqlProcedures.createInH2(connection, H2Tpcc.class,
            List.of("newOrder", "payment", "orderStatus", "delivery", "stockLevel"));
    }

    /**
     * A customer orders items (clause 2.4).
     *
     * @param connection of the session
     * @param warehouse the home warehouse
     * @param district the district
     * @param customer the customer
     * @param items the items, in the order of the lines
     * @param suppliers the supplying warehouse of each
     * @param quantities how many of each
     * @param nowMillis the date of entry
     * @return what the terminal shows
     * @throws SQLException if it fails, or an item is unknown
     */
    public static String[] newOrder(Connection connection, long warehouse, long district, long customer,
            Integer[] items, Integer[] suppliers, Integer[] quantities, long nowMillis) throws SQLException {
        return atomically(connection, statements -> new H2NewOrder(statements, warehouse, district, items, suppliers,
            quantities).run(customer, nowMillis));
    }

    /**
     * A customer pays (clause 2.5).
     *
     * @param connection of the session
     * @param warehouse the warehouse that is paid
     * @param district the district that is paid
     * @param customerWarehouse the customer's warehouse
     * @param customerDistrict the customer's district
     * @param customer the customer, or 0 if given by name
     * @param last the customer's last name, or nothing
     * @param amount the payment in cents
     * @param historyId a number that no other payment to this district has
     * @param nowMillis the date
     * @return what the terminal shows
     * @throws SQLException if it fails
     */
    public static String[] payment(Connection connection, long warehouse, long district, long customerWarehouse,
            long customerDistrict, long customer, String last, long amount, long historyId, long nowMillis)
            throws SQLException {
        return atomically(connection, statements -> new H2Payment(statements, warehouse, district, amount).run(
            new H2Customer(customerWarehouse, customerDistrict, customer, last), historyId, nowMillis));
    }

    /**
     * Shows a customer's last order (clause 2.6).
     *
     * @param connection of the session
     * @param warehouse the warehouse
     * @param district the district
     * @param customer the customer, or 0 if given by name
     * @param last the customer's last name, or nothing
     * @return what the terminal shows
     * @throws SQLException if it fails
     */
    public static String[] orderStatus(Connection connection, long warehouse, long district, long customer,
            String last) throws SQLException {
        return atomically(connection, statements -> H2Reads.orderStatus(statements,
            new H2Customer(warehouse, district, customer, last)));
    }

    /**
     * Delivers the oldest order of each district (clause 2.7).
     *
     * @param connection of the session
     * @param warehouse the warehouse
     * @param carrier who delivers, 1 to 10
     * @param nowMillis the date of delivery
     * @return the order of each district, 0 where there was none
     * @throws SQLException if it fails
     */
    public static String[] delivery(Connection connection, long warehouse, long carrier, long nowMillis)
            throws SQLException {
        return atomically(connection, statements -> new H2Delivery(statements, warehouse, carrier, nowMillis).run());
    }

    /**
     * Counts the items of a district's last 20 orders that run out (clause 2.8).
     *
     * @param connection of the session
     * @param warehouse the warehouse
     * @param district the district
     * @param threshold an item runs out if there are fewer
     * @return how many items run out
     * @throws SQLException if it fails
     */
    public static String[] stockLevel(Connection connection, long warehouse, long district, long threshold)
            throws SQLException {
        return atomically(connection, statements -> H2Reads.stockLevel(statements, warehouse, district, threshold));
    }

    /** H2 commits what a procedure has done before it has thrown, so that is taken back here. */
    private static String[] atomically(Connection connection, Work work) throws SQLException {
        boolean complete = false;
        try {
            final List<String> shown = work.run(new H2Statements(connection));
            complete = true;
            return shown.toArray(String[]::new);
        } finally {
            if (!complete) {
                connection.rollback();
            }
        }
    }

    /** What a procedure does. */
    @FunctionalInterface
    private interface Work {

        List<String> run(H2Statements statements) throws SQLException;
    }
}
