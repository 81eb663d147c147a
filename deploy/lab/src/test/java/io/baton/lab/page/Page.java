package io.baton.lab.page;

import io.baton.lab.ResultRow;
import io.baton.lab.metric.Quantity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page of {@code docs}, as the tests read it. A number that is followed by a comment is bound to the results: the
 * comment has experiment, lock, workload and metric, separated by semicolons, after the word {@code paper} if it is
 * the paper's; or two such, separated by a stroke, if it is their ratio.
 */
record Page(String name, String text) {

    /** All pages whose numbers are those of the results. */
    static final List<String> NAMES = List.of("paper.md", "paper/shiftlock.md", "paper/dslr.md", "paper/qplock.md",
        "paper/baton.md");

    private static final Pattern NUMBER = Pattern.compile("([−-]?[0-9][0-9,]*(?:\\.[0-9]+)?)<!-- ([^>]+?) -->");
    private static final Pattern COMMAND = Pattern.compile("`deploy/bin/baton paper ([a-z0-9-]+)`");
    private static final Pattern COMMENT = Pattern.compile("<!--.*?-->");
    private static final Pattern TARGET = Pattern.compile("\\]\\([^)]*\\)");
    private static final String PAPER = "paper; ";

    static Page read(String name) throws IOException {
        return new Page(name, Files.readString(docs().resolve(name)));
    }

    static List<Page> all() throws IOException {
        final List<Page> pages = new ArrayList<>();
        for (final String name : NAMES) {
            pages.add(read(name));
        }
        return pages;
    }

    /** The folder of the documentation: below the first folder above this one that has the launcher. */
    static Path docs() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("deploy/bin/baton"))) {
            final Path parent = folder.getParent();
            if (parent == null) {
                throw new IllegalStateException("no folder above has deploy/bin/baton; run tests in the repository");
            }
            folder = parent;
        }
        return folder.resolve("docs");
    }

    static Results results() throws IOException {
        return Results.parse(Files.readString(docs().resolve("paper/results.csv")));
    }

    /** Numbers with what they are bound to. */
    List<Bound> numbers() {
        return numbers(text);
    }

    static List<Bound> numbers(String text) {
        final List<Bound> numbers = new ArrayList<>();
        final Matcher matcher = NUMBER.matcher(text);
        while (matcher.find()) {
            numbers.add(new Bound(matcher.group(1), matcher.group(2)));
        }
        return numbers;
    }

    /** Tables, each with the last command before it. */
    List<Table> tables() {
        final List<Table> tables = new ArrayList<>();
        final List<List<String>> rows = new ArrayList<>();
        String experiment = "";
        for (final String line : (text + "\n").lines().toList()) {
            final Matcher command = COMMAND.matcher(line);
            if (command.find()) {
                experiment = command.group(1);
            }
            if (line.startsWith("|")) {
                rows.add(cells(line));
            } else if (!rows.isEmpty()) {
                tables.add(new Table(experiment, rows.getFirst(), List.copyOf(rows.subList(2, rows.size()))));
                rows.clear();
            }
        }
        return tables;
    }

    private static List<String> cells(String line) {
        return Arrays.stream(line.substring(1, line.length() - 1).split("\\|", -1)).map(String::strip).toList();
    }

    /** Paragraphs and bullets as a reader sees them, without bound numbers, tables, code and headings. */
    List<String> prose() {
        final List<String> blocks = new ArrayList<>();
        boolean fenced = false;
        final StringBuilder block = new StringBuilder();
        for (final String line : text.lines().toList()) {
            final boolean fence = line.startsWith("```");
            fenced ^= fence;
            final boolean prose = !fence && !fenced && !line.isBlank() && !line.startsWith("|")
                && !line.startsWith("#") && !line.startsWith("![");
            if (!prose || line.startsWith("- ")) {
                add(blocks, block);
            }
            if (prose) {
                block.append(line).append(' ');
            }
        }
        add(blocks, block);
        return blocks;
    }

    private static void add(List<String> blocks, StringBuilder block) {
        if (!block.isEmpty()) {
            final String seen = TARGET.matcher(COMMENT.matcher(NUMBER.matcher(block).replaceAll("#")).replaceAll(""))
                .replaceAll("]");
            blocks.add(seen.replaceAll("`[^`]*`", "`code`").strip());
            block.setLength(0);
        }
    }

    /** What a comment names. */
    static double value(Results results, String key) {
        final int stroke = key.indexOf(" / ");
        if (stroke >= 0) {
            return value(results, key.substring(0, stroke)) / value(results, key.substring(stroke + 3));
        }
        return key.startsWith(PAPER) ? row(results, key.substring(PAPER.length())).paper() : row(results, key).ours();
    }

    static ResultRow row(Results results, String key) {
        final String[] fields = key.split("; ", -1);
        if (fields.length != 4) {
            throw new IllegalArgumentException("\"" + key + "\" is not experiment; lock; workload; metric");
        }
        return results.row(fields[0], fields[1], fields[2], Quantity.parse(fields[3]));
    }

    static double number(String written) {
        return Double.parseDouble(written.replace(",", "").replace('−', '-'));
    }

    /** Whether a number is what is written, rounded to as many decimals as are written. */
    static boolean agrees(String written, double value) {
        final int point = written.indexOf('.');
        final int decimals = point < 0 ? 0 : written.length() - point - 1;
        return Math.abs(number(written) - value) <= 0.5 * Math.pow(10, -decimals) * (1 + 1e-9);
    }

    /** A number as it is written, and what it is bound to. */
    record Bound(String written, String key) {
    }

    /** A table below a command. */
    record Table(String experiment, List<String> heading, List<List<String>> rows) {
    }
}
