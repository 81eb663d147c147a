package io.baton.deploy.store;

import io.baton.deploy.open.TableExport;
import io.baton.deploy.report.Console;
import io.baton.deploy.report.Figures;
import java.nio.file.Path;

/** Tells on a console how far the export is. */
record ExportProgress(Console console) implements TableExport.Listener {

    @Override
    public void loading(long done, long total) {
        show("Loading ", done, total);
    }

    @Override
    public void writing(String table, long done, long total) {
        show("Writing " + table + " ", done, total);
    }

    @Override
    public void written(String table, long rows, Path file) {
        console.line("Wrote " + Figures.plural(rows, "row") + " of table " + table + " to " + file + ".");
    }

    private void show(String what, long done, long total) {
        if (total > 0) {
            console.transientLine(what + Console.bar(done, total) + "  " + Figures.count(done) + " of "
                + Figures.count(total) + " rows");
        }
    }
}
