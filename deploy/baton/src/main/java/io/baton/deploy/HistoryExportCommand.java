package io.baton.deploy;

import io.baton.deploy.command.CommandContext;
import io.baton.deploy.command.ExitStatus;
import io.baton.deploy.command.OptionValues;
import io.baton.deploy.command.VersionText;
import io.baton.deploy.report.ResultFile;
import io.baton.history.DamagedHistoryException;
import io.baton.history.HistoryExport;
import io.baton.history.HistoryReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes a history as JSON lines. */
@Command(name = "export", sortOptions = false, mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    header = "Write a history as JSON lines, one transaction a line.",
    description = {"", "docs/history-format.md says what the lines mean.", ""},
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
        "  baton run tpcc --duration 1s --history tpcc.history",
        "  baton history export tpcc.history --out tpcc.jsonl"})
final class HistoryExportCommand implements Callable<Integer> {

    private static final int BUFFER_CHARACTERS = 1 << 16;

    private final CommandContext context;

    @Spec
    private @Nullable CommandSpec command;

    @Parameters(paramLabel = "FILE", description = "The history, from a run with --history.")
    private String file = "";

    @Option(names = "--out", paramLabel = "FILE", description = "Where to. Default: standard output.")
    private @Nullable String out;

    HistoryExportCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        final ResultFile target = out == null || command == null ? null
            : OptionValues.file(command, context, "--out", out);
        final Path path = context.files().getPath(file);
        try (HistoryReader history = HistoryReader.open(path)) {
            if (target == null) {
                export(history, new OutputStreamWriter(context.out(), StandardCharsets.UTF_8));
            } else {
                try (Writer writer = target.writer()) {
                    export(history, writer);
                }
            }
            return ExitStatus.GOOD;
        } catch (DamagedHistoryException e) {
            context.err().println("baton: " + e.getMessage() + ".");
            return ExitStatus.BAD_ARGUMENTS;
        } catch (IOException e) {
            throw new UncheckedIOException("the transactions could not be written: " + e.getMessage(), e);
        }
    }

    /** What comes before damage is written in any case. */
    private static void export(HistoryReader history, Writer target) throws IOException {
        final BufferedWriter buffered = new BufferedWriter(target, BUFFER_CHARACTERS);
        try {
            new HistoryExport(history).write(buffered);
        } finally {
            buffered.flush();
        }
    }
}
