package io.baton.engine.crash;

import io.baton.storage.column.Column;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a group in words. Immutable, but for the map that it was made with.
 *
 * @param count how many transactions its clock has counted
 * @param rows by table and number, the values in the order of the columns
 */
public record GroupRows(long count, Map<String, String> rows) {

    /** What an empty store has. */
    static final GroupRows NOTHING = new GroupRows(0, Map.of());

    static String name(CrashTable table, int id) {
        return table.schema.name() + " " + id;
    }

    /** The rows after one more transaction. */
    GroupRows after(long[] program) {
        final Map<String, String> next = new TreeMap<>(rows);
        for (final long operation : program) {
            final CrashTable table = CrashProgram.table(operation);
            final String name = name(table, CrashProgram.id(operation));
            switch (CrashProgram.kind(operation)) {
                case CrashProgram.PUT -> next.put(name, put(table, next.get(name), operation));
                case CrashProgram.REMOVE -> next.remove(name);
                default -> next.put(name, put(table, null, operation));
            }
        }
        return new GroupRows(count + 1, next);
    }

    private static String put(CrashTable table, @Nullable String before, long operation) {
        final List<String> values = new ArrayList<>();
        final List<String> old = before == null ? List.of() : split(before);
        for (int i = 0; i < table.columns.size(); i++) {
            final Column column = table.columns.get(i);
            values.add(before == null || CrashProgram.changes(operation, i)
                ? CrashTable.text(CrashTable.value(column, CrashProgram.valueSeed(operation, i))) : old.get(i));
        }
        return String.valueOf(values);
    }

    private static List<String> split(String text) {
        return Arrays.asList(text.substring(1, text.length() - 1).split(", ", -1));
    }

    /** The first difference to what it should be, for people; nothing if there is none. */
    String difference(GroupRows expected) {
        final Map<String, String> all = new TreeMap<>(expected.rows);
        all.putAll(rows);
        for (final String name : all.keySet()) {
            if (!Objects.equals(rows.get(name), expected.rows.get(name))) {
                return name + " is " + rows.get(name) + " and should be " + expected.rows.get(name);
            }
        }
        return "";
    }
}
