package io.baton.deploy.serve;

import io.baton.bundle.ProcedureBundle;
import io.baton.console.WebConsole;
import io.baton.deploy.command.CommandContext;
import io.baton.deploy.command.DataOptions;
import io.baton.deploy.command.EventLog;
import io.baton.deploy.command.ExitStatus;
import io.baton.deploy.command.OptionValues;
import io.baton.deploy.command.ParsedCommand;
import io.baton.deploy.command.VersionText;
import io.baton.deploy.open.BundleJars;
import io.baton.deploy.open.DataSettings;
import io.baton.deploy.open.ServedEngine;
import io.baton.deploy.report.Console;
import io.baton.deploy.report.Figures;
import io.baton.engine.Durability;
import io.baton.engine.Engine;
import io.baton.engine.observe.CallObserver;
import io.baton.metrics.CallMetrics;
import io.baton.metrics.PrometheusEndpoint;
import io.baton.server.BatonServer;
import io.baton.server.ServerOptions;
import io.baton.server.statistics.CallMeter;
import io.baton.tracing.TraceExport;
import io.baton.workload.Setting;
import io.baton.workload.Workload;
import io.baton.workload.WorkloadBundle;
import io.baton.workload.WorkloadConfig;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Serves procedures to clients of other processes. */
@Command(name = "server", sortOptions = false, mixinStandardHelpOptions = true, versionProvider = VersionText.class,
    header = "Serve procedures to other processes.",
    description = {"",
        "Opens an engine with the tables and procedures of bundles, and calls them for clients until it is stopped. "
            + "Without TLS and users it listens to this machine only. docs/server.md says how to write a bundle and "
            + "what clients can rely on, docs/security.md how to make certificates and users.",
        ""},
    optionListHeading = "Options:%n",
    footerHeading = "%nExamples:%n",
    footer = {"  baton server --workload smallbank --set accounts=10000",
        "  baton server --workload smallbank --console 127.0.0.1:7433",
        "  baton server --workload smallbank --traces http://127.0.0.1:4318 --trace-ratio 0.01",
        "  baton server --listen 127.0.0.1:7432 --procedures my.jar --data my-data",
        "  baton server --listen 0.0.0.0:7432 --tls-cert server.pem --tls-key server.key --users users.txt",
        "    --procedures my.jar", "",
        "Exit status: 0 if it was stopped, 1 if data are damaged, 2 for bad arguments."})
public final class ServerCommand extends ParsedCommand {

    /** Where a server listens, and clients look for it, unless they are told otherwise. */
    public static final String ADDRESS_DEFAULT = "127.0.0.1:7432";
    private static final long LOOK_NANOS = 50_000_000;
    private static final int PORT_MAX = 65_535;
    private static final long THREADS_MAX = 64;
    private static final long TRACE_CLIENTS_MAX = 1_000_000;
    private static final long CONNECTIONS_MAX = 1_000_000;

    @Option(names = "--listen", paramLabel = "HOST:PORT", order = 1, defaultValue = ADDRESS_DEFAULT,
        description = "Where to listen; port 0 for any that is free. Default: ${DEFAULT-VALUE}.")
    private String listen = "";

    @Option(names = "--procedures", paramLabel = "JAR", order = 2, split = ",",
        description = "Jars with bundles, with commas between.")
    private List<String> jars = new ArrayList<>();

    @Option(names = "--workload", paramLabel = "NAME", order = 3, split = ",",
        description = "Workloads whose procedures are served too, with commas between.")
    private List<String> workloads = new ArrayList<>();

    @Option(names = "--set", paramLabel = "SETTING=N", order = 4,
        description = "A setting of the workloads, as 'baton run NAME --help' shows them: accounts=1000.")
    private Map<String, String> settings = new HashMap<>();

    @Option(names = "--memory", paramLabel = "SIZE", order = 5,
        description = "Memory for rows and indexes: 512m, 1.5g, 2g or bytes. Default: half of the machine's memory.")
    private @Nullable String memory;

    @Option(names = "--connections", paramLabel = "N", order = 6, defaultValue = "16384",
        description = "How many connections may be open. Default: ${DEFAULT-VALUE}.")
    private String connections = "";

    @Option(names = "--announce", paramLabel = "HOST:PORT", order = 6, split = ",",
        description = "Where clients that listen to it find servers that take over when this one has gone, with commas "
            + "between, 16 at most. Default: none.")
    private List<String> announced = new ArrayList<>();

    @Option(names = "--io-threads", paramLabel = "N", order = 7,
        description = "How many threads read, write, and run short calls. Default: one for every two processors.")
    private @Nullable String ioThreads;

    @Option(names = "--metrics", paramLabel = "HOST:PORT", order = 8,
        description = "Where Prometheus may read metrics, at the path /metrics; port 0 for any that is free. With "
            + "--users and TLS other machines may, too, as operators. Default: no metrics.")
    private @Nullable String metrics;

    @Option(names = "--metrics-buckets", paramLabel = "TIME", order = 8, split = ",",
        description = "Ends of the buckets in which latencies are counted, the shortest first, with commas between, "
            + "64 at most: 0.1ms,1ms,10ms,1s. Each is a series for each procedure and outcome. Default: 14, from "
            + "0.01ms to 10s.")
    private List<String> metricsBuckets = new ArrayList<>();

    @Option(names = "--traces", paramLabel = "URL", order = 8,
        description = "Where a collector of OpenTelemetry takes traces by OTLP over HTTP, such as "
            + "http://127.0.0.1:4318. Default: no traces.")
    private @Nullable String traces;

    @Option(names = "--trace-ratio", paramLabel = "RATIO", order = 8,
        description = "Of how many calls there are traces: 0.01 for one of a hundred. Default: 1, of all.")
    private @Nullable String traceRatio;

    @Option(names = "--trace-clients", paramLabel = "N", order = 8,
        description = "How many spans a second there are at most because clients trace their calls; 0 for none. "
            + "Default: " + TraceExport.CLIENTS_PER_SECOND + ".")
    private @Nullable String traceClients;

    @Option(names = "--console", paramLabel = "HOST:PORT", order = 9,
        description = "Where browsers find a page that shows what the server does; port 0 for any that is free. With "
            + "--users it is for operators, who log in; with TLS too, other machines may reach it. Default: no page.")
    private @Nullable String page;

    @Option(names = "--console-host", paramLabel = "NAME", order = 9, split = ",",
        description = "Names by which browsers reach the page, beside its address, with commas between.")
    private List<String> pageHosts = new ArrayList<>();

    @Option(names = "--backups", paramLabel = "DIR", order = 22,
        description = "Lets operators copy the running server's data: 'baton call baton.backup NAME' makes the store "
            + "NAME below this directory. With --data only. Default: no backups.")
    private @Nullable String backups;

    @Mixin
    private final SecureServerOptions secure;

    @Mixin
    private final DataOptions data;

    public ServerCommand(CommandContext context) {
        super(context);
        this.secure = new SecureServerOptions(context);
        this.data = new DataOptions(context);
    }

    @Override
    public Integer call() {
        try (EventLog log = EventLog.open(context)) {
            return serve(log);
        }
    }

    private int serve(EventLog log) {
        final ServerOptions options = new ServerOptions(address("--listen", listen))
            .connectionsMax((int) number("--connections", connections, 1, CONNECTIONS_MAX)).log(log::info);
        secure.apply(spec(), options);
        try {
            options.endpoints(announced);
        } catch (IllegalArgumentException e) {
            throw OptionValues.complaint(spec(), "--announce", String.join(",", announced),
                String.valueOf(e.getMessage()), e);
        }
        final @Nullable ShownMetrics shown = shownMetrics();
        if (shown != null) {
            options.traffic(shown.traffic());
        }
        final CallMeter meter = new CallMeter();
        options.meter(meter);
        final @Nullable ShownConsole watched = shownConsole(log);
        if (ioThreads != null) {
            options.ioThreads((int) number("--io-threads", ioThreads, 1, THREADS_MAX));
        }
        final DataSettings kept = data.settings(spec());
        applyBackups(options, kept);
        final OptionalLong bytes = memory == null ? OptionalLong.empty()
            : OptionalLong.of(OptionValues.bytes(spec(), "--memory", memory));
        final List<ProcedureBundle> bundles = new ArrayList<>(workloadBundles());
        try (BundleJars opened = openJars()) {
            bundles.addAll(opened.bundles());
            if (bundles.isEmpty()) {
                throw OptionValues.complaint(spec(), "--procedures", "", "give jars with bundles, or --workload", null);
            }
            try (@Nullable
            ShownTraces traced = shownTraces(shown, log);
                Engine engine = open(bundles, kept, observer(shown, meter), traced, bytes);
                BatonServer server = start(engine, options);
                @Nullable
                PrometheusEndpoint endpoint = shown == null ? null : show(shown, engine, server, log);
                @Nullable
                WebConsole web = watched == null ? null : show(watched, engine, server)) {
                serve(engine, server, endpoint, web, log);
            }
        }
        return ExitStatus.GOOD;
    }

    private void applyBackups(ServerOptions options, @Nullable DataSettings kept) {
        if (backups == null) {
            return;
        }
        if (kept == null || kept.durability() == Durability.NONE) {
            throw OptionValues.complaint(spec(), "--backups", backups,
                "there is nothing to copy without --data and its log; add --data, and no --durability none", null);
        }
        options.backups(OptionValues.directory(spec(), context, "--backups", backups));
    }

    private @Nullable ShownMetrics shownMetrics() {
        if (metrics == null) {
            OptionValues.refuse(spec(), List.of("--metrics-buckets"), "is for --metrics; add it, or leave both out");
            return null;
        }
        final List<Duration> buckets = metricsBuckets.isEmpty() ? CallMetrics.BUCKETS_DEFAULT : metricsBuckets.stream()
            .map(text -> OptionValues.duration(spec(), "--metrics-buckets", text, Duration.ofNanos(1))).toList();
        try {
            return new ShownMetrics(address("--metrics", metrics), buckets);
        } catch (IllegalArgumentException e) {
            throw OptionValues.complaint(spec(), "--metrics-buckets", String.join(",", metricsBuckets),
                String.valueOf(e.getMessage()), e);
        }
    }

    private PrometheusEndpoint show(ShownMetrics shown, Engine engine, BatonServer server, EventLog log) {
        try {
            return shown.start(engine, server, log::info);
        } catch (IllegalArgumentException | UncheckedIOException e) {
            throw OptionValues.complaint(spec(), "--metrics", String.valueOf(metrics), String.valueOf(e.getMessage()),
                e);
        }
    }

    private WebConsole show(ShownConsole watched, Engine engine, BatonServer server) {
        try {
            return watched.start(engine, server);
        } catch (IllegalArgumentException | UncheckedIOException e) {
            throw OptionValues.complaint(spec(), "--console", String.valueOf(page), String.valueOf(e.getMessage()), e);
        }
    }

    private @Nullable ShownConsole shownConsole(EventLog log) {
        if (page != null) {
            return new ShownConsole(address("--console", page), pageHosts, log::info);
        }
        OptionValues.refuse(spec(), List.of("--console-host"), "is for --console; add it, or leave both out");
        return null;
    }

    private @Nullable ShownTraces shownTraces(@Nullable ShownMetrics shown, EventLog log) {
        if (traces == null) {
            OptionValues.refuse(spec(), List.of("--trace-ratio", "--trace-clients"),
                "is for --traces; add it, or leave both out");
            return null;
        }
        final double ratio = traceRatio == null ? 1 : OptionValues.ratio(spec(), "--trace-ratio", traceRatio);
        final int clients = traceClients == null ? TraceExport.CLIENTS_PER_SECOND
            : (int) OptionValues.number(spec(), "--trace-clients", traceClients, 0, TRACE_CLIENTS_MAX);
        try {
            final ShownTraces started = new ShownTraces(URI.create(traces), ratio, clients, log::warn);
            if (shown != null) {
                shown.traces(started.export());
            }
            return started;
        } catch (IllegalArgumentException e) {
            throw OptionValues.complaint(spec(), "--traces", traces,
                "give the address of a collector that takes OTLP over HTTP, such as http://127.0.0.1:4318", e);
        }
    }

    private static CallObserver observer(@Nullable ShownMetrics shown, CallMeter meter) {
        if (shown == null) {
            return meter;
        }
        final CallObserver first = shown.calls();
        return (procedure, end, sqlState, nanos, restarts) -> {
            first.ended(procedure, end, sqlState, nanos, restarts);
            meter.ended(procedure, end, sqlState, nanos, restarts);
        };
    }

    private void serve(Engine engine, BatonServer server, @Nullable PrometheusEndpoint endpoint,
            @Nullable WebConsole web, EventLog log) {
        final Console console = context.console();
        console.line("Listening to " + server.address().getHostString() + ":" + server.address().getPort());
        if (endpoint != null) {
            // As it was given: a socket for all addresses names itself otherwise.
            console.line("Metrics at http" + (endpoint.encrypts() ? "s" : "") + "://"
                + String.valueOf(metrics).replaceFirst(":\\d+$", "") + ":" + endpoint.address().getPort() + "/metrics");
        }
        if (web != null) {
            console.line("Console at " + web.url());
        }
        final EngineEvents events = new EngineEvents(engine, log);
        events.opened();
        log.info("the server has started, at " + server.address().getHostString() + ":" + server.address().getPort());
        console.line("Serving " + Figures.plural(engine.procedures().size(), "procedure") + "; stop with Ctrl-C.");
        while (!context.interruption().requested()) {
            context.pause().accept(LOOK_NANOS);
            events.look();
        }
        log.info("the server stops, as it was told to");
    }

    private Engine open(List<ProcedureBundle> bundles, @Nullable DataSettings kept, @Nullable CallObserver observer,
            @Nullable ShownTraces traced, OptionalLong bytes) {
        try {
            return ServedEngine.open(bundles, kept, observer, traced == null ? null : traced.export().calls(),
                bytes);
        } catch (IllegalArgumentException e) {
            throw OptionValues.complaint(spec(), "--procedures", String.join(",", jars),
                "the bundles cannot be opened: " + e.getMessage(), e);
        }
    }

    private BundleJars openJars() {
        try {
            return BundleJars.open(context.files(), jars);
        } catch (IllegalArgumentException e) {
            throw OptionValues.complaint(
                spec(), "--procedures", String.join(",", jars), String.valueOf(e.getMessage()), e);
        }
    }

    private BatonServer start(Engine engine, ServerOptions options) {
        try {
            return BatonServer.start(engine, options);
        } catch (IllegalArgumentException e) {
            throw OptionValues.complaint(spec(), "--listen", listen, String.valueOf(e.getMessage()), e);
        } catch (UncheckedIOException e) {
            // It names the address or the file.
            throw new ParameterException(spec().commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private InetSocketAddress address(String option, String given) {
        final int colon = given.lastIndexOf(':');
        if (colon > 0) {
            final int port = (int) number(option, given.substring(colon + 1), 0, PORT_MAX);
            return new InetSocketAddress(given.substring(0, colon), port);
        }
        throw OptionValues.complaint(spec(), option, given, "give host and port, for example " + ADDRESS_DEFAULT,
            null);
    }

    private List<ProcedureBundle> workloadBundles() {
        final List<ProcedureBundle> bundles = new ArrayList<>();
        final Map<String, String> unused = new HashMap<>(settings);
        for (final String name : workloads) {
            final Workload workload = workload(name);
            final Map<Setting, Long> values = new HashMap<>();
            for (final Setting setting : workload.settings()) {
                final String given = settings.get(setting.name());
                if (given != null) {
                    values.put(setting, number("--set " + setting.name(), given, setting.least(), setting.most()));
                    unused.remove(setting.name());
                }
            }
            bundles.add(new WorkloadBundle(workload, new WorkloadConfig(values, 1, DataSettings.LENGTH)));
        }
        unused.forEach((name, value) -> {
            throw OptionValues.complaint(spec(), "--set", name + "=" + value, "there is no such setting; "
                + "'baton run --help' lists the workloads", null);
        });
        return bundles;
    }

    private Workload workload(String name) {
        for (final Workload workload : context.workloads()) {
            if (workload.name().equals(name)) {
                return workload;
            }
        }
        final String[] names = context.workloads().stream().map(Workload::name).toArray(String[]::new);
        throw OptionValues.complaint(spec(), "--workload", name, "give " + String.join(", ", Arrays.asList(names)),
            null);
    }
}
