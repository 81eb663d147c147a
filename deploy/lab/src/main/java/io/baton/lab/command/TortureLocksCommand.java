package io.baton.lab.command;

import io.baton.deploy.command.CommandContext;
import io.baton.deploy.command.ExitStatus;
import io.baton.deploy.command.JsonOption;
import io.baton.deploy.command.OptionValues;
import io.baton.deploy.command.ParsedCommand;
import io.baton.deploy.command.VersionText;
import io.baton.deploy.report.ResultFile;
import io.baton.deploy.wire.LaneSettings;
import io.baton.deploy.wire.SecureLaneOptions;
import io.baton.lab.torture.Mistake;
import io.baton.lab.torture.TortureLoop;
import io.baton.lab.torture.TortureResult;
import io.baton.lab.torture.TortureSettings;
import io.baton.wire.CarrierKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Faults on processes that lock. */
@Command(name = "locks", sortOptions = false, mixinStandardHelpOptions = true, versionProvider = VersionText.class,
    header = "Kill, stop and disconnect processes that use locks of other processes, and judge every critical section.",
    description = {"",
        "Two lock servers and four coordinators of 16 clients are processes of their own. Clients take chains of 1 to "
            + "20 locks, read the counter of each, and add to it where they hold the lock exclusively. In each cycle "
            + "something fails: a coordinator is killed, or stopped for less or longer than its session, its "
            + "connections are closed, also within a frame, or a lock server is stopped, or killed and started again. "
            + "Certificates must be for 127.0.0.1.",
        ""},
    optionListHeading = "Options:%n",
    footerHeading = "%nExamples:%n",
    footer = {
        "  baton torture locks --cycles 20                            over all carriers, 20 faults each",
        "  baton torture locks --cycles 300 --carriers tcp --seed 7   one carrier",
        "  baton torture locks --cycles 20 --planted open-gate        would the judges see a mistake?",
        "",
        "Exit status: 0 if all is well, 1 if a promise was broken, an increment lost or a client stuck,",
        "if a process failed by itself, or too little could be judged; 2 for bad arguments."})
final class TortureLocksCommand extends ParsedCommand {

    /** Where files are in memory, on Linux. */
    private static final String MEMORY = "/dev/shm";

    @Option(names = "--cycles", paramLabel = "N", order = 1, required = true,
        description = "How many faults over each carrier.")
    private String cycles = "";

    @Option(names = "--seed", paramLabel = "S", order = 2, defaultValue = "1",
        description = "Gives all that is random but time. Default: ${DEFAULT-VALUE}.")
    private String seed = "";

    @Option(names = "--carriers", paramLabel = "LIST", order = 3, defaultValue = "shm,unix,tcp",
        description = "Which carriers, with commas between. Default: ${DEFAULT-VALUE}.")
    private String carriers = "";

    @Option(names = "--planted", paramLabel = "NAME", order = 4, defaultValue = "none",
        description = "Plant a mistake: open-gate, lost-release, shared-for-exclusive or deaf-server.")
    private String planted = "";

    @Mixin
    private final SecureLaneOptions secure = new SecureLaneOptions();

    @Mixin
    private final JsonOption json = new JsonOption();

    TortureLocksCommand(CommandContext context) {
        super(context);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        final int cyclesWanted = (int) number("--cycles", cycles, 1, TortureSettings.CYCLES_MAX);
        final long seedWanted = number("--seed", seed, 0, Long.MAX_VALUE);
        final List<CarrierKind> kinds = kinds();
        final Mistake mistake = Mistake.named(planted).orElseThrow(() -> OptionValues.complaint(spec(), "--planted",
            planted, "give none, open-gate, lost-release, shared-for-exclusive or deaf-server", null));
        final @Nullable ResultFile file = json.file(spec(), context);
        final LaneSettings lanes = secure.settings(spec());
        // The children read the files, too; what is wrong with them is said once, here.
        SecureLaneOptions.open(spec(), context, lanes);
        final TortureSettings settings =
            new TortureSettings(directory(), kinds, cyclesWanted, seedWanted, lanes, mistake);
        final TortureResult result =
            new TortureLoop(settings, context.clock(), context.pause(), context.console()::line)
                .run(context.interruption()::requested);
        result.lines().forEach(context.console()::line);
        if (file != null) {
            file.write(result.json());
        }
        return ExitStatus.of(result.isGood(), context.interruption().requested());
    }

    private Path directory() throws IOException {
        final Path memory = context.files().getPath(MEMORY);
        return Files.isWritable(memory) && Files.getFileStore(memory).getUsableSpace() >= TortureLoop.ROOM_BYTES
            ? Files.createTempDirectory(memory, "baton-torture-") : Files.createTempDirectory("baton-torture-");
    }

    private List<CarrierKind> kinds() {
        final List<CarrierKind> kinds = new ArrayList<>();
        for (final String name : carriers.split(",", -1)) {
            final CarrierKind kind = Stream.of(CarrierKind.values()).filter(each -> each.scheme().equals(name))
                .findFirst().orElseThrow(() -> OptionValues.complaint(spec(), "--carriers", carriers,
                    "give shm, unix or tcp, or several with commas between", null));
            if (kinds.contains(kind)) {
                throw OptionValues.complaint(spec(), "--carriers", carriers, "give each carrier once", null);
            }
            kinds.add(kind);
        }
        return kinds;
    }
}
