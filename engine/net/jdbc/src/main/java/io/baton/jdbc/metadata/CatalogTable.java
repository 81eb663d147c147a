package io.baton.jdbc.metadata;

import io.baton.jdbc.rows.MemoryRows;
import io.baton.jdbc.value.ColumnInfo;
import io.baton.jdbc.value.SqlType;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects the rows of an answer. One thread. */
final class CatalogTable {

    private final List<ColumnInfo> columns = new ArrayList<>();
    private final List<List<@Nullable Object>> rows = new ArrayList<>();

    /**
     * Begins an answer.
     *
     * @param names of its columns; those of numbers begin with #, of big ones with ##, of truth values with !
     */
    CatalogTable(String... names) {
        for (final String name : names) {
            final SqlType type = name.startsWith("##") ? SqlType.BIGINT : name.startsWith("#") ? SqlType.INTEGER
                : name.startsWith("!") ? SqlType.BOOLEAN : SqlType.VARCHAR;
            columns.add(ColumnInfo.of(name.replaceFirst("^[#!]+", ""), type, true));
        }
    }

    CatalogTable add(@Nullable Object... values) {
        if (values.length != columns.size()) {
            throw new IllegalStateException(values.length + " values for " + columns.size() + " columns");
        }
        rows.add(Arrays.asList(values));
        return this;
    }

    /** The answer in the order of columns, which are numbers or texts and never NULL; else as the rows were added. */
    ResultSet sorted(int... byColumns) {
        Comparator<List<@Nullable Object>> order = Comparator.comparingInt(row -> 0);
        for (final int column : byColumns) {
            order = order.thenComparing((a, b) -> compare(a.get(column), b.get(column)));
        }
        rows.sort(order);
        return rows();
    }

    private static int compare(@Nullable Object a, @Nullable Object b) {
        return a instanceof Number left && b instanceof Number right ? Long.compare(left.longValue(), right.longValue())
            : String.valueOf(a).compareTo(String.valueOf(b));
    }

    ResultSet rows() {
        return new MemoryRows(columns, rows);
    }
}
