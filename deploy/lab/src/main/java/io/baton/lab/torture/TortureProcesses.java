package io.baton.lab.torture;

import io.baton.lab.child.ChildProcess;
import io.baton.wire.CarrierKind;
import io.baton.wire.WireAddress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.agrona.concurrent.NanoClock;

/** The children of a run over one carrier: lock servers, coordinators and the relays between them. One thread. */
final class TortureProcesses implements AutoCloseable {

    /** So many coordinators, the last ones, reach the lock servers through relays. */
    static final int RELAYED = 2;

    private static final List<String> FLAGS =
        List.of("-Xmx128m", "-Xms64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto");

    private final TortureSettings settings;
    private final CarrierKind carrier;
    private final Path folder;
    private final Path witness;
    private final NanoClock clock;
    private final SessionLog sessions;
    private final List<WireAddress> addresses = new ArrayList<>();
    private final List<ChildProcess> servers = new ArrayList<>();
    private final List<ChildProcess> coordinators = new ArrayList<>();
    private final List<List<Relay>> relays = new ArrayList<>();
    private final long[] incarnations = new long[TortureLayout.SERVERS];
    /** By coordinator and server: the life of the server that it has joined last. */
    private final AtomicLongArray joined =
        new AtomicLongArray((TortureLayout.COORDINATORS + 1) * TortureLayout.SERVERS);
    private final AtomicLong busy = new AtomicLong();
    private final AtomicLong busyNanos = new AtomicLong();
    private long lastIncarnation;
    private int started;

    TortureProcesses(TortureSettings settings, CarrierKind carrier, Path folder, Path witness, NanoClock clock,
            SessionLog sessions) {
        this.settings = settings;
        this.carrier = carrier;
        this.folder = folder;
        this.witness = witness;
        this.clock = clock;
        this.sessions = sessions;
    }

    /** Starts all, and waits until they work; one that fails leaves those before it to be closed. */
    void start() throws IOException, InterruptedException {
        for (int server = 0; server < TortureLayout.SERVERS; server++) {
            addresses.add(WireAddress.parse(carrier == CarrierKind.TCP ? "tcp:127.0.0.1:0"
                : carrier.scheme() + ":" + folder.resolve("server-" + server)));
            startServer(server);
        }
        for (int process = 0; process < TortureLayout.COORDINATORS; process++) {
            relays.add(new ArrayList<>());
            if (process >= TortureLayout.COORDINATORS - RELAYED) {
                addRelays(process);
            }
            coordinators.add(startCoordinator(process));
        }
        for (final ChildProcess each : coordinators) {
            patiently(each, CoordinatorChild.WORKING);
        }
    }

    private void addRelays(int process) throws IOException {
        for (int server = 0; server < TortureLayout.SERVERS; server++) {
            relays.get(process)
                .add(new Relay(addresses.get(server), folder.resolve("relay-" + process + "-" + server)));
        }
    }

    private void startServer(int server) throws IOException, InterruptedException {
        final long incarnation = ++lastIncarnation;
        incarnations[server] = incarnation;
        final ChildProcess child = new ChildProcess(LockServerChild.class, FLAGS,
            LockServerChild.arguments(addresses.get(server), incarnation, settings.planted(), settings.lanes()),
            errors(),
            words -> note(server, incarnation, words));
        if (server < servers.size()) {
            servers.set(server, child);
        } else {
            servers.add(child);
        }
        patiently(child, LockServerChild.LISTENS);
    }

    private void note(int server, long incarnation, String[] words) {
        switch (words[0]) {
            case LockServerChild.LISTENS -> addresses.set(server, WireAddress.parse(words[1]));
            case LockServerChild.JOINED ->
                sessions.joined(incarnation, Integer.parseInt(words[1]), Long.parseLong(words[2]));
            case LockServerChild.FENCED ->
                sessions.fenced(incarnation, Integer.parseInt(words[1]), Long.parseLong(words[2]));
            case LockServerChild.RESET -> sessions.reset();
            default -> {
            }
        }
    }

    private ChildProcess startCoordinator(int process) throws IOException {
        final List<String> ways = new ArrayList<>();
        for (int server = 0; server < TortureLayout.SERVERS; server++) {
            ways.add(process >= relays.size() || relays.get(process).isEmpty() ? addresses.get(server).toString()
                : relays.get(process).get(server).address());
        }
        return new ChildProcess(CoordinatorChild.class, FLAGS,
            CoordinatorChild.arguments(settings.lanes(), process, settings.seed() + 1_000L * started,
                settings.planted(), witness, ways),
            errors(), words -> note(process, words));
    }

    private void note(int process, String[] words) {
        switch (words[0]) {
            case CoordinatorChild.JOINED -> joined.set(
                process * TortureLayout.SERVERS + Integer.parseInt(words[1]), Long.parseLong(words[2]));
            case CoordinatorChild.FREE -> {
                busy.set(Long.parseLong(words[1]));
                busyNanos.set(Long.parseLong(words[2]));
            }
            default -> {
            }
        }
    }

    private Path errors() {
        return folder.resolve("errors-" + started++);
    }

    ChildProcess coordinator(int process) {
        return coordinators.get(process);
    }

    ChildProcess server(int server) {
        return servers.get(server);
    }

    List<Relay> relays(int process) {
        return relays.get(process);
    }

    /** Starts a coordinator again that was killed. */
    ChildProcess restartCoordinator(int process) throws IOException {
        final ChildProcess child = startCoordinator(process);
        coordinators.set(process, child);
        return child;
    }

    /** Kills a lock server: from now on nobody has a lock of it. */
    void killServer(int server) throws InterruptedException {
        servers.get(server).kill();
        sessions.ended(incarnations[server], clock.nanoTime());
    }

    void restartServer(int server) throws IOException, InterruptedException {
        startServer(server);
    }

    /** Whether all coordinators are members of the lock servers' lives of now. */
    boolean allJoined() {
        for (int process = 0; process < TortureLayout.COORDINATORS; process++) {
            for (int server = 0; server < TortureLayout.SERVERS; server++) {
                if (joined.get(process * TortureLayout.SERVERS + server) != incarnations[server]) {
                    return false;
                }
            }
        }
        return true;
    }

    ChildProcess sweeper() throws IOException {
        return startCoordinator(TortureLayout.SWEEPER);
    }

    /** How many locks were not free when the sweeper looked, or -1 if it has not since. */
    long busySince(long nanos) {
        return busyNanos.get() > nanos ? busy.get() : -1;
    }

    /** Throws if a child has ended that nobody has killed. */
    void checkAlive() {
        for (final ChildProcess each : servers) {
            check(each);
        }
        for (final ChildProcess each : coordinators) {
            check(each);
        }
    }

    private static void check(ChildProcess child) {
        if (!child.isAlive()) {
            throw child.failure("has ended by itself");
        }
    }

    static void patiently(ChildProcess child, String word) throws InterruptedException {
        if (!child.await(word, Times.BOUND_NANOS)) {
            throw child.failure("stands still: it has not said '" + word + "'");
        }
    }

    @Override
    public void close() throws IOException {
        coordinators.forEach(ChildProcess::close);
        servers.forEach(ChildProcess::close);
        for (final List<Relay> each : relays) {
            for (final Relay relay : each) {
                relay.close();
            }
        }
    }
}
