package io.baton.lab.command;

import io.baton.deploy.command.CommandContext;
import io.baton.deploy.command.ExitStatus;
import io.baton.deploy.command.JsonOption;
import io.baton.deploy.command.OptionValues;
import io.baton.deploy.command.ParsedCommand;
import io.baton.deploy.command.VersionText;
import io.baton.deploy.report.ResultFile;
import io.baton.lab.crash.CrashLoop;
import io.baton.lab.crash.CrashResult;
import io.baton.lab.crash.CrashSettings;
import io.baton.lab.crash.CrashWorkload;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Kills processes that work on a durable store. */
@Command(name = "crash", sortOptions = false, mixinStandardHelpOptions = true, versionProvider = VersionText.class,
    header = "Kill a process that works on a durable store, again and again, and look for what is lost.",
    description = {"",
        "Each cycle starts a JVM whose clients run transactions that are answered when they are on disk, while "
            + "checkpoints and backups are taken. It is killed with SIGKILL at a random moment, also while it loads or "
            + "recovers, sometimes after it was stopped for a while. The store is then recovered, and compared with "
            + "what was acknowledged; the next cycle goes on with it.",
        ""},
    optionListHeading = "Options:%n",
    footerHeading = "%nExamples:%n",
    footer = {
        "  baton crash --cycles 100 --data crash.data                     SmallBank, compared cent by cent",
        "  baton crash --cycles 100 --data crash.data --workload tpcc     TPC-C, with its conditions",
        "",
        "Exit status: 0 if all is well, 1 if an acknowledged transaction was lost or one is there by half,",
        "or if a process failed by itself; 2 for bad arguments."})
final class CrashCommand extends ParsedCommand {

    @Option(names = "--cycles", paramLabel = "N", order = 1, required = true, description = "How many crashes.")
    private String cycles = "";

    @Option(names = "--data", paramLabel = "DIR", order = 2, required = true,
        description = "A new or empty directory for the store; it is left there at the end.")
    private String data = "";

    @Option(names = "--workload", paramLabel = "NAME", order = 3, defaultValue = "smallbank",
        description = "What to run: tpcc or smallbank. Default: ${DEFAULT-VALUE}.")
    private String workload = "";

    @Option(names = "--clients", paramLabel = "N", order = 4, defaultValue = "8",
        description = "How many clients work at once. Default: ${DEFAULT-VALUE}.")
    private String clients = "";

    @Option(names = "--seed", paramLabel = "S", order = 5, defaultValue = "1",
        description = "Gives all that is random but time. Default: ${DEFAULT-VALUE}.")
    private String seed = "";

    @Mixin
    private final JsonOption json = new JsonOption();

    CrashCommand(CommandContext context) {
        super(context);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        final int cyclesWanted = (int) number("--cycles", cycles, 1, CrashSettings.CYCLES_MAX);
        final int clientsWanted =
            (int) number("--clients", clients, 1, CrashSettings.CLIENTS_MAX);
        final long seedWanted = number("--seed", seed, 0, Long.MAX_VALUE);
        final CrashWorkload kind = kind();
        final @Nullable ResultFile file = json.file(spec(), context);
        final CrashSettings settings = new CrashSettings(
            OptionValues.newFolder(spec(), context, "--data", data).path(), kind, cyclesWanted, clientsWanted,
            seedWanted);
        final CrashResult result = new CrashLoop(settings, context.clock(), context.console()::line)
            .run(context.interruption()::requested);
        result.lines().forEach(context.console()::line);
        if (file != null) {
            file.write(result.json());
        }
        return ExitStatus.of(result.isGood(), context.interruption().requested());
    }

    private CrashWorkload kind() {
        return switch (workload) {
            case "tpcc" -> CrashWorkload.TPCC;
            case "smallbank" -> CrashWorkload.SMALLBANK;
            default -> throw OptionValues.complaint(spec(), "--workload", workload, "give tpcc or smallbank", null);
        };
    }
}
