package io.baton.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.client.BatonClient;
import io.baton.client.CallException;
import io.baton.client.ClientOptions;
import io.baton.csv.CsvExport;
import io.baton.csv.CsvImport;
import io.baton.engine.Engine;
import io.baton.engine.Outcome;
import io.baton.engine.Procedure;
import io.baton.engine.Transaction;
import io.baton.protocol.NotEncodableException;
import io.baton.server.BatonServer;
import io.baton.server.ServerOptions;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.column.Column;
import io.baton.storage.column.DoubleColumn;
import io.baton.storage.column.LongColumn;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The first and the last value of every type, and its oddest, by every way into a table and out of it. */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ValuesEverywhereTest {

    private static final TableSchema.Builder BUILDER = TableSchema.named("extremes");
    private static final LongColumn ID = BUILDER.int64("id");

    static {
        BUILDER.nullable().int8("tiny");
        BUILDER.nullable().int16("small");
        BUILDER.nullable().int32("medium");
        BUILDER.nullable().int64("large");
        BUILDER.nullable().decimal("money", 2);
        BUILDER.nullable().decimal("wide", 38, 10);
        BUILDER.nullable().bool("flag");
        BUILDER.nullable().float64("ratio");
        BUILDER.nullable().timestamp("moment");
        BUILDER.nullable().date("day");
        BUILDER.nullable().uuid("token");
        BUILDER.nullable().string("text", 60_000);
        BUILDER.nullable().bytes("bytes", 60_000);
    }

    private static final TableSchema TABLE = BUILDER.primaryKey(ID.signed(64)).ordered(0).build();

    /** With doubles in its key and in a unique index. */
    private static final TableSchema.Builder ZEROS_BUILDER = TableSchema.named("zeros");
    private static final DoubleColumn KEY = ZEROS_BUILDER.float64("key");
    private static final DoubleColumn UNIQUE = ZEROS_BUILDER.float64("unique");
    private static final TableSchema ZEROS;

    static {
        ZEROS_BUILDER.primaryKey(KEY.part()).ordered(0).uniqueIndex("uniques", UNIQUE.part());
        ZEROS = ZEROS_BUILDER.build();
    }

    /** A value and the column that is to hold it. */
    private record Case(String column, Object value) {
    }

    private static final List<Case> CASES = cases();

    private Engine engine;
    private BatonServer server;
    private Procedure<Long> put;
    private Procedure<Object> get;
    private Procedure<Long> zero;

    /** Stores a value. */
    public static final class Put {
        public long run(Transaction transaction, long id, String column, Object value) {
            final Row row = transaction.find(TABLE, TABLE.key(id)) == null ? transaction.insert(TABLE, TABLE.key(id))
                : transaction.update(TABLE, TABLE.key(id));
            row.setValue(TABLE.column(column), value);
            return id;
        }
    }

    /** Reads a value. */
    public static final class Get {
        public @Nullable Object run(Transaction transaction, long id, String column) {
            return transaction.read(TABLE, TABLE.key(id)).value(TABLE.column(column));
        }
    }

    /** Inserts a key and a unique value. */
    public static final class Zero {
        public long run(Transaction transaction, double key, double unique) {
            transaction.insert(ZEROS, transaction.probe(ZEROS).set(KEY, key)).set(UNIQUE, unique);
            return 0;
        }
    }

    @BeforeAll
    void start() {
        engine = open();
        put = engine.register(new Put(), Long.class);
        get = engine.register(new Get(), Object.class);
        zero = engine.register(new Zero(), Long.class);
        server = BatonServer.start(engine,
            new ServerOptions(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)));
    }

    @AfterAll
    void stop() {
        server.close();
        engine.close();
    }

    private static Engine open() {
        return Engine.builder().table(TABLE, 1_000).table(ZEROS, 100).open();
    }

    private BatonClient client() {
        return BatonClient.connect(ClientOptions.of("127.0.0.1:" + server.address().getPort()));
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:baton://127.0.0.1:" + server.address().getPort() + "/");
    }

    private static List<Case> cases() {
        final List<Case> cases = new ArrayList<>();
        add(cases, "tiny", -128L, -1L, 0L, 127L);
        add(cases, "small", -32_768L, 32_767L);
        add(cases, "medium", (long) Integer.MIN_VALUE, (long) Integer.MAX_VALUE);
        add(cases, "large", Long.MIN_VALUE, Long.MIN_VALUE + 1, -1L, 0L, Long.MAX_VALUE);
        add(cases, "money", decimal("-9999999999999999.99"), decimal("0.01"), decimal("0.00"),
            decimal("-0.01"), decimal("9999999999999999.99"));
        add(cases, "wide", decimal("9".repeat(28) + "." + "9".repeat(10)),
            decimal("-" + "9".repeat(28) + "." + "9".repeat(10)), decimal("0.0000000001"), decimal("-0.0000000001"),
            new BigDecimal(BigInteger.ONE.shiftLeft(64), 10),
            new BigDecimal(BigInteger.ONE.shiftLeft(63).negate(), 10));
        add(cases, "flag", true, false);
        add(cases, "ratio", 0.0, -0.0, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MIN_VALUE,
            -Double.MIN_VALUE, Double.MAX_VALUE, -Double.MAX_VALUE, Double.MIN_NORMAL, 0.1, 9_007_199_254_740_992.0);
        for (final long micros : new long[] {Long.MIN_VALUE, Long.MIN_VALUE + 1, -1_000_000, -1, 0, 1,
            Long.MAX_VALUE}) {
            add(cases, "moment", Instant.EPOCH.plus(micros, ChronoUnit.MICROS));
        }
        add(cases, "moment", Instant.parse("0000-12-31T23:59:59.999999Z"), Instant.parse("1582-10-10T12:00:00Z"),
            Instant.parse("-0043-03-15T11:30:00.000001Z"), Instant.parse("9999-12-31T23:59:59.999999Z"));
        for (final int days : new int[] {Integer.MIN_VALUE, -1, 0, Integer.MAX_VALUE}) {
            add(cases, "day", LocalDate.ofEpochDay(days));
        }
        add(cases, "day", LocalDate.of(1582, 10, 10), LocalDate.of(0, 1, 1), LocalDate.of(-43, 3, 15),
            LocalDate.of(10_000, 1, 1));
        add(cases, "token", new UUID(0, 0), new UUID(-1, -1), new UUID(Long.MIN_VALUE, Long.MAX_VALUE));
        add(cases, "text", "", " ", "\u0000", "NULL", "\"", "a,b\r\n\"c\"", "\uFFFF\uFEFF", "\uD83D\uDE00",
            "\uDBFF\uDFFF", "x".repeat(60_000), "\u20AC".repeat(20_000), "é", "e\u0301");
        add(cases, "bytes", new byte[0], new byte[] {0}, new byte[] {-1, 127, -128}, new byte[60_000]);
        return List.copyOf(cases);
    }

    private static BigDecimal decimal(String text) {
        return new BigDecimal(text);
    }

    private static void add(List<Case> cases, String column, Object... values) {
        for (final Object value : values) {
            cases.add(new Case(column, value));
        }
    }

    /** Compares doubles by their bits, and bytes one by one. */
    private static void assertSame(Case expected, @Nullable Object actual) {
        assertThat(actual).as(expected.column()).isEqualTo(expected.value());
    }

    @Test
    void byTheEngine() {
        for (int i = 0; i < CASES.size(); i++) {
            final Case each = CASES.get(i);
            engine.call(put, (long) i, each.column(), each.value());
            assertSame(each, engine.call(get, (long) i, each.column()));
        }
        assertThat(CASES.size()).isGreaterThan(70);
    }

    @Test
    void byTheClient() {
        try (BatonClient client = client()) {
            for (int i = 0; i < CASES.size(); i++) {
                final Case each = CASES.get(i);
                client.procedure("Put", Long.class).call(1000L + i, each.column(), each.value());
                assertSame(each, client.procedure("Get", Object.class).call(1000L + i, each.column()));
            }
        }
    }

    @Test
    void byJdbcAndAQuery() throws SQLException {
        try (Connection connection = connect();
            PreparedStatement in = connection.prepareStatement("{call Put(?, ?, ?)}");
            PreparedStatement out = connection.prepareStatement("{call Get(?, ?)}");
            PreparedStatement query = connection.prepareStatement("SELECT * FROM extremes WHERE id = ?")) {
            for (int i = 0; i < CASES.size(); i++) {
                final Case each = CASES.get(i);
                in.setLong(1, 2000 + i);
                in.setString(2, each.column());
                in.setObject(3, each.value());
                in.execute();
                out.setLong(1, 2000 + i);
                out.setString(2, each.column());
                try (ResultSet rows = out.executeQuery()) {
                    assertThat(rows.next()).isTrue();
                    assertSame(each, rows.getObject(1, each.value().getClass()));
                }
                query.setLong(1, 2000 + i);
                try (ResultSet rows = query.executeQuery()) {
                    assertThat(rows.next()).isTrue();
                    assertSame(each, rows.getObject(each.column(), each.value().getClass()));
                }
            }
        }
    }

    /** What a getter makes a text of, a setter makes the value of again. */
    @Test
    void byJdbcAsTexts() throws SQLException {
        try (TestServer bank = new TestServer(); Connection connection = bank.connect()) {
            for (final Case each : CASES) {
                final int place = switch (each.column()) {
                    case "flag" -> 1;
                    case "large" -> 3;
                    case "ratio" -> 4;
                    case "money", "wide" -> 5;
                    case "token" -> 8;
                    case "moment" -> 9;
                    case "day" -> 10;
                    default -> 0;
                };
                if (place == 0) {
                    continue;
                }
                final String[] arguments = new String[11];
                java.util.Arrays.fill(arguments, "NULL");
                arguments[place - 1] = "?";
                try (PreparedStatement echo =
                    connection.prepareStatement("{call Echo(" + String.join(", ", arguments) + ")}")) {
                    echo.setObject(1, each.value());
                    final String text;
                    try (ResultSet rows = echo.executeQuery()) {
                        assertThat(rows.next()).isTrue();
                        text = Objects.requireNonNull(rows.getString(place));
                    }
                    echo.setString(1, text);
                    try (ResultSet rows = echo.executeQuery()) {
                        assertThat(rows.next()).isTrue();
                        assertSame(each, rows.getObject(place, each.value().getClass()));
                        assertThat(rows.getString(place)).isEqualTo(text);
                    }
                }
            }
        }
    }

    @Test
    void byAFile(@TempDir Path folder) throws Exception {
        for (int i = 0; i < CASES.size(); i++) {
            engine.call(put, 3000L + i, CASES.get(i).column(), CASES.get(i).value());
        }
        final Path file = folder.resolve("extremes.csv");
        CsvExport.write(engine, TABLE, file);
        try (Engine other = open()) {
            CsvImport.load(other, TABLE, file);
            final Procedure<Object> read = other.register(new Get(), Object.class);
            for (int i = 0; i < CASES.size(); i++) {
                final Case each = CASES.get(i);
                assertSame(each, other.call(read, 3000L + i, each.column()));
                for (final Column column : TABLE.columns()) {
                    if (!column.name().equals(each.column()) && column.nullable()) {
                        assertThat(other.call(read, 3000L + i, column.name())).as(column.name()).isNull();
                    }
                }
            }
        }
    }

    @Test
    void halfOfASurrogatePairIsRefusedOnEveryWay() throws Exception {
        final String sentence =
            "character 3 of the text, U+D83D, is half of a surrogate pair; give both halves or leave it "
                + "out";
        final String text = "ab\uD83D";
        final long before = engine.rows(TABLE);
        final Outcome<Long> outcome = engine.execute(put, -1L, "text", text);
        assertThat(outcome.sqlState()).isEqualTo("22021");
        assertThat(((Outcome.AbortedByProcedure<Long>) outcome).message()).contains("column text: " + sentence);
        try (BatonClient client = client(); Connection connection = connect()) {
            assertThatThrownBy(() -> client.procedure("Put", Long.class).call(-1L, "text", text))
                .isInstanceOf(NotEncodableException.class).hasMessage(sentence);
            assertThatThrownBy(() -> client.procedure("Put\uD83D", Long.class).call())
                .isInstanceOf(CallException.class).hasMessageContaining("no procedure has such a name: character 4 ")
                .satisfies(e -> assertThat(((CallException) e).sqlState()).isEqualTo("42883"));
            assertThatThrownBy(() -> client.procedure("Put\uD83D", Long.class).describe())
                .isInstanceOf(CallException.class).hasMessageContaining("no procedure has such a name: character 4 ");
            try (PreparedStatement in = connection.prepareStatement("{call Put(-1, ?, ?)}");
                PreparedStatement query = connection.prepareStatement("SELECT * FROM extremes WHERE text = ?")) {
                in.setString(1, "text");
                in.setObject(2, text);
                refusedAs("22021", sentence, in::execute);
                in.setString(1, text);
                refusedAs("22021", "parameter column: " + sentence, in::execute);
                query.setString(1, text);
                refusedAs("22021", sentence, query::executeQuery);
                refusedAs("22021", "parameter column: " + sentence,
                    () -> connection.createStatement().execute("{call Put(-1, '" + text + "', 1)}"));
                refusedAs("22021", "half of a surrogate pair",
                    () -> connection.createStatement().execute("SELECT * FROM extremes WHERE text = '" + text + "'"));
                refusedAs("42883", "no procedure has such a name",
                    () -> connection.createStatement().execute("{call \"Put\uD83D\"(1)}"));
                in.setCharacterStream(2, new java.io.StringReader("\uD83D\uDE00"), 1);
                in.setString(1, "text");
                refusedAs("22021", "character 1 of the text, U+D83D", in::execute);
                refusedAs("22021", "byte 1 of the stream, 0xc3, is not ASCII; use setCharacterStream",
                    () -> in.setAsciiStream(2, new java.io.ByteArrayInputStream(new byte[] {(byte) 0xc3, 0x28})));
            }
        }
        assertThat(engine.rows(TABLE)).isEqualTo(before);
        assertThatThrownBy(() -> engine.register("Put\uD83D", new Put(), Long.class))
            .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("the name of a procedure: character 4 ");
    }

    /** Something that is refused. */
    private interface Refused {
        void run() throws SQLException;
    }

    private static void refusedAs(String state, String sentence, Refused refused) {
        assertThatThrownBy(refused::run).isInstanceOf(SQLException.class).hasMessageContaining(sentence)
            .satisfies(e -> assertThat(((SQLException) e).getSQLState()).isEqualTo(state));
    }

    /** Gives up with a message that is no text. */
    public static final class GiveUp {
        @SuppressWarnings("DoNotCallSuggester") // Giving up is what it is called for.
        public long run(Transaction transaction) {
            throw transaction.abort("the customer \uD83D is gone");
        }
    }

    @Test
    void aMessageThatIsNoTextArrivesReadable() throws SQLException {
        engine.register(new GiveUp(), Long.class);
        try (BatonClient client = BatonClient.connect(
            ClientOptions.of("127.0.0.1:" + server.address().getPort()).name("\uD83D"));
            Connection connection = connect()) {
            assertThatThrownBy(() -> client.procedure("GiveUp", Long.class).call()).isInstanceOf(CallException.class)
                .hasMessageContaining("the customer \\ud83d is gone");
            refusedAs("45000", "the customer \\ud83d is gone",
                () -> connection.createStatement().execute("{call GiveUp()}"));
        }
    }

    @Test
    void bothZerosAreOneKeyAndOneUniqueValue() throws SQLException {
        engine.call(zero, -0.0, 1.0);
        assertThat(engine.execute(zero, 0.0, 2.0).sqlState()).isEqualTo("23505");
        engine.call(zero, 3.0, 0.0);
        assertThat(engine.execute(zero, 4.0, -0.0).sqlState()).isEqualTo("23505");
        try (Connection connection = connect();
            PreparedStatement parameter = connection.prepareStatement("{call Zero(?, ?)}");
            PreparedStatement query = connection.prepareStatement("SELECT * FROM zeros WHERE key = ?")) {
            for (final double[] both : new double[][] {{0.0, 9}, {-0.0, 9}, {9, 0.0}, {9, -0.0}}) {
                parameter.setDouble(1, both[0]);
                parameter.setDouble(2, both[1]);
                refusedAs("23505", "", parameter::execute);
                refusedAs("23505", "",
                    () -> connection.createStatement().execute("{call Zero(" + both[0] + ", " + both[1] + ")}"));
            }
            for (final double either : new double[] {0.0, -0.0}) {
                query.setDouble(1, either);
                try (ResultSet rows = query.executeQuery()) {
                    assertThat(rows.next()).isTrue();
                    assertThat(rows.getString("key")).isEqualTo("0.0");
                    assertThat(rows.next()).isFalse();
                }
                try (ResultSet rows =
                    connection.createStatement().executeQuery("SELECT * FROM zeros WHERE key = " + either)) {
                    assertThat(rows.next()).isTrue();
                    assertThat(rows.getDouble("unique")).isEqualTo(1.0);
                }
            }
        }
    }

    @Test
    void literalsOfMomentsAreReadLikeParameters() throws SQLException {
        try (Connection connection = connect()) {
            for (final String wrong : new String[] {"TIMESTAMP '2016-12-31 23:59:60Z'",
                "TIMESTAMP '2016-12-31 23:59:60'",
                "{ts '2016-12-31 23:59:60'}", "TIMESTAMP '2016-12-31 24:00:00'", "DATE '2026-02-30'",
                "{d '2026-13-01'}",
                "DATE '2026-11-23 10:15:30'", "TIMESTAMP 'now'"}) {
                refusedAs("22007", "", () -> connection.createStatement()
                    .execute("{call Put(-2, 'moment', " + wrong + ")}"));
            }
            for (final String fine : new String[] {"TIMESTAMP '2026-11-23 10:15:30.0000001'",
                "{ts '2026-11-23 10:15:30.123456789'}", "TIMESTAMP '2026-11-23T10:15:30.0000001Z'"}) {
                refusedAs("22008", "finer than the microseconds", () -> connection.createStatement()
                    .execute("{call Put(-2, 'moment', " + fine + ")}"));
            }
            connection.createStatement().execute("{call Put(-2, 'moment', TIMESTAMP '1582-10-10 12:00:00+00:00')}");
            assertThat(engine.call(get, -2L, "moment")).isEqualTo(Instant.parse("1582-10-10T12:00:00Z"));
        }
    }
}
