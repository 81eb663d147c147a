package io.baton.server.query;

import io.baton.protocol.Reason;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a query: {@code SELECT * FROM table WHERE column = value AND column BETWEEN value AND value LIMIT n}, or
 * {@code SELECT value}. A value is a number, a text in quotes, TRUE, FALSE or a question mark.
 */
final class QueryText {

    private static final int TEXT_MAX = 65_536;
    private static final Pattern TOKEN =
        Pattern.compile("\\s*+(?:--[^\\n]*+\\s*+)*+(?:(?<word>[\\p{L}_$][\\p{L}\\d_$]*+)"
            + "|(?<number>[-+]?(?:\\d+(?:\\.\\d*)?|\\.\\d+))|'(?<text>(?:[^']|'')*+)'"
            + "|\"(?<quoted>(?:[^\"]|\"\")*+)\"|(?<symbol>[*?=,;.()]))", Pattern.DOTALL);
    private static final String GRAMMAR = "; queries are SELECT * FROM table, WHERE on columns of the primary key with "
        + "= and BETWEEN, LIMIT, and SELECT 1; all else is for procedures";

    private final String sql;
    private final List<Token> tokens = new ArrayList<>();
    private final Iterator<? extends @Nullable Object> parameters;
    private int at;

    /** A word, a number, a text or a symbol. */
    private record Token(Kind kind, String text) {
    }

    private enum Kind {
        WORD,
        NUMBER,
        TEXT,
        QUOTED,
        SYMBOL
    }

    private QueryText(String sql, List<? extends @Nullable Object> parameters) {
        this.sql = sql;
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
        if (sql.length() > TEXT_MAX) {
            throw new QueryException(Reason.SYNTAX, "a query of " + sql.length() + " characters; " + TEXT_MAX
                + " are possible");
        }
        final QueryText text = new QueryText(sql, parameters);
        text.cut();
        final Query query = text.query();
        if (text.parameters.hasNext()) {
            throw new QueryException(Reason.WRONG_ARGUMENTS, "the query has fewer question marks than parameters");
        }
        return query;
    }

    private void cut() {
        final Matcher matcher = TOKEN.matcher(sql);
        int end = 0;
        while (matcher.region(end, sql.length()).lookingAt()) {
            tokens.add(token(matcher));
            end = matcher.end();
        }
        if (!sql.substring(end).isBlank()) {
            throw wrong("'" + sql.substring(end).strip() + "' is not understood");
        }
    }

    private static Token token(Matcher matcher) {
        if (matcher.group("word") != null) {
            return new Token(Kind.WORD, matcher.group("word"));
        }
        if (matcher.group("number") != null) {
            return new Token(Kind.NUMBER, matcher.group("number"));
        }
        if (matcher.group("text") != null) {
            return new Token(Kind.TEXT, matcher.group("text").replace("''", "'"));
        }
        if (matcher.group("quoted") != null) {
            return new Token(Kind.QUOTED, matcher.group("quoted").replace("\"\"", "\""));
        }
        return new Token(Kind.SYMBOL, matcher.group("symbol"));
    }

    private static QueryException wrong(String what) {
        return new QueryException(Reason.SYNTAX, what + GRAMMAR);
    }

    private @Nullable Token peek() {
        return at < tokens.size() ? tokens.get(at) : null;
    }

    private boolean takeWord(String word) {
        final Token next = peek();
        final boolean is = next != null && next.kind() == Kind.WORD && next.text().equalsIgnoreCase(word);
        at += is ? 1 : 0;
        return is;
    }

    private boolean takeSymbol(String symbol) {
        final Token next = peek();
        final boolean is = next != null && next.kind() == Kind.SYMBOL && next.text().equals(symbol);
        at += is ? 1 : 0;
        return is;
    }

    private void require(String word) {
        if (!takeWord(word)) {
            throw wrong(word + " is missing " + place());
        }
    }

    private String place() {
        final Token next = peek();
        return next == null ? "at the end" : "in front of '" + next.text() + "'";
    }

    private String name() {
        final Token next = peek();
        if (next == null || (next.kind() != Kind.WORD && next.kind() != Kind.QUOTED)) {
            throw wrong("a name is missing " + place());
        }
        at++;
        return next.text();
    }

    private Query query() {
        require("SELECT");
        final Token first = peek();
        if (first != null && (first.kind() == Kind.NUMBER || first.kind() == Kind.TEXT
            || (first.kind() == Kind.SYMBOL && first.text().equals("?")))) {
            final Object value = value();
            end();
            return new Query("", List.of(), List.of(), -1, value);
        }
        final List<String> columns = columns();
        require("FROM");
        final String table = name();
        final List<Query.Condition> conditions = new ArrayList<>();
        if (takeWord("WHERE")) {
            do {
                conditions.add(condition());
            } while (takeWord("AND"));
        }
        final long limit = takeWord("LIMIT") ? number() : -1;
        end();
        return new Query(table, columns, conditions, limit, null);
    }

    private List<String> columns() {
        final List<String> columns = new ArrayList<>();
        if (takeSymbol("*")) {
            return columns;
        }
        do {
            columns.add(name());
        } while (takeSymbol(","));
        return columns;
    }

    private Query.Condition condition() {
        final String column = name();
        if (takeSymbol("=")) {
            final Object value = value();
            return new Query.Condition(column, value, value, true);
        }
        require("BETWEEN");
        final Object low = value();
        require("AND");
        return new Query.Condition(column, low, value(), false);
    }

    private long number() {
        final Object value = value();
        if (value instanceof Number number && !(value instanceof BigDecimal) && number.longValue() >= 0) {
            return number.longValue();
        }
        throw wrong("LIMIT " + value + " is no whole number, 0 or more");
    }

    private Object value() {
        final Token next = peek();
        at++;
        return switch (next == null ? Kind.QUOTED : next.kind()) {
            case NUMBER -> numberOf(tokens.get(at - 1).text());
            case TEXT -> tokens.get(at - 1).text();
            case SYMBOL -> parameter();
            case WORD -> truth();
            case QUOTED -> {
                at--;
                throw wrong("a value is missing " + place());
            }
        };
    }

    private static Object numberOf(String text) {
        final BigDecimal number = new BigDecimal(text);
        return number.scale() <= 0 && number.unscaledValue().bitLength() < Long.SIZE ? (Object) number.longValueExact()
            : number;
    }

    private Object truth() {
        return switch (tokens.get(at - 1).text().toUpperCase(Locale.ROOT)) {
            case "TRUE" -> true;
            case "FALSE" -> false;
            default -> {
                at--;
                throw wrong("a value is missing " + place());
            }
        };
    }

    private Object parameter() {
        if (!tokens.get(at - 1).text().equals("?")) {
            at--;
            throw wrong("a value is missing " + place());
        }
        if (!parameters.hasNext()) {
            throw new QueryException(Reason.WRONG_ARGUMENTS, "the query has more question marks than parameters");
        }
        final Object value = parameters.next();
        if (value == null) {
            throw new QueryException(Reason.NULL_ARGUMENT,
                "a question mark stands for NULL, which columns of a primary key never are");
        }
        return value;
    }

    private void end() {
        takeSymbol(";");
        if (peek() != null) {
            throw wrong("'" + tokens.get(at).text() + "' is not understood here");
        }
    }
}
