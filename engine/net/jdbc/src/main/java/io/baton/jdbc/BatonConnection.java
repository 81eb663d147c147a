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
import io.baton.jdbc.value.Arguments;
import io.baton.jdbc.value.SqlErrors;
import java.nio.file.Path;
import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.ClientInfoStatus;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Savepoint;
import java.sql.ShardingKey;
import java.sql.Statement;
import java.sql.Struct;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A connection: a client of its own, which may share its socket with others, and the settings that its statements have
 * in common. For any thread.
 */
final class BatonConnection implements Connection, Wrapping {

    /** The one property of a client. */
    private static final String APPLICATION_NAME = "ApplicationName";

    private static final int VALID_MILLIS_USUAL = 10_000;

    private final ConnectionUrl url;
    private final ServerSession session;
    private final int fetchSize;
    private final AtomicReference<@Nullable SQLWarning> warnings = new AtomicReference<>();
    private volatile String applicationName;

    private BatonConnection(ConnectionUrl url, ServerSession session, int fetchSize) {
        this.url = url;
        this.session = session;
        this.fetchSize = fetchSize;
        this.applicationName = url.get(Option.APPLICATION_NAME);
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

    // Settings

    private void checkOpen() throws SQLException {
        session.checkOpen();
    }

    private void checkNoTransaction(String what) throws SQLException {
        if (session.transactions().isOpen()) {
            throw SqlErrors.of("25001", what + " cannot change within a transaction; commit or roll back first");
        }
    }

    /** Says that something is not as it was asked for. */
    private void warn(String message) {
        final SQLWarning warning = new SQLWarning(message, "01000");
        SQLWarning now = warnings.compareAndSet(null, warning) ? null : warnings.get();
        // A pool makes statements for years, and nobody looks: each warning is there once.
        while (now != null && !message.equals(now.getMessage())) {
            final SQLWarning next = now.getNextWarning();
            if (next == null) {
                now.setNextWarning(warning);
            }
            now = next;
        }
    }

    @Override
    public @Nullable SQLWarning getWarnings() throws SQLException {
        checkOpen();
        return warnings.get();
    }

    @Override
    public void clearWarnings() throws SQLException {
        checkOpen();
        warnings.set(null);
    }

    @Override
    public void setReadOnly(boolean newReadOnly) throws SQLException {
        checkOpen();
        checkNoTransaction("the read-only mode");
        session.readOnly(newReadOnly);
    }

    @Override
    public boolean isReadOnly() throws SQLException {
        checkOpen();
        return session.isReadOnly();
    }

    @Override
    public void setCatalog(@Nullable String catalog) throws SQLException {
        checkOpen();
    }

    @Override
    public @Nullable String getCatalog() throws SQLException {
        checkOpen();
        return null;
    }

    @Override
    public void setSchema(@Nullable String schema) throws SQLException {
        checkOpen();
    }

    @Override
    public @Nullable String getSchema() throws SQLException {
        checkOpen();
        return null;
    }

    /** Lower levels are raised to the only one. */
    @Override
    public void setTransactionIsolation(int level) throws SQLException {
        checkOpen();
        checkNoTransaction("the isolation");
        switch (level) {
            case TRANSACTION_SERIALIZABLE -> {
                // It is.
            }
            case TRANSACTION_READ_UNCOMMITTED, TRANSACTION_READ_COMMITTED, TRANSACTION_REPEATABLE_READ ->
                warn("all transactions are serializable");
            default -> throw SqlErrors.of(SqlErrors.BAD_ARGUMENT,
                level + " is no level of isolation; all transactions are serializable");
        }
    }

    @Override
    public int getTransactionIsolation() throws SQLException {
        checkOpen();
        return TRANSACTION_SERIALIZABLE;
    }

    @Override
    public void setHoldability(int holdability) throws SQLException {
        checkOpen();
        checkHoldability(holdability);
    }

    private static void checkHoldability(int holdability) throws SQLException {
        if (holdability == ResultSet.CLOSE_CURSORS_AT_COMMIT) {
            throw SqlErrors.unsupported("closing result sets at a commit");
        }
        if (holdability != ResultSet.HOLD_CURSORS_OVER_COMMIT) {
            throw SqlErrors.of(SqlErrors.BAD_ARGUMENT, holdability + " is no holdability; see ResultSet");
        }
    }

    @Override
    public int getHoldability() throws SQLException {
        checkOpen();
        return ResultSet.HOLD_CURSORS_OVER_COMMIT;
    }

    @Override
    public Map<String, Class<?>> getTypeMap() throws SQLException {
        checkOpen();
        return new HashMap<>();
    }

    @Override
    public void setTypeMap(@Nullable Map<String, Class<?>> map) throws SQLException {
        checkOpen();
        if (map != null && !map.isEmpty()) {
            throw SqlErrors.unsupported("a map of types");
        }
    }

    @Override
    public void setClientInfo(@Nullable String name, @Nullable String value) throws SQLClientInfoException {
        if (session.isClosed()) {
            throw new SQLClientInfoException("the connection is closed; open another one", "08003", Map.of());
        }
        if (!APPLICATION_NAME.equals(name)) {
            throw new SQLClientInfoException("there is no property " + name + " of a client; there is "
                + APPLICATION_NAME, "HY024",
                Map.of(String.valueOf(name), ClientInfoStatus.REASON_UNKNOWN_PROPERTY));
        }
        applicationName = value == null ? "" : value;
    }

    @Override
    public void setClientInfo(@Nullable Properties properties) throws SQLClientInfoException {
        if (properties == null) {
            setClientInfo(APPLICATION_NAME, null);
            return;
        }
        for (final String name : properties.stringPropertyNames()) {
            setClientInfo(name, properties.getProperty(name));
        }
    }

    @Override
    public @Nullable String getClientInfo(@Nullable String name) throws SQLException {
        checkOpen();
        return APPLICATION_NAME.equals(name) ? applicationName : null;
    }

    @Override
    public Properties getClientInfo() throws SQLException {
        checkOpen();
        final Properties properties = new Properties();
        properties.setProperty(APPLICATION_NAME, applicationName);
        return properties;
    }

    @Override
    public void setNetworkTimeout(@Nullable Executor executor, int milliseconds) throws SQLException {
        checkOpen();
        if (milliseconds < 0) {
            throw SqlErrors.of(SqlErrors.BAD_ARGUMENT, milliseconds + " ms: give 0 or more");
        }
        session.networkTimeout().timeoutMillis(milliseconds);
    }

    @Override
    public int getNetworkTimeout() throws SQLException {
        checkOpen();
        return session.networkTimeout().timeoutMillis();
    }

    @Override
    public String nativeSQL(@Nullable String sql) throws SQLException {
        checkOpen();
        return String.valueOf(sql);
    }

    // Values

    @Override
    public Array createArrayOf(@Nullable String typeName, @Nullable Object @Nullable [] elements)
            throws SQLException {
        checkOpen();
        return Arguments.array(elements);
    }

    @Override
    public Struct createStruct(@Nullable String typeName, @Nullable Object @Nullable [] attributes)
            throws SQLException {
        checkOpen();
        return Arguments.struct(attributes);
    }

    @Override
    public Clob createClob() throws SQLException {
        throw SqlErrors.unsupported("a Clob; use setString: it");
    }

    @Override
    public Blob createBlob() throws SQLException {
        throw SqlErrors.unsupported("a Blob; use setBytes: it");
    }

    @Override
    public NClob createNClob() throws SQLException {
        throw SqlErrors.unsupported("a Clob; use setString: it");
    }

    @Override
    public SQLXML createSQLXML() throws SQLException {
        throw SqlErrors.unsupported("XML");
    }

    // Shards, savepoints and generated keys

    private static SQLException noShards() {
        return SqlErrors.unsupported("a key of a shard");
    }

    @Override
    public boolean setShardingKeyIfValid(@Nullable ShardingKey shard, @Nullable ShardingKey within, int timeout)
            throws SQLException {
        throw noShards();
    }

    @Override
    public boolean setShardingKeyIfValid(@Nullable ShardingKey shard, int timeout) throws SQLException {
        throw noShards();
    }

    @Override
    public void setShardingKey(@Nullable ShardingKey shard, @Nullable ShardingKey within) throws SQLException {
        throw noShards();
    }

    @Override
    public void setShardingKey(@Nullable ShardingKey shard) throws SQLException {
        throw noShards();
    }

    private static SQLException noSavepoints() {
        return SqlErrors.unsupported("a savepoint (the transaction goes on without one)");
    }

    @Override
    public Savepoint setSavepoint() throws SQLException {
        throw noSavepoints();
    }

    @Override
    public Savepoint setSavepoint(@Nullable String name) throws SQLException {
        throw noSavepoints();
    }

    @Override
    public void rollback(@Nullable Savepoint savepoint) throws SQLException {
        throw noSavepoints();
    }

    @Override
    public void releaseSavepoint(@Nullable Savepoint savepoint) throws SQLException {
        throw noSavepoints();
    }

    @Override
    public PreparedStatement prepareStatement(@Nullable String sql, int autoGeneratedKeys) throws SQLException {
        BatonStatement.requireNoKeys(autoGeneratedKeys);
        return prepareStatement(sql);
    }

    @Override
    public PreparedStatement prepareStatement(@Nullable String sql, int @Nullable [] columnIndexes)
            throws SQLException {
        throw BatonStatement.noKeys();
    }

    @Override
    public PreparedStatement prepareStatement(@Nullable String sql, String @Nullable [] columnNames)
            throws SQLException {
        throw BatonStatement.noKeys();
    }
}
