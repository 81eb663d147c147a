package io.baton.deploy.store;

import io.baton.deploy.command.CommandContext;
import io.baton.deploy.command.OptionValues;
import io.baton.deploy.open.DataSettings;
import io.baton.deploy.open.EngineSettings;
import io.baton.deploy.open.OpenWorkload;
import io.baton.deploy.open.WorkloadOpening;
import io.baton.deploy.report.OpeningProgress;
import io.baton.engine.Durability;
import io.baton.engine.LockKind;
import io.baton.workload.Workload;
import io.baton.workload.WorkloadConfig;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of commands that open a store which is there already. */
final class StoreOptions {

    private final CommandContext context;

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    @Option(names = "--data", paramLabel = "DIR", required = true, order = 10,
        description = "The directory of the store, as it was given to 'baton run'.")
    private String data = "";

    @Option(names = "--memory", paramLabel = "SIZE", order = 20,
        description = "Memory for rows and indexes: 512m, 1.5g, 2g or bytes. Default: half of the machine's memory.")
    private @Nullable String memory;

    StoreOptions(CommandContext context) {
        this.context = context;
    }

    CommandSpec command() {
        if (command == null) {
            throw new IllegalStateException("the command line was not parsed");
        }
        return command;
    }

    /** Returns where the store is. */
    Path directory() {
        return OptionValues.store(command(), context, "--data", data);
    }

    /** Opens the store of a workload, of whatever scale it is, and tells of it; returns nothing if interrupted. */
    Optional<OpenWorkload> open(Workload workload) {
        return open(context, workload, directory(), memory == null ? OptionalLong.empty()
            : OptionalLong.of(OptionValues.bytes(command(), "--memory", memory)));
    }

    /** Does the same for a directory and memory that were given otherwise. */
    static Optional<OpenWorkload> open(CommandContext context, Workload workload, Path directory, OptionalLong memory) {
        final EngineSettings settings = new EngineSettings(1, LockKind.SHIFTLOCK, EngineSettings.LOCK_SLOTS_DEFAULT,
            memory, 1, null).keeping(new DataSettings(directory, Durability.GROUP, Optional.empty()));
        final WorkloadConfig config = new WorkloadConfig(Map.of(), 1, DataSettings.LENGTH);
        return new WorkloadOpening(context.clock(), new OpeningProgress(context.console()), context.interruption())
            .run(progress -> OpenWorkload.openAsStored(workload, config, settings, progress));
    }
}
