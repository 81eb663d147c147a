package io.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
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
