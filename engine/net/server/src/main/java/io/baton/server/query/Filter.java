package io.baton.server.query;

import io.baton.protocol.Reason;
import io.baton.server.query.ColumnValues.Position;
import io.baton.storage.Row;
import io.baton.storage.column.BooleanColumn;
import io.baton.storage.column.Column;
import io.baton.storage.column.StringColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Whether rows have what a query wants of them, in the three values of SQL: a comparison with NULL is neither true nor
 * false. Made once of a query's condition; what needs no row is decided then. Immutable.
 */
interface Filter {

    /** Tells whether a row has it. */
    Answer of(Row row);

    /** The truth values of SQL. */
    enum Answer {
        FALSE,
        UNKNOWN,
        TRUE;

        static Answer of(boolean is) {
            return is ? TRUE : FALSE;
        }

        Answer opposite() {
            return switch (this) {
                case FALSE -> TRUE;
                case UNKNOWN -> UNKNOWN;
                case TRUE -> FALSE;
            };
        }
    }

    /** What is the same for all rows. */
    record Constant(Answer answer) implements Filter {

        @Override
        public Answer of(Row row) {
            return answer;
        }
    }

    /** Characters of a pattern: the time that LIKE takes grows with them. */
    int PATTERN_MAX = 1_000;

    /**
     * Makes the filter of a condition.
     *
     * @param condition the condition
     * @param columns finds the column of a name
     * @throws QueryException if values are compared that are of different kinds
     */
    static Filter of(Query.Condition condition, Function<Query.Name, Column> columns) {
        return switch (condition) {
            case Query.Condition.And(List<Query.Condition> parts) -> all(parts, columns, Answer.FALSE);
            case Query.Condition.Or(List<Query.Condition> parts) -> all(parts, columns, Answer.TRUE);
            case Query.Condition.Not(Query.Condition part) -> not(of(part, columns));
            case Query.Condition.Comparison comparison -> comparison(comparison, columns);
            case Query.Condition.In in -> in(in, columns);
            case Query.Condition.IsNull(Query.Operand operand) -> isNull(operand, columns);
            case Query.Condition.Like like -> like(like, columns);
            case Query.Condition.Truth(Query.Operand operand) -> truth(operand, columns);
        };
    }

    private static Filter not(Filter part) {
        return part instanceof Constant(Answer answer) ? new Constant(answer.opposite())
            : row -> part.of(row).opposite();
    }

    /** And, which one false part decides, or OR, which one true part does. */
    private static Filter all(List<Query.Condition> conditions, Function<Query.Name, Column> columns,
            Answer decisive) {
        final List<Filter> parts = new ArrayList<>();
        Answer constant = decisive.opposite();
        for (final Query.Condition condition : conditions) {
            final Filter part = of(condition, columns);
            if (part instanceof Constant(Answer answer)) {
                constant = worse(constant, answer, decisive);
            } else {
                parts.add(part);
            }
        }
        if (parts.isEmpty() || constant == decisive) {
            return new Constant(constant);
        }
        final Answer begin = constant;
        final Filter[] rest = parts.toArray(new Filter[0]);
        return row -> {
            Answer answer = begin;
            for (int i = 0; i < rest.length && answer != decisive; i++) {
                answer = worse(answer, rest[i].of(row), decisive);
            }
            return answer;
        };
    }

    private static Answer worse(Answer a, Answer b, Answer decisive) {
        return decisive == Answer.FALSE ? (a.compareTo(b) < 0 ? a : b) : (a.compareTo(b) > 0 ? a : b);
    }

    private static Filter comparison(Query.Condition.Comparison comparison, Function<Query.Name, Column> columns) {
        final Query.Comparator comparator = comparison.comparator();
        return switch (comparison.left()) {
            case Query.Name left -> comparison.right() instanceof Query.Name right
                ? columns(columns.apply(left), comparator, columns.apply(right))
                : column(columns.apply(left), comparator, valueOf(comparison.right()));
            case Query.Value(Object left) -> comparison.right() instanceof Query.Name right
                ? column(columns.apply(right), comparator.mirrored(), left)
                : values(left, comparator, valueOf(comparison.right()));
        };
    }

    private static @Nullable Object valueOf(Query.Operand operand) {
        return ((Query.Value) operand).value();
    }

    private static Filter values(@Nullable Object left, Query.Comparator comparator, @Nullable Object right) {
        return new Constant(left == null || right == null ? Answer.UNKNOWN
            : Answer.of(comparator.holds(ColumnValues.compareAny(left, right))));
    }

    private static Filter column(Column column, Query.Comparator comparator, @Nullable Object value) {
        if (value == null) {
            return new Constant(Answer.UNKNOWN);
        }
        final Position position = ColumnValues.position(column, value);
        return row -> {
            final Object stored = ColumnValues.of(row, column);
            return stored == null ? Answer.UNKNOWN
                : Answer.of(comparator.holds(ColumnValues.compare(stored, position)));
        };
    }

    private static Filter columns(Column left, Query.Comparator comparator, Column right) {
        ColumnValues.checkComparable(left, right);
        return row -> {
            final Object a = row.value(left);
            final Object b = row.value(right);
            return a == null || b == null ? Answer.UNKNOWN
                : Answer.of(comparator.holds(ColumnValues.compareAny(a, b)));
        };
    }

    private static Filter in(Query.Condition.In in, Function<Query.Name, Column> columns) {
        if (!(in.operand() instanceof Query.Name name)
            || in.values().stream().anyMatch(Query.Name.class::isInstance)) {
            return all(in.values().stream().<Query.Condition>map(
                value -> new Query.Condition.Comparison(in.operand(), Query.Comparator.EQUAL, value)).toList(),
                columns, Answer.TRUE);
        }
        final Column column = columns.apply(name);
        boolean hasNull = false;
        final List<Object> found = new ArrayList<>();
        for (final Query.Operand operand : in.values()) {
            final Object value = valueOf(operand);
            hasNull |= value == null;
            final Position position = value == null ? Position.ABOVE : ColumnValues.position(column, value);
            if (position.exact()) {
                found.add(Objects.requireNonNull(position.value()));
            }
        }
        final Object[] wanted = found.toArray();
        java.util.Arrays.sort(wanted, ColumnValues::compare);
        final Answer otherwise = hasNull ? Answer.UNKNOWN : Answer.FALSE;
        return row -> {
            final Object stored = ColumnValues.of(row, column);
            return stored == null ? Answer.UNKNOWN
                : java.util.Arrays.binarySearch(wanted, stored, ColumnValues::compare) >= 0 ? Answer.TRUE : otherwise;
        };
    }

    private static Filter isNull(Query.Operand operand, Function<Query.Name, Column> columns) {
        return switch (operand) {
            case Query.Value(Object value) -> new Constant(Answer.of(value == null));
            case Query.Name name -> {
                final Column column = columns.apply(name);
                yield column.nullable() ? row -> Answer.of(row.isNull(column)) : new Constant(Answer.FALSE);
            }
        };
    }

    private static Filter truth(Query.Operand operand, Function<Query.Name, Column> columns) {
        if (operand instanceof Query.Value(Object value)) {
            if (value == null) {
                return new Constant(Answer.UNKNOWN);
            }
            if (value instanceof Boolean is) {
                return new Constant(Answer.of(is));
            }
            throw new QueryException(Reason.WRONG_TYPE,
                ColumnValues.shown(value) + " is no condition; compare it with something");
        }
        final Column column = columns.apply((Query.Name) operand);
        if (!(column instanceof BooleanColumn)) {
            throw new QueryException(Reason.WRONG_TYPE, "column " + column.name() + " is of type " + column.type()
                + ", which is no condition; compare it with something");
        }
        return column(column, Query.Comparator.EQUAL, true);
    }

    // LIKE

    private static Filter like(Query.Condition.Like like, Function<Query.Name, Column> columns) {
        if (!(like.pattern() instanceof Query.Value(Object given))) {
            throw new QueryException(Reason.NOT_CALLABLE, "the pattern of LIKE is a column; give a text");
        }
        final Column column = like.operand() instanceof Query.Name name ? columns.apply(name) : null;
        if (column != null && !(column instanceof StringColumn)) {
            throw new QueryException(Reason.WRONG_TYPE, "column " + column.name() + " is of type " + column.type()
                + ", but LIKE compares texts");
        }
        if (given == null) {
            return new Constant(Answer.UNKNOWN);
        }
        final LikePattern pattern = LikePattern.of(given, like.escape());
        if (column == null) {
            final Object value = valueOf(like.operand());
            if (value != null && !(value instanceof String)) {
                throw new QueryException(Reason.WRONG_TYPE,
                    "LIKE compares texts, but was given " + ColumnValues.shown(value));
            }
            return new Constant(value == null ? Answer.UNKNOWN : Answer.of(pattern.matches((String) value)));
        }
        return row -> row.value(column) instanceof String stored ? Answer.of(pattern.matches(stored))
            : Answer.UNKNOWN;
    }
}
