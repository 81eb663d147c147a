package io.baton.jdbc;

import io.baton.jdbc.metadata.TableInfo;
import io.baton.jdbc.value.ColumnInfo;
import io.baton.jdbc.value.SqlType;
import io.baton.protocol.RecordValue;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what the procedures return that every server has (specification: section 10 of the protocol). */
final class ServerAnswers {

    private ServerAnswers() {
    }

    /** An answer of a query: first its columns, then its rows. */
    static CallResult query(@Nullable Object answer) throws SQLException {
        final List<?> parts = list(answer);
        if (parts.isEmpty()) {
            throw strange(answer);
        }
        final List<ColumnInfo> columns = columns(parts.getFirst());
        return new CallResult(columns, rows(parts.subList(1, parts.size())), null, null);
    }

    /** Rows of a query. */
    static List<List<? extends @Nullable Object>> rows(List<?> answers) throws SQLException {
        final List<List<? extends @Nullable Object>> rows = new ArrayList<>(answers.size());
        for (final Object row : answers) {
            rows.add(list(row));
        }
        return rows;
    }

    /** An answer about tables. */
    static List<TableInfo> tables(@Nullable Object answer) throws SQLException {
        final List<TableInfo> tables = new ArrayList<>();
        for (final Object table : list(answer)) {
            final List<?> parts = components(table, 6);
            final List<TableInfo.Index> indexes = new ArrayList<>();
            for (final Object index : list(parts.get(5))) {
                final List<?> of = components(index, 3);
                indexes.add(index(String.valueOf(of.get(0)), Boolean.TRUE.equals(of.get(1)), of.get(2), of, 3));
            }
            tables.add(new TableInfo(String.valueOf(parts.get(0)), Boolean.TRUE.equals(parts.get(1)),
                number(parts.get(2)), columns(parts.get(3)), index("primary", true, parts.get(4), parts, 6), indexes));
        }
        return tables;
    }

    /** A server that does not tell of an order promises none. */
    private static TableInfo.Index index(String name, boolean unique, @Nullable Object columns,
            List<? extends @Nullable Object> parts, int bound) throws SQLException {
        final List<String> names = texts(columns);
        return new TableInfo.Index(name, unique, names,
            parts.size() > bound ? (int) number(parts.get(bound)) : names.size());
    }

    private static List<ColumnInfo> columns(@Nullable Object answer) throws SQLException {
        final List<ColumnInfo> columns = new ArrayList<>();
        for (final Object column : list(answer)) {
            final List<?> parts = components(column, 6);
            final SqlType type = type(String.valueOf(parts.get(2)));
            final int precision = (int) number(parts.get(4));
            final String name = String.valueOf(parts.get(1));
            final String shows = parts.size() > 7 ? String.valueOf(parts.get(7)) : name;
            columns.add(new ColumnInfo(String.valueOf(parts.get(0)), name, type,
                Boolean.TRUE.equals(parts.get(3)), precision == 0 ? type.precisionAnywhere() : precision,
                (int) number(parts.get(5)), parts.size() > 6 && Boolean.TRUE.equals(parts.get(6)),
                shows.isEmpty() ? name : shows));
        }
        return columns;
    }

    /** A type by its name; a newer server may have others. */
    private static SqlType type(String name) {
        for (final SqlType type : SqlType.values()) {
            if (type.name().equals(name)) {
                return type;
            }
        }
        return SqlType.ANY;
    }

    private static List<String> texts(@Nullable Object answer) throws SQLException {
        return list(answer).stream().map(String::valueOf).toList();
    }

    private static long number(@Nullable Object answer) throws SQLException {
        if (answer instanceof Number number) {
            return number.longValue();
        }
        throw strange(answer);
    }

    private static List<? extends @Nullable Object> list(@Nullable Object answer) throws SQLException {
        if (answer instanceof List<?> list) {
            return list;
        }
        throw strange(answer);
    }

    private static List<? extends @Nullable Object> components(@Nullable Object answer, int least)
            throws SQLException {
        if (answer instanceof RecordValue record && record.values().size() >= least) {
            return record.values();
        }
        throw strange(answer);
    }

    private static SQLException strange(@Nullable Object answer) {
        return new SQLException("the server has answered what this driver does not know: " + answer, "58000");
    }
}
