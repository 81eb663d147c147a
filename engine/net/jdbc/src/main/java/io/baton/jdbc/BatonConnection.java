package io.baton.jdbc;

import io.baton.client.BatonClient;
import io.baton.client.CallException;
import io.baton.client.ClientOptions;
import io.baton.client.ClientTls;
import io.baton.client.SharedSockets;
import io.baton.jdbc.metadata.BatonDatabaseMetaData;
import io.baton.jdbc.rows.Wrapping;
import io.baton.jdbc.text.Command;
import io.baton.jdbc.text.CommandParser;
import io.baton.jdbc.text.ConnectionUrl;
import io.baton.jdbc.text.ConnectionUrl.Option;
import io.baton.jdbc.value.SqlErrors;
import java.nio.file.Path;
import java.sql.CallableStatement;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A connection: a client of its own, which may share its socket with others, and what its statements have in common.
 * For any thread.
 */
final class BatonConnection extends ConnectionSettings implements Wrapping {

    private static final int VALID_MILLIS_USUAL = 10_000;

    private final ConnectionUrl url;
    private final ServerSession session;
    private final int fetchSize;

    private BatonConnection(ConnectionUrl url, ServerSession session, int fetchSize) {
        super(url);
        this.url = url;
        this.session = session;
        this.fetchSize = fetchSize;
    }

    /**
     * Connects; throws if there is no server.
     *
     * @param sockets over one of which the connection goes, with others
     * @param traceparent tells within which span a thread is, or null if nobody knows
     */
    static BatonConnection open(ConnectionUrl url, SharedSockets sockets,
            @Nullable Supplier<@Nullable String> traceparent) throws SQLException {
        final BatonClient client;
        try {
            final ClientOptions options =
                options(url).share(sockets, url.place(), url.number(Option.CONNECTIONS_PER_SOCKET));
            client = BatonClient.connect(traceparent == null ? options : options.traceparent(traceparent));
        } catch (CallException e) {
            throw SqlErrors.of(e);
        } catch (IllegalArgumentException e) {
            throw SqlErrors.of("08001", String.valueOf(e.getMessage()));
        }
        return new BatonConnection(url,
            new ServerSession(client, url.duration(Option.CALL_TIMEOUT), url.duration(Option.NETWORK_TIMEOUT)),
            url.number(Option.FETCH_SIZE));
    }

    /** Whom to trust, or null if the connection is not to be encrypted. */
    private static @Nullable ClientTls tls(ConnectionUrl url) {
        final String root = url.get(Option.SSL_ROOT_CERT);
        final String certificate = url.get(Option.SSL_CERT);
        if (root.isEmpty() && certificate.isEmpty() && !Boolean.parseBoolean(url.get(Option.SSL))) {
            return null;
        }
        final ClientTls tls = root.isEmpty() ? ClientTls.trustingJava() : ClientTls.trusting(Path.of(root));
        return certificate.isEmpty() ? tls : tls.certificate(Path.of(certificate), Path.of(url.get(Option.SSL_KEY)));
    }

    private static ClientOptions options(ConnectionUrl url) throws SQLException {
        final ClientOptions options =
            url.embedded().isEmpty() ? ClientOptions.of(url.address()) : ClientOptions.embedded(url.embedded());
        if (!url.get(Option.USER).isEmpty()) {
            try {
                options.user(url.get(Option.USER), url.get(Option.PASSWORD).toCharArray());
            } catch (IllegalArgumentException e) {
                throw SqlErrors.of("28000", String.valueOf(e.getMessage()));
            }
        }
        final ClientTls tls = tls(url);
        if (tls != null) {
            options.tls(tls);
        }
        final int connectMillis = url.number(Option.CONNECT_TIMEOUT);
        if (connectMillis > 0) {
            options.connectTimeout(url.duration(Option.CONNECT_TIMEOUT));
        }
        return options.endpointsMax(url.number(Option.ENDPOINTS_MAX)).name(url.get(Option.APPLICATION_NAME));
    }

    @Override
    ServerSession session() {
        return session;
    }

    /** With how many rows at once statements begin. */
    int fetchSize() {
        return fetchSize;
    }

    // Statements

    private int type(int wanted, int concurrency) throws SQLException {
        checkOpen();
        if (concurrency == ResultSet.CONCUR_UPDATABLE) {
            warn("rows of result sets cannot be changed: they are read-only");
        } else if (concurrency != ResultSet.CONCUR_READ_ONLY) {
            throw SqlErrors.of(SqlErrors.BAD_ARGUMENT, concurrency + " is no concurrency; see ResultSet");
        }
        return switch (wanted) {
            case ResultSet.TYPE_FORWARD_ONLY, ResultSet.TYPE_SCROLL_INSENSITIVE -> wanted;
            case ResultSet.TYPE_SCROLL_SENSITIVE -> {
                warn("result sets do not show changes of others: they are insensitive");
                yield ResultSet.TYPE_SCROLL_INSENSITIVE;
            }
            default -> throw SqlErrors.of(SqlErrors.BAD_ARGUMENT, wanted + " is no type; see ResultSet");
        };
    }

    @Override
    public Statement createStatement() throws SQLException {
        return createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY);
    }

    @Override
    public Statement createStatement(int type, int concurrency) throws SQLException {
        return new BatonStatement(this, type(type, concurrency));
    }

    @Override
    public Statement createStatement(int type, int concurrency, int holdability) throws SQLException {
        checkHoldability(holdability);
        return createStatement(type, concurrency);
    }

    @Override
    public PreparedStatement prepareStatement(@Nullable String sql) throws SQLException {
        return prepareStatement(sql, ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY);
    }

    @Override
    public PreparedStatement prepareStatement(@Nullable String sql, int type, int concurrency) throws SQLException {
        return new BatonPreparedStatement(this, type(type, concurrency), CommandParser.parse(sql));
    }

    @Override
    public PreparedStatement prepareStatement(@Nullable String sql, int type, int concurrency, int holdability)
            throws SQLException {
        checkHoldability(holdability);
        return prepareStatement(sql, type, concurrency);
    }

    @Override
    public CallableStatement prepareCall(@Nullable String sql) throws SQLException {
        return prepareCall(sql, ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY);
    }

    @Override
    public CallableStatement prepareCall(@Nullable String sql, int type, int concurrency) throws SQLException {
        if (CommandParser.parse(sql) instanceof Command.Call call) {
            return new BatonCallableStatement(this, type(type, concurrency), call);
        }
        throw SqlErrors.of(SqlErrors.SYNTAX, "'" + sql + "' is no call; write {call name(?, ...)}");
    }

    @Override
    public CallableStatement prepareCall(@Nullable String sql, int type, int concurrency, int holdability)
            throws SQLException {
        checkHoldability(holdability);
        return prepareCall(sql, type, concurrency);
    }

    // Transactions

    @Override
    public void setAutoCommit(boolean autoCommit) throws SQLException {
        checkOpen();
        session.transactions().autoCommit(autoCommit);
    }

    @Override
    public boolean getAutoCommit() throws SQLException {
        checkOpen();
        return session.transactions().isAutoCommit();
    }

    @Override
    public void commit() throws SQLException {
        checkOpen();
        session.transactions().commit();
    }

    @Override
    public void rollback() throws SQLException {
        checkOpen();
        session.transactions().rollback();
    }

    // The end

    @Override
    public DatabaseMetaData getMetaData() throws SQLException {
        checkOpen();
        return new BatonDatabaseMetaData(this, url.shown(), url.get(Option.USER), session);
    }

    @Override
    public boolean isValid(int timeoutSeconds) throws SQLException {
        if (timeoutSeconds < 0) {
            throw SqlErrors.of(SqlErrors.BAD_ARGUMENT, timeoutSeconds + " s: give 0 or more");
        }
        return !session.isClosed() && session.answers(
            timeoutSeconds == 0 ? VALID_MILLIS_USUAL : TimeUnit.SECONDS.toMillis(timeoutSeconds));
    }

    @Override
    public void close() {
        session.close();
    }

    @Override
    public boolean isClosed() {
        return session.isClosed();
    }

    @Override
    public void abort(@Nullable Executor executor) throws SQLException {
        if (executor == null) {
            throw SqlErrors.of(SqlErrors.BAD_ARGUMENT, "no executor was given");
        }
        if (!session.isClosed()) {
            session.abandon();
            executor.execute(session::close);
        }
    }
}
