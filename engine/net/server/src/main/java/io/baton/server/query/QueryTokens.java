package io.baton.server.query;

import io.baton.protocol.ProtocolLimits;
import io.baton.protocol.Reason;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Cuts the text of a query into words, names, values and symbols, and hands them out in order. Goes over the text once,
 * whatever it is: nothing is tried twice. One thread.
 */
final class QueryTokens {

    /** Characters of a query. */
    static final int TEXT_MAX = 65_536;
    /** A byte holds less than two and a half digits; the rest is for the sign, the point and the exponent. */
    static final int NUMBER_CHARACTERS_MAX = ProtocolLimits.DECIMAL_BYTES_MAX * 5 / 2;
    /** Characters of what is shown of a query in a message. */
    private static final int SHOWN_MAX = 60;
    private static final Set<String> PAIRS = Set.of("<>", "<=", ">=", "!=", "||");
    private static final String SINGLES = "*?=,;.()<>+-/%{}[]:|!&^~@#";

    private final String sql;
    private final List<Token> tokens = new ArrayList<>();
    private int at;

    /** What a token is. */
    enum Kind {
        WORD,
        /** A name in double quotes. */
        QUOTED,
        NUMBER,
        TEXT,
        BYTES,
        SYMBOL,
        END
    }

    /**
     * A token.
     *
     * @param upper of a word, itself in capitals; of all others the text as it is
     * @param place of its first character, from 0 on
     */
    record Token(Kind kind, String text, String upper, int place) {

        boolean is(String word) {
            return kind == Kind.WORD && upper.equals(word);
        }

        boolean isSymbol(String symbol) {
            return kind == Kind.SYMBOL && text.equals(symbol);
        }
    }

    QueryTokens(String sql) {
        if (sql.length() > TEXT_MAX) {
            throw new QueryException(Reason.TOO_LARGE, "the query has " + sql.length() + " characters, but "
                + TEXT_MAX + " are possible; give long lists of values in several queries");
        }
        this.sql = sql;
        int place = skip(0);
        while (place < sql.length()) {
            place = skip(cut(place));
        }
        tokens.add(new Token(Kind.END, "", "", sql.length()));
    }

    /** Goes past white space and comments. */
    private int skip(int from) {
        int place = from;
        while (place < sql.length()) {
            if (isBlank(sql.charAt(place))) {
                place++;
            } else if (sql.startsWith("--", place)) {
                final int end = sql.indexOf('\n', place);
                place = end < 0 ? sql.length() : end + 1;
            } else if (sql.startsWith("/*", place)) {
                final int end = sql.indexOf("*/", place + 2);
                if (end < 0) {
                    throw new QueryException(Reason.SYNTAX, "the comment at character " + (place + 1)
                        + " of the query does not end; write */");
                }
                place = end + 2;
            } else {
                return place;
            }
        }
        return place;
    }

    private static boolean isBlank(char c) {
        return Character.isWhitespace(c) || c == '\u00a0' || c == '\ufeff';
    }

    /** Cuts the token that begins at a place; returns the place behind it. */
    private int cut(int place) {
        final char c = sql.charAt(place);
        if ((c == 'x' || c == 'X') && sql.startsWith("'", place + 1)) {
            return quoted(Kind.BYTES, place, place + 1);
        }
        if (Character.isUnicodeIdentifierStart(c) || c == '_' || c == '$') {
            return word(place);
        }
        if (isDigit(place) || (c == '.' && isDigit(place + 1))) {
            return number(place);
        }
        if (c == '\'') {
            return quoted(Kind.TEXT, place, place);
        }
        if (c == '"') {
            return quoted(Kind.QUOTED, place, place);
        }
        final String pair = sql.substring(place, Math.min(place + 2, sql.length()));
        if (PAIRS.contains(pair)) {
            return add(Kind.SYMBOL, pair, pair, place, place + 2);
        }
        if (SINGLES.indexOf(c) < 0) {
            throw new QueryException(Reason.SYNTAX, "the character U+%04X at character %d of the query means nothing "
                .formatted(sql.codePointAt(place), place + 1) + "there; write names with such characters in double "
                + "quotes");
        }
        final String single = String.valueOf(c);
        return add(Kind.SYMBOL, single, single, place, place + 1);
    }

    private int add(Kind kind, String text, String upper, int place, int end) {
        tokens.add(new Token(kind, text, upper, place));
        return end;
    }

    private int word(int place) {
        int end = place + 1;
        while (end < sql.length() && (Character.isUnicodeIdentifierPart(sql.charAt(end)) || sql.charAt(end) == '$')) {
            end++;
        }
        final String text = sql.substring(place, end);
        return add(Kind.WORD, text, text.toUpperCase(Locale.ROOT), place, end);
    }

    private boolean isDigit(int place) {
        return place < sql.length() && sql.charAt(place) >= '0' && sql.charAt(place) <= '9';
    }

    private int digits(int from) {
        int end = from;
        while (isDigit(end)) {
            end++;
        }
        return end;
    }

    private int number(int place) {
        int end = digits(place);
        if (sql.startsWith(".", end)) {
            end = digits(end + 1);
        }
        if (end < sql.length() && (sql.charAt(end) == 'e' || sql.charAt(end) == 'E')) {
            final int sign = end + 1 < sql.length() && "+-".indexOf(sql.charAt(end + 1)) >= 0 ? 1 : 0;
            final int power = digits(end + 1 + sign);
            if (power > end + 1 + sign) {
                end = power;
            }
        }
        if (end < sql.length() && (Character.isUnicodeIdentifierPart(sql.charAt(end)) || sql.charAt(end) == '$')) {
            throw new QueryException(Reason.SYNTAX, "the number at character " + (place + 1) + " of the query goes on "
                + "with '" + sql.charAt(end) + "'; leave a blank, or write names that begin so in double quotes");
        }
        final String text = sql.substring(place, end);
        return add(Kind.NUMBER, text, text, place, end);
    }

    /** Cuts what is in quotes, in which a doubled quote is one. */
    private int quoted(Kind kind, int place, int quoteAt) {
        final char quote = sql.charAt(quoteAt);
        int end = quoteAt + 1;
        boolean doubled = false;
        while (true) {
            end = sql.indexOf(quote, end);
            if (end < 0) {
                throw new QueryException(Reason.SYNTAX, "the quote at character " + (quoteAt + 1)
                    + " of the query does not end; within a text write ' as ''");
            }
            if (end + 1 == sql.length() || sql.charAt(end + 1) != quote) {
                break;
            }
            doubled = true;
            end += 2;
        }
        final String inside = sql.substring(quoteAt + 1, end);
        final String one = String.valueOf(quote);
        final String text = doubled ? inside.replace(one + one, one) : inside;
        return add(kind, text, text, place, end + 1);
    }

    // Handing them out

    Token peek() {
        return tokens.get(at);
    }

    /** The token so many places further on. */
    Token peek(int further) {
        return tokens.get(Math.min(at + further, tokens.size() - 1));
    }

    Token take() {
        final Token next = tokens.get(at);
        if (next.kind() != Kind.END) {
            at++;
        }
        return next;
    }

    boolean takeWord(String word) {
        final boolean is = peek().is(word);
        at += is ? 1 : 0;
        return is;
    }

    boolean takeSymbol(String symbol) {
        final boolean is = peek().isSymbol(symbol);
        at += is ? 1 : 0;
        return is;
    }

    void require(String word) {
        if (!takeWord(word)) {
            throw wrong(word + " is missing");
        }
    }

    void requireSymbol(String symbol) {
        if (!takeSymbol(symbol)) {
            throw wrong("'" + symbol + "' is missing");
        }
    }

    QueryException wrong(String what) {
        return new QueryException(Reason.SYNTAX, what + place());
    }

    QueryException unsupported(String what, String instead) {
        return new QueryException(Reason.NOT_CALLABLE, what + place() + ": queries read one table; " + instead);
    }

    /** Where the next token is, for a message. */
    private String place() {
        final Token next = peek();
        if (next.kind() == Kind.END) {
            return " at the end of the query";
        }
        final String rest = sql.substring(next.place());
        return " at character " + (next.place() + 1) + " of the query, in front of '"
            + (rest.length() <= SHOWN_MAX ? rest : rest.substring(0, SHOWN_MAX) + "...") + "'";
    }

    // Values

    /**
     * Makes a number of its digits. The time that digits take grows with their square, so there are not too many.
     *
     * @return a Long if it was written without point and exponent and fits, else a BigDecimal
     * @throws QueryException if there are too many digits, or the exponent is too large
     * @throws NumberFormatException if it is no number
     */
    static Object number(String text) {
        if (text.length() > NUMBER_CHARACTERS_MAX) {
            throw new QueryException(Reason.OUT_OF_RANGE, "a number of " + text.length() + " characters: give "
                + NUMBER_CHARACTERS_MAX + " at most");
        }
        final BigDecimal number = new BigDecimal(text);
        if (Math.abs((long) number.scale()) > ProtocolLimits.DECIMAL_SCALE_MAX) {
            throw new QueryException(Reason.OUT_OF_RANGE, "the number " + text + " has an exponent beyond "
                + ProtocolLimits.DECIMAL_SCALE_MAX + "; give a smaller one");
        }
        return number.scale() == 0 && number.unscaledValue().bitLength() < Long.SIZE ? (Object) number.longValueExact()
            : number;
    }

    /** Makes a number of a token, which is one. */
    static Object literal(String text) {
        try {
            return number(text);
        } catch (NumberFormatException e) {
            throw new QueryException(Reason.OUT_OF_RANGE,
                "the number " + shown(text) + " has too large an exponent; give one of four digits at most");
        }
    }

    static byte[] bytes(String text) {
        try {
            return HexFormat.of().parseHex(text);
        } catch (IllegalArgumentException e) {
            throw new QueryException(Reason.SYNTAX, "X'" + shown(text) + "' has no pairs of hexadecimal digits; write "
                + "for example X'00ff'");
        }
    }

    static String shown(String text) {
        return text.length() <= SHOWN_MAX ? text : text.substring(0, SHOWN_MAX) + "...";
    }
}
