package io.baton.lab.server.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/**
 * SmallBank's procedures for H2, which calls them with a connection of the calling session. Rows are locked by the
 * statements that change them, in the order of customers, so that no two calls wait for each other; isolation is READ
 * COMMITTED. There is no {@code FOR UPDATE}: H2 keeps no such query prepared, and would parse it in each call.
 */
public final class H2Bank {

    private static final String CUSTOMER = "SELECT customer FROM account WHERE name = ?";
    private static final String EXISTS = "SELECT COUNT(*) FROM account WHERE customer IN (?, ?)";
    private static final String SAVINGS = "SELECT balance FROM savings WHERE customer = ?";
    private static final String TAKE_SAVINGS =
        "SELECT balance FROM OLD TABLE (UPDATE savings SET balance = 0 WHERE customer = ?)";
    private static final String TAKE_CHECKING =
        "SELECT balance FROM OLD TABLE (UPDATE checking SET balance = 0 WHERE customer = ?)";
    private static final String ADD_CHECKING = "UPDATE checking SET balance = balance + ? WHERE customer = ?";
    private static final String PAY =
        "UPDATE checking SET balance = balance - ? WHERE customer = ? AND balance >= ?";
    private static final String CASH =
        "SELECT balance FROM FINAL TABLE (UPDATE checking SET balance = balance - ? WHERE customer = ?)";
    private static final String ADD_SAVINGS =
        "UPDATE savings SET balance = balance + ? WHERE customer = ? AND balance + ? >= 0";
    private static final long PENALTY_CENTS = 1_00;

    private H2Bank() {
    }

    /** Makes the procedures known to a database. */
    static void create(Connection connection) throws SQLException {
        SqlProcedures.createInH2(connection, H2Bank.class,
            List.of("amalgamate", "balance", "depositChecking", "sendPayment", "transactSavings", "writeCheck"));
    }

    /**
     * Moves all money of a customer to another's checking account.
     *
     * @param connection of the session
     * @param from who gives
     * @param to who gets
     * @return 0
     * @throws SQLException if it fails
     */
    public static long amalgamate(Connection connection, long from, long to) throws SQLException {
        check(connection, from, to);
        final long saved = number(connection, TAKE_SAVINGS, from);
        if (from < to) {
            final long atHand = number(connection, TAKE_CHECKING, from);
            change(connection, ADD_CHECKING, saved + atHand, to);
        } else {
            change(connection, ADD_CHECKING, saved, to);
            change(connection, ADD_CHECKING, number(connection, TAKE_CHECKING, from), to);
        }
        return 0;
    }

    /**
     * Sums up a customer's accounts.
     *
     * @param connection of the session
     * @param name of the customer
     * @return cents
     * @throws SQLException if it fails
     */
    public static long balance(Connection connection, String name) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
            "SELECT s.balance + c.balance FROM account a JOIN savings s ON s.customer = a.customer "
                + "JOIN checking c ON c.customer = a.customer WHERE a.name = ?")) {
            statement.setString(1, name);
            return only(statement);
        }
    }

    /**
     * Adds to a checking account.
     *
     * @param connection of the session
     * @param name of the customer
     * @param cents how much
     * @return what was added
     * @throws SQLException if it fails
     */
    public static long depositChecking(Connection connection, String name, long cents) throws SQLException {
        change(connection, ADD_CHECKING, cents, customer(connection, name));
        return cents;
    }

    /**
     * Moves money from one checking account to another.
     *
     * @param connection of the session
     * @param from who pays
     * @param to who is paid
     * @param cents how much
     * @return 0
     * @throws SQLException if it fails, or the payer has not so much
     */
    public static long sendPayment(Connection connection, long from, long to, long cents) throws SQLException {
        check(connection, from, to);
        if (from > to) {
            change(connection, ADD_CHECKING, cents, to);
        }
        if (change(connection, PAY, cents, from, cents) == 0) {
            // H2 commits what a procedure has done before it has thrown.
            connection.rollback();
            throw new SQLException(SqlBank.NO_CHECKING, SqlProcedures.GAVE_UP);
        }
        if (from < to) {
            change(connection, ADD_CHECKING, cents, to);
        }
        return 0;
    }

    /**
     * Adds to a savings account, or takes from it.
     *
     * @param connection of the session
     * @param name of the customer
     * @param cents how much
     * @return what was added
     * @throws SQLException if it fails, or the account has not so much
     */
    public static long transactSavings(Connection connection, String name, long cents) throws SQLException {
        final long customer = customer(connection, name);
        if (change(connection, ADD_SAVINGS, cents, customer, cents) == 0) {
            throw new SQLException(SqlBank.NO_SAVINGS, SqlProcedures.GAVE_UP);
        }
        return cents;
    }

    /**
     * Takes from a checking account, with a penalty if there is too little.
     *
     * @param connection of the session
     * @param name of the customer
     * @param cents how much
     * @return what was added, less than 0
     * @throws SQLException if it fails
     */
    public static long writeCheck(Connection connection, String name, long cents) throws SQLException {
        final long customer = customer(connection, name);
        final long saved = number(connection, SAVINGS, customer);
        if (saved + number(connection, CASH, cents, customer) >= 0) {
            return -cents;
        }
        change(connection, ADD_CHECKING, -PENALTY_CENTS, customer);
        return -cents - PENALTY_CENTS;
    }

    private static void check(Connection connection, long from, long to) throws SQLException {
        if (number(connection, EXISTS, from, to) != 2) {
            throw new SQLException("There is no account of " + from + " or " + to, SqlProcedures.GAVE_UP);
        }
    }

    private static long customer(Connection connection, String name) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(CUSTOMER)) {
            statement.setString(1, name);
            return only(statement);
        }
    }

    private static long number(Connection connection, String query, long... arguments) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            bind(statement, arguments);
            return only(statement);
        }
    }

    private static int change(Connection connection, String update, long... arguments) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(update)) {
            bind(statement, arguments);
            return statement.executeUpdate();
        }
    }

    private static void bind(PreparedStatement statement, long... arguments) throws SQLException {
        for (int i = 0; i < arguments.length; i++) {
            statement.setLong(i + 1, arguments[i]);
        }
    }

    private static long only(PreparedStatement statement) throws SQLException {
        try (ResultSet rows = statement.executeQuery()) {
            if (!rows.next()) {
                throw new SQLException("There is no such account", SqlProcedures.GAVE_UP);
            }
            return rows.getLong(1);
        }
    }
}
