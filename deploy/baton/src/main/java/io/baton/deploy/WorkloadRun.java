package io.baton.deploy;

import io.baton.deploy.command.CommandContext;
import io.baton.deploy.command.ExitStatus;
import io.baton.deploy.open.OpenWorkload;
import io.baton.deploy.open.WorkloadOpening;
import io.baton.deploy.report.Console;
import io.baton.deploy.report.OpeningProgress;
import io.baton.deploy.report.ResidentMemory;
import io.baton.deploy.report.ResultFile;
import io.baton.deploy.report.RunJson;
import io.baton.deploy.report.RunProgress;
import io.baton.deploy.report.RunReport;
import io.baton.deploy.run.Driver;
import io.baton.deploy.run.RunEnvironment;
import io.baton.deploy.run.RunResult;
import io.baton.deploy.run.RunSettings;
import io.baton.storage.recovery.RecoveryProgress;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What all {@code baton run} commands do once their options are read. */
final class WorkloadRun {

    private final CommandContext context;
    private final RunSettings settings;
    private final @Nullable ResultFile json;

    WorkloadRun(CommandContext context, RunSettings settings, @Nullable ResultFile json) {
        this.context = context;
        this.settings = settings;
        this.json = json;
    }

    /** Runs a workload, tells how it went, and returns the exit status. */
    int run(Function<RecoveryProgress, OpenWorkload> open) {
        final Console console = context.console();
        final Optional<OpenWorkload> opened =
            new WorkloadOpening(context.clock(), new OpeningProgress(console), context.interruption()).run(open);
        if (opened.isEmpty()) {
            return ExitStatus.INTERRUPTED;
        }
        final OpenWorkload workload = opened.get();
        final RunEnvironment environment = new RunEnvironment(
            context.clock(), context.pause(), () -> ResidentMemory.bytes(context.files()),
            context.files());
        final RunProgress progress = new RunProgress(console, settings, workload.headlineColumn());
        final RunResult result =
            new Driver(workload, settings, environment, progress, context.interruption()).run();
        RunReport.print(result, console);
        if (json != null) {
            json.write(RunJson.of(result));
        }
        return ExitStatus.of(result.good(), result.interrupted());
    }
}
