package io.baton.server.query;

import io.baton.engine.Engine;
import io.baton.engine.Procedure;
import io.baton.engine.Scan;
import io.baton.engine.TableReader;
import io.baton.engine.Transaction;
import io.baton.protocol.Reason;
import io.baton.storage.IndexSchema;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.column.Column;
import io.baton.storage.column.KeyPart;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Answers one query within a transaction: by its key, along the primary key's index, or by a look at all rows
 * ({@link TableReader#whole}). What it has read stays locked until the transaction ends.
 */
final class QueryPlan {

    private final Engine engine;
    private final Transaction transaction;
    private final Query query;
    private final long wanted;
    private final int rowsMax;
    /** Whether nothing else is read in the transaction. */
    private final boolean alone;
    private final List<Object> answer = new ArrayList<>();

    /**
     * Plans.
     *
     * @param rows the most rows that are wanted, or 0 for all
     * @param alone whether nothing else is read in the transaction
     * @param rowsMax the most rows that are possible
     */
    QueryPlan(Engine engine, Transaction transaction, Query query, long rows, boolean alone, int rowsMax) {
        this.engine = engine;
        this.transaction = transaction;
        this.query = query;
        final long most = rows == 0 ? Long.MAX_VALUE : rows;
        this.wanted = query.limit() < 0 ? most : Math.min(most, query.limit());
        this.alone = alone;
        this.rowsMax = rowsMax;
    }

    List<Object> answer() {
        final Object value = query.value();
        if (value != null) {
            answer.add(List.of(new BuiltIns.ColumnOf("", "value", type(value), false, 0, 0, false)));
            answer.add(List.of(value));
            return answer;
        }
        final TableSchema table = table();
        final List<Column> columns = columns(table);
        answer.add(columns.stream().map(column -> ColumnValues.describe(table, column)).toList());
        if (wanted > 0) {
            read(table, columns);
        }
        return answer;
    }

    private static String type(Object value) {
        return switch (value) {
            case Long ignored -> "BIGINT";
            case Integer ignored -> "INTEGER";
            case String ignored -> "VARCHAR";
            case Boolean ignored -> "BOOLEAN";
            case java.math.BigDecimal ignored -> "DECIMAL";
            default -> "ANY";
        };
    }

    private TableSchema table() {
        final List<TableSchema> tables = engine.catalog().tables();
        return tables.stream().filter(table -> table.name().equals(query.table())).findFirst()
            .or(() -> tables.stream().filter(table -> table.name().equalsIgnoreCase(query.table())).findFirst())
            .orElseThrow(() -> new QueryException(Reason.NO_SUCH_TABLE, "there is no table " + query.table()));
    }

    private List<Column> columns(TableSchema table) {
        return query.columns().isEmpty() ? table.columns()
            : query.columns().stream().map(name -> column(table, name)).toList();
    }

    private static Column column(TableSchema table, String name) {
        return table.columns().stream().filter(column -> column.name().equalsIgnoreCase(name)).findFirst()
            .orElseThrow(() -> new QueryException(Reason.NO_SUCH_COLUMN,
                "there is no column " + name + " of table " + table.name()));
    }

    /** What the query says of each column of the primary key, as far as it says something. */
    private List<Query.@Nullable Condition> onKey(TableSchema table) {
        final List<Query.@Nullable Condition> found = new ArrayList<>();
        table.keyParts().forEach(part -> found.add(null));
        for (final Query.Condition condition : query.conditions()) {
            final Column column = column(table, condition.column());
            final List<String> names = table.keyParts().stream().map(part -> part.column().name()).toList();
            final int place = names.indexOf(column.name());
            if (place < 0) {
                throw new QueryException(Reason.NOT_CALLABLE, "column " + column.name() + " is not of the primary key "
                    + names + " of table " + table.name() + "; write a procedure for other conditions");
            }
            if (found.get(place) != null) {
                throw new QueryException(Reason.NOT_CALLABLE,
                    "two conditions for column " + column.name() + "; write one");
            }
            found.set(place, new Query.Condition(column.name(), ColumnValues.convert(column, condition.low()),
                ColumnValues.convert(column, condition.high()), condition.equal()));
        }
        return found;
    }

    private void read(TableSchema table, List<Column> columns) {
        final List<Query.@Nullable Condition> key = onKey(table);
        int equal = 0;
        while (equal < key.size() && isEqual(key.get(equal))) {
            equal++;
        }
        final IndexSchema index = table.primaryIndex();
        if (equal == key.size()) {
            find(table, columns, key);
        } else if (index != null && index.scanColumns() <= equal && restIsFree(key, equal)) {
            scan(index, columns, key, equal);
        } else {
            whole(table, columns, key);
        }
    }

    private static boolean isEqual(Query.@Nullable Condition condition) {
        return condition != null && condition.equal();
    }

    /** Whether behind the equal columns there is nothing but a range of the next. */
    private static boolean restIsFree(List<Query.@Nullable Condition> key, int equal) {
        return key.subList(equal + 1, key.size()).stream().allMatch(condition -> condition == null);
    }

    private void find(TableSchema table, List<Column> columns, List<Query.@Nullable Condition> key) {
        final Row probe = transaction.probe(table);
        for (int i = 0; i < key.size(); i++) {
            final Query.Condition condition = key.get(i);
            if (condition != null) {
                probe.setValue(table.keyParts().get(i).column(), condition.low());
            }
        }
        final Row row = transaction.find(table, probe);
        if (row != null) {
            answer.add(values(row, columns));
        }
    }

    private void scan(IndexSchema index, List<Column> columns, List<Query.@Nullable Condition> key, int equal) {
        final Scan scan = transaction.scan(index);
        for (int i = 0; i < equal; i++) {
            final Query.Condition condition = key.get(i);
            if (condition != null) {
                scan.equal(condition.low());
            }
        }
        final Query.Condition range = key.get(equal);
        if (range != null) {
            scan.between(range.low(), range.high());
        }
        while (answer.size() <= wanted && scan.next()) {
            checkSize(answer.size());
            answer.add(values(scan.row(), columns));
        }
    }

    private void checkSize(long rows) {
        if (rows > rowsMax) {
            throw new QueryException(Reason.TOO_LARGE, "the query has more than " + rowsMax
                + " rows; add LIMIT, or a condition on the primary key");
        }
    }

    private void whole(TableSchema table, List<Column> columns, List<Query.@Nullable Condition> key) {
        final int most = (int) Math.min(wanted, rowsMax + 1L);
        final Procedure<List<List<@Nullable Object>>> reader = TableReader.whole(engine, table,
            row -> isWanted(row, table.keyParts(), key) ? values(row, columns) : null, most);
        final List<List<@Nullable Object>> rows = reader.runWithin(transaction);
        if (rows == null) {
            throw new QueryException(Reason.RESTARTS,
                "rows came into table " + table.name() + " at each look; try again, or add LIMIT");
        }
        checkSize(rows.size());
        if (!alone && rows.size() < wanted) {
            // Its last look is over before the transaction's last lock is got.
            throw new QueryException(Reason.NOT_CALLABLE, "table " + table.name() + " has no index over all that is "
                + "wanted, so only a transaction of its own can tell that there is no more; "
                + "commit first, or write a procedure");
        }
        answer.addAll(rows);
    }

    private static boolean isWanted(Row row, List<KeyPart> parts, List<Query.@Nullable Condition> key) {
        for (int i = 0; i < key.size(); i++) {
            final Query.Condition condition = key.get(i);
            if (condition != null && !isWithin(row.value(parts.get(i).column()), condition)) {
                return false;
            }
        }
        return true;
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // Values of one column have one type.
    private static boolean isWithin(@Nullable Object value, Query.Condition condition) {
        if (value instanceof byte[] bytes) {
            return java.util.Arrays.compareUnsigned(bytes, (byte[]) condition.low()) >= 0
                && java.util.Arrays.compareUnsigned(bytes, (byte[]) condition.high()) <= 0;
        }
        return value instanceof Comparable comparable && comparable.compareTo(condition.low()) >= 0
            && comparable.compareTo(condition.high()) <= 0;
    }

    private static List<@Nullable Object> values(Row row, List<Column> columns) {
        final List<@Nullable Object> values = new ArrayList<>(columns.size());
        columns.forEach(column -> values.add(row.value(column)));
        return values;
    }
}
