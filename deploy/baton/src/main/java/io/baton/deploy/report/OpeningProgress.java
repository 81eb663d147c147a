package io.baton.deploy.report;

import io.baton.deploy.open.WorkloadOpening;
import io.baton.storage.recovery.RecoveryPhase;
import io.baton.storage.recovery.RecoveryReport;

/** Tells on a console how far a recovery is, and what it has done. */
public final class OpeningProgress implements WorkloadOpening.Listener {

    private final Console console;

    public OpeningProgress(Console console) {
        this.console = console;
    }

    @Override
    public void recovering(RecoveryPhase phase, long done, long expected, double seconds) {
        final String bar = expected > 0 ? Console.bar(done, expected) + "  " : "";
        console.transientLine("Recovering " + bar + switch (phase) {
            case CHECKPOINT -> "checkpoint, " + Figures.plural(done, "row");
            case LOG -> "log, " + Figures.binarySize(done);
            case INDEXES -> "indexes, " + Figures.count(done);
        } + "  " + Figures.seconds(seconds));
    }

    @Override
    public void recovered(RecoveryReport report, double seconds) {
        console.line("Recovered " + Figures.plural(report.checkpointRows(), "row") + " of checkpoint "
            + report.checkpoint() + " (" + Figures.binarySize(report.checkpointBytes()) + ") and "
            + Figures.plural(report.transactions(), "transaction") + " (" + Figures.binarySize(report.logBytes())
            + ") of the log in " + Figures.seconds(seconds) + ", "
            + Figures.mebibytesPerSecond(report.bytesPerSecond()) + ": checkpoint "
            + Figures.latency(report.checkpointNanos()) + ", log " + Figures.latency(report.logNanos()) + ", indexes "
            + Figures.latency(report.indexNanos()) + ".");
        if (!report.closed()) {
            console.line("The store was not closed in order" + (report.tornBytes() == 0 ? "."
                : ": " + Figures.plural(report.tornBytes(), "byte")
                    + " behind the end of the log were cut off, which nobody was told are safe."));
        }
        report.damagedCheckpoints()
            .forEach(sentence -> console.line(console.bad("Passed over a damaged checkpoint: ") + sentence + "."));
        report.upgrades().forEach(sentence -> console.line("Upgraded: " + sentence + "."));
    }
}
