package io.baton.deploy.store;

import io.baton.deploy.command.CommandContext;
import io.baton.deploy.command.OptionValues;
import io.baton.deploy.open.AnyStore;
import io.baton.deploy.open.BundleJars;
import io.baton.deploy.open.WorkloadOpening;
import io.baton.deploy.report.OpeningProgress;
import io.baton.engine.Engine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options of commands that open a store of whatever tables. */
final class AnyStoreOptions {

    private final CommandContext context;

    @Option(names = "--data", paramLabel = "DIR", order = 10,
        description = "The directory of the store, as it was given to 'baton run', 'baton server' or a program.")
    private @Nullable String data;

    @Option(names = "--procedures", paramLabel = "JAR", order = 20, split = ",",
        description = "Jars with the bundles of the store, with commas between. Default: the tables that the store says"
            + " it has, without procedures.")
    private List<String> jars = new ArrayList<>();

    @Option(names = "--memory", paramLabel = "SIZE", order = 21,
        description = "Memory for rows and indexes: 512m, 1.5g, 2g or bytes. Default: half of the machine's memory.")
    private @Nullable String memory;

    AnyStoreOptions(CommandContext context) {
        this.context = context;
    }

    boolean given() {
        return data != null;
    }

    /** Returns where the store is that must be there. */
    Path existing(CommandSpec command) {
        return OptionValues.store(command, context, "--data", String.valueOf(data));
    }

    /** Returns where the store is, or is to be made with the tables of bundles. */
    Path any(CommandSpec command) {
        return jars.isEmpty() ? existing(command)
            : OptionValues.directory(command, context, "--data", String.valueOf(data));
    }

    BundleJars bundles(CommandSpec command) {
        try {
            return BundleJars.open(context.files(), jars);
        } catch (IllegalArgumentException e) {
            throw OptionValues.complaint(command, "--procedures", String.join(",", jars),
                String.valueOf(e.getMessage()), e);
        }
    }

    /** Opens the store, and tells of it; returns nothing if interrupted. */
    Optional<Engine> open(CommandSpec command, Path directory, BundleJars bundles, long rowsMore) {
        final OptionalLong bytes = memory == null ? OptionalLong.empty()
            : OptionalLong.of(OptionValues.bytes(command, "--memory", memory));
        try {
            return new WorkloadOpening(context.clock(), new OpeningProgress(context.console()), context.interruption())
                .engine(progress -> AnyStore.open(directory, bundles.bundles(), bytes, rowsMore, progress));
        } catch (IllegalArgumentException e) {
            throw OptionValues.complaint(command, "--data", String.valueOf(data), String.valueOf(e.getMessage()), e);
        }
    }
}
