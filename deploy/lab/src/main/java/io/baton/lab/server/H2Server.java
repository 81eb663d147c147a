package io.baton.lab.server;

import io.baton.engine.Engine;
import io.baton.lab.server.tpcc.H2Tpcc;
import io.baton.lab.server.tpcc.SqlTpcc;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.h2.jdbcx.JdbcDataSource;
import org.h2.tools.Server;

/** H2 in server mode, in memory, with a workload's tables and procedures. */
final class H2Server {

    /** The database lives as long as the process. */
    static final String DATABASE = "mem:bank;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=10000;QUERY_CACHE_SIZE=64";

    private static final long CENTS_MIN = 10_000_00;
    private static final long CENTS_MAX = 50_000_00;
    private static final int BATCH = 1_000;

    private H2Server() {
    }

    static void run(Subject subject, Orders.Loop loop) throws SQLException, IOException {
        final JdbcDataSource source = new JdbcDataSource();
        source.setURL("jdbc:h2:" + DATABASE);
        source.setUser("sa");
        source.setPassword("");
        try (Connection connection = source.getConnection()) {
            if (subject.isTpcc()) {
                try (Engine engine = subject.openEngine()) {
                    SqlTpcc.load(connection, "", engine);
                }
                H2Tpcc.create(connection);
            } else {
                SqlBank.createTables(connection);
                load(connection, subject.accounts());
                createProcedures(connection);
            }
            final Server server = Server.createTcpServer("-tcpPort", "0").start();
            loop.serve(server.getPort(), line -> "");
        }
    }

    private static void load(Connection connection, int accounts) throws SQLException {
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

    private static void createProcedures(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (final String name : List.of("amalgamate", "balance", "depositChecking", "sendPayment",
                "transactSavings", "writeCheck")) {
                final String sqlName = SqlBank.sqlName(name);
                statement.execute("CREATE ALIAS " + sqlName + " FOR \"" + H2Bank.class.getName() + "." + name + "\"");
            }
        }
    }
}
