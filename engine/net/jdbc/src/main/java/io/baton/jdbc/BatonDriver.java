package io.baton.jdbc;

import io.baton.client.SharedSockets;
import io.baton.jdbc.text.ConnectionUrl;
import io.baton.jdbc.value.SqlErrors;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Arrays;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Connects to URLs that begin with {@code jdbc:baton:}. {@code DriverManager} finds it. Thread-safe.
 *
 * <pre>
 * try (Connection connection = DriverManager.getConnection("jdbc:baton://127.0.0.1:7432/");
 *     CallableStatement transfer = connection.prepareCall("{? = call Transfer(?, ?, ?)}")) {
 *     ...
 * }
 * </pre>
 */
public final class BatonDriver implements Driver {

    static final int MAJOR = 0;
    static final int MINOR = 1;
    /** How many threads read and write for all connections of a driver or a data source. */
    static final int THREADS = 1;

    private final SharedSockets sockets = new SharedSockets(THREADS);

    static {
        register();
    }

    /** For the service loader. */
    public BatonDriver() {
    }

    private static void register() {
        try {
            DriverManager.registerDriver(new BatonDriver());
        } catch (SQLException e) {
            throw new IllegalStateException("the driver of Baton cannot be registered", e);
        }
    }

    @Override
    public @Nullable Connection connect(@Nullable String url, @Nullable Properties info) throws SQLException {
        if (url == null) {
            throw SqlErrors.of(SqlErrors.BAD_ARGUMENT, "no URL was given");
        }
        return acceptsURL(url) ? BatonConnection.open(ConnectionUrl.parse(url, properties(info)), sockets, null) : null;
    }

    /** What was given, and the time limit that programs give to all drivers. */
    private static Properties properties(@Nullable Properties info) {
        final Properties all = new Properties(info);
        final int seconds = DriverManager.getLoginTimeout();
        if (seconds > 0 && all.getProperty(ConnectionUrl.Option.CONNECT_TIMEOUT.key()) == null) {
            all.setProperty(ConnectionUrl.Option.CONNECT_TIMEOUT.key(),
                Long.toString(Math.min(TimeUnit.SECONDS.toMillis(seconds), Integer.MAX_VALUE)));
        }
        return all;
    }

    @Override
    public boolean acceptsURL(@Nullable String url) throws SQLException {
        if (url == null) {
            throw SqlErrors.of(SqlErrors.BAD_ARGUMENT, "no URL was given");
        }
        return ConnectionUrl.accepts(url);
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(@Nullable String url, @Nullable Properties info) throws SQLException {
        final Properties given = properties(info);
        final ConnectionUrl read = ConnectionUrl.accepts(url) && url != null ? ConnectionUrl.parse(url, given)
            : ConnectionUrl.parse(ConnectionUrl.PREFIX + "//127.0.0.1/", given);
        return Arrays.stream(ConnectionUrl.Option.values()).map(option -> {
            final DriverPropertyInfo property = new DriverPropertyInfo(option.key(), read.get(option));
            property.description = option.text();
            return property;
        }).toArray(DriverPropertyInfo[]::new);
    }

    @Override
    public int getMajorVersion() {
        return MAJOR;
    }

    @Override
    public int getMinorVersion() {
        return MINOR;
    }

    /** {@return false: a driver that understands little SQL is none for JDBC} */
    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw SqlErrors.unsupported("a logger");
    }
}
