package io.baton.lab.server.sql;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** SmallBank's tables in another database. */
public final class SqlBank {

    static final String NO_CHECKING = "The checking account has not so much";
    static final String NO_SAVINGS = "The savings account has not so much";
    /** What procedures say that give up for want of money, as in Baton. */
    public static final List<String> GAVE_UP = List.of(NO_CHECKING, NO_SAVINGS);
    private static final long CENTS_MIN = 10_000_00;
    private static final long CENTS_MAX = 50_000_00;
    private static final int BATCH = 1_000;
    private static final List<String> NAMES = List.of("account", "savings", "checking");
    private static final List<String> TABLES = List.of(
        "CREATE TABLE account (customer BIGINT PRIMARY KEY, name VARCHAR(16) NOT NULL UNIQUE)",
        "CREATE TABLE savings (customer BIGINT PRIMARY KEY, balance BIGINT NOT NULL)",
        "CREATE TABLE checking (customer BIGINT PRIMARY KEY, balance BIGINT NOT NULL)");

    private SqlBank() {
    }

    /**
     * Creates the tables with rows and procedures in H2.
     *
     * @param connection to a database without these tables
     * @param accounts how many customers
     * @throws SQLException if the database refuses
     */
    public static void loadInH2(Connection connection, int accounts) throws SQLException {
        createTables(connection);
        insert(connection, accounts);
        H2Bank.create(connection);
    }

    /**
     * The same in PostgreSQL.
     *
     * @param connection to a database without these tables
     * @param accounts how many customers
     * @throws SQLException if the database refuses
     * @throws IOException if the functions cannot be read
     */
    public static void loadInPostgres(Connection connection, int accounts) throws SQLException, IOException {
        createTables(connection);
        try (Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO account SELECT i, lpad(i::text, 16, '0') FROM generate_series(1, "
                + accounts + ") i");
            for (final String table : List.of("savings", "checking")) {
                statement.execute("INSERT INTO " + table + " SELECT i, 1000000 + (random() * 4000000)::bigint "
                    + "FROM generate_series(1, " + accounts + ") i");
                // Room for changes beside the rows: no index is touched by them.
                statement.execute("ALTER TABLE " + table + " SET (fillfactor = 50)");
                statement.execute("VACUUM FULL " + table);
            }
        }
        SqlProcedures.createInPostgres(connection, "postgresql-bank.sql");
    }

    private static void createTables(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (final String table : TABLES) {
                statement.execute(table);
            }
        }
    }

    private static void insert(Connection connection, int accounts) throws SQLException {
        final SplittableRandom random = new SplittableRandom(1);
        connection.setAutoCommit(false);
        try (PreparedStatement account = connection.prepareStatement("INSERT INTO account VALUES (?, ?)");
            PreparedStatement savings = connection.prepareStatement("INSERT INTO savings VALUES (?, ?)");
            PreparedStatement checking = connection.prepareStatement("INSERT INTO checking VALUES (?, ?)")) {
            final List<PreparedStatement> all = List.of(account, savings, checking);
            for (int customer = 1; customer <= accounts; customer++) {
                for (final PreparedStatement statement : all) {
                    statement.setLong(1, customer);
                }
                account.setString(2, String.format(Locale.ROOT, "%016d", customer));
                savings.setLong(2, random.nextLong(CENTS_MIN, CENTS_MAX + 1));
                checking.setLong(2, random.nextLong(CENTS_MIN, CENTS_MAX + 1));
                for (final PreparedStatement statement : all) {
                    statement.addBatch();
                }
                if (customer % BATCH == 0 || customer == accounts) {
                    for (final PreparedStatement statement : all) {
                        statement.executeBatch();
                    }
                    connection.commit();
                }
            }
        }
        connection.setAutoCommit(true);
    }

    /**
     * Sums up all accounts.
     *
     * @param connection to the database
     * @return cents
     * @throws SQLException if it cannot be read
     */
    public static long cents(Connection connection) throws SQLException {
        return number(connection,
            "SELECT (SELECT SUM(balance) FROM savings) + (SELECT SUM(balance) FROM checking)");
    }

    /**
     * Checks the conditions of the workload. No call is under way.
     *
     * @param connection to the database
     * @param accounts how many customers there are
     * @param centsExpected how much money there is
     * @return those that do not hold, in words; nothing if all do
     * @throws SQLException if it cannot be read
     */
    public static String violations(Connection connection, long accounts, long centsExpected) throws SQLException {
        final List<String> violated = new ArrayList<>();
        for (final String table : NAMES) {
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

    private static long number(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement(); ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getLong(1);
        }
    }
}
