package io.baton.csv;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import de.siegmar.fastcsv.writer.QuoteStrategy;
import io.baton.engine.Engine;
import io.baton.engine.TableReader;
import io.baton.engine.history.UnwritableHistoryException;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.column.Column;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.LongConsumer;

/** Writes a table of a running engine to a CSV file, while others go on working. Thread-safe. */
public final class CsvExport {

    private static final int REPORT_ROWS = 1_000;
    /** Beside what must be quoted: empty texts, as an empty field is NULL, and zero bytes, which look like damage. */
    private static final QuoteStrategy QUOTES = new QuoteStrategy() {

        @Override
        public boolean quoteEmpty(int line, int field) {
            return true;
        }

        @Override
        public boolean quoteValue(int line, int field, String value) {
            return value.indexOf('\0') >= 0;
        }
    };

    private final CsvWriter csv;
    private final Column[] columns;
    private final LongConsumer rowsWritten;
    private long rows;
    private long reported;

    private CsvExport(TableSchema table, CsvWriter csv, LongConsumer rowsWritten) {
        this.csv = csv;
        this.columns = table.columns().toArray(Column[]::new);
        this.rowsWritten = rowsWritten;
    }

    /**
     * Writes all rows of a table to a new file, as {@link TableReader#forEachRow} reads them. A file that could not be
     * written to its end is removed.
     *
     * @param engine the engine
     * @param table one of its tables
     * @param file where to; not there yet
     * @return how many rows were written
     * @throws CsvException if there is something in the file's place already, or it cannot be written
     * @throws RuntimeException what {@code forEachRow} throws
     */
    public static long write(Engine engine, TableSchema table, Path file) {
        return write(engine, table, file, more -> {});
    }

    /**
     * Writes all rows of a table and tells how far it is.
     *
     * @param engine the engine
     * @param table one of its tables
     * @param file where to; not there yet
     * @param rowsWritten told on the calling thread, now and then, how many more rows were written; what it throws ends
     *     the export
     * @return how many rows were written
     * @throws CsvException if there is something in the file's place already, or it cannot be written
     * @throws RuntimeException what {@code forEachRow} or the listener throws
     */
    public static long write(Engine engine, TableSchema table, Path file, LongConsumer rowsWritten) {
        // Says what is wrong with engine or table before there is a file.
        engine.rows(table);
        final Writer writer;
        try {
            writer = CsvFile.create(file);
        } catch (IOException e) {
            throw failed(file.toString(), e);
        }
        boolean complete = false;
        try {
            final long rows = write(engine, table, file.toString(), writer, rowsWritten);
            complete = true;
            return rows;
        } finally {
            if (!complete) {
                remove(file);
            }
        }
    }

    /** Writes to a writer, which it closes. */
    static long write(Engine engine, TableSchema table, String name, Writer writer, LongConsumer rowsWritten) {
        try (CsvWriter csv = writer(writer)) {
            final CsvExport export = new CsvExport(table, csv, rowsWritten);
            csv.writeRecord(table.columns().stream().map(Column::name).toList());
            TableReader.forEachRow(engine, table, export::write);
            csv.flush();
            export.report();
            return export.rows;
        } catch (UnwritableHistoryException e) {
            throw e;
        } catch (UncheckedIOException e) {
            throw failed(name, Objects.requireNonNull(e.getCause()));
        } catch (IOException e) {
            throw failed(name, e);
        }
    }

    private void write(Row row) {
        final CsvWriter.CsvWriterRecord line = csv.writeRecord();
        for (Column column : columns) {
            line.writeField(CsvValues.text(row.value(column)));
        }
        line.endRecord();
        if (++rows - reported == REPORT_ROWS) {
            report();
        }
    }

    private void report() {
        rowsWritten.accept(rows - reported);
        reported = rows;
    }

    static CsvWriter writer(Writer writer) {
        return CsvWriter.builder().lineDelimiter(LineDelimiter.LF).quoteStrategy(QUOTES).build(writer);
    }

    static CsvException failed(String name, IOException failure) {
        return new CsvException(name + " could not be written: " + CsvFile.reason(failure), failure);
    }

    static void remove(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new CsvException(file + " is incomplete and could not be removed: " + CsvFile.reason(e), e);
        }
    }
}
