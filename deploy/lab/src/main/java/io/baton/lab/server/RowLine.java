package io.baton.lab.server;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Calls procedures that return a record through JDBC, each in a transaction of its own, and reads all that comes back.
 */
final class RowLine implements Line {

    private final Connection connection;
    private final Form form;
    private final String gaveUp;
    private final Map<String, PreparedStatement> statements = new HashMap<>();

    /** What a call looks like. */
    enum Form {
        /** The JDBC escape, for Baton. */
        BATON,
        /** The call is a query of one row with many columns. */
        POSTGRESQL,
        /** The result is an array of texts; arrays are of objects. */
        H2;

        PreparedStatement prepare(Connection connection, String procedure, int arguments) throws SQLException {
            final String marks = "(" + String.join(", ", Collections.nCopies(arguments, "?")) + ")";
            return switch (this) {
                case BATON -> connection.prepareCall("{call " + procedure + marks + "}");
                case POSTGRESQL -> connection.prepareStatement("SELECT * FROM " + SqlBank.sqlName(procedure) + marks);
                case H2 -> connection.prepareStatement("CALL " + SqlBank.sqlName(procedure) + marks);
            };
        }

        Object argument(Object argument) {
            return this != POSTGRESQL && argument instanceof int[] numbers ? Arrays.stream(numbers).boxed().toArray(
                Integer[]::new) : argument;
        }
    }

    /**
     * Makes a line.
     *
     * @param gaveUp what procedures say when they give up as they ought to; drivers may add to it
     */
    RowLine(Connection connection, Form form, String gaveUp) {
        this.connection = connection;
        this.form = form;
        this.gaveUp = gaveUp;
    }

    @Override
    public boolean waits() {
        return true;
    }

    @Override
    public void call(String procedure, Object[] arguments, Answered answered) {
        final Object result;
        try {
            PreparedStatement statement = statements.get(procedure);
            if (statement == null) {
                statement = form.prepare(connection, procedure, arguments.length);
                statements.put(procedure, statement);
            }
            for (int i = 0; i < arguments.length; i++) {
                statement.setObject(i + 1, form.argument(arguments[i]));
            }
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                result = read(rows);
            }
        } catch (SQLException e) {
            final String message = String.valueOf(e.getMessage());
            answered.ended(SqlBank.GAVE_UP.equals(e.getSQLState()) && message.contains(gaveUp) ? gaveUp : message);
            return;
        }
        answered.committed(result);
    }

    /** All that the terminal would show. */
    private static Object read(ResultSet rows) throws SQLException {
        final @Nullable Object[] values = new Object[rows.getMetaData().getColumnCount()];
        for (int i = 0; i < values.length; i++) {
            final Object value = rows.getObject(i + 1);
            values[i] = value instanceof Array array ? array.getArray() : value;
        }
        return values;
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
