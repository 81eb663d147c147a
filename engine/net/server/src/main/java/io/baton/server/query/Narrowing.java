package io.baton.server.query;

import io.baton.server.query.ColumnValues.Position;
import io.baton.storage.column.Column;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a query's condition says of each column by itself, as far as an index can be asked for it: so few rows need be
 * looked at. It leaves out what it does not understand, as the filter decides in any case. Made once, then unchanged.
 */
final class Narrowing {

    private final Map<Column, OfColumn> byColumn = new HashMap<>();
    private final Function<Query.Name, Column> columns;

    /** What is said of one column; every row that is wanted has all of it. */
    static final class OfColumn {

        /** Its values are among these; null if nothing was said. */
        @Nullable
        List<Position> points;
        /** It is NULL. */
        boolean isNull;
        /** It has a value. */
        boolean notNull;
        @Nullable
        Position low;
        boolean lowInclusive;
        @Nullable
        Position high;
        boolean highInclusive;
        /** It is a text that starts so; empty if nothing was said. */
        String start = "";

        boolean hasRange() {
            return low != null || high != null || notNull || !start.isEmpty();
        }

        private void points(List<Position> newPoints) {
            if (points == null || newPoints.size() < points.size()) {
                points = newPoints;
            }
        }

        private void bound(Query.Comparator comparator, Position position) {
            switch (comparator) {
                case EQUAL -> points(List.of(position));
                case NOT_EQUAL -> notNull = true;
                case LESS, AT_MOST -> {
                    // Values just below the position include the one that it lies above.
                    final boolean inclusive = comparator == Query.Comparator.AT_MOST || !position.exact();
                    if (high == null || isTighter(position, inclusive, high, highInclusive, 1)) {
                        high = position;
                        highInclusive = inclusive;
                    }
                }
                case GREATER, AT_LEAST -> {
                    final boolean inclusive = comparator == Query.Comparator.AT_LEAST && position.exact();
                    if (low == null || isTighter(position, inclusive, low, lowInclusive, -1)) {
                        low = position;
                        lowInclusive = inclusive;
                    }
                }
            }
        }

        /** Whether a bound leaves less than the known one; the sign is 1 for upper bounds, -1 for lower ones. */
        private static boolean isTighter(Position newOne, boolean newInclusive, Position known, boolean inclusive,
                int sign) {
            final Object a = newOne.value();
            final Object b = known.value();
            if (a == null || b == null) {
                return a == null ? newOne.side() != sign : known.side() == sign;
            }
            final int order = sign * ColumnValues.compare(a, b);
            return order < 0 || (order == 0 && inclusive && !newInclusive);
        }
    }

    Narrowing(Query.@Nullable Condition where, Function<Query.Name, Column> columns) {
        this.columns = columns;
        if (where != null) {
            add(where);
        }
    }

    /** What is said of a column, or null. */
    @Nullable
    OfColumn of(Column column) {
        return byColumn.get(column);
    }

    private OfColumn at(Query.Name name) {
        return byColumn.computeIfAbsent(columns.apply(name), column -> new OfColumn());
    }

    private void add(Query.Condition condition) {
        switch (condition) {
            case Query.Condition.And(List<Query.Condition> parts) -> parts.forEach(this::add);
            case Query.Condition.Comparison comparison -> compared(comparison);
            case Query.Condition.In(Query.Name name, List<Query.Operand> values) -> {
                final List<Position> points = points(name, values);
                if (points != null) {
                    at(name).points(points);
                }
            }
            case Query.Condition.Or(List<Query.Condition> parts) -> oneOf(parts);
            case Query.Condition.IsNull(Query.Name name) -> at(name).isNull = true;
            case Query.Condition.Not(Query.Condition.IsNull(Query.Name name)) -> at(name).notNull = true;
            case Query.Condition.Like(Query.Name name, Query.Value(Object pattern), int escape) when pattern
                != null -> {
                final String start = LikePattern.of(pattern, escape).start();
                final OfColumn said = at(name);
                said.notNull = true;
                if (start.length() > said.start.length()) {
                    said.start = start;
                }
            }
            case Query.Condition.Truth(Query.Name name) -> at(name).points(List.of(new Position(true, 0)));
            default -> {
                // The filter decides.
            }
        }
    }

    private void compared(Query.Condition.Comparison comparison) {
        if (comparison.left() instanceof Query.Name name && comparison.right() instanceof Query.Value(Object value)) {
            bound(name, comparison.comparator(), value);
        } else if (comparison.right() instanceof Query.Name name
            && comparison.left() instanceof Query.Value(Object value)) {
            bound(name, comparison.comparator().mirrored(), value);
        }
    }

    private void bound(Query.Name name, Query.Comparator comparator, @Nullable Object value) {
        if (value != null) {
            at(name).bound(comparator, ColumnValues.position(columns.apply(name), value));
        }
    }

    /** Alternatives for one column are as good as IN. */
    private void oneOf(List<Query.Condition> parts) {
        Query.Name name = null;
        final List<Query.Operand> values = new ArrayList<>();
        for (final Query.Condition part : parts) {
            final Query.Name of;
            switch (part) {
                case Query.Condition.Comparison(Query.Name left, Query.Comparator by, Query.Value right) when isEqual(
                    by) -> {
                    of = left;
                    values.add(right);
                }
                case Query.Condition.In(Query.Name left, List<Query.Operand> some) -> {
                    of = left;
                    values.addAll(some);
                }
                default -> {
                    return;
                }
            }
            if (name != null && !columns.apply(name).equals(columns.apply(of))) {
                return;
            }
            name = of;
        }
        if (name != null) {
            final List<Position> points = points(name, values);
            if (points != null) {
                at(name).points(points);
            }
        }
    }

    private static boolean isEqual(Query.Comparator by) {
        return by == Query.Comparator.EQUAL;
    }

    /** The values of a list, each once; null if one of them is another column. */
    private @Nullable List<Position> points(Query.Name name, List<Query.Operand> values) {
        final Column column = columns.apply(name);
        final List<Position> points = new ArrayList<>();
        for (final Query.Operand operand : values) {
            if (!(operand instanceof Query.Value(Object value))) {
                return null;
            }
            final Position position = value == null ? Position.ABOVE : ColumnValues.position(column, value);
            if (position.exact()) {
                points.add(position);
            }
        }
        points.sort((a, b) -> ColumnValues.compare(java.util.Objects.requireNonNull(a.value()), b));
        final List<Position> once = new ArrayList<>(points.size());
        for (final Position point : points) {
            if (once.isEmpty() || ColumnValues.compare(java.util.Objects.requireNonNull(point.value()),
                once.getLast()) != 0) {
                once.add(point);
            }
        }
        return once;
    }
}
