package io.baton.deploy;

import io.baton.deploy.command.CommandContext;
import io.baton.deploy.command.JsonOption;
import io.baton.deploy.command.OptionValues;
import io.baton.deploy.open.EngineSettings;
import io.baton.deploy.report.ResultFile;
import io.baton.deploy.run.RunSettings;
import io.baton.engine.EngineBuilder;
import io.baton.engine.LockKind;
import io.baton.lock.shiftlock.ShiftLockTable;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that all workloads have. */
final class RunOptions {

    private static final int LOCK_SLOTS_MAX = ShiftLockTable.SLOTS_MAX;
    private static final String DURATION_DEFAULT = "10s";
    private static final long TRANSACTIONS_MAX = 1_000_000_000_000L;
    private static final String LOCK_SLOTS_DEFAULT = "" + EngineSettings.LOCK_SLOTS_DEFAULT;

    private final CommandContext context;

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    @Option(names = "--clients", paramLabel = "N", order = 10,
        description = "Clients at work at once. Default: one per processor.")
    private @Nullable String clients;

    @Option(names = "--duration", paramLabel = "TIME", order = 11,
        description = "How long to measure: 500ms, 10s, 2m. Default: " + DURATION_DEFAULT + ".")
    private @Nullable String duration;

    @Option(names = "--transactions", paramLabel = "N", order = 11,
        description = "Measure so many transactions, those that are rolled back included, instead of a time.")
    private @Nullable String transactions;

    @Option(names = "--warmup", paramLabel = "TIME", order = 12, defaultValue = "5s",
        description = "How long to run before measuring. Default: ${DEFAULT-VALUE}.")
    private String warmup = "";

    @Option(names = "--locks", paramLabel = "KIND", order = 13, defaultValue = "shiftlock",
        description = "shiftlock, or none to see what locking costs (one client only). Default: ${DEFAULT-VALUE}.")
    private String locks = "";

    @Option(names = "--lock-slots", paramLabel = "N", order = 14, defaultValue = LOCK_SLOTS_DEFAULT,
        description = "Locks in the lock table, in each if there are several; rows share them. "
            + "Default: ${DEFAULT-VALUE}.")
    private String lockSlots = "";

    @Option(names = "--lock-tables", paramLabel = "N", order = 14, defaultValue = "1",
        description = "Lock tables that the locks are spread over, as over several lock servers. "
            + "Default: ${DEFAULT-VALUE}.")
    private String lockTables = "";

    @Option(names = "--memory", paramLabel = "SIZE", order = 14,
        description = "Memory for rows and indexes: 512m, 1.5g, 2g or bytes. Transactions that need more are refused"
            + " and counted. Default: half of the machine's memory.")
    private @Nullable String memory;

    @Option(names = "--seed", paramLabel = "N", order = 15, defaultValue = "1",
        description = "Gives data and inputs; the same seed gives the same. Default: ${DEFAULT-VALUE}.")
    private String seed = "";

    @Mixin
    private final JsonOption json = new JsonOption();

    @Option(names = "--history", paramLabel = "FILE", order = 17,
        description = "Record every transaction in a new file, for 'baton history check'.")
    private @Nullable String history;

    @Option(names = "--no-check", order = 18, description = "Skip the consistency checks.")
    private boolean noCheck;

    RunOptions(CommandContext context) {
        this.context = context;
    }

    CommandSpec command() {
        if (command == null) {
            throw new IllegalStateException("the command line was not parsed");
        }
        return command;
    }

    RunSettings settings() {
        final int number = clients == null ? context.processors()
            : (int) OptionValues.number(command(), "--clients", clients, 1, RunSettings.CLIENTS_MAX);
        return new RunSettings(number,
            OptionValues.duration(command(), "--warmup", warmup, Duration.ZERO),
            longest(),
            !noCheck, context.processors(),
            transactions == null ? RunSettings.UNCOUNTED
                : OptionValues.number(command(), "--transactions", transactions, 1, TRANSACTIONS_MAX));
    }

    private Duration longest() {
        if (transactions == null) {
            final String given = duration == null ? DURATION_DEFAULT : duration;
            return OptionValues.duration(command(), "--duration", given, Duration.ofMillis(1));
        }
        if (duration != null) {
            throw OptionValues.complaint(command(), "--transactions", transactions,
                "the run ends when they are done; leave --duration out", null);
        }
        return OptionValues.DURATION_MAX;
    }

    EngineSettings engine(RunSettings settings) {
        final LockKind kind = lockKind();
        if (kind == LockKind.NONE && settings.clients() > 1) {
            throw new ParameterException(command().commandLine(), "--locks none: with " + settings.clients()
                + " clients transactions would overwrite each other; add --clients 1 or use --locks shiftlock");
        }
        final int tables =
            (int) OptionValues.number(command(), "--lock-tables", lockTables, 1, EngineBuilder.LOCK_TABLES_MAX);
        return new EngineSettings(settings.clients(), kind,
            (int) OptionValues.number(command(), "--lock-slots", lockSlots, 1, LOCK_SLOTS_MAX / tables),
            memory == null ? OptionalLong.empty()
                : OptionalLong.of(OptionValues.bytes(command(), "--memory", memory)),
            OptionValues.number(command(), "--seed", seed, Long.MIN_VALUE, Long.MAX_VALUE),
            history == null ? null : OptionValues.file(command(), context, "--history", history).path())
            .withLockTables(tables);
    }

    @Nullable
    ResultFile json() {
        return json.file(command(), context);
    }

    private LockKind lockKind() {
        for (final LockKind kind : LockKind.values()) {
            if (kind.name().toLowerCase(Locale.ROOT).equals(locks)) {
                return kind;
            }
        }
        throw OptionValues.complaint(command(), "--locks", locks, "give shiftlock or none", null);
    }
}
