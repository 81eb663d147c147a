package io.baton.deploy.command;

import io.baton.deploy.open.DataSettings;
import io.baton.deploy.open.LogTuning;
import io.baton.deploy.report.Figures;
import io.baton.engine.DataDirectory;
import io.baton.engine.Durability;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options of a run that say where its data are kept, and how. */
public final class DataOptions {

    private static final String WITHOUT_DATA = "says how data are kept; add --data DIR to say where, or leave it out";

    private static final long PAGE_BYTES = 4_096;

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

    @Option(names = "--checkpoint-log", paramLabel = "SIZE", order = 21,
        description = "How much the log grows until a checkpoint is taken before its time: 256m, 4g. Default: 1g.")
    private @Nullable String checkpointLog;

    @Option(names = "--checkpoint-rate", paramLabel = "SIZE", order = 21,
        description = "How much of a checkpoint is written in a second: 50m. Default: so much that it takes half of the"
            + " time until the next one.")
    private @Nullable String checkpointRate;

    @Option(names = "--force-every", paramLabel = "TIME", order = 22,
        description = "With async, the time between forces, which a crash may lose: 1ms, 1s. Default: 10ms.")
    private @Nullable String forceEvery;

    @Option(names = "--segment", paramLabel = "SIZE", order = 22,
        description = "The size of the log's files, 4m to 1g. Default: 64m.")
    private @Nullable String segment;

    @Option(names = "--archive", paramLabel = "DIR", order = 22,
        description = "Keep the log: copy its finished files there before they are used again, so that a backup leads"
            + " to any later moment. For one store alone. Default: checkpoints remove the log that they replace.")
    private @Nullable String archive;

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
            OptionValues.refuse(command, List.of("--durability", "--checkpoint-every", "--checkpoint-log",
                "--checkpoint-rate", "--force-every", "--segment", "--archive"), WITHOUT_DATA);
            return null;
        }
        final Durability mode = durability == null ? Durability.GROUP : mode(command, durability);
        if (mode == Durability.NONE) {
            OptionValues.refuse(command, List.of("--checkpoint-log", "--checkpoint-rate", "--archive"),
                "is for a store with a log; leave it out with --durability none");
        }
        if (mode != Durability.ASYNC) {
            OptionValues.refuse(command, List.of("--force-every"), "is for --durability async; leave it out otherwise");
        }
        final Path directory = OptionValues.directory(command, context, "--data", data);
        return new DataSettings(directory, mode, duration(command, "--checkpoint-every", checkpointEvery),
            tuning(command));
    }

    private LogTuning tuning(CommandSpec command) {
        return new LogTuning(duration(command, "--force-every", forceEvery),
            size(command, "--checkpoint-log", checkpointLog, DataDirectory.CHECKPOINT_LOG_BYTES_MIN,
                DataDirectory.CHECKPOINT_LOG_BYTES_MAX),
            size(command, "--checkpoint-rate", checkpointRate, DataDirectory.CHECKPOINT_BYTES_PER_SECOND_MIN,
                Long.MAX_VALUE),
            size(command, "--segment", segment, DataDirectory.SEGMENT_BYTES_MIN, DataDirectory.SEGMENT_BYTES_MAX),
            Optional.ofNullable(archive).map(name -> OptionValues.directory(command, context, "--archive", name)));
    }

    private static Optional<Duration> duration(CommandSpec command, String option, @Nullable String text) {
        return Optional.ofNullable(text)
            .map(time -> OptionValues.duration(command, option, time, Duration.ofMillis(1)));
    }

    private static OptionalLong size(CommandSpec command, String option, @Nullable String text, long least,
            long most) {
        if (text == null) {
            return OptionalLong.empty();
        }
        final long bytes = OptionValues.bytes(command, option, text);
        if (bytes < least || bytes > most) {
            throw OptionValues.complaint(command, option, text, "give " + Figures.binarySize(least)
                + (most == Long.MAX_VALUE ? " or more" : " to " + Figures.binarySize(most)), null);
        }
        // What a segment has to be a multiple of.
        return OptionalLong.of(bytes & -PAGE_BYTES);
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
