package io.baton.deploy.shell;

import io.baton.client.BatonClient;
import io.baton.client.CallException;
import io.baton.client.RemoteProcedure;
import io.baton.deploy.client.TypedCall;
import io.baton.deploy.client.ValueTexts;
import io.baton.deploy.report.Console;
import io.baton.deploy.report.TextTable;
import io.baton.engine.observe.PrintableText;
import io.baton.protocol.Description;
import io.baton.protocol.NotEncodableException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.agrona.concurrent.NanoClock;
import org.jline.reader.EOFError;
import org.jline.reader.Parser.ParseContext;
import org.jline.reader.SyntaxError;
import org.jline.reader.impl.DefaultParser;
import org.jspecify.annotations.Nullable;

/**
 * Carries out lines that are typed or read: calls procedures of a server, reads its tables, and shows what comes. A
 * person may go on after a line that has failed; a file of lines ends there. One thread; {@link #interrupt} any.
 */
final class Shell {

    private static final double NANOS_PER_MILLI = 1e6;
    private static final String CALL = "cancelled; nobody can tell whether it was committed";
    /** What was asked changes nothing. */
    private static final String QUESTION = "cancelled";
    /** What is to be explained, which may be a query. */
    private static final Pattern EXPLAINED =
        Pattern.compile("(?is)" + ShellCommands.EXPLAIN + "\\s+(" + ShellCommands.ANALYZE + "\\s+)?(.*)");

    private final BatonClient client;
    private final ShellCommands commands;
    private final Console console;
    private final PrintStream err;
    private final NanoClock clock;
    private final Function<String, Duration> durations;
    private final DefaultParser words = ShellCommands.parser();
    private @Nullable Duration limit;
    private boolean timing;
    private volatile @Nullable CompletableFuture<?> underWay;

    /**
     * Makes a shell.
     *
     * @param client of the server; closed by who has opened it
     * @param commands what it knows
     * @param console where results go
     * @param err where complaints go
     * @param clock measures calls
     * @param durations reads a duration such as 500ms; throws IllegalArgumentException, whose message says what would
     *     do
     */
    Shell(BatonClient client, ShellCommands commands, Console console, PrintStream err, NanoClock clock,
            Function<String, Duration> durations) {
        this.client = client;
        this.commands = commands;
        this.console = console;
        this.err = err;
        this.clock = clock;
        this.durations = durations;
    }

    /**
     * Carries out lines until they end, or one says so, or one of a file fails.
     *
     * @param lines what to do
     * @return whether none failed, or a person has seen it
     */
    boolean run(Lines lines) {
        timing = lines.interactive();
        lines.onInterrupt(this::interrupt);
        int number = 0;
        while (true) {
            number++;
            try {
                final String line = lines.next();
                if (line == null) {
                    return true;
                }
                if (!carryOut(line.strip().replaceFirst("\\s*;$", ""))) {
                    return true;
                }
            } catch (ShellException e) {
                err.println("baton: " + (lines.interactive() ? "" : "line " + number + ": ")
                    + PrintableText.of(String.valueOf(e.getMessage())) + ".");
                err.flush();
                if (!lines.interactive()) {
                    return false;
                }
            }
        }
    }

    /** Cancels the call that is under way, or the question to the server, if there is one. */
    void interrupt() {
        final CompletableFuture<?> call = underWay;
        if (call != null) {
            call.cancel(true);
        }
    }

    /** Returns whether to go on. */
    private boolean carryOut(String line) throws ShellException {
        if (line.isEmpty() || line.startsWith("#")) {
            return true;
        }
        if (ShellTables.isQuery(line)) {
            query(line);
            return true;
        }
        final Matcher explained = EXPLAINED.matcher(line);
        if (explained.matches() && ShellTables.isQuery(explained.group(2))) {
            explainQuery(explained.group(1) != null, explained.group(2));
            return true;
        }
        final List<String> given = split(line);
        final List<String> rest = given.subList(1, given.size());
        switch (given.getFirst().toLowerCase(Locale.ROOT)) {
            case ShellCommands.EXIT, ShellCommands.QUIT -> {
                return false;
            }
            case ShellCommands.HELP -> help();
            case ShellCommands.PROCEDURES -> list(rest.isEmpty() ? "" : only(rest, "a part of a name, or nothing"));
            case ShellCommands.TABLES -> tables(rest.isEmpty() ? "" : only(rest, "a part of a name, or nothing"));
            case ShellCommands.DESCRIBE -> tell(only(rest, "the name of a procedure or a table"));
            case ShellCommands.WITHIN -> limit(only(rest, "a time such as 500ms or 10s, or off"));
            case ShellCommands.TIMING -> timing(only(rest, "on or off"));
            case ShellCommands.CALL -> call(rest);
            case ShellCommands.EXPLAIN -> explain(rest);
            default -> call(given);
        }
        return true;
    }

    private List<String> split(String line) throws ShellException {
        try {
            return words.parse(line, line.length(), ParseContext.ACCEPT_LINE).words();
        } catch (EOFError e) {
            throw new ShellException("a quotation mark or a backslash at the end leaves the line open; close it");
        } catch (SyntaxError e) {
            throw new ShellException("the line cannot be read: " + e.getMessage());
        }
    }

    private static String only(List<String> words, String wanted) throws ShellException {
        if (words.size() != 1) {
            throw new ShellException("give " + wanted + " behind it, and no more; help explains");
        }
        return words.getFirst();
    }

    private void help() {
        final TextTable table = new TextTable(2, "line", "what it does");
        ShellCommands.HELP_LINES.forEach(line -> table.row(line.toArray(String[]::new)));
        table.lines().forEach(console::line);
        console.line("Words with blanks stand in quotation marks; NULL stands for no value. Ctrl-C cancels a call.");
        console.line("[1,2] is a list, (1,x) a record.");
    }

    private void tables(String part) throws ShellException {
        await(commands.tables(), QUESTION).list(part).forEach(console::told);
    }

    /** Of two with one name, the procedure; who may not know it, or the tables, is told so. */
    private void tell(String name) throws ShellException {
        final CompletableFuture<Description> asked = client.procedure(name, Object.class).describeAsync();
        try {
            console.told(await(asked, QUESTION).toString());
        } catch (ShellException procedure) {
            final List<String> table = asked.isCancelled() ? List.of() : describeTable(name);
            if (table.isEmpty()) {
                throw procedure;
            }
            table.forEach(console::told);
        }
    }

    private List<String> describeTable(String name) {
        try {
            return await(commands.tables(), QUESTION).describe(name);
        } catch (ShellException e) {
            return List.of();
        }
    }

    private void list(String part) throws ShellException {
        await(commands.procedures(), QUESTION).stream().filter(name -> name.contains(part)).forEach(console::told);
    }

    private Description describe(String name) throws ShellException {
        return await(client.procedure(name, Object.class).describeAsync(), QUESTION);
    }

    private void limit(String text) throws ShellException {
        try {
            limit = text.equals("off") ? null : durations.apply(text);
        } catch (IllegalArgumentException e) {
            throw new ShellException(String.valueOf(e.getMessage()));
        }
    }

    private void timing(String text) throws ShellException {
        timing = switch (text) {
            case "on" -> true;
            case "off" -> false;
            default -> throw new ShellException("timing " + text + ": give on or off");
        };
    }

    private void call(List<String> given) throws ShellException {
        final Description description = called(given);
        run(description, arguments(description, given));
    }

    /** Tells how a call would run, or runs it, rolls it back, and tells how it ran. */
    private void explain(List<String> given) throws ShellException {
        final boolean runs = !given.isEmpty() && given.getFirst().equalsIgnoreCase(ShellCommands.ANALYZE);
        final List<String> called = runs ? given.subList(1, given.size()) : given;
        final Description description = called(called);
        run(explaining(runs), description.name(), Arrays.asList(arguments(description, called)));
    }

    private Description explaining(boolean runs) throws ShellException {
        return describe(runs ? "baton.analyze" : "baton.explain");
    }

    private void explainQuery(boolean runs, String sql) throws ShellException {
        run(explaining(runs), ShellTables.QUERY, List.of(sql, 0L, List.of()));
    }

    private Description called(List<String> given) throws ShellException {
        if (given.isEmpty()) {
            throw new ShellException("give the name of a procedure and its arguments; procedures lists them");
        }
        return describe(given.getFirst());
    }

    private static @Nullable Object[] arguments(Description description, List<String> given) throws ShellException {
        try {
            return TypedCall.arguments(description, given.subList(1, given.size()));
        } catch (IllegalArgumentException e) {
            throw new ShellException(String.valueOf(e.getMessage()));
        }
    }

    private void query(String sql) throws ShellException {
        run(ShellTables.QUERY, ShellTables::answer, 1, sql, 0L, List.of());
    }

    private void run(Description description, @Nullable Object... arguments) throws ShellException {
        run(description.name(), result -> ValueTexts.lines(description.result(), result), 0, arguments);
    }

    /** Calls, and shows what comes; of a list, so many elements are no rows. */
    private void run(String name, Function<@Nullable Object, List<String>> shown, int head,
            @Nullable Object... arguments) throws ShellException {
        RemoteProcedure<Object> procedure = client.procedure(name, Object.class);
        if (limit != null) {
            procedure = procedure.within(limit);
        }
        final long begin = clock.nanoTime();
        final Object result = await(called(procedure, arguments), CALL);
        final long nanos = clock.nanoTime() - begin;
        shown.apply(result).forEach(console::told);
        if (timing) {
            console.line(
                console.faint(rows(result, head) + String.format(Locale.ROOT, "%.1f ms", nanos / NANOS_PER_MILLI)));
        }
    }

    private static CompletableFuture<Object> called(RemoteProcedure<Object> procedure, @Nullable Object[] arguments)
            throws ShellException {
        try {
            return procedure.callAsync(arguments);
        } catch (NotEncodableException e) {
            throw new ShellException("not called: " + e.getMessage());
        }
    }

    private static String rows(@Nullable Object result, int head) {
        return result instanceof List<?> list
            ? list.size() - head + (list.size() - head == 1 ? " row, " : " rows, ") : "";
    }

    private <T> T await(CompletableFuture<T> asked, String cancelled) throws ShellException {
        underWay = asked;
        try {
            return asked.join();
        } catch (CancellationException e) {
            throw new ShellException(cancelled);
        } catch (CompletionException e) {
            if (e.getCause() instanceof CallException why) {
                throw new ShellException(TypedCall.sentence(why));
            }
            throw e;
        } finally {
            underWay = null;
        }
    }
}
