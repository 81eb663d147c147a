package io.baton.deploy.client;

import io.baton.client.BatonClient;
import io.baton.client.RemoteProcedure;
import io.baton.csv.CsvEnd;
import io.baton.csv.CsvImport;
import io.baton.csv.CsvRowWriter;
import io.baton.protocol.RecordValue;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.column.BooleanColumn;
import io.baton.storage.column.BytesColumn;
import io.baton.storage.column.Column;
import io.baton.storage.column.ColumnBuilder;
import io.baton.storage.column.DateColumn;
import io.baton.storage.column.DecimalColumn;
import io.baton.storage.column.DoubleColumn;
import io.baton.storage.column.KeyPart;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import io.baton.storage.column.TimestampColumn;
import io.baton.storage.column.UuidColumn;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a server, to be written to CSV files and filled from them. Calls procedures that every server has, so
 * that the grants of its user hold: reading tables to export, an operator's to import. One thread.
 */
public final class RemoteTables {

    private static final String TABLES = "baton.tables";
    private static final String ROWS = "baton.rows";
    private static final String INSERT = "baton.insert";
    /** About so many rows are read by one call, and locked meanwhile. */
    private static final long PART_ROWS = 10_000;
    /** At most so many rows, or half of the frame that every server takes, are inserted by one call. */
    public static final int INSERT_ROWS = 500;
    private static final long INSERT_BYTES = 400_000;
    private static final int VALUE_BYTES = 32;

    private static final int NAME = 0;
    private static final int TABLE_ROWS = 2;
    private static final int COLUMNS = 3;
    private static final int KEY = 4;
    private static final int COLUMN_NAME = 1;
    private static final int COLUMN_TYPE = 2;
    private static final int COLUMN_NULLABLE = 3;
    private static final int COLUMN_PRECISION = 4;
    private static final int COLUMN_SCALE = 5;

    private final BatonClient client;
    private final List<Table> tables;

    /**
     * A table of a server.
     *
     * @param name its name
     * @param rows about how many rows it has
     * @param columns its columns, each as the server describes it
     * @param key the names of its primary key's columns
     */
    public record Table(String name, long rows, List<List<@Nullable Object>> columns, List<?> key) {

        List<String> columnNames() {
            return columns.stream().map(column -> String.valueOf(column.get(COLUMN_NAME))).toList();
        }
    }

    private RemoteTables(BatonClient client, List<Table> tables) {
        this.client = client;
        this.tables = tables;
    }

    /**
     * Asks a server for its tables.
     *
     * @param client of the server
     * @return its tables
     * @throws io.baton.client.CallException if it does not tell
     */
    public static RemoteTables of(BatonClient client) {
        return new RemoteTables(client, records(client.procedure(TABLES, Object.class).call()).stream()
            .map(table -> new Table(String.valueOf(table.get(NAME)),
                table.get(TABLE_ROWS) instanceof Number rows ? rows.longValue() : 0, records(table.get(COLUMNS)),
                table.get(KEY) instanceof List<?> key ? key : List.of()))
            .toList());
    }

    /** {@return all tables, in the order of their names} */
    public List<Table> tables() {
        return tables;
    }

    private static List<List<@Nullable Object>> records(@Nullable Object told) {
        return told instanceof List<?> list ? list.stream().filter(RecordValue.class::isInstance)
            .map(record -> ((RecordValue) record).values()).toList() : List.of();
    }

    /**
     * Writes the rows of a table to a new file.
     *
     * @param table one of the tables
     * @param file where to; not there yet
     * @param rowsWritten told now and then how many more rows were written; what it throws ends the export
     * @return how many rows were written
     * @throws io.baton.csv.CsvException if the file cannot be written
     * @throws io.baton.client.CallException if the server does not give the rows
     */
    public long export(Table table, Path file, LongConsumer rowsWritten) {
        final RemoteProcedure<Object> rows = client.procedure(ROWS, Object.class);
        final long parts = 1 + table.rows() / PART_ROWS;
        long count = 0;
        try (CsvRowWriter writer = new CsvRowWriter(file, table.columnNames())) {
            for (long part = 0; part < parts; part++) {
                final List<?> answer = (List<?>) rows.call(table.name(), part, parts);
                for (final Object row : answer.subList(1, answer.size())) {
                    writer.write((List<?>) row);
                }
                count += answer.size() - 1;
                rowsWritten.accept(answer.size() - 1);
            }
            writer.complete();
        }
        return count;
    }

    /**
     * Adds the rows of a file to a table, in transactions of up to 500 rows, in the order of the file.
     *
     * @param table one of the tables
     * @param file a file of its columns
     * @param end what becomes of the file without a last line feed
     * @param rowsInserted told after each transaction how many more rows are committed; what it throws ends the import
     * @return how many rows were inserted
     * @throws io.baton.csv.CsvException if the file is no CSV, or a row of it none of the table
     * @throws io.baton.client.CallException if the server does not take rows; those that were told of are committed
     */
    public long load(Table table, Path file, CsvEnd end, LongConsumer rowsInserted) {
        final TableSchema schema = schema(table);
        final RemoteProcedure<Object> insert = client.procedure(INSERT, Object.class);
        final List<Object> batch = new ArrayList<>();
        final long[] bytes = new long[1];
        final long rows = CsvImport.read(schema, file, end, row -> {
            batch.add(values(schema, row, bytes));
            if (batch.size() == INSERT_ROWS || bytes[0] > INSERT_BYTES) {
                send(insert, table, batch, rowsInserted);
                bytes[0] = 0;
            }
        });
        send(insert, table, batch, rowsInserted);
        return rows;
    }

    private static void send(RemoteProcedure<Object> insert, Table table, List<Object> batch, LongConsumer inserted) {
        if (!batch.isEmpty()) {
            insert.call(table.name(), table.columnNames(), List.copyOf(batch));
            inserted.accept(batch.size());
            batch.clear();
        }
    }

    private static List<@Nullable Object> values(TableSchema schema, Row row, long[] bytes) {
        final List<@Nullable Object> values = new ArrayList<>();
        for (final Column column : schema.columns()) {
            final Object value = row.value(column);
            values.add(value);
            bytes[0] += switch (column) {
                case StringColumn ignored when value instanceof String text -> 3L * text.length();
                case BytesColumn ignored when value instanceof byte[] array -> array.length;
                default -> VALUE_BYTES;
            };
        }
        return values;
    }

    /** A table of the same columns, to read values with. Which bits its key takes, the server looks after. */
    private static TableSchema schema(Table table) {
        final TableSchema.Builder builder = TableSchema.named(table.name());
        final List<KeyPart> key = new ArrayList<>();
        for (final List<@Nullable Object> described : table.columns()) {
            final boolean nullable = Boolean.TRUE.equals(described.get(COLUMN_NULLABLE));
            final Column column = column(nullable ? builder.nullable() : builder, described);
            if (table.key().contains(column.name())) {
                key.add(part(column));
            }
        }
        builder.primaryKey(key.toArray(new KeyPart[0]));
        return builder.build();
    }

    private static Column column(ColumnBuilder<?> to, List<@Nullable Object> described) {
        final String name = String.valueOf(described.get(COLUMN_NAME));
        final int precision = described.get(COLUMN_PRECISION) instanceof Number number ? number.intValue() : 0;
        final int scale = described.get(COLUMN_SCALE) instanceof Number number ? number.intValue() : 0;
        final String type = String.valueOf(described.get(COLUMN_TYPE));
        return switch (type) {
            case "BOOLEAN" -> to.bool(name);
            case "TINYINT" -> to.int8(name);
            case "SMALLINT" -> to.int16(name);
            case "INTEGER" -> to.int32(name);
            case "BIGINT" -> to.int64(name);
            case "DECIMAL" -> to.decimal(name, precision, scale);
            case "DOUBLE" -> to.float64(name);
            case "VARCHAR" -> to.string(name, precision);
            case "VARBINARY" -> to.bytes(name, precision);
            case "DATE" -> to.date(name);
            case "TIMESTAMP_WITH_TIMEZONE" -> to.timestamp(name);
            case "UUID" -> to.uuid(name);
            default -> throw new IllegalArgumentException("column " + name + " is of type " + type
                + ", which this version does not know; use the server's own");
        };
    }

    private static KeyPart part(Column column) {
        return switch (column) {
            case BooleanColumn c -> c.part();
            case BytesColumn c -> c.part();
            case DateColumn c -> c.part();
            case DecimalColumn c -> c.part();
            case DoubleColumn c -> c.part();
            case LongColumn c -> c.signed(Byte.SIZE * c.width());
            case StringColumn c -> c.part();
            case TimestampColumn c -> c.part();
            case UuidColumn c -> c.part();
        };
    }
}
