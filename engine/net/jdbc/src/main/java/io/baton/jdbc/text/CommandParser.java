package io.baton.jdbc.text;

import io.baton.jdbc.value.Moments;
import io.baton.jdbc.value.SqlErrors;
import io.baton.protocol.Spellings;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a statement. A call is {@code {call name(argument, ...)}}, {@code {? = call name(...)}}, or the same without
 * braces; an argument is a question mark or a literal, with {@code name =>} in front if wanted. In front of it may
 * stand {@code EXPLAIN} or {@code EXPLAIN ANALYZE}. What does not begin like that is a query, of which only the
 * question marks are counted here.
 */
public final class CommandParser {

    private final String sql;
    private final Scanner scanner;

    private CommandParser(String sql) {
        this.sql = sql;
        this.scanner = new Scanner(sql);
    }

    /**
     * Reads a statement.
     *
     * @param sql its text
     * @return what it is to do
     * @throws SQLException if it is not understood
     */
    public static Command parse(@Nullable String sql) throws SQLException {
        if (sql == null || sql.isBlank()) {
            throw SqlErrors.of(SqlErrors.SYNTAX, "the statement is empty; write {call ...} or SELECT ...");
        }
        return new CommandParser(sql).command();
    }

    private Command command() throws SQLException {
        if (!scanner.takeWord("explain")) {
            return executed();
        }
        final boolean analyze = scanner.takeWord("analyze");
        if (scanner.atEnd() || scanner.takeWord("explain")) {
            throw scanner.wrong("a call is missing behind EXPLAIN; write EXPLAIN {call name(?, ...)}");
        }
        final Command explained = executed();
        if (explained instanceof Command.Call call && call.returns()) {
            throw scanner.wrong("EXPLAIN is for a call without '? =' in front, as it returns lines about the call");
        }
        return new Command.Explain(analyze, explained);
    }

    private Command executed() throws SQLException {
        final boolean braces = scanner.take("{");
        boolean returns = false;
        if (scanner.take("?")) {
            scanner.require("=");
            returns = true;
        }
        if (!scanner.takeWord("call")) {
            if (braces || returns) {
                throw scanner.wrong("'call' is missing");
            }
            return query();
        }
        final boolean quoted = scanner.peek() == '"';
        final String name = name();
        final List<Command.Argument> arguments = scanner.take("(") ? arguments() : List.of();
        if (braces) {
            scanner.require("}");
        }
        scanner.take(";");
        if (!scanner.atEnd()) {
            throw scanner.wrong("something is behind the call");
        }
        return new Command.Call(returns, name, quoted, arguments);
    }

    private String name() throws SQLException {
        final StringBuilder name = new StringBuilder();
        do {
            if (!name.isEmpty()) {
                name.append('.');
            }
            name.append(scanner.peek() == '"' ? scanner.quoted('"') : scanner.word());
        } while (scanner.take("."));
        return name.toString();
    }

    private List<Command.Argument> arguments() throws SQLException {
        final List<Command.Argument> arguments = new ArrayList<>();
        if (scanner.take(")")) {
            return arguments;
        }
        do {
            final String name = argumentName();
            arguments.add(scanner.take("?") ? new Command.Argument(true, name, null)
                : new Command.Argument(false, name, literal()));
        } while (scanner.take(","));
        scanner.require(")");
        return arguments;
    }

    /** Takes {@code name =>} if it is there. */
    private String argumentName() throws SQLException {
        final int start = scanner.position();
        final char first = scanner.peek();
        if (first == '"' || Character.isJavaIdentifierStart(first)) {
            final String name = first == '"' ? scanner.quoted('"') : scanner.word();
            if (scanner.take("=>") || scanner.take(":=")) {
                return name;
            }
            scanner.back(start);
        }
        return "";
    }

    private @Nullable Object literal() throws SQLException {
        final char first = scanner.peek();
        if (first == '\'') {
            return scanner.quoted('\'');
        }
        if (first == '{') {
            return escape();
        }
        if (scanner.takeWord("null")) {
            return null;
        }
        if (scanner.takeWord("true")) {
            return true;
        }
        if (scanner.takeWord("false")) {
            return false;
        }
        if (scanner.takeWord("date")) {
            return date(scanner.quoted('\''));
        }
        if (scanner.takeWord("timestamp")) {
            return moment(scanner.quoted('\''));
        }
        if (scanner.takeWord("x")) {
            return bytes(scanner.quoted('\''));
        }
        return number();
    }

    /** {@code {d '...'}} and {@code {ts '...'}}. */
    private Object escape() throws SQLException {
        scanner.require("{");
        final Object value;
        if (scanner.takeWord("d")) {
            value = date(scanner.quoted('\''));
        } else if (scanner.takeWord("ts")) {
            value = moment(scanner.quoted('\''));
        } else {
            throw SqlErrors.unsupported("an escape other than {d '...'} and {ts '...'} as an argument");
        }
        scanner.require("}");
        return value;
    }

    /** A day: what has a time is none. */
    private static Object date(String text) throws SQLException {
        final Object day = Moments.parsed(text, "a day such as 2026-11-23");
        if (!(day instanceof LocalDate)) {
            throw SqlErrors.of(SqlErrors.BAD_DATE_FORMAT,
                "'" + text + "' is no day such as 2026-11-23; write TIMESTAMP in front of a moment");
        }
        return day;
    }

    private static Object moment(String text) throws SQLException {
        return Moments.parsed(text, "a moment such as 2026-11-23 10:15:30");
    }

    private byte[] bytes(String text) throws SQLException {
        try {
            return HexFormat.of().parseHex(text);
        } catch (IllegalArgumentException e) {
            throw scanner.wrong("'" + text + "' are no hexadecimal digits");
        }
    }

    private Object number() throws SQLException {
        final String text = scanner.number();
        try {
            final BigDecimal number = Spellings.decimal(text);
            return number.scale() == 0 && number.unscaledValue().bitLength() < Long.SIZE && text.indexOf('e') < 0
                && text.indexOf('E') < 0 ? (Object) number.longValueExact() : number;
        } catch (ArithmeticException | NumberFormatException e) {
            throw scanner.wrong("an argument is missing, or '" + text + "' is neither ? nor a literal");
        }
    }

    /** How the server understands what it would read in another time zone, or not at all. */
    private static String literal(Object value) throws SQLException {
        return value instanceof LocalDate ? "DATE '" + value + "'"
            : "TIMESTAMP '" + Moments.instant(value, null) + "'";
    }

    /** Takes a moment without a time zone, which is in the JVM's as in calls; else a word, and returns nothing. */
    private String localMoment() throws SQLException {
        final String word = scanner.word();
        final int start = scanner.position();
        if (!word.equalsIgnoreCase("timestamp") || scanner.peek() != '\'') {
            scanner.back(start);
            return "";
        }
        final String text = scanner.quoted('\'').strip().replace(' ', 'T');
        try {
            return literal(LocalDateTime.parse(text));
        } catch (DateTimeException e) {
            // It has a time zone, or the server says what is wrong.
            scanner.back(start);
            return "";
        }
    }

    /** The server knows no comments of several lines, so each is a blank there, as it is in SQL. */
    private Command query() throws SQLException {
        final StringBuilder text = new StringBuilder();
        int markers = 0;
        int end = scanner.position();
        while (!scanner.atEnd()) {
            final int start = scanner.position();
            if (start > end && !text.isEmpty()) {
                text.append(' ');
            }
            switch (scanner.peek()) {
                case '\'' -> scanner.quoted('\'');
                case '"' -> scanner.quoted('"');
                case '{' -> {
                    text.append(literal(escape()));
                    end = scanner.position();
                    continue;
                }
                case '?' -> {
                    markers++;
                    scanner.step();
                }
                default -> {
                    final String local =
                        Character.isJavaIdentifierStart(scanner.peek()) ? localMoment() : "";
                    if (!local.isEmpty()) {
                        text.append(local);
                        end = scanner.position();
                        continue;
                    }
                    if (scanner.position() == start) {
                        scanner.step();
                    }
                }
            }
            end = scanner.position();
            text.append(sql, start, end);
        }
        return new Command.Query(text.toString(), markers);
    }
}
