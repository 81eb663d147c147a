package io.baton.server.query;

import io.baton.server.query.ColumnValues.Position;
import io.baton.server.query.Narrowing.OfColumn;
import io.baton.storage.IndexSchema;
import io.baton.storage.TableSchema;
import io.baton.storage.column.Column;
import io.baton.storage.column.KeyPart;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How a query comes to its rows: the way that leaves least to look at, found by rules, as there are no statistics.
 *
 * <ol>
 * <li>Each column of the primary key is one of some values: look-ups.
 * <li>An index of which columns are given by values, the more the better, at least those that its scans bind; behind
 * them a range of the next column; behind that, the order that is wanted. A unique index of which all columns are given
 * comes first.
 * <li>All rows, along an index that binds none of its columns, or whatever the index.
 * </ol>
 *
 * Several values for columns that are given mean several scans. Immutable.
 */
sealed interface AccessPath {

    /** How many look-ups or scans may stand for one query: with more, all rows are looked at. */
    int POINTS_MAX = 1 << 15;

    /** {@return whether rows come in the order that was wanted} */
    boolean ordered();

    /** No row can be wanted. */
    record Nothing() implements AccessPath {

        @Override
        public boolean ordered() {
            return true;
        }
    }

    /**
     * Look-ups by the primary key.
     *
     * @param keys for each row the values of the key's columns
     */
    record Keys(List<List<@Nullable Position>> keys, boolean ordered) implements AccessPath {
    }

    /**
     * Scans of an index.
     *
     * @param prefixes for each scan the values of leading columns, null for NULL
     * @param range of the column behind them, or null
     * @param descending whether the greatest comes first
     */
    record Scans(IndexSchema index, List<List<@Nullable Position>> prefixes, @Nullable OfColumn range,
            boolean descending, boolean ordered)
        implements AccessPath {
    }

    /** All rows, in no order. */
    record Whole() implements AccessPath {

        @Override
        public boolean ordered() {
            return false;
        }
    }

    /** One column of an order. */
    record Wanted(Column column, boolean descending, boolean nullsFirst) {
    }

    /**
     * Finds the best way.
     *
     * @param indexes the table's secondary indexes
     * @param order that is wanted
     * @param first whether few rows are wanted, so that an order is worth more than a shorter way to all
     * @param alone whether nothing else is read in the transaction, so that all rows may be looked at
     */
    static AccessPath find(TableSchema table, List<IndexSchema> indexes, Narrowing narrowing, List<Wanted> order,
            boolean first, boolean alone) {
        final List<List<@Nullable Position>> keys = points(table.keyParts(), table.keyParts().size(), narrowing);
        if (keys != null) {
            return keys.isEmpty() ? new Nothing() : new Keys(keys, keys.size() == 1 || order.isEmpty());
        }
        AccessPath best = new Whole();
        int bestScore = -1;
        final List<IndexSchema> all = new ArrayList<>(indexes);
        if (table.primaryIndex() != null) {
            all.addFirst(table.primaryIndex());
        }
        for (final IndexSchema index : all) {
            final Candidate candidate = candidate(index, table, narrowing, order);
            if (candidate == null) {
                continue;
            }
            if (candidate.scans.prefixes().isEmpty()) {
                return new Nothing();
            }
            final int score = candidate.score(first);
            final boolean useful = score > 0 || index.primary() || !alone;
            if (useful && score > bestScore) {
                best = candidate.scans;
                bestScore = score;
            }
        }
        return best;
    }

    /** A way along an index, and how much it leaves out. */
    record Candidate(Scans scans, int equal, boolean unique) {

        private static final int UNIQUE = 1_000;
        private static final int COLUMN = 10;

        /** 0 if all rows are looked at, in no order of use. */
        int score(boolean first) {
            final OfColumn range = scans.range();
            int score = unique ? UNIQUE : equal * COLUMN;
            if (range != null) {
                score += (range.low != null && range.high != null) || !range.start.isEmpty() ? 6
                    : range.low != null || range.high != null ? 4 : 1;
            }
            if (scans.ordered()) {
                score += first ? 5 : 2;
            }
            return score;
        }
    }

    private static @Nullable Candidate candidate(IndexSchema index, TableSchema table, Narrowing narrowing,
            List<Wanted> order) {
        final List<KeyPart> parts = index.parts();
        int equal = 0;
        long combinations = 1;
        while (equal < parts.size()) {
            final OfColumn said = narrowing.of(parts.get(equal).column());
            final int values = said == null ? 0 : said.isNull ? 1 : said.points == null ? 0 : said.points.size();
            if (said == null || (said.points == null && !said.isNull) || combinations * values > POINTS_MAX) {
                break;
            }
            combinations *= values;
            equal++;
        }
        if (equal < index.scanColumns()) {
            return null;
        }
        final List<List<@Nullable Position>> prefixes = points(parts, equal, narrowing);
        if (prefixes == null) {
            return null;
        }
        final OfColumn next = equal < parts.size() ? narrowing.of(parts.get(equal).column()) : null;
        final OfColumn range = next != null && next.hasRange() ? next : null;
        final int direction = prefixes.size() > 1 ? 0 : direction(index, table, equal, order);
        final boolean unique = equal == parts.size() && (index.unique() || index.primary());
        return new Candidate(new Scans(index, prefixes, range, direction < 0, direction != 0 && !order.isEmpty()),
            equal, unique);
    }

    /**
     * The values of leading columns, all combinations; null if one is not given by values, or there are too many.
     * Values that the columns cannot hold are left out.
     */
    private static @Nullable List<List<@Nullable Position>> points(List<KeyPart> parts, int count,
            Narrowing narrowing) {
        List<List<@Nullable Position>> combinations = new ArrayList<>();
        combinations.add(List.of());
        for (final KeyPart part : parts.subList(0, count)) {
            final OfColumn said = narrowing.of(part.column());
            if (said == null || (said.points == null && !said.isNull)) {
                return null;
            }
            final List<@Nullable Position> values = new ArrayList<>();
            if (said.points == null) {
                values.add(null);
            } else {
                said.points.stream().filter(position -> ColumnValues.fits(part, position)).forEach(values::add);
            }
            if ((long) combinations.size() * values.size() > POINTS_MAX) {
                return null;
            }
            combinations = product(combinations, values);
        }
        return combinations;
    }

    private static List<List<@Nullable Position>> product(List<List<@Nullable Position>> combinations,
            List<@Nullable Position> values) {
        final List<List<@Nullable Position>> product = new ArrayList<>(combinations.size() * values.size());
        for (final List<@Nullable Position> combination : combinations) {
            for (final Position value : values) {
                final List<@Nullable Position> longer = new ArrayList<>(combination.size() + 1);
                longer.addAll(combination);
                longer.add(value);
                product.add(longer);
            }
        }
        return product;
    }

    /** 1 if the index has the order that is wanted behind its equal columns, -1 if it has it backwards, else 0. */
    private static int direction(IndexSchema index, TableSchema table, int equal, List<Wanted> order) {
        final List<Column> columns = new ArrayList<>();
        index.parts().forEach(part -> columns.add(part.column()));
        final List<Column> given = List.copyOf(columns.subList(0, equal));
        // Rows with the same values come by their primary key; behind that no order is left to want.
        table.keyParts().stream().map(KeyPart::column).filter(column -> !columns.contains(column))
            .forEach(columns::add);
        int at = equal;
        int direction = 0;
        for (final Wanted wanted : order) {
            if (given.contains(wanted.column()) || columns.subList(equal, at).contains(wanted.column())) {
                continue;
            }
            if (at == columns.size()) {
                break;
            }
            final int sign = wanted.descending() ? -1 : 1;
            final boolean nullsFit = !wanted.column().nullable() || wanted.nullsFirst() != wanted.descending();
            if (!columns.get(at).equals(wanted.column()) || (direction != 0 && direction != sign) || !nullsFit) {
                return 0;
            }
            direction = sign;
            at++;
        }
        return direction == 0 ? 1 : direction;
    }

    // For people

    /** How it is named by EXPLAIN. */
    default String name() {
        return switch (this) {
            case Nothing nothing -> "nothing";
            case Keys keys -> "key";
            case Scans scans when scans.prefixes().getFirst().isEmpty() && scans.range() == null -> "whole index";
            case Scans scans -> "index";
            case Whole whole -> "whole table";
        };
    }

    /** What EXPLAIN says of it. */
    default String detail(TableSchema table) {
        return switch (this) {
            case Nothing nothing -> "no row can have what is wanted, so nothing is read";
            case Keys keys -> (keys.keys().size() == 1 ? "one look-up" : keys.keys().size() + " look-ups")
                + " by " + names(table.keyParts(), table.keyParts().size());
            case Scans scans -> {
                final int equal = scans.prefixes().getFirst().size();
                final List<KeyPart> parts = scans.index().parts();
                yield (scans.prefixes().size() == 1 ? "one scan" : scans.prefixes().size() + " scans")
                    + (equal == 0 ? "" : ", " + names(parts, equal) + " given")
                    + (scans.range() == null ? "" : ", a range of " + parts.get(equal).column().name())
                    + (scans.ordered() ? scans.descending() ? ", backwards in the order wanted"
                        : ", in the order wanted" : "");
            }
            case Whole whole -> "all rows are read and locked, in no order";
        };
    }

    private static String names(List<KeyPart> parts, int count) {
        return parts.subList(0, count).stream().map(part -> part.column().name()).collect(Collectors.joining(", "));
    }
}
