package io.baton.lab.server.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The procedures on two customers, who have 100 cents at hand and 1000 saved each. */
@Timeout(60)
class H2BankTest {

    private static final String FIRST = "0000000000000001";

    private Connection connection;

    @BeforeEach
    void load() throws SQLException {
        final JdbcDataSource source = new JdbcDataSource();
        source.setURL("jdbc:h2:mem:");
        connection = source.getConnection();
        SqlBank.loadInH2(connection, 2);
        try (Statement statement = connection.createStatement()) {
            statement.execute("UPDATE checking SET balance = 100");
            statement.execute("UPDATE savings SET balance = 1000");
        }
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    private long call(String call, Object... arguments) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("CALL " + call)) {
            for (int i = 0; i < arguments.length; i++) {
                statement.setObject(i + 1, arguments[i]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                return rows.getLong(1);
            }
        }
    }

    /** At hand and saved, of one customer and of the other. */
    private String accounts() throws SQLException {
        final StringBuilder all = new StringBuilder();
        try (Statement statement = connection.createStatement(); ResultSet rows = statement.executeQuery(
            "SELECT c.balance, s.balance FROM checking c JOIN savings s ON s.customer = c.customer "
                + "ORDER BY c.customer")) {
            while (rows.next()) {
                all.append(rows.getLong(1)).append(' ').append(rows.getLong(2)).append(", ");
            }
        }
        return all.toString();
    }

    @ParameterizedTest
    @CsvSource({"1, 2, '0 0, 1200 1000, '", "2, 1, '1200 1000, 0 0, '"})
    void allMoneyMovesInEitherOrder(long from, long to, String after) throws SQLException {
        call("amalgamate(?, ?)", from, to);
        assertThat(accounts()).isEqualTo(after);
        assertThat(SqlBank.violations(connection, 2, 2_200)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1, 2, '0 1000, 200 1000, '", "2, 1, '200 1000, 0 1000, '"})
    void aPaymentMayTakeAllThatIsAtHand(long from, long to, String after) throws SQLException {
        call("send_payment(?, ?, ?)", from, to, 100L);
        assertThat(accounts()).isEqualTo(after);
    }

    @ParameterizedTest
    @CsvSource({"1, 2", "2, 1"})
    void aPaymentOfMoreLeavesNothing(long from, long to) throws SQLException {
        assertThatThrownBy(() -> call("send_payment(?, ?, ?)", from, to, 101L)).isInstanceOf(SQLException.class)
            .hasMessageContaining(SqlBank.NO_CHECKING)
            .satisfies(e -> assertThat(((SQLException) e).getSQLState()).isEqualTo(SqlProcedures.GAVE_UP));
        assertThat(accounts()).isEqualTo("100 1000, 100 1000, ");
    }

    @Test
    void savingsDoNotFallBelowNothing() throws SQLException {
        assertThatThrownBy(() -> call("transact_savings(?, ?)", FIRST, -1_001L))
            .hasMessageContaining(SqlBank.NO_SAVINGS);
        assertThat(call("transact_savings(?, ?)", FIRST, -1_000L)).isEqualTo(-1_000);
        assertThat(accounts()).isEqualTo("100 0, 100 1000, ");
    }

    @ParameterizedTest
    @CsvSource({"1100, -1100, '-1000 1000, 100 1000, '", "1101, -1201, '-1101 1000, 100 1000, '"})
    void aCheckOfMoreThanThereIsCostsAPenalty(long cents, long added, String after) throws SQLException {
        assertThat(call("write_check(?, ?)", FIRST, cents)).isEqualTo(added);
        assertThat(accounts()).isEqualTo(after);
    }

    @Test
    void depositsAndBalancesAreOfWhomTheyName() throws SQLException {
        assertThat(call("deposit_checking(?, ?)", FIRST, 7L)).isEqualTo(7);
        assertThat(call("balance(?)", FIRST)).isEqualTo(1_107);
        assertThatThrownBy(() -> call("balance(?)", "nobody")).isInstanceOf(SQLException.class);
    }
}
