package io.baton.deploy.shell;

import io.baton.client.BatonClient;
import io.baton.client.CallException;
import io.baton.engine.observe.PrintableText;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;
import org.jline.reader.impl.DefaultParser;

/** The words that a shell knows: its own commands, and what the server's procedures and tables are called. */
final class ShellCommands implements Completer {

    static final String CALL = "call";
    static final String DESCRIBE = "describe";
    static final String EXPLAIN = "explain";
    static final String ANALYZE = "analyze";
    static final String HELP = "help";
    static final String PROCEDURES = "procedures";
    static final String TABLES = "tables";
    static final String SELECT = "select";
    private static final String FROM = "from";
    static final String WITHIN = "within";
    static final String TIMING = "timing";
    static final String EXIT = "exit";
    static final String QUIT = "quit";

    /** Each line of help: what is typed, and what it does. */
    static final List<List<String>> HELP_LINES = List.of(
        List.of(CALL + " PROCEDURE ARG...", "calls a procedure; " + CALL + " may be left out"),
        List.of(PROCEDURES + " [TEXT]", "lists procedures, those with the text in their names"),
        List.of(TABLES + " [TEXT]", "lists tables, those with the text in their names"),
        List.of(DESCRIBE + " NAME", "says what a procedure takes and returns, or what a table has"),
        List.of(SELECT + " * FROM TABLE WHERE KEY = 1", "reads rows of a table: WHERE, ORDER BY, LIMIT, COUNT(*)"),
        List.of(EXPLAIN + " PROCEDURE ARG...", "tells which locks the call would take, as far as its plan says"),
        List.of(EXPLAIN + " " + ANALYZE + " PROCEDURE ARG...",
            "runs the call, rolls it back, and tells how it ran"),
        List.of(EXPLAIN + " [" + ANALYZE + "] SELECT ...", "the same of a query, and the way to its rows"),
        List.of(WITHIN + " TIME",
            "limits the time of later calls, for example 500ms or 10s; off: as the server allows"),
        List.of(TIMING + " on|off", "says how long calls take"),
        List.of(HELP, "says this"),
        List.of(EXIT + ", " + QUIT + ", Ctrl-D", "ends the shell"));

    private final BatonClient client;
    /** As the server named them last. */
    private volatile List<String> procedures = List.of();
    private volatile List<String> tables = List.of();

    /**
     * Knows the words.
     *
     * @param client of the server
     */
    ShellCommands(BatonClient client) {
        this.client = client;
    }

    /** How lines are split into words. */
    static DefaultParser parser() {
        final DefaultParser parser = new DefaultParser();
        parser.setEofOnUnclosedQuote(true);
        parser.setEofOnEscapedNewLine(true);
        return parser;
    }

    /**
     * Asks the server for its procedures.
     *
     * @return completed with their names, or exceptionally with a {@link CallException} if it does not tell
     */
    CompletableFuture<List<String>> procedures() {
        return client.procedureNamesAsync().thenApply(names -> {
            procedures = List.copyOf(names);
            return procedures;
        });
    }

    /**
     * Asks the server for its tables.
     *
     * @return completed with what it tells, or exceptionally with a {@link CallException} if it does not
     */
    CompletableFuture<ShellTables> tables() {
        return ShellTables.ask(client).thenApply(told -> {
            tables = told.names();
            return told;
        });
    }

    /**
     * Asks for all names, to complete them; who may not know the tables completes those of procedures.
     *
     * @throws CallException if the server does not tell its procedures
     */
    void learn() {
        procedures = List.copyOf(client.procedureNames());
        try {
            tables = ShellTables.of(client).names();
        } catch (CallException e) {
            tables = List.of();
        }
    }

    @Override
    public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
        final boolean first = line.wordIndex() == 0;
        final String before = first ? "" : line.words().getFirst();
        final List<String> words = new ArrayList<>();
        if (first) {
            words
                .addAll(List.of(CALL, DESCRIBE, EXIT, EXPLAIN, HELP, PROCEDURES, QUIT, SELECT, TABLES, TIMING, WITHIN));
        }
        if (first || namesProcedure(line)) {
            words.addAll(procedures);
        }
        if (namesTable(line)) {
            words.addAll(tables);
        }
        if (line.wordIndex() == 1 && before.equals(EXPLAIN)) {
            words.add(ANALYZE);
        }
        if (line.wordIndex() == 1 && before.equals(TIMING)) {
            words.addAll(List.of("on", "off"));
        }
        // What a server calls something may be nothing to show on a terminal.
        words.stream().filter(PrintableText::isPrintable).forEach(word -> candidates.add(new Candidate(word)));
    }

    /** Whether it is, or may be, the name of a table: behind describe, and behind the FROM of a query. */
    private static boolean namesTable(ParsedLine line) {
        final List<String> words = line.words();
        final int at = line.wordIndex();
        if (at == 0) {
            return false;
        }
        return words.getFirst().equals(DESCRIBE) ? at == 1
            : words.getFirst().equalsIgnoreCase(SELECT) && words.get(at - 1).equalsIgnoreCase(FROM);
    }

    /** Whether the word that is typed is the name of a procedure, behind a command. */
    private static boolean namesProcedure(ParsedLine line) {
        return switch (line.words().getFirst()) {
            case CALL, DESCRIBE -> line.wordIndex() == 1;
            case EXPLAIN -> line.wordIndex() == 1 || (line.wordIndex() == 2 && line.words().get(1).equals(ANALYZE));
            default -> false;
        };
    }
}
