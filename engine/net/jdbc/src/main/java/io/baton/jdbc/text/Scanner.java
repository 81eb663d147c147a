package io.baton.jdbc.text;

import io.baton.jdbc.value.SqlErrors;
import java.sql.SQLException;

/** Goes through a text, past white space and comments. One thread. */
final class Scanner {

    private final String text;
    private int at;

    Scanner(String text) {
        this.text = text;
    }

    /** Goes past white space and comments. */
    private void skip() throws SQLException {
        while (at < text.length()) {
            if (Character.isWhitespace(text.charAt(at))) {
                at++;
            } else if (text.startsWith("--", at)) {
                final int end = text.indexOf('\n', at);
                at = end < 0 ? text.length() : end;
            } else if (text.startsWith("/*", at)) {
                final int end = text.indexOf("*/", at + 2);
                if (end < 0) {
                    throw wrong("a comment that does not end");
                }
                at = end + 2;
            } else {
                return;
            }
        }
    }

    boolean atEnd() throws SQLException {
        skip();
        return at == text.length();
    }

    /** The next character, or 0 at the end. */
    char peek() throws SQLException {
        return atEnd() ? 0 : text.charAt(at);
    }

    boolean take(String symbol) throws SQLException {
        skip();
        if (text.startsWith(symbol, at)) {
            at += symbol.length();
            return true;
        }
        return false;
    }

    void require(String symbol) throws SQLException {
        if (!take(symbol)) {
            throw wrong("'" + symbol + "' is missing");
        }
    }

    /** Takes a word, whatever its case. */
    boolean takeWord(String word) throws SQLException {
        skip();
        final int end = at + word.length();
        if (text.regionMatches(true, at, word, 0, word.length())
            && (end == text.length() || !isPart(text.charAt(end)))) {
            at = end;
            return true;
        }
        return false;
    }

    private static boolean isPart(char c) {
        return Character.isJavaIdentifierPart(c);
    }

    /** Takes letters, digits, dots. */
    String word() throws SQLException {
        skip();
        final int start = at;
        while (at < text.length() && (isPart(text.charAt(at)) || text.charAt(at) == '.')) {
            at++;
        }
        if (at == start) {
            throw wrong(at == text.length() ? "something is missing at the end" : "a name is missing");
        }
        return text.substring(start, at);
    }

    /** Takes what is in quotes, in which a doubled quote is one. */
    String quoted(char quote) throws SQLException {
        require(String.valueOf(quote));
        final StringBuilder inside = new StringBuilder();
        while (true) {
            final int end = text.indexOf(quote, at);
            if (end < 0) {
                throw wrong("a quote that does not end");
            }
            inside.append(text, at, end);
            at = end + 1;
            if (at == text.length() || text.charAt(at) != quote) {
                return inside.toString();
            }
            inside.append(quote);
            at++;
        }
    }

    /** Takes a character of whatever kind. */
    void step() {
        at++;
    }

    int position() {
        return at;
    }

    void back(int position) {
        at = position;
    }

    /** Takes a number as it is written. */
    String number() throws SQLException {
        skip();
        final int start = at;
        while (at < text.length() && ("+-.".indexOf(text.charAt(at)) >= 0 || isPart(text.charAt(at)))) {
            at++;
        }
        return text.substring(start, at);
    }

    SQLException wrong(String what) {
        return SqlErrors.of(SqlErrors.SYNTAX, what + " at character " + (at + 1) + " of: " + text);
    }
}
