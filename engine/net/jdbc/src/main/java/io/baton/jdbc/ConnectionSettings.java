package io.baton.jdbc;

import io.baton.jdbc.text.ConnectionUrl;
import io.baton.jdbc.value.Arguments;
import io.baton.jdbc.value.SqlErrors;
import java.sql.Array;
import java.sql.Blob;
import java.sql.ClientInfoStatus;
import java.sql.Clob;
import java.sql.Connection;
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
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The settings of a connection, and what connections cannot do. */
abstract class ConnectionSettings implements Connection {

    /** The one property of a client. */
    static final String APPLICATION_NAME = "ApplicationName";

    private final AtomicReference<@Nullable SQLWarning> warnings = new AtomicReference<>();
    private volatile String applicationName;

    ConnectionSettings(ConnectionUrl url) {
        applicationName = url.get(ConnectionUrl.Option.APPLICATION_NAME);
    }

    abstract ServerSession session();

    final void checkOpen() throws SQLException {
        session().checkOpen();
    }

    private void checkNoTransaction(String what) throws SQLException {
        if (session().transactions().isOpen()) {
            throw SqlErrors.of("25001", what + " cannot change within a transaction; commit or roll back first");
        }
    }

    /** Says that something is not as it was asked for. */
    final void warn(String message) {
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
        session().readOnly(newReadOnly);
    }

    @Override
    public boolean isReadOnly() throws SQLException {
        checkOpen();
        return session().isReadOnly();
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

    static void checkHoldability(int holdability) throws SQLException {
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
        if (session().isClosed()) {
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
        session().patience().timeoutMillis(milliseconds);
    }

    @Override
    public int getNetworkTimeout() throws SQLException {
        checkOpen();
        return session().patience().timeoutMillis();
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
        if (autoGeneratedKeys != Statement.NO_GENERATED_KEYS) {
            throw StatementSettings.noKeys();
        }
        return prepareStatement(sql);
    }

    @Override
    public PreparedStatement prepareStatement(@Nullable String sql, int @Nullable [] columnIndexes)
            throws SQLException {
        throw StatementSettings.noKeys();
    }

    @Override
    public PreparedStatement prepareStatement(@Nullable String sql, String @Nullable [] columnNames)
            throws SQLException {
        throw StatementSettings.noKeys();
    }
}
