package io.baton.server.query;

import io.baton.engine.Engine;
import io.baton.engine.TablePart;
import io.baton.engine.Transaction;
import io.baton.engine.procedure.ReadOnly;
import io.baton.protocol.Reason;
import io.baton.storage.Row;
import io.baton.storage.StorageException;
import io.baton.storage.TableSchema;
import io.baton.storage.column.Column;
import io.baton.storage.column.KeyPart;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What exports and imports through a server call: rows of a table in parts, and rows that are added. */
final class TableCalls {

    /** The name of the procedure that reads a part of a table. */
    public static final String ROWS = "baton.rows";
    /** The name of the procedure that adds rows to a table. */
    public static final String INSERT = "baton.insert";

    private TableCalls() {
    }

    private static TableSchema table(Engine engine, @Nullable String name) {
        return engine.catalog().tables().stream().filter(table -> table.name().equals(name)).findFirst()
            .orElseThrow(() -> new QueryException(Reason.NO_SUCH_TABLE, "there is no table " + name));
    }

    /** Reads a part of a table. Public for the engine, which calls it. */
    @ReadOnly
    public static final class Rows {

        private final Engine engine;
        private final int rowsMax;

        Rows(Engine engine, int rowsMax) {
            this.engine = engine;
            this.rowsMax = rowsMax;
        }

        /**
         * Reads it.
         *
         * @param transaction given by the engine
         * @param table the table's name
         * @param part which part, from 0
         * @param parts of how many
         * @return first a list of the table's columns, then the rows, each a list of values
         */
        public List<Object> run(Transaction transaction, String table, long part, long parts) {
            if (parts < 1 || part < 0 || part >= parts) {
                throw transaction
                    .abort("part " + part + " of " + parts + " parts is none; give 0 or more, and less than"
                        + " there are");
            }
            final TableSchema schema = table(engine, table);
            final List<Column> columns = schema.columns();
            final List<Object> answer = new ArrayList<>();
            answer.add(columns.stream().map(ColumnValues::describe).toList());
            TablePart.read(engine, transaction, schema, part, parts, row -> {
                if (answer.size() > rowsMax) {
                    throw new QueryException(Reason.TOO_LARGE,
                        "part " + part + " has more than " + rowsMax + " rows; read the table in more parts");
                }
                final @Nullable Object[] values = new Object[columns.size()];
                Arrays.setAll(values, i -> row.value(columns.get(i)));
                answer.add(Arrays.asList(values));
            });
            return answer;
        }
    }

    /** Adds rows. Public for the engine, which calls it. */
    public static final class Insert {

        private final Engine engine;

        Insert(Engine engine) {
            this.engine = engine;
        }

        /**
         * Adds them, all or none.
         *
         * @param transaction given by the engine
         * @param table the table's name
         * @param columns the names of all its columns, in the order of the values
         * @param rows the rows, each a list of values
         * @return how many they are
         */
        public long run(Transaction transaction, String table, List<Object> columns, List<Object> rows) {
            final TableSchema schema = table(engine, table);
            final List<Column> named = columns(schema, columns == null ? List.of() : columns);
            for (final Object row : rows == null ? List.of() : rows) {
                if (!(row instanceof List<?> values) || values.size() != named.size()) {
                    throw new QueryException(Reason.WRONG_TYPE,
                        "a row is no list of " + named.size() + " values, one for each column");
                }
                insert(transaction, schema, named, values);
            }
            return rows == null ? 0 : rows.size();
        }

        private static List<Column> columns(TableSchema schema, List<Object> names) {
            final List<Column> columns = new ArrayList<>();
            for (final Object name : names) {
                final Column column = schema.columns().stream().filter(c -> c.name().equals(name)).findFirst()
                    .orElseThrow(() -> new QueryException(Reason.NO_SUCH_COLUMN,
                        "table " + schema.name() + " has no column " + name));
                columns.add(column);
            }
            if (columns.size() != schema.columns().size() || columns.stream().distinct().count() != columns.size()) {
                throw new QueryException(Reason.NO_SUCH_COLUMN,
                    "name each column of table " + schema.name() + " once: "
                        + String.join(", ", schema.columns().stream().map(Column::name).toList()));
            }
            return columns;
        }

        private static void insert(Transaction transaction, TableSchema schema, List<Column> columns, List<?> values) {
            final List<Column> key = schema.keyParts().stream().map(KeyPart::column).toList();
            final Row probe = transaction.probe(schema);
            for (int i = 0; i < columns.size(); i++) {
                if (key.contains(columns.get(i))) {
                    set(probe, columns.get(i), values.get(i));
                }
            }
            final Row row = transaction.insert(schema, probe);
            for (int i = 0; i < columns.size(); i++) {
                if (!key.contains(columns.get(i))) {
                    set(row, columns.get(i), values.get(i));
                }
            }
        }

        private static void set(Row row, Column column, @Nullable Object value) {
            try {
                row.setValue(column, value);
            } catch (StorageException e) {
                throw e;
            } catch (IllegalArgumentException e) {
                throw new QueryException(Reason.WRONG_TYPE, String.valueOf(e.getMessage()));
            }
        }
    }
}
