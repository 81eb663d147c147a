package io.baton.server.query;

import io.baton.engine.Engine;
import io.baton.engine.Transaction;
import io.baton.protocol.Reason;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.column.Column;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * How one query is answered: the names in it are found, its values compared with the types of columns, and a way to its
 * rows is chosen ({@link AccessPath}). Running it reads within a transaction, and what was read stays locked until that
 * ends. Immutable.
 */
final class QueryPlan {

    private final Query query;
    private final @Nullable TableSchema table;
    private final Filter filter;
    private final AccessPath access;
    private final List<Output> outputs = new ArrayList<>();
    private final List<AccessPath.Wanted> order = new ArrayList<>();
    private final long wanted;
    private final int rowsMax;
    private final boolean alone;

    /** A column of the answer. */
    private sealed interface Output {

        BuiltIns.ColumnOf described();

        /** A column of the table. */
        record OfColumn(Column column, BuiltIns.ColumnOf described) implements Output {
        }

        /** A value. */
        record OfValue(@Nullable Object value, BuiltIns.ColumnOf described) implements Output {
        }

        /** A number of rows. */
        record OfCount(@Nullable Column column, BuiltIns.ColumnOf described) implements Output {
        }

        /** The least or greatest value. */
        record OfExtreme(boolean greatest, Column column, BuiltIns.ColumnOf described) implements Output {
        }

        default boolean isAggregate() {
            return this instanceof OfCount || this instanceof OfExtreme;
        }
    }

    /**
     * Plans.
     *
     * @param rows the most rows that are wanted, or 0 for all
     * @param alone whether nothing else is read in the transaction
     * @param rowsMax the most rows that are held in memory at once
     * @throws QueryException if the query cannot be answered
     */
    QueryPlan(Engine engine, Query query, long rows, boolean alone, int rowsMax) {
        this.query = query;
        this.alone = alone;
        this.rowsMax = rowsMax;
        final long most = rows == 0 ? Long.MAX_VALUE : rows;
        this.wanted = query.limit() < 0 ? most : Math.min(most, query.limit());
        this.table = query.table().isEmpty() ? null : table(engine);
        query.items().forEach(this::add);
        if (outputs.stream().anyMatch(Output::isAggregate) && !outputs.stream().allMatch(
            output -> output.isAggregate() || output instanceof Output.OfValue)) {
            throw new QueryException(Reason.NOT_CALLABLE, "a query has columns of rows, or COUNT, MIN and MAX of all "
                + "of them, but not both: there is no GROUP BY");
        }
        query.orders().forEach(this::addOrder);
        final Query.Condition where = query.where();
        this.filter = where == null ? new Filter.Constant(Filter.Answer.TRUE) : Filter.of(where, this::column);
        this.access = access(engine);
    }

    private AccessPath access(Engine engine) {
        if (table == null || wanted == 0
            || (filter instanceof Filter.Constant(Filter.Answer answer) && answer != Filter.Answer.TRUE)) {
            return new AccessPath.Nothing();
        }
        return AccessPath.find(table, engine.catalog().indexes(table), new Narrowing(query.where(), this::column),
            isAggregate() ? List.of() : order, wanted != Long.MAX_VALUE, alone);
    }

    // Names

    private TableSchema table(Engine engine) {
        TableSchema inAnyCase = null;
        for (final TableSchema one : engine.catalog().tables()) {
            if (one.name().equals(query.table())) {
                return one;
            }
            if (inAnyCase == null && one.name().equalsIgnoreCase(query.table())) {
                inAnyCase = one;
            }
        }
        if (inAnyCase == null) {
            final int dot = query.table().lastIndexOf('.');
            throw new QueryException(Reason.NO_SUCH_TABLE, "there is no table " + query.table() + (dot < 0 ? ""
                : "; there are no schemas, write " + query.table().substring(dot + 1)));
        }
        return inAnyCase;
    }

    private TableSchema existing() {
        if (table == null) {
            throw new QueryException(Reason.SYNTAX, "a column is named, but FROM is missing");
        }
        return table;
    }

    private Column column(Query.Name name) {
        checkQualifier(name.qualifier());
        final Column column = ColumnValues.find(existing(), name.column());
        if (column == null) {
            throw new QueryException(Reason.NO_SUCH_COLUMN,
                "there is no column " + name.column() + " of table " + existing().name());
        }
        return column;
    }

    private void checkQualifier(String qualifier) {
        final String named = query.alias().isEmpty() ? existing().name() : query.alias();
        if (!qualifier.isEmpty() && !qualifier.equalsIgnoreCase(named)) {
            throw new QueryException(Reason.NO_SUCH_COLUMN,
                "there is no table " + qualifier + " in the query; its table is called " + named);
        }
    }

    private void add(Query.Item item) {
        switch (item) {
            case Query.Item.All(String qualifier) -> {
                checkQualifier(qualifier);
                existing().columns().forEach(
                    column -> outputs.add(new Output.OfColumn(column, ColumnValues.describe(column))));
            }
            case Query.Item.One(Query.Name name, String label) -> {
                final Column column = column(name);
                outputs.add(new Output.OfColumn(column,
                    ColumnValues.describe(column, label.isEmpty() ? column.name() : label)));
            }
            case Query.Item.One(Query.Value(Object value), String label) -> {
                ColumnValues.checkShowable(value);
                outputs.add(new Output.OfValue(value, described(value, label)));
            }
            case Query.Item.Count(Query.Name of, String label) -> {
                final Column column = of == null ? null : column(of);
                outputs.add(new Output.OfCount(column, new BuiltIns.ColumnOf("",
                    label.isEmpty() ? "COUNT(" + (column == null ? "*" : column.name()) + ")" : label, "BIGINT", false,
                    19, 0, false, "")));
            }
            case Query.Item.Extreme(boolean greatest, Query.Name of, String label) -> {
                final Column column = column(of);
                final BuiltIns.ColumnOf like = ColumnValues.describe(column,
                    label.isEmpty() ? (greatest ? "MAX(" : "MIN(") + column.name() + ")" : label);
                outputs.add(new Output.OfExtreme(greatest, column, new BuiltIns.ColumnOf("", like.name(), like.type(),
                    true, like.precision(), like.scale(), false, "")));
            }
        }
    }

    private static BuiltIns.ColumnOf described(@Nullable Object value, String label) {
        final String type = switch (value) {
            case null -> "NULL";
            case Long ignored -> "BIGINT";
            case Integer ignored -> "INTEGER";
            case String ignored -> "VARCHAR";
            case Boolean ignored -> "BOOLEAN";
            case Double ignored -> "DOUBLE";
            case java.math.BigDecimal ignored -> "DECIMAL";
            case java.time.LocalDate ignored -> "DATE";
            case java.time.Instant ignored -> "TIMESTAMP_WITH_TIMEZONE";
            case java.util.UUID ignored -> "UUID";
            case byte[] ignored -> "VARBINARY";
            default -> "ANY";
        };
        return new BuiltIns.ColumnOf("", label.isEmpty() ? "value" : label, type, value == null, 0, 0, false, "");
    }

    /** A name is a label, or else a column; a place is that of an item. */
    private void addOrder(Query.Order by) {
        final Query.Name name = by.name();
        Output output = null;
        if (name == null) {
            if (by.place() < 1 || by.place() > outputs.size()) {
                throw new QueryException(Reason.SYNTAX, "ORDER BY " + by.place() + ": the query has "
                    + outputs.size() + (outputs.size() == 1 ? " column" : " columns"));
            }
            output = outputs.get(by.place() - 1);
        } else if (name.qualifier().isEmpty()) {
            output = outputs.stream().filter(one -> one.described().name().equalsIgnoreCase(name.column())).findFirst()
                .orElse(null);
        }
        if (output instanceof Output.OfColumn(Column column, BuiltIns.ColumnOf described)) {
            order.add(new AccessPath.Wanted(column, by.descending(), by.nullsFirst()));
        } else if (output == null && name != null) {
            order.add(new AccessPath.Wanted(column(name), by.descending(), by.nullsFirst()));
        }
        // The order by what is the same for all rows is none.
    }

    private boolean isAggregate() {
        return outputs.stream().anyMatch(Output::isAggregate);
    }

    /** {@return the columns of the answer} */
    List<BuiltIns.ColumnOf> columns() {
        return outputs.stream().map(Output::described).toList();
    }

    // Running

    /** The columns, then the rows. */
    List<Object> answer(Engine engine, Transaction transaction) {
        checkAlone();
        final List<Object> answer = new ArrayList<>();
        answer.add(columns());
        if (table == null) {
            if (wanted > 0) {
                answer.add(values(null));
            }
        } else if (isAggregate()) {
            if (wanted > 0 && query.offset() == 0) {
                answer.add(aggregate(engine, transaction, table));
            }
        } else if (isSorted()) {
            answer.addAll(sorted(engine, transaction, table));
        } else {
            try (Rows rows = streamed(engine, transaction, table)) {
                for (List<@Nullable Object> row = rows.next(); row != null; row = rows.next()) {
                    checkSize(answer.size());
                    answer.add(row);
                }
            }
        }
        return answer;
    }

    /** Whether rows have to be sorted. */
    boolean isSorted() {
        return !order.isEmpty() && !access.ordered() && !isAggregate();
    }

    private void checkSize(long rows) {
        if (rows > rowsMax) {
            throw new QueryException(Reason.TOO_LARGE, "the query has more than " + rowsMax
                + " rows; add LIMIT or a condition, or read them in pages over JDBC");
        }
    }

    /** Refuses before anything is locked what would be refused at its end in any case. */
    private void checkAlone() {
        if (access instanceof AccessPath.Whole && !alone && table != null
            && (wanted == Long.MAX_VALUE || isSorted() || isAggregate())) {
            throw notAlone(table);
        }
    }

    /** All rows are looked at, which only a transaction of its own can do. */
    private QueryException notAlone(TableSchema of) {
        return new QueryException(Reason.NOT_CALLABLE, "table " + of.name() + " has no index over all that is "
            + "wanted, so only a transaction of its own can tell that there is no more; "
            + "commit first, or write a procedure");
    }

    private boolean isWanted(Row row) {
        return filter.of(row) == Filter.Answer.TRUE;
    }

    private List<@Nullable Object> values(@Nullable Row row) {
        final List<@Nullable Object> values = new ArrayList<>(outputs.size());
        for (final Output output : outputs) {
            values.add(switch (output) {
                case Output.OfColumn(Column column, BuiltIns.ColumnOf described) ->
                    row == null ? null : row.value(column);
                case Output.OfValue(Object value, BuiltIns.ColumnOf described) -> value;
                default -> throw new IllegalStateException(output + " is not of one row; this is a bug");
            });
        }
        return values;
    }

    /** Rows in the order of the access, without those that are not wanted. */
    Rows rows(Engine engine, Transaction transaction) {
        if (table == null || isAggregate() || isSorted() || (access instanceof AccessPath.Whole && !alone)) {
            final List<Object> all = answer(engine, transaction);
            return new Rows(null, all.subList(1, all.size()));
        }
        return streamed(engine, transaction, table);
    }

    private Rows streamed(Engine engine, Transaction transaction, TableSchema of) {
        return new Rows(RowSource.of(access, engine, transaction, of), List.of());
    }

    /** Rows that come one after the other. One thread. */
    final class Rows implements AutoCloseable {

        private final @Nullable RowSource source;
        private final List<Object> ready;
        private long left = wanted;
        private long skip = query.offset();
        private int at;
        private long looks = Long.MAX_VALUE;

        private Rows(@Nullable RowSource source, List<Object> ready) {
            this.source = source;
            this.ready = ready;
        }

        /** Says how many rows may be looked at until {@link #next} returns null without being over. */
        void look(int rows) {
            looks = rows;
        }

        /** Whether there are no more rows; it may be false once more than there are. */
        boolean isOver() {
            return source == null ? at == ready.size() : left == 0;
        }

        /** The next row; null at the end, or if too many were looked at. */
        @SuppressWarnings("unchecked") // Rows of answers are lists.
        @Nullable
        List<@Nullable Object> next() {
            if (source == null) {
                return at < ready.size() ? (List<@Nullable Object>) ready.get(at++) : null;
            }
            while (left > 0 && looks > 0) {
                looks--;
                final Row row = source.next();
                if (row == null) {
                    if (access instanceof AccessPath.Whole && !alone && table != null) {
                        // Its last look is over before the transaction's last lock is got.
                        throw notAlone(table);
                    }
                    left = 0;
                } else if (isWanted(row)) {
                    if (skip > 0) {
                        skip--;
                    } else {
                        left--;
                        return values(row);
                    }
                }
            }
            return null;
        }

        @Override
        public void close() {
            if (source != null) {
                source.close();
            }
        }
    }

    /** A row with the values that it is sorted by, and its place among those that were found. */
    @SuppressWarnings("ArrayRecordComponent") // Changed by nobody.
    private record Sorted(@Nullable Object[] by, long place, List<@Nullable Object> values) {
    }

    private List<List<@Nullable Object>> sorted(Engine engine, Transaction transaction, TableSchema of) {
        final long most = wanted > Long.MAX_VALUE - query.offset() ? Long.MAX_VALUE : wanted + query.offset();
        // The last of those that are kept is on top.
        final PriorityQueue<Sorted> kept = new PriorityQueue<>(this.<Sorted>order().reversed());
        try (RowSource source = RowSource.of(access, engine, transaction, of)) {
            long place = 0;
            for (Row row = source.next(); row != null; row = source.next()) {
                if (!isWanted(row)) {
                    continue;
                }
                final Row found = row;
                final Object[] by = order.stream().map(wish -> ColumnValues.of(found, wish.column())).toArray();
                final Sorted next = new Sorted(by, place++, List.of());
                if (kept.size() < most) {
                    checkSorted(kept.size());
                } else if (compare(next, kept.peek()) >= 0) {
                    continue;
                } else {
                    kept.poll();
                }
                kept.add(new Sorted(by, next.place(), values(row)));
            }
        }
        return kept.stream().sorted(this.<Sorted>order()).skip(query.offset()).map(Sorted::values).toList();
    }

    private void checkSorted(int rows) {
        if (rows >= rowsMax) {
            throw new QueryException(Reason.TOO_LARGE, "more than " + rowsMax + " rows are to be sorted; add a smaller "
                + "LIMIT or a condition, or order by what an index has");
        }
    }

    @SuppressWarnings("unchecked") // There is one.
    private <T> Comparator<T> order() {
        return (a, b) -> compare((Sorted) a, (Sorted) b);
    }

    private int compare(Sorted a, Sorted b) {
        for (int i = 0; i < order.size(); i++) {
            final AccessPath.Wanted wish = order.get(i);
            final Object x = a.by()[i];
            final Object y = b.by()[i];
            final int sign;
            if (x == null || y == null) {
                sign = x == null && y == null ? 0 : (x == null) == wish.nullsFirst() ? -1 : 1;
            } else {
                sign = wish.descending() ? -ColumnValues.compare(x, y) : ColumnValues.compare(x, y);
            }
            if (sign != 0) {
                return sign;
            }
        }
        return Long.compare(a.place(), b.place());
    }

    private List<@Nullable Object> aggregate(Engine engine, Transaction transaction, TableSchema of) {
        final long[] counts = new long[outputs.size()];
        final @Nullable Object[] extremes = new Object[outputs.size()];
        final @Nullable Object[] shown = new Object[outputs.size()];
        try (RowSource source = RowSource.of(access, engine, transaction, of)) {
            for (Row row = source.next(); row != null; row = source.next()) {
                if (isWanted(row)) {
                    for (int i = 0; i < counts.length; i++) {
                        take(row, i, counts, extremes, shown);
                    }
                }
            }
        }
        final List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < counts.length; i++) {
            values.add(switch (outputs.get(i)) {
                case Output.OfCount count -> counts[i];
                case Output.OfValue(Object value, BuiltIns.ColumnOf described) -> value;
                default -> shown[i];
            });
        }
        return values;
    }

    private void take(Row row, int i, long[] counts, @Nullable Object[] extremes, @Nullable Object[] shown) {
        switch (outputs.get(i)) {
            case Output.OfCount(Column column, BuiltIns.ColumnOf described) ->
                counts[i] += column == null || !row.isNull(column) ? 1 : 0;
            case Output.OfExtreme(boolean greatest, Column column, BuiltIns.ColumnOf described) -> {
                final Object value = ColumnValues.of(row, column);
                final Object known = extremes[i];
                if (value != null && (known == null || (greatest ? ColumnValues.compare(value, known) > 0
                    : ColumnValues.compare(value, known) < 0))) {
                    extremes[i] = value;
                    shown[i] = row.value(column);
                }
            }
            default -> {
                // The same for all rows.
            }
        }
    }

    // For people

    /** {@return the lines that EXPLAIN adds} */
    List<Explain.Line> explained() {
        final List<Explain.Line> lines = new ArrayList<>();
        if (table == null) {
            return lines;
        }
        final String name = access instanceof AccessPath.Scans scans
            ? scans.index().primary() ? scans.index().name() : table.name() + "." + scans.index().name() : table.name();
        lines.add(Explain.Line.plan(name, access.name(), access.detail(table)));
        if (!(filter instanceof Filter.Constant) && !(access instanceof AccessPath.Nothing)) {
            lines.add(Explain.Line.plan(table.name(), "filter", "each of these rows is held against the condition"));
        }
        if (isSorted() && !(access instanceof AccessPath.Nothing)) {
            lines.add(Explain.Line.plan(table.name(), "sort", "in memory, "
                + (wanted == Long.MAX_VALUE ? "at most " + rowsMax + " rows"
                    : "of which the first " + (wanted + query.offset()) + " are kept")));
        }
        if (isAggregate()) {
            lines.add(Explain.Line.plan(table.name(), "aggregate", "one row is made of all"));
        }
        return lines;
    }

    @Override
    public String toString() {
        return access.name() + " " + Arrays.toString(outputs.toArray());
    }
}
