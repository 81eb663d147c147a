package io.baton.lab.server.sql;

import io.baton.engine.Engine;
import io.baton.engine.TableReader;
import io.baton.storage.IndexSchema;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.column.Column;
import io.baton.storage.column.KeyPart;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/** A table of Baton in SQL: the same columns, primary key and indexes. Decimals are their unscaled numbers. */
final class SqlTable {

    private static final int BATCH = 1_000;

    private final TableSchema schema;

    SqlTable(TableSchema schema) {
        this.schema = schema;
    }

    /**
     * Creates the table without secondary indexes.
     *
     * @param options what stands behind its columns
     */
    void create(Connection connection, String options) throws SQLException {
        final String columns = schema.columns().stream().map(column -> column.name() + " " + type(column) + " NOT NULL")
            .collect(Collectors.joining(", "));
        execute(connection, "CREATE TABLE " + schema.name() + " (" + columns + ", PRIMARY KEY (" + names(
            schema.keyParts()) + ")) " + options);
    }

    private static String type(Column column) {
        return switch (column) {
            case LongColumn number when number.width() <= Short.BYTES -> "SMALLINT";
            case LongColumn number when number.width() <= Integer.BYTES -> "INTEGER";
            case LongColumn _ -> "BIGINT";
            case StringColumn text -> "VARCHAR(" + text.bytesMax() + ")";
            default -> throw new IllegalArgumentException(column.name() + " is neither a number nor a text");
        };
    }

    /** Creates the secondary indexes. */
    void createIndexes(Connection connection) throws SQLException {
        for (final IndexSchema index : schema.indexes()) {
            if (!index.primary()) {
                execute(connection,
                    "CREATE INDEX " + index.name() + " ON " + schema.name() + " (" + names(index.parts()) + ")");
            }
        }
    }

    /** Inserts all rows that an engine has, a thousand in a transaction. */
    void copy(Connection connection, Engine engine) throws SQLException {
        final boolean before = connection.getAutoCommit();
        connection.setAutoCommit(false);
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO " + schema.name() + " VALUES ("
            + String.join(", ", Collections.nCopies(schema.columns().size(), "?")) + ")")) {
            final Copy copy = new Copy(connection, insert, schema.columns());
            TableReader.forEachRow(engine, schema, copy::add);
            copy.flush();
        } catch (UncheckedSqlException e) {
            throw e.cause;
        }
        connection.setAutoCommit(before);
    }

    private static String names(List<KeyPart> parts) {
        return parts.stream().map(part -> part.column().name()).collect(Collectors.joining(", "));
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** What a consumer of rows throws. */
    private static final class UncheckedSqlException extends RuntimeException {

        private static final long serialVersionUID = 1;

        private final SQLException cause;

        UncheckedSqlException(SQLException cause) {
            super(cause);
            this.cause = cause;
        }
    }

    /** Rows on their way. */
    private static final class Copy {

        private final Connection connection;
        private final PreparedStatement insert;
        private final List<Column> columns;
        private int rows;

        Copy(Connection connection, PreparedStatement insert, List<Column> columns) {
            this.connection = connection;
            this.insert = insert;
            this.columns = columns;
        }

        void add(Row row) {
            try {
                for (int i = 0; i < columns.size(); i++) {
                    switch (columns.get(i)) {
                        case LongColumn number -> insert.setLong(i + 1, row.get(number));
                        case StringColumn text -> insert.setString(i + 1, row.get(text));
                        default -> throw new IllegalArgumentException(columns.get(i).name());
                    }
                }
                insert.addBatch();
                if (++rows % BATCH == 0) {
                    flush();
                }
            } catch (SQLException e) {
                throw new UncheckedSqlException(e);
            }
        }

        void flush() throws SQLException {
            insert.executeBatch();
            connection.commit();
        }
    }
}
