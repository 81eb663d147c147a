package io.baton.deploy.store;

import io.baton.deploy.command.CommandContext;
import io.baton.deploy.report.Console;
import io.baton.deploy.report.Figures;
import io.baton.engine.Engine;
import io.baton.engine.StructureCheck;
import io.baton.engine.observe.PrintableText;
import io.baton.storage.recovery.StoreDirectory;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/** Checks what every store must be, whatever its rows mean, and tells of it. */
final class StructureReport {

    private static final long SHOWN_ROWS = 50_000;

    private final CommandContext context;
    private final Console console;

    StructureReport(CommandContext context) {
        this.context = context;
        this.console = context.console();
    }

    /** Verifies the check values of all files of a closed store; returns whether all are right. */
    boolean files(Path directory) {
        final List<String> damages;
        try (StoreDirectory store = StoreDirectory.openExisting(directory)) {
            damages = new StoreInspector(store).inspect((record, transaction, writes) -> {}).damages();
        }
        damages.forEach(damage -> console.line(console.bad("Damaged: ") + damage + "."));
        if (damages.isEmpty()) {
            console.line("All check values of checkpoints and log are right.");
        }
        return damages.isEmpty();
    }

    /** Looks through the tables of an open engine without calls; returns whether all is well, or if interrupted. */
    Optional<Boolean> tables(Engine engine) {
        final long total = engine.catalog().tables().stream().mapToLong(engine::rows).sum();
        final long[] rows = new long[2];
        final List<String> found;
        try {
            found = StructureCheck.run(engine, more -> {
                if (context.interruption().requested()) {
                    throw new CancellationException();
                }
                rows[0] += more;
                if (rows[0] - rows[1] >= SHOWN_ROWS) {
                    rows[1] = rows[0];
                    console.transientLine("Checking " + Console.bar(rows[0], total) + "  "
                        + Figures.plural(rows[0], "row"));
                }
            });
        } catch (CancellationException e) {
            return Optional.empty();
        }
        found.forEach(this::wrong);
        if (found.isEmpty()) {
            console.line("Checked " + Figures.plural(rows[0], "row") + " of "
                + Figures.plural(engine.catalog().tables().size(), "table") + ": keys, values and indexes are right.");
        }
        return Optional.of(found.isEmpty());
    }

    void wrong(String what) {
        console.line(console.bad("Wrong: ") + PrintableText.of(what) + ".");
    }
}
