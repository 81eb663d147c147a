package io.baton.lab.server.access;

import io.baton.lab.server.sql.SqlProcedures;
import java.sql.Array;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Calls procedures through a JDBC driver, each in a transaction of its own, and reads what comes back. */
final class SqlLine implements Line {

    private final Connection connection;
    private final Form form;
    private final Reader reader;
    private final List<String> gaveUp;
    private final Map<String, PreparedStatement> statements = new HashMap<>();

    /** What a call looks like. */
    enum Form {

        /** The JDBC escape for Baton; the result is a row. */
        BATON("{call %s(%s)}"),
        /** The JDBC escape for Baton; the result is a number, the first parameter. */
        BATON_FUNCTION("{? = call %s(%s)}"),
        /** Arrays are of objects; a result with many parts is an array of texts. */
        H2("CALL %s(%s)"),
        /** The result is a value. */
        POSTGRESQL("SELECT %s(%s)"),
        /** The result is a row. */
        POSTGRESQL_ROW("SELECT * FROM %s(%s)");

        private final String call;

        Form(String call) {
            this.call = call;
        }

        private PreparedStatement prepare(Connection connection, String procedure, int arguments) throws SQLException {
            final String marks = String.join(", ", Collections.nCopies(arguments, "?"));
            if (this != BATON && this != BATON_FUNCTION) {
                return connection.prepareStatement(call.formatted(SqlProcedures.sqlName(procedure), marks));
            }
            final CallableStatement statement = connection.prepareCall(call.formatted(procedure, marks));
            if (this == BATON_FUNCTION) {
                statement.registerOutParameter(1, Types.BIGINT);
            }
            return statement;
        }

        /** The place of the first argument. */
        private int first() {
            return this == BATON_FUNCTION ? 2 : 1;
        }

        private Object argument(Object argument) {
            return this != POSTGRESQL_ROW && argument instanceof int[] numbers
                ? Arrays.stream(numbers).boxed().toArray(Integer[]::new) : argument;
        }
    }

    /** Runs a call and reads its result. */
    @FunctionalInterface
    interface Reader {

        Object read(PreparedStatement call) throws SQLException;
    }

    /**
     * Makes a line.
     *
     * @param connection closed with the line
     * @param gaveUp what procedures say when they give up as they ought to; drivers may add to it
     */
    SqlLine(Connection connection, Form form, Reader reader, List<String> gaveUp) {
        this.connection = connection;
        this.form = form;
        this.reader = reader;
        this.gaveUp = gaveUp;
    }

    /** Reads the first parameter. */
    static Object readParameter(PreparedStatement call) throws SQLException {
        call.execute();
        return ((CallableStatement) call).getObject(1);
    }

    /** Reads a number. */
    static Object readNumber(PreparedStatement call) throws SQLException {
        try (ResultSet rows = call.executeQuery()) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** Reads all that a terminal would show. */
    static Object readRow(PreparedStatement call) throws SQLException {
        try (ResultSet rows = call.executeQuery()) {
            rows.next();
            final @Nullable Object[] values = new Object[rows.getMetaData().getColumnCount()];
            for (int i = 0; i < values.length; i++) {
                final Object value = rows.getObject(i + 1);
                values[i] = value instanceof Array array ? array.getArray() : value;
            }
            return values;
        }
    }

    @Override
    public boolean waits() {
        return true;
    }

    @Override
    public void call(String procedure, Object[] arguments, Answered answered) {
        final Object result;
        try {
            final PreparedStatement statement = statement(procedure, arguments.length);
            for (int i = 0; i < arguments.length; i++) {
                statement.setObject(form.first() + i, form.argument(arguments[i]));
            }
            result = reader.read(statement);
        } catch (SQLException e) {
            answered.ended(reason(e));
            return;
        }
        answered.committed(result);
    }

    private PreparedStatement statement(String procedure, int arguments) throws SQLException {
        PreparedStatement statement = statements.get(procedure);
        if (statement == null) {
            statement = form.prepare(connection, procedure, arguments);
            statements.put(procedure, statement);
        }
        return statement;
    }

    private String reason(SQLException failure) {
        final String message = String.valueOf(failure.getMessage());
        return SqlProcedures.GAVE_UP.equals(failure.getSQLState())
            ? gaveUp.stream().filter(message::contains).findFirst().orElse(message) : message;
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
