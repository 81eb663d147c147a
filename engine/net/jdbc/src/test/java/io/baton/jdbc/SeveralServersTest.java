package io.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A connection goes on with the second server when the first has gone; a transaction does not. */
@Timeout(60)
class SeveralServersTest {

    private static String address(TestServer server) {
        return "127.0.0.1:" + server.server.address().getPort();
    }

    private static void goesOn(TestServer first, TestServer second, String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
            Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("{call Write(1, 1, 'x')}");
            connection.commit();
            statement.execute("{call Write(1, 2, 'x')}");
            first.server.close();
            assertThat(catchThrowableOfType(SQLException.class, connection::commit).getSQLState()).startsWith("08");
            connection.rollback();
            assertThat(connection.isValid(5)).isTrue();
            statement.execute("{call Write(1, 3, 'x')}");
            connection.commit();
            assertThat(Bank.journal(first.engine, 1)).isEqualTo(1);
            assertThat(Bank.journal(second.engine, 1)).isEqualTo(1);
        }
    }

    /** They take connections and say nothing. */
    @Test
    void theLoginTimeoutIsThatOfAllTogether() throws Exception {
        try (ServerSocket first = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
            ServerSocket second = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
            ServerSocket third = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            final BatonDataSource source = new BatonDataSource();
            source.setUrl("jdbc:baton://127.0.0.1:" + first.getLocalPort() + ",127.0.0.1:" + second.getLocalPort()
                + ",127.0.0.1:" + third.getLocalPort() + "/");
            source.setLoginTimeout(2);
            final long begin = System.nanoTime();
            assertThat(catchThrowableOfType(SQLException.class, source::getConnection).getSQLState())
                .isEqualTo("08001");
            // One after the other with the whole time each would take 6 s.
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(5));
        }
    }

    /** It takes connections and says nothing for the 5 s that are usual. */
    @Test
    void theLoginTimeoutOfAllDriversCounts() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            final String url = "jdbc:baton://127.0.0.1:" + silent.getLocalPort() + "/";
            DriverManager.setLoginTimeout(2);
            try {
                assertThat(
                    catchThrowableOfType(SQLException.class, () -> DriverManager.getConnection(url)).getMessage())
                    .contains("within 2000 ms");
            } finally {
                DriverManager.setLoginTimeout(0);
            }
            assertThat(catchThrowableOfType(SQLException.class,
                () -> DriverManager.getConnection(url + "?connectTimeout=100")).getMessage())
                .contains("within 100 ms");
        }
    }

    @Test
    void theUrlNamesBoth() throws SQLException {
        try (TestServer first = new TestServer(); TestServer second = new TestServer()) {
            goesOn(first, second, "jdbc:baton://" + address(first) + "," + address(second) + "/");
        }
    }

    @Test
    void theFirstServerNamesTheSecond() throws SQLException {
        try (TestServer second = new TestServer();
            TestServer first = new TestServer(options -> options.endpoints(List.of(address(second))))) {
            goesOn(first, second, "jdbc:baton://" + address(first) + "/?endpointsMax=1");
        }
    }
}
