package io.baton.deploy.store;

import io.baton.deploy.report.Console;
import io.baton.deploy.report.Figures;
import io.baton.deploy.report.TextTable;
import io.baton.deploy.store.StoreSummary.CheckpointSummary;
import io.baton.deploy.store.StoreSummary.SegmentSummary;
import io.baton.storage.checkpoint.Manifest;
import io.baton.storage.log.file.LogEnd;
import io.baton.storage.log.file.LogReader;
import io.baton.storage.log.file.RecordType;
import io.baton.storage.log.file.TransactionReader;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a store has, for people. */
final class StoreReport {

    private final Console console;

    StoreReport(Console console) {
        this.console = console;
    }

    /**
     * Prints a record, and what its transaction wrote if it completes one.
     *
     * @param record the log's reader at the record
     * @param transaction the whole transaction, or null
     * @param writes puts writes into words
     */
    void record(LogReader record, @Nullable TransactionReader transaction, WriteText writes) {
        final String place = "LSN " + record.lsn() + ", segment " + record.segment() + ", offset " + record.offset()
            + ", " + Figures.plural(record.endLsn() - record.lsn(), "byte") + ": ";
        if (record.type() != RecordType.TRANSACTION) {
            console.line(place + record.type() + " of " + record.markTime() + ", forced up to LSN "
                + record.markForced());
        } else if (transaction == null) {
            console.line(place + "a part of the transaction that began at LSN " + record.firstLsn());
        } else {
            final List<String> texts = writes.of(transaction.address(), transaction.bytes());
            console.line(place + "TRANSACTION of " + Figures.plural(texts.size(), "write")
                + (record.firstLsn() == record.lsn() ? "" : " that began at LSN " + record.firstLsn()));
            texts.forEach(text -> console.told("    " + text));
        }
    }

    void print(Path directory, StoreSummary summary) {
        console.line(console.strong("Store " + directory) + ", id " + summary.storeId());
        console.line("");
        checkpoints(summary.checkpoints());
        segments(summary.segments());
        summary.end().ifPresent(this::end);
        summary.damages().forEach(damage -> console.line(console.bad("Damaged: ") + damage + "."));
        if (summary.damages().isEmpty()) {
            console.line(console.good("All check values are right."));
        }
    }

    private void checkpoints(List<CheckpointSummary> checkpoints) {
        final TextTable table =
            new TextTable(1, "checkpoint", "begin LSN", "end LSN", "tables", "rows", "bytes", "taken", "valid");
        for (final CheckpointSummary checkpoint : checkpoints) {
            final Manifest manifest = checkpoint.manifest();
            if (manifest == null) {
                table.row(String.valueOf(checkpoint.number()), "-", "-", "-", "-", "-", "-", "NO");
            } else {
                table.row(String.valueOf(checkpoint.number()), Figures.count(manifest.beginLsn()),
                    Figures.count(manifest.endLsn()), Figures.count(manifest.tables().size()),
                    Figures.count(manifest.tables().stream().mapToLong(Manifest.Entry::rows).sum()),
                    Figures.count(manifest.tables().stream().mapToLong(Manifest.Entry::bytes).sum()),
                    time(Instant.EPOCH.plus(manifest.micros(), ChronoUnit.MICROS)), checkpoint.valid() ? "yes" : "NO");
            }
        }
        print(table);
    }

    private void segments(List<SegmentSummary> segments) {
        final TextTable table = new TextTable(1, "segment", "first LSN", "file bytes", "record bytes", "records",
            "transactions", "begun", "last mark");
        for (final SegmentSummary segment : segments) {
            table.row(String.valueOf(segment.info().number()), Figures.count(segment.info().firstLsn()),
                Figures.count(segment.info().bytes()), Figures.count(segment.bytes()),
                Figures.count(segment.records()), Figures.count(segment.transactions()),
                time(segment.info().begun()), segment.marked().map(StoreReport::time).orElse("-"));
        }
        print(table);
    }

    private void print(TextTable table) {
        final List<String> lines = table.lines();
        console.line(console.faint(lines.getFirst()));
        lines.subList(1, lines.size()).forEach(console::line);
        console.line("");
    }

    private void end(LogEnd end) {
        final String state;
        if (end.closed()) {
            state = "the store was closed in order";
        } else if (end.torn()) {
            state = "torn: " + Figures.plural(end.tornBytes(), "byte")
                + " behind it were never acknowledged, and the next opening cuts them off";
        } else {
            state = "the store was not closed in order, and nothing is torn";
        }
        console.line("The log ends at LSN " + Figures.count(end.lsn()) + " in segment " + end.segment() + "; " + state
            + ".");
    }

    private static String time(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
