package io.baton.deploy.shell;

import io.baton.client.BatonClient;
import io.baton.deploy.client.ValueTexts;
import io.baton.deploy.report.Figures;
import io.baton.deploy.report.TextTable;
import io.baton.protocol.RecordValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The tables of a server and answers to queries, as every server lists them. One thread. */
final class ShellTables {

    /** What every server has for that; it needs the grant tables. */
    static final String TABLES = "baton.tables";
    static final String QUERY = "baton.query";

    /** Places in the records that a server answers with. */
    private static final int NAME = 0;
    private static final int READ_ONLY = 1;
    private static final int ROWS = 2;
    private static final int COLUMNS = 3;
    private static final int KEY = 4;
    private static final int INDEXES = 5;
    private static final int COLUMN_NAME = 1;
    private static final int COLUMN_TYPE = 2;
    private static final int COLUMN_NULLABLE = 3;
    private static final int COLUMN_PRECISION = 4;
    private static final int COLUMN_SCALE = 5;
    private static final int INDEX_UNIQUE = 1;
    private static final int INDEX_COLUMNS = 2;
    private static final Set<String> WITH_LENGTH = Set.of("VARCHAR", "VARBINARY");

    private final List<List<@Nullable Object>> tables;

    private ShellTables(List<List<@Nullable Object>> tables) {
        this.tables = tables;
    }

    /**
     * Asks a server.
     *
     * @throws io.baton.client.CallException if it does not tell
     */
    static ShellTables of(BatonClient client) {
        return told(client.procedure(TABLES, Object.class).call());
    }

    /** The same without waiting: completed exceptionally with a CallException if it does not tell. */
    static CompletableFuture<ShellTables> ask(BatonClient client) {
        return client.procedure(TABLES, Object.class).callAsync().thenApply(ShellTables::told);
    }

    private static ShellTables told(@Nullable Object tables) {
        return new ShellTables(records(tables));
    }

    private static List<List<@Nullable Object>> records(@Nullable Object told) {
        return told instanceof List<?> list ? list.stream().filter(RecordValue.class::isInstance)
            .map(record -> ((RecordValue) record).values()).toList() : List.of();
    }

    List<String> names() {
        return tables.stream().map(table -> String.valueOf(table.get(NAME))).toList();
    }

    /** Those with a text in their names, with how many rows they have. */
    List<String> list(String part) {
        final TextTable text = new TextTable(2, "table", "primary key", "rows");
        tables.stream().filter(table -> String.valueOf(table.get(NAME)).contains(part))
            .sorted(Comparator.comparing(table -> String.valueOf(table.get(NAME))))
            .forEach(table -> text.row(String.valueOf(table.get(NAME)), joined(table.get(KEY)),
                Figures.count(table.get(ROWS) instanceof Number rows ? rows.longValue() : 0)));
        return text.lines();
    }

    /** Columns, key and indexes of a table; nothing if there is no such table. */
    List<String> describe(String name) {
        for (final List<@Nullable Object> table : tables) {
            if (String.valueOf(table.get(NAME)).equals(name)) {
                return describe(table);
            }
        }
        return List.of();
    }

    private static List<String> describe(List<@Nullable Object> table) {
        final TextTable columns = new TextTable(3, "column", "type", "");
        for (final List<@Nullable Object> column : records(table.get(COLUMNS))) {
            columns.row(String.valueOf(column.get(COLUMN_NAME)), type(column),
                Boolean.TRUE.equals(column.get(COLUMN_NULLABLE)) ? "" : "not null");
        }
        final List<String> lines = new ArrayList<>(columns.lines());
        lines.add("primary key (" + joined(table.get(KEY)) + ")");
        for (final List<@Nullable Object> index : records(table.get(INDEXES))) {
            lines.add(
                (Boolean.TRUE.equals(index.get(INDEX_UNIQUE)) ? "unique index " : "index ") + index.get(NAME) + " ("
                    + joined(index.get(INDEX_COLUMNS)) + ")");
        }
        if (Boolean.TRUE.equals(table.get(READ_ONLY))) {
            lines.add("never changes");
        }
        return lines;
    }

    private static String type(List<@Nullable Object> column) {
        final String type = String.valueOf(column.get(COLUMN_TYPE));
        return WITH_LENGTH.contains(type) ? type + "(" + column.get(COLUMN_PRECISION) + ")"
            : type.equals("DECIMAL") ? type + "(" + column.get(COLUMN_PRECISION) + ", " + column.get(COLUMN_SCALE) + ")"
                : type;
    }

    private static String joined(@Nullable Object names) {
        return names instanceof List<?> list ? String.join(", ", list.stream().map(String::valueOf).toList()) : "";
    }

    /** The answer to a query as a table: its columns are first. */
    static List<String> answer(@Nullable Object told) {
        if (!(told instanceof List<?> list) || list.isEmpty()) {
            return List.of();
        }
        final String[] names = records(list.getFirst()).stream().map(column -> String.valueOf(column.get(COLUMN_NAME)))
            .toArray(String[]::new);
        final TextTable text = new TextTable(names.length, names);
        for (final Object row : list.subList(1, list.size())) {
            if (row instanceof List<?> values) {
                text.row(values.stream().map(ValueTexts::text).toArray(String[]::new));
            }
        }
        return text.lines();
    }

    /** Whether a line is a query, which is not made of words as other lines are. */
    static boolean isQuery(String line) {
        final String lower = line.toLowerCase(Locale.ROOT);
        return lower.equals(ShellCommands.SELECT) || lower.matches("(?s)" + ShellCommands.SELECT + "[\\s*'\"?].*");
    }
}
