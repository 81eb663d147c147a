package io.baton.deploy.open;

import io.baton.csv.CsvExport;
import io.baton.engine.Engine;
import io.baton.engine.TableReader;
import io.baton.storage.TableSchema;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;

/** Loads a workload, unless it comes from a store, and writes its tables, a CSV file each. One export, one thread. */
public final class TableExport {

    private final OpenWorkload workload;
    private final boolean loads;
    private final Listener listener;
    private final Interruption interruption;

    /** Is told how far the export is, on the export's thread. */
    public interface Listener {

        /**
         * The tables are being filled; called several times a second.
         *
         * @param done rows inserted
         * @param total about how many there will be
         */
        void loading(long done, long total);

        /**
         * A table is being written; called now and then.
         *
         * @param table its name
         * @param done rows written
         * @param total rows that it has
         */
        void writing(String table, long done, long total);

        /**
         * A table has been written.
         *
         * @param table its name
         * @param rows how many rows it has
         * @param file where to
         */
        void written(String table, long rows, Path file);
    }

    /**
     * Prepares an export.
     *
     * @param workload whose tables; closed at the end, unless a thread still loads it then
     * @param loads whether the tables are to be filled first; if not, they are as a store has brought them
     * @param listener told what happens
     * @param interruption may be requested at any time
     */
    public TableExport(OpenWorkload workload, boolean loads, Listener listener, Interruption interruption) {
        this.workload = workload;
        this.loads = loads;
        this.listener = listener;
        this.interruption = interruption;
    }

    /**
     * Loads the workload if it must, and writes all its tables.
     *
     * @param files gives the path of the file of a name
     * @return false if it was interrupted; then no file is incomplete, but some may be missing
     * @throws io.baton.csv.CsvException if a file cannot be written
     */
    public boolean run(Function<String, Path> files) {
        boolean loading = loads;
        try {
            loading = loads && !load();
            if (loading) {
                return false;
            }
            write(workload.engine(), TableReader.tables(workload.engine()), files, listener, interruption);
            return true;
        } catch (CancellationException e) {
            return false;
        } finally {
            if (!loading || !interruption.requested()) {
                workload.close();
            }
        }
    }

    /**
     * Writes tables, a file each.
     *
     * @param engine the engine that has them
     * @param tables which
     * @param files gives the path of the file of a name
     * @param listener told what happens
     * @param interruption may be requested at any time
     * @throws CancellationException if it was interrupted; then no file is incomplete, but some may be missing
     * @throws io.baton.csv.CsvException if a file cannot be written
     */
    public static void write(Engine engine, List<TableSchema> tables, Function<String, Path> files,
            Listener listener, Interruption interruption) {
        for (final TableSchema table : tables) {
            final long total = engine.rows(table);
            final LongAdder written = new LongAdder();
            final Path file = files.apply(table.name() + ".csv");
            listener.writing(table.name(), 0, total);
            final long rows = CsvExport.write(engine, table, file, more -> {
                if (interruption.requested()) {
                    throw new CancellationException();
                }
                written.add(more);
                listener.writing(table.name(), written.sum(), total);
            });
            listener.written(table.name(), rows, file);
        }
    }

    /** Returns whether nobody is loading any more. */
    private boolean load() {
        final LongAdder rows = new LongAdder();
        final long total = workload.onEngine().rowsToLoad();
        final Optional<Boolean> done = new Background(interruption).run("baton-load", () -> {
            workload.onEngine().load(rows::add);
            return true;
        }, () -> listener.loading(rows.sum(), total));
        return done.isPresent();
    }
}
