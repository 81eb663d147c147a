package io.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.math.BigDecimal;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A number becomes the nearest one of its new type, or is refused: never zero or cut. */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NumbersThatFitTest {

    private static final String ECHO = "{call Echo(NULL, ?, NULL, ?, NULL, NULL, NULL, NULL, NULL, NULL, NULL)}";

    private TestServer server;
    private Connection connection;

    @BeforeAll
    void start() throws SQLException {
        server = new TestServer();
        connection = server.connect();
    }

    @AfterAll
    void stop() throws SQLException {
        connection.close();
        server.close();
    }

    /** Returns the message. */
    private static String refused(String sqlState, ThrowingCallable call) {
        final SQLException refused = catchThrowableOfType(SQLException.class, call);
        assertThat(refused.getSQLState()).isEqualTo(sqlState);
        return String.valueOf(refused.getMessage());
    }

    private static String refused(ThrowingCallable call) {
        return refused("22003", call);
    }

    private float asFloat(Object value) throws SQLException {
        try (CallableStatement any = connection.prepareCall("{call Any(?)}")) {
            any.setObject(1, value);
            try (ResultSet rows = any.executeQuery()) {
                assertThat(rows.next()).isTrue();
                return rows.getFloat(1);
            }
        }
    }

    /** Those below 1.2E-38 have fewer digits, and are floats all the same. */
    @ParameterizedTest
    @ValueSource(strings = {"1.4E-45", "-1.4E-45", "2.8E-45", "1e-40", "1.17549421e-38", "1.17549435E-38",
        "7.1e-46", "3.4028235E38", "0", "-0.0", "0e-400",
        // Rounded to a double first, it would come out as the float above.
        "1.00000017881393421514957253748434595763683319091796875001",
        "1.0000000596046447753906249999999999999999999"})
    void aFloatIsTheNearest(String number) throws SQLException {
        final float nearest = Float.parseFloat(number);
        assertThat(asFloat(number)).isEqualTo(nearest);
        assertThat(asFloat(new BigDecimal(number))).isEqualTo(nearest + 0f);
        assertThat(asFloat((double) nearest)).isEqualTo(nearest);
    }

    @ParameterizedTest
    @ValueSource(strings = {"7e-46", "-1e-46", "4.9E-324", "3.5e38", "-1e300"})
    void numbersThatNoFloatIsNearAreRefused(String number) {
        assertThat(refused(() -> asFloat(number))).contains(number);
        refused(() -> asFloat(new BigDecimal(number)));
        refused(() -> asFloat(Double.valueOf(number)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e-400", "-1e-400", "2e-324", "1e400"})
    void aDoubleThatWouldBeZeroIsRefusedLikeOneThatIsTooLarge(String number) throws SQLException {
        try (PreparedStatement echo = connection.prepareStatement(ECHO)) {
            echo.setInt(1, 1);
            for (final Object given : List.of(number, new BigDecimal(number))) {
                echo.setObject(2, given);
                assertThat(refused(echo::executeQuery)).startsWith("parameter aDual: the value ")
                    .contains("is beyond the floating-point numbers, or too close to zero for one");
            }
        }
    }

    @Test
    void aParameterThatIsNoWholeNumberIsToldSo() throws SQLException {
        try (PreparedStatement echo = connection.prepareStatement(ECHO)) {
            echo.setNull(2, java.sql.Types.DOUBLE);
            echo.setObject(1, new BigDecimal("127.5"));
            assertThat(refused(echo::executeQuery))
                .isEqualTo("parameter aMedium: the value 127.5 (BigDecimal) is no whole number");
            echo.setObject(1, 3_000_000_000L);
            assertThat(refused(echo::executeQuery))
                .isEqualTo("parameter aMedium: the value 3000000000 (Long) has more than 32 bits");
            echo.setObject(1, "1e1000000");
            assertThat(refused(echo::executeQuery))
                .isEqualTo("parameter aMedium: the value 1e1000000 (String) has more than 32 bits");
        }
    }

    /** A decimal of eight bytes has 18 digits, in all columns and by all setters. */
    @Test
    void aDecimalOfNineteenDigitsIsRefused() throws SQLException {
        try (CallableStatement deposit = connection.prepareCall("{call Deposit(1, ?)}")) {
            deposit.setBigDecimal(1, new BigDecimal("10000000000000000.00"));
            assertThat(refused(deposit::execute)).contains(
                "table account, column balance: value 10000000000001000.00 has more than 16 digits before the point");
        }
    }

    @Test
    void oneIsOne() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            assertThat(refused("42601", () -> statement.executeQuery("SELECT id FROM account ORDER BY 2")))
                .isEqualTo("ORDER BY 2: the query has 1 column");
        }
    }
}
