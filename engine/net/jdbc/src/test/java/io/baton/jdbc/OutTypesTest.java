package io.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.sql.Array;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.Date;
import java.sql.JDBCType;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Struct;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What comes out of a call is of the type that its place was registered with. */
@Timeout(30)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OutTypesTest {

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

    static Stream<Arguments> values() {
        final Instant moment = Instant.parse("2026-11-23T10:15:30.000001Z");
        final UUID uuid = new UUID(1, 2);
        return Stream.of(
            Arguments.of(7L, Types.BIGINT, Long.class, 7L),
            Arguments.of(7L, Types.INTEGER, Integer.class, 7),
            Arguments.of(7L, Types.SMALLINT, Integer.class, 7),
            Arguments.of(7L, Types.TINYINT, Integer.class, 7),
            Arguments.of(7L, Types.NUMERIC, BigDecimal.class, new BigDecimal("7")),
            Arguments.of(7L, Types.DECIMAL, BigDecimal.class, new BigDecimal("7")),
            Arguments.of(7L, Types.DOUBLE, Double.class, 7.0),
            Arguments.of(7L, Types.FLOAT, Double.class, 7.0),
            Arguments.of(7L, Types.REAL, Float.class, 7.0f),
            Arguments.of(7L, Types.VARCHAR, String.class, "7"),
            Arguments.of(7L, Types.OTHER, Long.class, 7L),
            Arguments.of(7L, Types.JAVA_OBJECT, Long.class, 7L),
            Arguments.of(7L, Types.NULL, Long.class, 7L),
            Arguments.of(1L, Types.BOOLEAN, Boolean.class, true),
            Arguments.of(0L, Types.BIT, Boolean.class, false),
            Arguments.of(7, Types.BIGINT, Long.class, 7L),
            Arguments.of(true, Types.INTEGER, Integer.class, 1),
            Arguments.of(true, Types.VARCHAR, String.class, "true"),
            Arguments.of(2.5, Types.DECIMAL, BigDecimal.class, new BigDecimal("2.5")),
            Arguments.of(2.5, Types.REAL, Float.class, 2.5f),
            Arguments.of(new BigDecimal("12.00"), Types.BIGINT, Long.class, 12L),
            Arguments.of(new BigDecimal("12.50"), Types.DOUBLE, Double.class, 12.5),
            Arguments.of(new BigDecimal("12.50"), Types.CHAR, String.class, "12.50"),
            Arguments.of("12", Types.INTEGER, Integer.class, 12),
            Arguments.of("12.5", Types.NUMERIC, BigDecimal.class, new BigDecimal("12.5")),
            Arguments.of("true", Types.BOOLEAN, Boolean.class, true),
            Arguments.of("2026-11-23", Types.DATE, Date.class, Date.valueOf("2026-11-23")),
            Arguments.of(uuid, Types.OTHER, UUID.class, uuid),
            Arguments.of(uuid, Types.VARCHAR, String.class, uuid.toString()),
            Arguments.of(new byte[] {1}, Types.VARBINARY, byte[].class, new byte[] {1}),
            Arguments.of(new byte[] {1}, Types.VARCHAR, String.class, "01"),
            Arguments.of(moment, Types.TIMESTAMP, Timestamp.class, Timestamp.from(moment)),
            Arguments.of(moment, Types.TIMESTAMP_WITH_TIMEZONE, OffsetDateTime.class,
                OffsetDateTime.parse("2026-11-23T10:15:30.000001Z")),
            Arguments.of(moment, Types.VARCHAR, String.class, "2026-11-23T10:15:30.000001Z"),
            Arguments.of(moment, Types.TIME, Time.class, null),
            Arguments.of(LocalDate.of(2026, 11, 23), Types.DATE, Date.class, Date.valueOf("2026-11-23")),
            Arguments.of(LocalDate.of(2026, 11, 23), Types.TIMESTAMP, Timestamp.class,
                Timestamp.valueOf("2026-11-23 00:00:00")),
            Arguments.of(List.of(1L, 2L), Types.ARRAY, Array.class, null),
            Arguments.of(List.of(1L, 2L), Types.REF_CURSOR, ResultSet.class, null));
    }

    @ParameterizedTest
    @MethodSource("values")
    void getObjectIsOfTheRegisteredType(Object given, int type, Class<?> wanted, @Nullable Object expected)
            throws SQLException {
        try (CallableStatement call = connection.prepareCall("{? = call Any(?)}")) {
            call.registerOutParameter(1, type);
            call.setObject(2, given instanceof List<?> list ? connection.createArrayOf("BIGINT", list.toArray())
                : given);
            call.execute();
            assertThat(call.getObject(1)).isInstanceOf(wanted);
            if (expected != null) {
                assertThat(call.getObject(1)).isEqualTo(expected);
                assertThat(call.getObject("RETURN_VALUE")).isEqualTo(expected);
            }
            assertThat(call.wasNull()).isFalse();
            call.setObject(2, null);
            call.execute();
            if (type != Types.REF_CURSOR) {
                assertThat(call.getObject(1)).isNull();
                assertThat(call.wasNull()).isTrue();
            }
        }
    }

    /** What does not fit is refused when it is got: the call is done. */
    @Test
    void whatDoesNotFitTheRegisteredTypeIsRefused() throws SQLException {
        final Object[][] table = {{300_000_000_000L, Types.INTEGER, "22003"}, {"x", Types.BIGINT, "22018"},
            {new BigDecimal("1.5"), Types.BIGINT, "22003"}, {2L, Types.BOOLEAN, "22018"},
            {7L, Types.VARBINARY, "22018"},
            {"x", Types.DECIMAL, "22018"}, {7L, Types.STRUCT, "22018"}, {7L, Types.ARRAY, "22018"}};
        for (final Object[] row : table) {
            try (CallableStatement call = connection.prepareCall("{? = call Any(?)}")) {
                call.registerOutParameter(1, (int) row[1]);
                call.setObject(2, row[0]);
                call.execute();
                assertThatThrownBy(() -> call.getObject(1)).as("%s as %s", row[0], row[1])
                    .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(row[2]));
                assertThat(call.getString(1)).isNotNull();
            }
        }
    }

    @Test
    void componentsComeOutByNameAndByPlaceAsRegistered() throws SQLException {
        try (CallableStatement call = connection.prepareCall("{call Deposit(?, ?, ?, ?, ?)}")) {
            call.registerOutParameter("before", Types.VARCHAR);
            call.registerOutParameter("after", JDBCType.DECIMAL, 3);
            call.registerOutParameter(5, Types.VARCHAR, "text");
            call.setLong(1, 3);
            call.setBigDecimal(2, BigDecimal.ZERO);
            call.execute();
            assertThat(call.getObject("before")).isEqualTo("1000.00");
            assertThat(call.getObject(4)).isEqualTo(new BigDecimal("1000.000"));
            assertThat(call.getBigDecimal(4)).isEqualTo(new BigDecimal("1000.00"));
            assertThat(call.getObject("owner")).isEqualTo("owner3");
        }
        try (CallableStatement call = connection.prepareCall("{? = call Deposit(?, ?)}")) {
            call.registerOutParameter(1, Types.STRUCT);
            call.registerOutParameter("after", Types.BIGINT);
            call.setLong(2, 3);
            call.setBigDecimal(3, BigDecimal.ZERO);
            call.execute();
            assertThat(call.getObject(1)).isInstanceOf(Struct.class);
            assertThat(call.getObject("after")).isEqualTo(1_000L);
            assertThat(call.getObject("before")).isEqualTo(new BigDecimal("1000.00"));
        }
    }

    @Test
    void aScaleIsMetOrTheValueRefused() throws SQLException {
        try (CallableStatement call = connection.prepareCall("{? = call Balance(?)}")) {
            call.setLong(2, 4);
            for (final int scale : new int[] {2, 5}) {
                call.registerOutParameter(1, Types.NUMERIC, scale);
                call.execute();
                assertThat(call.getObject(1)).isEqualTo(new BigDecimal("1000").setScale(scale));
            }
            call.registerOutParameter(1, Types.NUMERIC, 0);
            call.execute();
            assertThat(call.getObject(1)).isEqualTo(new BigDecimal("1000"));
            assertThatThrownBy(() -> call.registerOutParameter(1, Types.NUMERIC, -1)).isInstanceOf(SQLException.class)
                .hasMessageContaining("-1");
        }
        try (CallableStatement call = connection.prepareCall("{? = call Any(?)}")) {
            call.registerOutParameter(1, Types.NUMERIC, 2);
            call.setBigDecimal(2, new BigDecimal("12.345"));
            call.execute();
            assertThatThrownBy(() -> call.getObject(1)).hasMessage("parameter 1 (RETURN_VALUE) is 12.345, but was "
                + "registered with 2 digits behind the point; register it with more, or get it by getBigDecimal");
            assertThat(call.getBigDecimal(1)).isEqualTo(new BigDecimal("12.345"));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOB", "CLOB", "NCLOB", "SQLXML", "REF", "ROWID", "DATALINK"})
    void whatIsNotThereIsNotRegistered(JDBCType type) throws SQLException {
        try (CallableStatement call = connection.prepareCall("{? = call Any(?)}")) {
            assertThatThrownBy(() -> call.registerOutParameter(1, type))
                .isInstanceOf(SQLFeatureNotSupportedException.class);
        }
    }
}
