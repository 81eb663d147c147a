package io.baton.lab.server.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Statements of a procedure on the connection of its session, which keeps them prepared, but for queries FOR UPDATE. A
 * row that is changed and shown is read from the OLD or FINAL TABLE of its UPDATE.
 */
final class H2Statements {

    private final Connection connection;

    H2Statements(Connection connection) {
        this.connection = connection;
    }

    /** A row of a query's result. */
    static final class Values {

        private final Object[] values;

        private Values(Object[] values) {
            this.values = values;
        }

        long number(int column) {
            return ((Number) values[column]).longValue();
        }

        String text(int column) {
            return String.valueOf(values[column]);
        }

        void addTo(List<String> texts) {
            for (final Object value : values) {
                texts.add(String.valueOf(value));
            }
        }
    }

    /** The rows of a query. */
    List<Values> rows(String query, Object... arguments) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            bind(statement, arguments);
            try (ResultSet found = statement.executeQuery()) {
                final int columns = found.getMetaData().getColumnCount();
                final List<Values> rows = new ArrayList<>();
                while (found.next()) {
                    final Object[] values = new Object[columns];
                    for (int i = 0; i < columns; i++) {
                        values[i] = found.getObject(i + 1);
                    }
                    rows.add(new Values(values));
                }
                return rows;
            }
        }
    }

    /** The only row of a query. */
    Values row(String query, Object... arguments) throws SQLException {
        final List<Values> rows = rows(query, arguments);
        if (rows.size() != 1) {
            throw new SQLException(rows.size() + " rows instead of one: " + query);
        }
        return rows.getFirst();
    }

    /** Changes rows; returns how many. */
    int change(String statementText, Object... arguments) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(statementText)) {
            bind(statement, arguments);
            return statement.executeUpdate();
        }
    }

    private static void bind(PreparedStatement statement, Object[] arguments) throws SQLException {
        for (int i = 0; i < arguments.length; i++) {
            statement.setObject(i + 1, arguments[i]);
        }
    }
}
