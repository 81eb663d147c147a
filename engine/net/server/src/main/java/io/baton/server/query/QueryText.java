package io.baton.server.query;

import io.baton.protocol.Reason;
import io.baton.server.query.QueryTokens.Kind;
import io.baton.server.query.QueryTokens.Token;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a query by recursive descent, one method for each line of its grammar (specification: section 12 of the
 * protocol). What tools write beyond it is recognized, so that it is refused by its name.
 */
final class QueryText {

    /** How deeply conditions may be nested. */
    static final int DEPTH_MAX = 100;
    /** What an alias without AS is not, nor a column without quotes. */
    private static final Set<String> RESERVED = Set.of("SELECT", "FROM", "WHERE", "AND", "OR", "NOT", "IN", "BETWEEN",
        "LIKE", "IS", "NULL", "ORDER", "GROUP", "HAVING", "LIMIT", "OFFSET", "FETCH", "FOR", "UNION", "EXCEPT",
        "INTERSECT", "JOIN", "INNER", "LEFT", "RIGHT", "FULL", "CROSS", "NATURAL", "ON", "USING", "AS", "ASC", "DESC",
        "NULLS", "ESCAPE", "DISTINCT", "CASE", "EXISTS", "WINDOW", "WITH", "TRUE", "FALSE");
    private static final Set<String> JOINS = Set.of("JOIN", "INNER", "LEFT", "RIGHT", "FULL", "CROSS", "NATURAL");
    private static final Set<String> SETS = Set.of("UNION", "EXCEPT", "INTERSECT", "MINUS");
    private static final String PROCEDURE = "write a procedure for more";

    private final QueryTokens tokens;
    private final Iterator<? extends @Nullable Object> parameters;
    private int depth;

    private QueryText(String sql, List<? extends @Nullable Object> parameters) {
        this.tokens = new QueryTokens(sql);
        this.parameters = parameters.iterator();
    }

    /**
     * Reads a query.
     *
     * @param sql its text
     * @param parameters what its question marks stand for
     * @throws QueryException if it is not understood
     */
    static Query parse(String sql, List<? extends @Nullable Object> parameters) {
        final QueryText text = new QueryText(sql, parameters);
        final Query query = text.query();
        if (text.parameters.hasNext()) {
            throw new QueryException(Reason.WRONG_ARGUMENTS, "the query has fewer question marks than the "
                + parameters.size() + " parameters that were given");
        }
        return query;
    }

    private Query query() {
        if (!tokens.takeWord("SELECT")) {
            throw tokens.wrong("SELECT is missing; only queries and calls are understood, and procedures change rows,");
        }
        if (tokens.peek().is("DISTINCT")) {
            throw tokens.unsupported("DISTINCT is not there", PROCEDURE);
        }
        tokens.takeWord("ALL");
        final List<Query.Item> items = new ArrayList<>();
        do {
            items.add(item());
        } while (tokens.takeSymbol(","));
        if (!tokens.peek().is("FROM")) {
            final Query values = values(items);
            end();
            return values;
        }
        tokens.take();
        final String table = table();
        final String alias = alias();
        final Query.Condition where = where();
        final List<Query.Order> orders = orders();
        final long[] bounds = bounds();
        end();
        return new Query(items, table, alias, where, orders, bounds[0], bounds[1]);
    }

    /** SELECT of values, without a table. */
    private Query values(List<Query.Item> items) {
        for (final Query.Item item : items) {
            if (!(item instanceof Query.Item.One(Query.Value value, String label))) {
                throw tokens.wrong("FROM is missing");
            }
        }
        return new Query(items, "", "", null, List.of(), -1, 0);
    }

    private Query.Item item() {
        if (tokens.takeSymbol("*")) {
            return new Query.Item.All("");
        }
        final Token first = tokens.peek();
        if (isName(first) && tokens.peek(1).isSymbol(".") && tokens.peek(2).isSymbol("*")) {
            final String qualifier = tokens.take().text();
            tokens.take();
            tokens.take();
            return new Query.Item.All(qualifier);
        }
        if (first.kind() == Kind.WORD && tokens.peek(1).isSymbol("(")) {
            switch (first.upper()) {
                case "COUNT" -> {
                    return count();
                }
                case "MIN", "MAX" -> {
                    tokens.take();
                    tokens.take();
                    final Query.Name of = name();
                    tokens.requireSymbol(")");
                    return new Query.Item.Extreme(first.is("MAX"), of, label());
                }
                default -> {
                    // An operand that is none, which says so.
                }
            }
        }
        return new Query.Item.One(operand(), label());
    }

    /** {@code COUNT(*)}; of a value it counts rows, too. */
    private Query.Item count() {
        tokens.take();
        tokens.take();
        if (tokens.peek().is("DISTINCT")) {
            throw tokens.unsupported("COUNT(DISTINCT ...) is not there", PROCEDURE);
        }
        final Query.Operand of = tokens.takeSymbol("*") ? null : operand();
        if (of instanceof Query.Value value && value.value() == null) {
            throw tokens.wrong("COUNT(NULL) counts nothing; write COUNT(*)");
        }
        tokens.requireSymbol(")");
        return new Query.Item.Count(of instanceof Query.Name name ? name : null, label());
    }

    /** {@code [AS] name}, or nothing. */
    private String label() {
        if (tokens.takeWord("AS")) {
            return anyName();
        }
        return isName(tokens.peek()) ? tokens.take().text() : "";
    }

    private static boolean isName(Token token) {
        return token.kind() == Kind.QUOTED || (token.kind() == Kind.WORD && !RESERVED.contains(token.upper()));
    }

    /** A name behind which nothing else can be meant, so that it may be a reserved word. */
    private String anyName() {
        if (tokens.peek().kind() != Kind.QUOTED && tokens.peek().kind() != Kind.WORD) {
            throw tokens.wrong("a name is missing");
        }
        return tokens.take().text();
    }

    private String plainName() {
        if (!isName(tokens.peek())) {
            throw tokens.wrong("a name is missing");
        }
        return tokens.take().text();
    }

    private Query.Name name() {
        final String first = plainName();
        return tokens.takeSymbol(".") ? new Query.Name(first, anyName()) : new Query.Name("", first);
    }

    private String table() {
        if (tokens.peek().isSymbol("(")) {
            throw tokens.unsupported("a query within a query is not there", PROCEDURE);
        }
        String table = plainName();
        while (tokens.takeSymbol(".")) {
            table = table + "." + anyName();
        }
        return table;
    }

    private String alias() {
        final String alias = label();
        final Token next = tokens.peek();
        if (next.isSymbol(",") || (next.kind() == Kind.WORD && JOINS.contains(next.upper()))) {
            throw tokens.unsupported("joins are not there", PROCEDURE);
        }
        return alias;
    }

    private Query.@Nullable Condition where() {
        return tokens.takeWord("WHERE") ? condition() : null;
    }

    // Conditions

    private void deeper() {
        if (++depth > DEPTH_MAX) {
            throw new QueryException(Reason.TOO_LARGE, "the query's conditions are nested more than " + DEPTH_MAX
                + " deep; write them flatter");
        }
    }

    private Query.Condition condition() {
        final Query.Condition first = conjunction();
        if (!tokens.peek().is("OR")) {
            return first;
        }
        final List<Query.Condition> parts = new ArrayList<>(List.of(first));
        while (tokens.takeWord("OR")) {
            parts.add(conjunction());
        }
        return new Query.Condition.Or(parts);
    }

    private Query.Condition conjunction() {
        final Query.Condition first = negation();
        if (!tokens.peek().is("AND")) {
            return first;
        }
        final List<Query.Condition> parts = new ArrayList<>(List.of(first));
        while (tokens.takeWord("AND")) {
            parts.add(negation());
        }
        return new Query.Condition.And(parts);
    }

    private Query.Condition negation() {
        if (!tokens.takeWord("NOT")) {
            return predicate();
        }
        deeper();
        final Query.Condition part = negation();
        depth--;
        return new Query.Condition.Not(part);
    }

    private Query.Condition predicate() {
        if (tokens.peek().is("EXISTS")) {
            throw tokens.unsupported("EXISTS is not there", PROCEDURE);
        }
        if (!tokens.takeSymbol("(")) {
            return comparison(operand());
        }
        if (tokens.peek().is("SELECT")) {
            throw tokens.unsupported("a query within a query is not there", PROCEDURE);
        }
        deeper();
        final Query.Condition inner = condition();
        if (tokens.peek().isSymbol(",")) {
            throw tokens.unsupported("a row of several values is not there", "compare each column by itself");
        }
        tokens.requireSymbol(")");
        depth--;
        // A column or value in parentheses may be compared like one without.
        return inner instanceof Query.Condition.Truth(Query.Operand operand) ? comparison(operand) : inner;
    }

    /** What is said of an operand; a truth value needs nothing. */
    private Query.Condition comparison(Query.Operand left) {
        if (tokens.takeWord("IS")) {
            final boolean not = tokens.takeWord("NOT");
            tokens.require("NULL");
            return negated(not, new Query.Condition.IsNull(left));
        }
        final Query.Comparator comparator = comparator();
        if (comparator != null) {
            return new Query.Condition.Comparison(left, comparator, rightSide());
        }
        final Token next = tokens.peek(tokens.peek().is("NOT") ? 1 : 0);
        if (!next.is("BETWEEN") && !next.is("IN") && !next.is("LIKE")) {
            return new Query.Condition.Truth(left);
        }
        final boolean not = tokens.takeWord("NOT");
        return negated(not, switch (tokens.take().upper()) {
            case "BETWEEN" -> between(left);
            case "IN" -> in(left);
            default -> like(left);
        });
    }

    private static Query.Condition negated(boolean not, Query.Condition condition) {
        return not ? new Query.Condition.Not(condition) : condition;
    }

    private Query.@Nullable Comparator comparator() {
        final Token next = tokens.peek();
        final Query.Comparator comparator = next.kind() != Kind.SYMBOL ? null : switch (next.text()) {
            case "=" -> Query.Comparator.EQUAL;
            case "<>", "!=" -> Query.Comparator.NOT_EQUAL;
            case "<" -> Query.Comparator.LESS;
            case "<=" -> Query.Comparator.AT_MOST;
            case ">" -> Query.Comparator.GREATER;
            case ">=" -> Query.Comparator.AT_LEAST;
            default -> null;
        };
        if (comparator != null) {
            tokens.take();
        }
        return comparator;
    }

    private Query.Condition between(Query.Operand operand) {
        final Query.Operand low = rightSide();
        tokens.require("AND");
        final Query.Operand high = rightSide();
        return new Query.Condition.And(List.of(
            new Query.Condition.Comparison(operand, Query.Comparator.AT_LEAST, low),
            new Query.Condition.Comparison(operand, Query.Comparator.AT_MOST, high)));
    }

    private Query.Condition in(Query.Operand operand) {
        tokens.requireSymbol("(");
        if (tokens.peek().is("SELECT")) {
            throw tokens.unsupported("a query within a query is not there", PROCEDURE);
        }
        final List<Query.Operand> values = new ArrayList<>();
        do {
            values.add(rightSide());
        } while (tokens.takeSymbol(","));
        tokens.requireSymbol(")");
        return new Query.Condition.In(operand, values);
    }

    private Query.Condition like(Query.Operand operand) {
        final Query.Operand pattern = rightSide();
        int escape = '\\';
        if (tokens.takeWord("ESCAPE")) {
            final Object given = value();
            if (!(given instanceof String text) || text.codePointCount(0, text.length()) > 1) {
                throw tokens.wrong("ESCAPE takes a text of one character, or '' for none; it is missing");
            }
            escape = text.isEmpty() ? -1 : text.codePointAt(0);
        }
        return new Query.Condition.Like(operand, pattern, escape);
    }

    /** An operand that may be in parentheses. */
    private Query.Operand rightSide() {
        if (!tokens.takeSymbol("(")) {
            return operand();
        }
        if (tokens.peek().is("SELECT")) {
            throw tokens.unsupported("a query within a query is not there", PROCEDURE);
        }
        deeper();
        final Query.Operand inner = rightSide();
        tokens.requireSymbol(")");
        depth--;
        return inner;
    }

    // Operands

    private Query.Operand operand() {
        final Token next = tokens.peek();
        if (isName(next) && !isValue(next)) {
            if (tokens.peek(1).isSymbol("(")) {
                throw tokens.unsupported("the function " + next.text() + " is not there",
                    "COUNT, MIN and MAX are, in front of FROM");
            }
            final Query.Name name = name();
            checkNoArithmetic();
            return name;
        }
        if (next.is("CASE")) {
            throw tokens.unsupported("CASE is not there", PROCEDURE);
        }
        final Query.Value value = new Query.Value(value());
        checkNoArithmetic();
        return value;
    }

    private void checkNoArithmetic() {
        final Token next = tokens.peek();
        if (next.kind() == Kind.SYMBOL && "+-*/%||".contains(next.text())) {
            throw tokens.unsupported("arithmetic is not there", "compute it before, or in a procedure");
        }
    }

    /** Whether a word begins a value, as {@code DATE '2026-11-23'} does. */
    private boolean isValue(Token word) {
        return word.kind() == Kind.WORD && tokens.peek(1).kind() == Kind.TEXT
            && (word.is("DATE") || word.is("TIMESTAMP") || word.is("UUID"));
    }

    private @Nullable Object value() {
        return switch (tokens.peek().kind()) {
            case NUMBER -> QueryTokens.literal(tokens.take().text());
            case TEXT -> tokens.take().text();
            case BYTES -> QueryTokens.bytes(tokens.take().text());
            case SYMBOL -> signedOrParameter();
            case WORD -> wordValue();
            default -> throw tokens.wrong("a value is missing");
        };
    }

    private @Nullable Object signedOrParameter() {
        if (tokens.takeSymbol("?")) {
            if (!parameters.hasNext()) {
                throw new QueryException(Reason.WRONG_ARGUMENTS, "the query has more question marks than parameters");
            }
            return parameters.next();
        }
        final boolean minus = tokens.peek().isSymbol("-");
        if ((minus || tokens.peek().isSymbol("+")) && tokens.peek(1).kind() == Kind.NUMBER) {
            tokens.take();
            final String digits = tokens.take().text();
            return QueryTokens.literal(minus ? "-" + digits : digits);
        }
        throw tokens.wrong("a value is missing");
    }

    private @Nullable Object wordValue() {
        final Token word = tokens.peek();
        if (isValue(word)) {
            tokens.take();
            final String text = tokens.take().text();
            return switch (word.upper()) {
                case "DATE" -> ColumnValues.day(text);
                case "UUID" -> ColumnValues.uuid(text);
                default -> ColumnValues.moment(text);
            };
        }
        return switch (word.upper()) {
            case "TRUE", "FALSE" -> {
                tokens.take();
                yield word.is("TRUE");
            }
            case "NULL" -> {
                tokens.take();
                yield null;
            }
            default -> throw tokens.wrong("a value is missing");
        };
    }

    // What is behind the conditions

    private List<Query.Order> orders() {
        if (tokens.peek().is("GROUP") || tokens.peek().is("HAVING")) {
            throw tokens.unsupported(tokens.peek().upper() + " is not there", PROCEDURE);
        }
        if (!tokens.takeWord("ORDER")) {
            return List.of();
        }
        tokens.require("BY");
        final List<Query.Order> orders = new ArrayList<>();
        do {
            orders.add(order());
        } while (tokens.takeSymbol(","));
        return orders;
    }

    private Query.Order order() {
        final Token next = tokens.peek();
        Query.Name name = null;
        int place = 0;
        if (next.kind() == Kind.NUMBER) {
            place = (int) Math.min(whole("a place in ORDER BY"), Integer.MAX_VALUE);
        } else if (isName(next) && !tokens.peek(1).isSymbol("(")) {
            name = name();
            checkNoArithmetic();
        } else {
            throw tokens.unsupported("ORDER BY takes columns, their labels and their places", PROCEDURE);
        }
        final boolean descending = tokens.takeWord("DESC");
        if (!descending) {
            tokens.takeWord("ASC");
        }
        boolean nullsFirst = !descending;
        if (tokens.takeWord("NULLS")) {
            nullsFirst = tokens.takeWord("FIRST");
            if (!nullsFirst) {
                tokens.require("LAST");
            }
        }
        return new Query.Order(name, place, descending, nullsFirst);
    }

    /** LIMIT, OFFSET and FETCH in any order, each once: the most rows or -1, and those left out. */
    private long[] bounds() {
        long limit = -1;
        long offset = -1;
        while (true) {
            if (limit < 0 && tokens.takeWord("LIMIT")) {
                limit = whole("LIMIT");
                if (offset < 0 && tokens.takeSymbol(",")) {
                    offset = limit;
                    limit = whole("LIMIT");
                }
            } else if (offset < 0 && tokens.takeWord("OFFSET")) {
                offset = whole("OFFSET");
                takeRows();
            } else if (limit < 0 && tokens.takeWord("FETCH")) {
                limit = fetch();
            } else {
                return new long[] {limit, Math.max(offset, 0)};
            }
        }
    }

    /** {@code FETCH FIRST 5 ROWS ONLY}; without a number it is one row. */
    private long fetch() {
        if (!tokens.takeWord("FIRST")) {
            tokens.require("NEXT");
        }
        final long rows = tokens.peek().is("ROW") || tokens.peek().is("ROWS") ? 1 : whole("FETCH FIRST");
        if (!takeRows()) {
            throw tokens.wrong("ROWS is missing");
        }
        tokens.require("ONLY");
        return rows;
    }

    private boolean takeRows() {
        return tokens.takeWord("ROWS") || tokens.takeWord("ROW");
    }

    private long whole(String what) {
        final Object value = value();
        if (value == null) {
            throw new QueryException(Reason.NULL_ARGUMENT, what + " NULL is no number of rows; leave it out for all");
        }
        if ((value instanceof Long || value instanceof Integer) && ((Number) value).longValue() >= 0) {
            return ((Number) value).longValue();
        }
        if (value instanceof java.math.BigDecimal number && number.signum() > 0
            && number.stripTrailingZeros().scale() <= 0) {
            // More than there can be, or a whole number that came as a decimal.
            return number.compareTo(java.math.BigDecimal.valueOf(Long.MAX_VALUE)) >= 0 ? Long.MAX_VALUE
                : number.longValueExact();
        }
        throw new QueryException(Reason.SYNTAX, what + " " + QueryTokens.shown(String.valueOf(value))
            + " is no whole number, 0 or more");
    }

    private void end() {
        tokens.takeSymbol(";");
        final Token next = tokens.peek();
        if (next.kind() == Kind.END) {
            return;
        }
        if (next.kind() == Kind.WORD && SETS.contains(next.upper())) {
            throw tokens.unsupported(next.upper() + " is not there", PROCEDURE);
        }
        if (next.is("FOR")) {
            throw tokens.unsupported("FOR UPDATE is not there", "a query locks what it reads until its transaction "
                + "ends, and a procedure changes it");
        }
        if (next.is("GROUP") || next.is("HAVING")) {
            throw tokens.unsupported(next.upper() + " is not there", PROCEDURE);
        }
        throw tokens.wrong("something that is not understood stands");
    }
}
