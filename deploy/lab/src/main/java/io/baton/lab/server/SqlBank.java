package io.baton.lab.server;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * SmallBank's tables and checks in SQL, and connections that call its procedures, which are the database's own.
 */
final class SqlBank {

    /** What gives up for want of money says, as in Baton. */
    static final String NO_CHECKING = "The checking account has not so much";
    static final String NO_SAVINGS = "The savings account has not so much";
    /** A class of SQLSTATEs for procedures that give up. */
    static final String GAVE_UP = "45000";

    private static final List<String> TABLES = List.of(
        "CREATE TABLE account (customer BIGINT PRIMARY KEY, name VARCHAR(16) NOT NULL UNIQUE)",
        "CREATE TABLE savings (customer BIGINT PRIMARY KEY, balance BIGINT NOT NULL)",
        "CREATE TABLE checking (customer BIGINT PRIMARY KEY, balance BIGINT NOT NULL)");

    private SqlBank() {
    }

    static void createTables(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (final String table : TABLES) {
                statement.execute(table);
            }
        }
    }

    private static long cents(Connection connection) throws SQLException {
        return number(connection,
            "SELECT (SELECT SUM(balance) FROM savings) + (SELECT SUM(balance) FROM checking)");
    }

    /** The conditions of the workload. */
    private static String violations(Connection connection, long accounts, long centsExpected) throws SQLException {
        final List<String> violated = new ArrayList<>();
        for (final String table : List.of("account", "savings", "checking")) {
            final long rows = number(connection, "SELECT COUNT(*) FROM " + table);
            if (rows != accounts) {
                violated.add("accounts: " + table + " has " + rows + " rows for " + accounts + " customers");
            }
        }
        if (number(connection, "SELECT COUNT(*) FROM savings WHERE balance < 0") != 0) {
            violated.add("savingsNotNegative");
        }
        final long cents = cents(connection);
        if (cents != centsExpected) {
            violated.add("money: there are " + cents + " cents instead of " + centsExpected);
        }
        return String.join("; ", violated);
    }

    /** Checks against the money that is there now. */
    static SqlServed.Check check(Connection loaded, long accounts) throws SQLException {
        final long initialCents = cents(loaded);
        return (connection, effect) -> violations(connection, accounts, initialCents + effect);
    }

    private static long number(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement(); ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** The name of a procedure in SQL. */
    static String sqlName(String procedure) {
        return procedure.replaceAll("(?<=[a-z])(?=[A-Z])", "_").toLowerCase(java.util.Locale.ROOT);
    }

    /** Calls procedures of a database through its own driver, each in a transaction of its own. */
    static final class SqlLine implements Line {

        private final Connection connection;
        private final String verb;
        private final Map<String, PreparedStatement> statements = new HashMap<>();

        /**
         * Makes a line.
         *
         * @param verb what stands before the procedure's name
         */
        SqlLine(Connection connection, String verb) {
            this.connection = connection;
            this.verb = verb;
        }

        @Override
        public boolean waits() {
            return true;
        }

        @Override
        public void call(String procedure, Object[] arguments, Answered answered) {
            final long result;
            try {
                final PreparedStatement statement = statement(procedure, arguments.length);
                for (int i = 0; i < arguments.length; i++) {
                    statement.setObject(i + 1, arguments[i]);
                }
                try (ResultSet rows = statement.executeQuery()) {
                    rows.next();
                    result = rows.getLong(1);
                }
            } catch (SQLException e) {
                answered.ended(reason(e));
                return;
            }
            answered.committed(result);
        }

        /** Drivers add to what the procedure has said. */
        private static String reason(SQLException failure) {
            final String message = String.valueOf(failure.getMessage());
            if (GAVE_UP.equals(failure.getSQLState())) {
                return message.contains(NO_CHECKING) ? NO_CHECKING : message.contains(NO_SAVINGS) ? NO_SAVINGS
                    : message;
            }
            return message;
        }

        private PreparedStatement statement(String procedure, int arguments) throws SQLException {
            PreparedStatement statement = statements.get(procedure);
            if (statement == null) {
                final String marks = String.join(", ", java.util.Collections.nCopies(arguments, "?"));
                statement = connection.prepareStatement(verb + " " + sqlName(procedure) + "(" + marks + ")");
                statements.put(procedure, statement);
            }
            return statement;
        }

        @Override
        public void close() {
            try {
                connection.close();
            } catch (SQLException e) {
                throw new IllegalStateException("the connection cannot be closed", e);
            }
        }
    }
}
