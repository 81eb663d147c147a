package io.baton.deploy;

import io.baton.deploy.command.CommandContext;
import io.baton.deploy.command.DataOptions;
import io.baton.deploy.command.ExitStatus;
import io.baton.deploy.command.SettingOptions;
import io.baton.deploy.command.VersionText;
import io.baton.deploy.open.DataSettings;
import io.baton.deploy.open.EngineSettings;
import io.baton.deploy.open.OpenWorkload;
import io.baton.deploy.report.ResultFile;
import io.baton.deploy.run.RunSettings;
import io.baton.engine.history.UnwritableHistoryException;
import io.baton.workload.Workload;
import io.baton.workload.WorkloadConfig;
import io.baton.workload.WorkloadHelp;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;

/** Runs a workload: {@code baton run NAME}, with an option for each of the workload's settings. */
@Command(sortOptions = false, mixinStandardHelpOptions = true, versionProvider = VersionText.class,
    optionListHeading = "Options:%n", footerHeading = "%nExamples:%n")
final class RunCommand implements Callable<Integer> {

    private final CommandContext context;
    private final Workload workload;

    @Mixin
    private final RunOptions options;

    @Mixin
    private final DataOptions data;

    private RunCommand(CommandContext context, Workload workload) {
        this.context = context;
        this.workload = workload;
        this.options = new RunOptions(context);
        this.data = new DataOptions(context);
    }

    static CommandLine of(CommandContext context, Workload workload) {
        final CommandLine command = new CommandLine(new RunCommand(context, workload));
        final CommandSpec spec = command.getCommandSpec().name(workload.name());
        final WorkloadHelp help = workload.help();
        spec.usageMessage()
            .header(SettingOptions.plain(help.summary()))
            .description("", SettingOptions.plain(help.description()), "")
            .footer(footer("baton run " + workload.name(), help));
        SettingOptions.add(spec, workload);
        return command;
    }

    private static String[] footer(String command, WorkloadHelp help) {
        final int width = help.examples().keySet().stream().mapToInt(String::length).max().orElse(0);
        final List<String> lines = new ArrayList<>();
        help.examples().forEach((given, purpose) -> lines
            .add(SettingOptions
                .plain("  " + command + " " + given + " ".repeat(width - given.length()) + "  " + purpose)));
        lines.addAll(List.of("",
            "Exit status: 0 if all is well, 1 if a condition does not hold or a transaction failed,",
            "2 for bad arguments.", "",
            SettingOptions
                .plain("More data may need more heap: BATON_JAVA_OPTS=-Xmx8g " + command + " " + help.muchData())));
        return lines.toArray(String[]::new);
    }

    @Override
    public Integer call() {
        final RunSettings settings = options.settings();
        final EngineSettings engine = options.engine(settings).keeping(data.settings(options.command()));
        final @Nullable ResultFile json = options.json();
        final WorkloadConfig config = new WorkloadConfig(
            SettingOptions.values(options.command(), workload), engine.seed(),
            engine.data() == null ? settings.length() : DataSettings.LENGTH);
        try {
            return new WorkloadRun(context, settings, json)
                .run(progress -> OpenWorkload.open(workload, config, engine, progress));
        } catch (UnwritableHistoryException e) {
            context.err().println("baton: " + e.getMessage() + ".");
            return ExitStatus.BAD_ARGUMENTS;
        }
    }
}
