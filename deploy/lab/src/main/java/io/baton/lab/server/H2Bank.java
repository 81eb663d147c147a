package io.baton.lab.server;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * SmallBank's procedures for H2, which calls them with a connection of the calling session. Rows that are changed are
 * locked first, in the order of customers, so that no two calls wait for each other; isolation is READ COMMITTED.
 */
public final class H2Bank {

    private static final String CUSTOMER = "SELECT customer FROM account WHERE name = ?";
    private static final String EXISTS = "SELECT COUNT(*) FROM account WHERE customer IN (?, ?)";
    private static final String SAVINGS = "SELECT balance FROM savings WHERE customer = ?";
    private static final String LOCK_SAVINGS = "SELECT balance FROM savings WHERE customer = ? FOR UPDATE";
    private static final String LOCK_CHECKING = "SELECT balance FROM checking WHERE customer = ? FOR UPDATE";
    private static final String ADD_CHECKING = "UPDATE checking SET balance = balance + ? WHERE customer = ?";
    private static final String ADD_SAVINGS = "UPDATE savings SET balance = balance + ? WHERE customer = ?";
    private static final long PENALTY_CENTS = 1_00;

    private H2Bank() {
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
        final long saved = number(connection, LOCK_SAVINGS, from);
        final long atHand = lockBoth(connection, from, to);
        add(connection, ADD_SAVINGS, -saved, from);
        add(connection, ADD_CHECKING, -atHand, from);
        add(connection, ADD_CHECKING, saved + atHand, to);
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
        add(connection, ADD_CHECKING, cents, customer(connection, name));
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
        if (lockBoth(connection, from, to) < cents) {
            throw new SQLException(SqlBank.NO_CHECKING, SqlBank.GAVE_UP);
        }
        add(connection, ADD_CHECKING, -cents, from);
        add(connection, ADD_CHECKING, cents, to);
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
        if (number(connection, LOCK_SAVINGS, customer) + cents < 0) {
            throw new SQLException(SqlBank.NO_SAVINGS, SqlBank.GAVE_UP);
        }
        add(connection, ADD_SAVINGS, cents, customer);
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
        final long atHand = number(connection, LOCK_CHECKING, customer);
        final long taken = saved + atHand < cents ? cents + PENALTY_CENTS : cents;
        add(connection, ADD_CHECKING, -taken, customer);
        return -taken;
    }

    private static void check(Connection connection, long from, long to) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(EXISTS)) {
            statement.setLong(1, from);
            statement.setLong(2, to);
            if (only(statement) != 2) {
                throw new SQLException("There is no account of " + from + " or " + to, SqlBank.GAVE_UP);
            }
        }
    }

    /** Locks two checking accounts; returns the balance of the first one. */
    private static long lockBoth(Connection connection, long from, long to) throws SQLException {
        if (from < to) {
            final long balance = number(connection, LOCK_CHECKING, from);
            number(connection, LOCK_CHECKING, to);
            return balance;
        }
        number(connection, LOCK_CHECKING, to);
        return number(connection, LOCK_CHECKING, from);
    }

    private static long customer(Connection connection, String name) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(CUSTOMER)) {
            statement.setString(1, name);
            return only(statement);
        }
    }

    private static long number(Connection connection, String query, long customer) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setLong(1, customer);
            return only(statement);
        }
    }

    private static void add(Connection connection, String update, long cents, long customer) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(update)) {
            statement.setLong(1, cents);
            statement.setLong(2, customer);
            statement.executeUpdate();
        }
    }

    private static long only(PreparedStatement statement) throws SQLException {
        try (ResultSet rows = statement.executeQuery()) {
            if (!rows.next()) {
                throw new SQLException("There is no such account", SqlBank.GAVE_UP);
            }
            return rows.getLong(1);
        }
    }
}
