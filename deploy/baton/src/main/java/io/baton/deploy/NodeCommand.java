package io.baton.deploy;

import io.baton.deploy.command.CommandContext;
import io.baton.deploy.command.EventLog;
import io.baton.deploy.command.ExitStatus;
import io.baton.deploy.command.OptionValues;
import io.baton.deploy.command.ParsedCommand;
import io.baton.deploy.command.VersionText;
import io.baton.deploy.report.Console;
import io.baton.deploy.report.Figures;
import io.baton.deploy.wire.SecureLaneOptions;
import io.baton.deploy.wire.SessionOptions;
import io.baton.fabric.inprocess.InProcessFabric;
import io.baton.fabric.inprocess.WaitPolicy;
import io.baton.lock.RecoveryOptions;
import io.baton.lock.server.RecoveryServer;
import io.baton.lock.shiftlock.ShiftLockTable;
import io.baton.wire.LockServer;
import io.baton.wire.LockServerOptions;
import io.baton.wire.WireAddress;
import io.baton.wire.tls.LaneSecurity;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A lock server for other processes. */
@Command(name = "node", sortOptions = false, mixinStandardHelpOptions = true, versionProvider = VersionText.class,
    header = "Serve locks to other processes.",
    description = {"",
        "Keeps a table of locks in memory and executes what lock clients of other processes ask for, until it is "
            + "stopped. With TLS, other machines reach it, too: each side shows a certificate, which is read "
            + "again when it changes. Without, TCP is for this machine only. Clients that use auto:HOST:PORT come over "
            + "shared memory or a Unix socket if it listens there and they are on the same machine.",
        "",
        "Only processes that have joined reach the locks, and locks of processes that are gone, or silent for longer "
            + "than their session, are recovered. Clients give the same lease and session. Fencing tokens begin with "
            + "the incarnation, so that it must grow from one start to the next. With --session none everybody reaches "
            + "the locks, and those of a process that is killed stay taken until the node is started again.",
        ""},
    optionListHeading = "Options:%n",
    footerHeading = "%nExamples:%n",
    footer = {"  baton node --listen unix:/tmp/baton.sock --slots 1000000",
        "  baton node --listen shm:/dev/shm/baton,tcp:127.0.0.1:7400 --slots 1000000",
        "  baton node --listen tcp:127.0.0.1:7400 --session 5s --lease 200ms",
        "  baton node --listen tcp:0.0.0.0:7400 --tls-cert node.pem --tls-key node.key --tls-ca ca.pem", "",
        "Exit status: 0 if it was stopped, 1 if it failed, 2 for bad arguments or an address that cannot be "
            + "listened to."})
final class NodeCommand extends ParsedCommand {

    private static final long LOOK_NANOS = 50_000_000;
    /** How many looks there are between two at the files of TLS: a second. */
    private static final int LOOKS_PER_REFRESH = 20;
    /** What fits into the memory of one fabric. */
    private static final long SLOTS_MAX = 100_000_000;
    private static final long EXECUTORS_MAX = 64;

    @Option(names = "--listen", paramLabel = "ADDRESS", required = true, order = 1,
        description = "Where to listen, with commas between: unix:PATH, tcp:HOST:PORT, shm:DIRECTORY.")
    private String listen = "";

    @Option(names = "--slots", paramLabel = "N", order = 2, defaultValue = "1048576",
        description = "How many locks there are. Default: ${DEFAULT-VALUE}.")
    private String slots = "";

    @Option(names = "--executors", paramLabel = "N", order = 3, defaultValue = "1",
        description = "How many threads execute verbs. Default: ${DEFAULT-VALUE}.")
    private String executors = "";

    @Mixin
    private final SessionOptions sessions = new SessionOptions();

    @Option(names = "--incarnation", paramLabel = "N", order = 22,
        description = "Names this life of the server, greater than all lives before it. Default: the time of day in "
            + "milliseconds, which is greater unless the clock was set back.")
    private @Nullable String incarnation;

    @Mixin
    private final SecureLaneOptions secure = new SecureLaneOptions();

    NodeCommand(CommandContext context) {
        super(context);
    }

    @Override
    public Integer call() {
        final int count = (int) number("--slots", slots, 1, SLOTS_MAX);
        final int threads = (int) number("--executors", executors, 1, EXECUTORS_MAX);
        final @Nullable RecoveryOptions recovery = sessions.recovery(spec(), List.of("--incarnation"));
        final long life = incarnation == null
            ? context.wallClock().time() : number("--incarnation", incarnation, 1, Long.MAX_VALUE);
        final List<WireAddress> addresses = addresses();
        try (EventLog log = EventLog.open(context)) {
            return serve(count, threads, recovery, life, addresses, log);
        }
    }

    private int serve(int count, int threads, @Nullable RecoveryOptions recovery, long life,
            List<WireAddress> addresses, EventLog log) {
        final ThreadFactory factory = Thread.ofPlatform().daemon().name("baton-node-", 0).factory();
        final LaneSecurity security = SecureLaneOptions.open(spec(), context, secure.settings(spec()));
        final LockServerOptions options = LockServerOptions.of(factory, new SecureRandom(), log::info)
            .withExecutors(threads).withSecurity(security);
        final long bytes = recovery == null
            ? ShiftLockTable.memoryBytes(count) : ShiftLockTable.recoverableMemoryBytes(count);
        try (InProcessFabric memory = new InProcessFabric(
            bytes, context.clock(), WaitPolicy.adaptive(context.processors()));
            LockServer server = start(memory, addresses, recovery == null ? options : options.withSessionsOnly())) {
            if (recovery == null) {
                return serve(server, count, security, log);
            }
            try (RecoveryServer recoveries = new RecoveryServer(server.fabric(), count, recovery,
                life, factory, event -> log.info(event.toString()), server::fail)) {
                server.recoverAt(recoveries.route());
                return serve(server, count, security, log);
            }
        }
    }

    private int serve(LockServer server, int count, LaneSecurity security, EventLog log) {
        final Console console = context.console();
        server.addresses().forEach(address -> console.line("Listening to " + address));
        console.line("Serving " + Figures.count(count) + " locks; stop with Ctrl-C.");
        final RenewedFiles renewed = new RenewedFiles(security.tls(), log::info);
        log.info("the lock server has started");
        int looks = 0;
        while (server.failure() == null && !context.interruption().requested()) {
            context.pause().accept(LOOK_NANOS);
            if (++looks % LOOKS_PER_REFRESH == 0) {
                renewed.look();
            }
        }
        final String failure = server.failure();
        if (failure != null) {
            log.error("the lock server ends, as it has failed: " + failure);
            return ExitStatus.FAILED;
        }
        log.info("the lock server stops, as it was told to");
        return ExitStatus.GOOD;
    }

    private List<WireAddress> addresses() {
        try {
            return WireAddress.parseAll(listen);
        } catch (IllegalArgumentException e) {
            throw OptionValues.complaint(spec(), "--listen", listen, String.valueOf(e.getMessage()), e);
        }
    }

    private LockServer start(
            InProcessFabric memory, List<WireAddress> addresses, LockServerOptions options) {
        try {
            return LockServer.start(memory, addresses, options);
        } catch (UncheckedIOException e) {
            throw OptionValues.complaint(spec(), "--listen", listen, String.valueOf(e.getMessage()), e);
        }
    }
}
