package io.baton.deploy.command;

import io.baton.deploy.open.DataSettings;
import io.baton.engine.Durability;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options of a run that say where its data are kept, and how. */
public final class DataOptions {

    private static final String WITHOUT_DATA = "says how data are kept; add --data DIR to say where, or leave it out";

    private final CommandContext context;

    @Option(names = "--data", paramLabel = "DIR", order = 19,
        description = "Keep the data in a directory. What an earlier run has left there is recovered and used again;"
            + " otherwise data are loaded. Default: memory only.")
    private @Nullable String data;

    @Option(names = "--durability", paramLabel = "MODE", order = 20,
        description = "What a transaction waits for: group, until its log record is on disk; async, nothing, and a"
            + " crash loses the last moments; none, nothing, and no log is written. Default: group.")
    private @Nullable String durability;

    @Option(names = "--checkpoint-every", paramLabel = "TIME", order = 21,
        description = "The time between checkpoints, which bound what a recovery reads: 30s, 5m. Default: 5m.")
    private @Nullable String checkpointEvery;

    /**
     * Makes the options.
     *
     * @param context what they get from the outside world
     */
    public DataOptions(CommandContext context) {
        this.context = context;
    }

    /**
     * Reads what was given.
     *
     * @param command to complain about, if it does not fit together
     * @return what was given, or null if data are to be in memory only
     */
    public @Nullable DataSettings settings(CommandSpec command) {
        if (data == null) {
            OptionValues.refuse(command, List.of("--durability", "--checkpoint-every"), WITHOUT_DATA);
            return null;
        }
        final Path directory = OptionValues.directory(command, context, "--data", data);
        return new DataSettings(directory,
            durability == null ? Durability.GROUP : mode(command, durability),
            Optional.ofNullable(checkpointEvery).map(
                time -> OptionValues.duration(command, "--checkpoint-every", time, Duration.ofMillis(1))));
    }

    private static Durability mode(CommandSpec command, String text) {
        for (final Durability mode : Durability.values()) {
            if (mode.name().toLowerCase(Locale.ROOT).equals(text)) {
                return mode;
            }
        }
        throw OptionValues.complaint(command, "--durability", text, "give none, async or group", null);
    }
}
