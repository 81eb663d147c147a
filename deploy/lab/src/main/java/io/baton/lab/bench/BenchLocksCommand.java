package io.baton.lab.bench;

import io.baton.deploy.command.CommandContext;
import io.baton.deploy.command.ExitStatus;
import io.baton.deploy.command.JsonOption;
import io.baton.deploy.command.OptionValues;
import io.baton.deploy.command.ParsedCommand;
import io.baton.deploy.command.VersionText;
import io.baton.deploy.report.Console;
import io.baton.deploy.report.ResultFile;
import io.baton.deploy.wire.LaneSettings;
import io.baton.deploy.wire.SecureLaneOptions;
import io.baton.deploy.wire.SessionOptions;
import io.baton.lab.bench.remote.RemoteBenchmark;
import io.baton.lab.bench.remote.RemoteCase;
import io.baton.lab.bench.remote.RemoteFigure;
import io.baton.lab.bench.remote.RemoteOptions;
import io.baton.lab.bench.remote.RemoteReport;
import io.baton.wire.WireAddress;
import io.baton.wire.tls.LaneSecurity;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Compares ShiftLock with the JDK's locks. */
@Command(name = "locks", sortOptions = false, mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    header = "Compare ShiftLock in process with arrays of the JDK's read-write locks.",
    description = {"",
        "Acquires and releases locks of all kinds in one run, in turns: one and two threads on 1,000 and on 1,000,000 "
            + "locks chosen uniformly, and 2, 16 and 128 clients on a single lock. Takes about a minute.",
        "",
        "With --servers it measures lock servers that run already (baton node) instead: clients in processes of their "
            + "own get locks and give them back, as fast as they can, with a session at each of the lock servers.",
        ""},
    optionListHeading = "Options:%n",
    footerHeading = "%nExamples:%n",
    footer = {"  baton bench locks", "  baton bench locks --json locks.json",
        "  baton bench locks --entry both",
        "  baton bench locks --servers shm:/dev/shm/a,shm:/dev/shm/b --clients 64 --processes 4 "
            + "--options product,single"})
public final class BenchLocksCommand extends ParsedCommand {

    private static final long CLIENTS_MAX = 10_000;
    private static final long PROCESSES_MAX = 64;
    private static final List<String> OF_SERVERS = List.of("--clients", "--processes", "--options", "--lock-set",
        "--chain", "--duration", "--warmup", "--session", "--lease", "--tls-host", "--tls-cert", "--tls-key",
        "--tls-ca", "--insecure-address");

    @Option(names = "--servers", paramLabel = "ADDRESS,...", order = 1,
        description = "Where the lock servers listen, with commas between: unix:PATH, tcp:HOST:PORT, shm:DIRECTORY, or "
            + "auto:HOST:PORT for the best way to the server that listens there.")
    private @Nullable String servers;

    @Option(names = "--clients", paramLabel = "N", order = 2, defaultValue = "1",
        description = "How many clients there are in all processes together. Default: ${DEFAULT-VALUE}.")
    private String clients = "";

    @Option(names = "--processes", paramLabel = "P", order = 3, defaultValue = "1",
        description = "How many processes the clients are in. Default: ${DEFAULT-VALUE}.")
    private String processes = "";

    @Option(names = "--options", paramLabel = "NAME,...", order = 4, defaultValue = "product",
        description = "What clients do to save round trips, measured one after the other: product, what the product "
            + "does; kept, processes keep the locks that they alone use; chains, locks that are wanted together are "
            + "asked for together; both; single, neither. Default: ${DEFAULT-VALUE}.")
    private String options = "";

    @Option(names = "--lock-set", paramLabel = "own|shared", order = 5, defaultValue = "own",
        description = "Whether each process has 1,000 locks of its own, or all the same. Default: ${DEFAULT-VALUE}.")
    private String lockSet = "";

    @Option(names = "--chain", paramLabel = "N", order = 6, defaultValue = "1",
        description = "How many locks a client gets at once. Default: ${DEFAULT-VALUE}.")
    private String chain = "";

    @Option(names = "--duration", paramLabel = "TIME", order = 7, defaultValue = "3s",
        description = "How long to measure: 500ms, 10s, 2m. Default: ${DEFAULT-VALUE}.")
    private String duration = "";

    @Option(names = "--warmup", paramLabel = "TIME", order = 8, defaultValue = "2s",
        description = "How long the clients run before. Default: ${DEFAULT-VALUE}.")
    private String warmup = "";

    @Option(names = "--entry", paramLabel = "masked|plain|both", order = 9, defaultValue = "masked",
        description = "Without --servers: ShiftLock's entries of 16 bytes with masked atomics, those of two words with "
            + "plain ones (ShiftLock-8), or both beside each other. Default: ${DEFAULT-VALUE}.")
    private String entry = "";

    @Mixin
    private final SessionOptions sessions = new SessionOptions();

    @Option(names = "--tls-host", paramLabel = "NAME", order = 45,
        description = "The name in the lock servers' certificates, if it is not that of their addresses.")
    private @Nullable String tlsHost;

    @Mixin
    private final SecureLaneOptions secure = new SecureLaneOptions();

    private final BenchPlan plan;

    @Mixin
    private final JsonOption json = new JsonOption();

    public BenchLocksCommand(CommandContext context, BenchPlan plan) {
        super(context);
        this.plan = plan;
    }

    @Override
    public Integer call() {
        if (servers == null) {
            OptionValues.refuse(spec(), OF_SERVERS,
                "is for lock servers that run already; add --servers, or leave it out");
        } else {
            OptionValues.refuse(spec(), List.of("--entry"),
                "is for locks of this process; leave it out, or --servers");
        }
        final @Nullable ResultFile file = json.file(spec(), context);
        return servers == null ? inProcess(file) : remote(servers, file);
    }

    private int remote(String addresses, @Nullable ResultFile file) {
        final List<RemoteOptions> all = remoteOptions();
        final RemoteCase of = remoteCase(addresses, all.getFirst());
        final LaneSecurity security = SecureLaneOptions.open(spec(), context, of.lanes());
        final List<RemoteFigure> figures = new ArrayList<>();
        try {
            for (final RemoteOptions each : all) {
                figures.add(RemoteBenchmark.measure(of.with(each), security));
            }
        } catch (IOException e) {
            context.err().println("baton: the lock servers could not be measured: " + e.getMessage() + ".");
            return ExitStatus.FAILED;
        }
        RemoteReport.lines(figures).forEach(context.console()::line);
        if (file != null) {
            file.write(RemoteReport.json(figures));
        }
        return ExitStatus.of(true, context.interruption().requested());
    }

    private List<RemoteOptions> remoteOptions() {
        final List<RemoteOptions> chosen = new ArrayList<>();
        for (final String name : options.split(",", -1)) {
            chosen.add(Arrays.stream(RemoteOptions.values()).filter(each -> each.label().equals(name)).findAny()
                .orElseThrow(() -> OptionValues.complaint(spec(), "--options", options,
                    "give some of product, kept, chains, both and single, with commas between", null)));
        }
        return chosen;
    }

    private RemoteCase remoteCase(String addresses, RemoteOptions first) {
        final int processCount = (int) OptionValues.number(spec(), "--processes", processes, 1, PROCESSES_MAX);
        final int clientCount = (int) OptionValues.number(spec(), "--clients", clients, processCount, CLIENTS_MAX);
        if (clientCount % processCount != 0) {
            throw OptionValues.complaint(spec(), "--clients", clients,
                "give a multiple of the " + processCount + " processes", null);
        }
        if (!lockSet.equals("own") && !lockSet.equals("shared")) {
            throw OptionValues.complaint(spec(), "--lock-set", lockSet, "give own or shared", null);
        }
        return new RemoteCase(servers(addresses), lanes(), sessions.recovery(spec(), List.of()), first, processCount,
            clientCount, lockSet.equals("own"),
            (int) OptionValues.number(spec(), "--chain", chain, 1, RemoteCase.LOCKS),
            OptionValues.duration(spec(), "--warmup", warmup, Duration.ZERO),
            OptionValues.duration(spec(), "--duration", duration, Duration.ofMillis(1)));
    }

    private LaneSettings lanes() {
        final LaneSettings given = secure.settings(spec());
        if (tlsHost == null) {
            return given;
        }
        if (given.certificate().isEmpty()) {
            throw OptionValues.complaint(spec(), "--tls-host", tlsHost, "is for TLS; add --tls-cert, --tls-key and "
                + "--tls-ca, or leave it out", null);
        }
        return given.withHost(tlsHost);
    }

    private List<WireAddress> servers(String addresses) {
        try {
            return WireAddress.parseAll(addresses);
        } catch (IllegalArgumentException e) {
            throw OptionValues.complaint(spec(), "--servers", addresses, String.valueOf(e.getMessage()), e);
        }
    }

    private List<Contender> contenders() {
        if (!List.of("masked", "plain", "both").contains(entry)) {
            throw OptionValues.complaint(spec(), "--entry", entry, "give masked, plain or both", null);
        }
        return Contender.with(!entry.equals("plain"), !entry.equals("masked"));
    }

    private int inProcess(@Nullable ResultFile file) {
        final List<Contender> contenders = contenders();
        final Console console = context.console();
        if (!console.terminal()) {
            console.line("Measuring " + plan.cases().size() + " cases.");
        }
        final LockBenchmark benchmark = new LockBenchmark(
            plan, contenders, context.processors(), context.clock(), context.pause(), context.interruption());
        final List<BenchFigure> figures = benchmark.run(done -> console.transientLine(
            "Measuring " + Console.bar(done, plan.cases().size()) + "  case " + done + " of " + plan.cases().size()));
        console.clear();
        BenchReport.print(figures, plan, console);
        if (file != null) {
            file.write(BenchReport.json(figures));
        }
        return ExitStatus.of(true, context.interruption().requested());
    }
}
