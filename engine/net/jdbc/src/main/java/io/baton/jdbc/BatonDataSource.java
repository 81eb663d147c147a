package io.baton.jdbc;

import io.baton.client.SharedSockets;
import io.baton.jdbc.rows.Wrapping;
import io.baton.jdbc.text.ConnectionUrl;
import io.baton.jdbc.text.ConnectionUrl.Option;
import io.baton.jdbc.value.SqlErrors;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A source of connections, for pools and frameworks. Set it up with one thread; then it is thread-safe. */
public final class BatonDataSource implements DataSource, Wrapping {

    private final SharedSockets sockets = new SharedSockets(BatonDriver.THREADS);
    private volatile String url = "jdbc:baton://127.0.0.1:7432/";
    private volatile String user = "";
    private volatile String password = "";
    private volatile int loginTimeoutSeconds;
    private volatile @Nullable PrintWriter logWriter;
    private volatile @Nullable Supplier<@Nullable String> traceparent;

    /** Makes one for a server on this machine, with its usual port. */
    public BatonDataSource() {
    }

    /**
     * Makes one.
     *
     * @param url see docs/jdbc.md
     */
    public BatonDataSource(String url) {
        this.url = url;
    }

    /** {@return where it connects to} */
    public String getUrl() {
        return url;
    }

    /**
     * Chooses where to connect to.
     *
     * @param newUrl see docs/jdbc.md
     */
    public void setUrl(String newUrl) {
        url = newUrl;
    }

    /** {@return who calls, or empty} */
    public String getUser() {
        return user;
    }

    /**
     * Says who calls.
     *
     * @param newUser a user of the server
     */
    public void setUser(String newUser) {
        user = newUser;
    }

    /**
     * Says what proves who calls.
     *
     * @param newPassword the user's password
     */
    public void setPassword(String newPassword) {
        password = newPassword;
    }

    /**
     * Tells the server within which span of this program each call is made, so that its spans are parts of the
     * program's traces. For connections that are opened from now on.
     *
     * @param current the {@code traceparent} of W3C's Trace Context for the thread that executes, or null if there is
     *     none: {@code io.baton.tracing.CurrentTraceparent} for OpenTelemetry
     */
    public void setTraceparent(@Nullable Supplier<@Nullable String> current) {
        traceparent = current;
    }

    @Override
    public Connection getConnection() throws SQLException {
        return getConnection(user, password);
    }

    @Override
    public Connection getConnection(@Nullable String newUser, @Nullable String newPassword) throws SQLException {
        final Properties properties = new Properties();
        if (loginTimeoutSeconds > 0) {
            properties.setProperty(Option.CONNECT_TIMEOUT.key(),
                Long.toString(Math.min(TimeUnit.SECONDS.toMillis(loginTimeoutSeconds), Integer.MAX_VALUE)));
        }
        final ConnectionUrl place = ConnectionUrl.parse(url, properties);
        if (newUser == null || newUser.isEmpty()) {
            if (newPassword != null && !newPassword.isEmpty()) {
                throw SqlErrors.of("28000", "a password without a user; give both, or none");
            }
            return BatonConnection.open(place, sockets, traceparent);
        }
        return BatonConnection.open(place.as(newUser, newPassword == null ? "" : newPassword), sockets,
            traceparent);
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return logWriter;
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter out) {
        logWriter = out;
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        if (seconds < 0) {
            throw SqlErrors.of(SqlErrors.BAD_ARGUMENT, seconds + " s: give 0 or more");
        }
        loginTimeoutSeconds = seconds;
    }

    @Override
    public int getLoginTimeout() {
        return loginTimeoutSeconds;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw SqlErrors.unsupported("a logger");
    }
}
