package io.baton.csv;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import io.baton.engine.BulkInsert;
import io.baton.engine.BulkInsertException;
import io.baton.engine.Engine;
import io.baton.engine.EngineStoppedException;
import io.baton.engine.Loader;
import io.baton.engine.history.UnwritableHistoryException;
import io.baton.engine.observe.PrintableText;
import io.baton.storage.Row;
import io.baton.storage.RowArena;
import io.baton.storage.Storage;
import io.baton.storage.StorageException;
import io.baton.storage.TableSchema;
import io.baton.storage.column.Column;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Loads a CSV file into a table, before the engine's first call or at any time. Thread-safe. */
public final class CsvImport {

    private static final int SHOWN_MAX = 40;
    private static final int REPORT_ROWS = 1_000;

    private final TableSchema table;
    private final Path file;
    private final Target target;
    private final CsvEnd end;
    private final LongConsumer rowsRead;
    private List<Column> columns = List.of();
    /** Rows that were given. */
    private long rows;

    private CsvImport(TableSchema table, Path file, Target target, CsvEnd end, LongConsumer rowsRead) {
        this.table = table;
        this.file = file;
        this.target = target;
        this.end = end;
        this.rowsRead = rowsRead;
    }

    /**
     * Takes the rows.
     *
     * @param row makes an empty one
     * @param insert takes it filled
     * @param kept says how many of the rows that were given are in the table, and what to do then
     */
    private record Target(Supplier<Row> row, Consumer<Row> insert, LongFunction<String> kept) {

        /** Loads before the first call. */
        static Target of(Loader loader, TableSchema table) {
            return new Target(() -> loader.row(table), loader::insert,
                given -> given == 0 ? "nothing was loaded" : rows("the ", given, " before") + " in table "
                    + table.name() + ", so mend the file and import it into a new engine");
        }

        /** Inserts while calls are under way. */
        static Target of(BulkInsert insert, TableSchema table) {
            return new Target(() -> insert.row(table), insert::insert,
                given -> insert.rowsCommitted() == 0 ? "nothing was inserted" : rows("the first ",
                    insert.rowsCommitted(), "") + " in table " + table.name()
                    + ", so mend the file and insert the rest");
        }

        private static String rows(String before, long number, String behind) {
            return number == 1 ? before + "row" + behind + " is" : before + number + " rows" + behind + " are";
        }
    }

    /**
     * Adds the rows of a file that ends with a line feed to a table.
     *
     * @param engine the engine, which nobody has called yet
     * @param table one of its tables
     * @param file the file
     * @return how many rows were loaded
     * @throws CsvException as the other method does
     * @throws IllegalArgumentException if the engine was opened without this table
     * @throws IllegalStateException if the engine is closed, a call has been made already, or a session opened
     */
    public static long load(Engine engine, TableSchema table, Path file) {
        return load(engine, table, file, CsvEnd.LINE_FEED, more -> {});
    }

    /**
     * Adds the rows of a file to a table. The file's first line names all columns of the table, in any order. The file
     * is looked through before its first row is loaded, so that nothing is loaded of one that is cut off, has quotes
     * that do not match, lines with too few or too many fields, or bytes that are not UTF-8. If a value of a later line
     * does not fit, the rows before it are in the table: the message says how many. Whatever is thrown, closing a
     * durable engine keeps nothing of what was loaded then, unless a call is made before.
     *
     * @param engine the engine, which nobody has called yet
     * @param table one of its tables
     * @param file the file, which is read twice and must not be changed meanwhile
     * @param end what becomes of a file without a last line feed
     * @param rowsRead told on the calling thread, now and then, how many more rows were read; what it throws ends the
     *     import
     * @return how many rows were loaded
     * @throws CsvException if the file cannot be read, or what it says is no row of this table, or the table has such a
     *     row or no room; the message names file, line and, where it is about one, column and value
     * @throws IllegalArgumentException if the engine was opened without this table
     * @throws IllegalStateException if the engine is closed, a call has been made already, or a session opened
     */
    public static long load(Engine engine, TableSchema table, Path file, CsvEnd end, LongConsumer rowsRead) {
        engine.rows(table);
        try (Loader loader = engine.loader()) {
            boolean complete = false;
            try {
                final long rows = new CsvImport(table, file, Target.of(loader, table), end, rowsRead).load();
                complete = true;
                return rows;
            } finally {
                if (!complete) {
                    loader.failed();
                }
            }
        }
    }

    /**
     * Inserts the rows of a file that ends with a line feed into a table at any time.
     *
     * @param engine the engine
     * @param table one of its tables, not a read-only one
     * @param file as for {@link #load}
     * @return how many rows were inserted; all are committed
     * @throws CsvException as the other method does
     * @throws RuntimeException what the other method throws
     */
    public static long insert(Engine engine, TableSchema table, Path file) {
        return insert(engine, table, file, CsvEnd.LINE_FEED, more -> {});
    }

    /**
     * Inserts the rows of a file into a table at any time, with locks, while calls are under way, as {@link BulkInsert}
     * does: in transactions of bounded size, in the order of the file. Like {@link #load} it looks through the file
     * first, and inserts nothing of one that is cut off. If a value of a line does not fit, those lines before
     * it that are committed stay: the message says how many, and they are the first of the file. Where it says that
     * perhaps some of the next are, nobody knows.
     *
     * @param engine the engine
     * @param table one of its tables, not a read-only one
     * @param file as for {@link #load}
     * @param end as for {@link #load}
     * @param rowsRead as for {@link #load}; what it throws ends the import, and what is committed stays
     * @return how many rows were inserted; all are committed
     * @throws CsvException as {@link #load} does, or if rows could not be committed, for whatever reason
     * @throws IllegalArgumentException if the engine was opened without this table
     * @throws IllegalStateException if the engine is closed, the table is read-only, or the thread is within a call of
     *     the engine
     * @throws EngineStoppedException if the engine has stopped
     * @throws UnwritableHistoryException if a history is recorded and cannot be written any further
     */
    public static long insert(Engine engine, TableSchema table, Path file, CsvEnd end, LongConsumer rowsRead) {
        engine.rows(table);
        try {
            return engine.insertAll(
                insert -> new CsvImport(table, file, Target.of(insert, table), end, rowsRead).load());
        } catch (BulkInsertException e) {
            throw new CsvException(file + " could not be inserted: " + e.getMessage(), e);
        }
    }

    /**
     * Reads the rows of a file for callers that send them elsewhere, such as to a server. Like {@link #load} it looks
     * through the file first.
     *
     * @param table what the rows are: its columns count, and what they can hold
     * @param file as for {@link #load}
     * @param end as for {@link #load}
     * @param consumer gets each row, valid until it returns; what it throws ends the reading
     * @return how many rows there were
     * @throws CsvException as {@link #load} does, of what is wrong with the file
     */
    public static long read(TableSchema table, Path file, CsvEnd end, Consumer<? super Row> consumer) {
        try (Storage storage = Storage.builder().table(table, 1).open(); RowArena arena = storage.arena()) {
            final Target target = new Target(() -> {
                arena.reset();
                final Row row = new Row(table);
                arena.blank(row);
                return row;
            }, consumer::accept, given -> given + " rows were read before");
            return new CsvImport(table, file, target, end, more -> {}).load();
        }
    }

    private long load() {
        final long bytes = check();
        try (CsvReader<CsvLine> csv = CsvReader.builder().extraFieldStrategy(FieldMismatchStrategy.IGNORE)
            .missingFieldStrategy(FieldMismatchStrategy.IGNORE).allowExtraCharsAfterClosingQuote(false)
            .build(new CsvLine.Handler(), CsvFile.open(file, bytes))) {
            final Iterator<CsvLine> lines = csv.iterator();
            // The line of names, which the check has read.
            lines.next();
            long reported = 0;
            while (lines.hasNext()) {
                add(lines.next());
                if (++rows - reported == REPORT_ROWS) {
                    rowsRead.accept(REPORT_ROWS);
                    reported = rows;
                }
            }
            rowsRead.accept(rows - reported);
            return rows;
        } catch (CsvParseException e) {
            final Throwable cause = e.getCause();
            throw wrong(" is no CSV: " + e.getMessage() + (cause == null ? "" : " (" + cause.getMessage() + ")"), e);
        } catch (UnwritableHistoryException e) {
            // The engine's, and not the file's.
            throw e;
        } catch (UncheckedIOException e) {
            throw wrong(" could not be read: " + CsvFile.reason(Objects.requireNonNull(e.getCause())), e);
        } catch (IOException e) {
            throw wrong(" could not be read: " + CsvFile.reason(e), e);
        }
    }

    /** Looks through the file before any of it is loaded; returns how many of its bytes count. */
    private long check() {
        if (Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file)) {
            throw wrong(" is no file but a pipe or a device, and cannot be read twice; write it to a file first", null);
        }
        try (InputStream input = Files.newInputStream(file)) {
            final long bytes = new CsvForm(CsvValues.bytesMax(table), table.columns().size(), end,
                (line, names) -> columns = columns(line, names)).check(input);
            if (columns.isEmpty()) {
                throw wrong(" is empty; its first line must name the columns " + names(), null);
            }
            return bytes;
        } catch (CsvForm.Fault e) {
            throw wrong(String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            throw wrong(" could not be read: " + CsvFile.reason(e), e);
        }
    }

    private List<Column> columns(long line, List<String> header) {
        final List<Column> columns = new ArrayList<>();
        for (String name : header) {
            final Column column = table.columns().stream().filter(c -> c.name().equals(name)).findFirst().orElse(null);
            if (column == null) {
                throw wrong(", line " + line + ": table " + table.name() + " has no column " + shown(name) + "; it has "
                    + names(), null);
            }
            if (columns.contains(column)) {
                throw wrong(", line " + line + ": the column " + name + " is named twice; leave one out", null);
            }
            columns.add(column);
        }
        for (Column column : table.columns()) {
            if (!columns.contains(column)) {
                throw wrong(", line " + line + ": the column " + column.name() + " of table " + table.name()
                    + " is missing; name all columns", null);
            }
        }
        return columns;
    }

    private void add(CsvLine line) {
        final List<@Nullable String> fields = line.fields();
        if (fields.size() != columns.size()) {
            throw wrong(at(line) + ": it has " + fields.size() + " fields, but the first line names " + columns.size()
                + " columns", null);
        }
        final Row row = target.row.get();
        for (int i = 0; i < fields.size(); i++) {
            set(row, columns.get(i), fields.get(i), line);
        }
        try {
            target.insert.accept(row);
        } catch (StorageException e) {
            throw wrong(at(line) + ": " + e.getMessage(), e);
        }
    }

    private void set(Row row, Column column, @Nullable String text, CsvLine line) {
        if (text == null && !column.nullable()) {
            throw wrong(
                at(line) + ", column " + column.name() + ": the field is empty, which means NULL, but the column"
                    + " is never NULL; write a value, or \"\" for an empty one",
                null);
        }
        try {
            row.setValue(column, text == null ? null : CsvValues.value(column, text));
        } catch (StorageException e) {
            throw wrong(at(line) + ": " + e.getMessage(), e);
        } catch (IllegalArgumentException e) {
            throw wrong(at(line) + ", column " + column.name() + ": " + shown(text) + " " + e.getMessage(), e);
        }
    }

    private static String at(CsvLine line) {
        return ", line " + line.number();
    }

    private static String shown(@Nullable String text) {
        if (text == null || text.isEmpty()) {
            return "\"\"";
        }
        return PrintableText.of(text.length() <= SHOWN_MAX ? text : text.substring(0, SHOWN_MAX) + "...");
    }

    private String names() {
        return String.join(", ", table.columns().stream().map(Column::name).toList());
    }

    private CsvException wrong(String what, @Nullable Exception cause) {
        return new CsvException(file + what, "; " + target.kept.apply(rows), cause);
    }
}
