package io.baton.lab.server;

import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/** A connection of Baton's JDBC driver, each call a transaction of its own. */
final class JdbcLine implements Line {

    private final Connection connection;
    private final Map<String, CallableStatement> statements = new HashMap<>();

    JdbcLine(Connection connection) {
        this.connection = connection;
    }

    @Override
    public boolean waits() {
        return true;
    }

    @Override
    public void call(String procedure, Object[] arguments, Answered answered) {
        final Object result;
        try {
            final CallableStatement statement = statement(procedure, arguments.length);
            for (int i = 0; i < arguments.length; i++) {
                statement.setObject(i + 2, arguments[i]);
            }
            statement.execute();
            result = statement.getObject(1);
        } catch (SQLException e) {
            answered.ended(String.valueOf(e.getMessage()));
            return;
        }
        answered.committed(result);
    }

    private CallableStatement statement(String procedure, int arguments) throws SQLException {
        CallableStatement statement = statements.get(procedure);
        if (statement == null) {
            final String marks = String.join(", ", Collections.nCopies(arguments, "?"));
            statement = connection.prepareCall("{? = call " + procedure + "(" + marks + ")}");
            statement.registerOutParameter(1, Types.BIGINT);
            statements.put(procedure, statement);
        }
        return statement;
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IllegalStateException("the connection cannot be closed", e);
        }
    }
}
