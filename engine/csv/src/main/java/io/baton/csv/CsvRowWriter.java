package io.baton.csv;

import de.siegmar.fastcsv.writer.CsvWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows that come from anywhere, such as a server, to a CSV file as {@link CsvExport} does. A file that is not
 * completed is removed. One thread.
 */
public final class CsvRowWriter implements AutoCloseable {

    private final Path file;
    private final CsvWriter csv;
    private boolean complete;

    /**
     * Makes a file.
     *
     * @param file where to; not there yet
     * @param columns the names of its columns
     * @throws CsvException if there is something in the file's place already, or it cannot be written
     */
    public CsvRowWriter(Path file, List<String> columns) {
        this.file = file;
        try {
            this.csv = CsvExport.writer(CsvFile.create(file));
        } catch (IOException e) {
            throw CsvExport.failed(file.toString(), e);
        }
        writing(() -> csv.writeRecord(columns));
    }

    /**
     * Writes a row.
     *
     * @param values a value for each column, as {@link io.baton.storage.Row#value} returns it
     * @throws CsvException if it cannot be written
     */
    public void write(List<? extends @Nullable Object> values) {
        writing(() -> {
            final CsvWriter.CsvWriterRecord line = csv.writeRecord();
            values.forEach(value -> line.writeField(CsvValues.text(value)));
            line.endRecord();
        });
    }

    /**
     * Says that all rows are written.
     *
     * @throws CsvException if they cannot be
     */
    public void complete() {
        try {
            csv.close();
            complete = true;
        } catch (IOException e) {
            throw CsvExport.failed(file.toString(), e);
        }
    }

    private void writing(Runnable write) {
        try {
            write.run();
        } catch (UncheckedIOException e) {
            throw CsvExport.failed(file.toString(), Objects.requireNonNull(e.getCause()));
        }
    }

    /** Closes the file, and removes it if it is not complete. */
    @Override
    public void close() {
        if (!complete) {
            try {
                csv.close();
            } catch (IOException e) {
                // It is removed.
            }
            CsvExport.remove(file);
        }
    }
}
