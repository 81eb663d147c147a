package io.baton.lab.torture;

import io.baton.deploy.command.EventLog;
import io.baton.deploy.wire.LaneSettings;
import io.baton.lab.child.ChildLife;
import io.baton.lab.child.ChildLines;
import io.baton.wire.WireAddress;
import io.baton.wire.tls.LaneSecurity;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.SystemNanoClock;

/**
 * The main class of a coordinator that is tortured: clients that take chains of locks. With the number of the sweeper
 * it gets every lock once instead, and tells how many are not free then.
 */
final class CoordinatorChild {

    /** The lines' first words; the first is said once, when every lock server has been joined. */
    static final String WORKING = "working";
    static final String JOINED = "joined";
    static final String SWEPT = "swept";
    static final String FREE = "free";

    private static final long LOOK_NANOS = 10_000_000;
    private static final int ALL_SERVERS = (1 << TortureLayout.SERVERS) - 1;

    private final ChildLines lines = new ChildLines();
    private final ThreadFactory threads = Thread.ofPlatform().name("coordinator-", 0).factory();
    private final int process;
    private final long seed;
    private final Mistake planted;
    private final Witness witness;
    private final List<ServerLink> links = new ArrayList<>();
    /** A bit for each lock server that has been joined. */
    private final AtomicInteger reached = new AtomicInteger();

    private CoordinatorChild(List<String> all) throws IOException {
        final LaneSecurity security = LaneSettings.of(all).open(FileSystems.getDefault());
        final String[] arguments = all.subList(LaneSettings.WORDS, all.size()).toArray(new String[0]);
        process = Integer.parseInt(arguments[0]);
        seed = Long.parseLong(arguments[1]);
        planted = Mistake.valueOf(arguments[2]);
        witness = Witness.map(Path.of(arguments[3]));
        for (int server = 0; server < TortureLayout.SERVERS; server++) {
            final int number = server;
            links.add(
                new ServerLink(WireAddress.parse(arguments[4 + server]), security, planted, SystemNanoClock.INSTANCE,
                    threads,
                    life -> joined(number, life)));
        }
    }

    /** A process that cannot reach a lock server does not work, however long it tries. */
    private void joined(int server, JoinedSession life) {
        lines.line(JOINED + " " + server + " " + life.incarnation() + " " + life.node());
        final int before = reached.getAndUpdate(servers -> servers | 1 << server);
        if (before != ALL_SERVERS && (before | 1 << server) == ALL_SERVERS) {
            lines.line(WORKING);
        }
    }

    static List<String> arguments(LaneSettings lanes, int process, long seed, Mistake planted, Path witness,
            List<String> servers) {
        final List<String> arguments = new ArrayList<>(lanes.words());
        arguments.addAll(
            List.of(Integer.toString(process), Long.toString(seed), planted.name(), witness.toString()));
        arguments.addAll(servers);
        return arguments;
    }

    /**
     * Works until it is killed.
     *
     * @param arguments those of {@link #arguments}
     * @throws IOException if the witness cannot be mapped
     */
    public static void main(String[] arguments) throws IOException {
        EventLog.onlyWhereOpen();
        ChildLife.begin(CoordinatorChild.class);
        final CoordinatorChild child = new CoordinatorChild(List.of(arguments));
        if (child.process == TortureLayout.SWEEPER) {
            child.sweep();
        } else {
            child.work();
        }
    }

    private void work() {
        for (int number = 0; number < TortureLayout.CLIENTS; number++) {
            threads.newThread(client(number, visits())).start();
        }
    }

    private List<TortureClient> visits() {
        return links.stream().map(TortureClient::new).toList();
    }

    private ChainClient client(int number, List<TortureClient> visits) {
        return new ChainClient(process,
            new ClientWitness(witness, process, number, SystemNanoClock.INSTANCE,
                () -> LockSupport.parkNanos(LOOK_NANOS)),
            visits, new SplittableRandom(seed * TortureLayout.CLIENTS + number), SystemNanoClock.INSTANCE,
            LockSupport::parkNanos, planted);
    }

    /** Gets each lock once, so that what the dead have left is recovered, and looks later what is not free. */
    private void sweep() {
        final List<TortureClient> visits = visits();
        final ChainClient client = client(0, visits);
        for (int server = 0; server < TortureLayout.SERVERS; server++) {
            for (int lock = 0; lock < TortureLayout.LOCKS; lock++) {
                boolean swept = false;
                while (!swept) {
                    visits.forEach(TortureClient::begin);
                    swept = client.get(TortureLayout.key(server, lock), true);
                    if (swept) {
                        client.work();
                    }
                    client.release();
                }
            }
        }
        lines.line(SWEPT);
        while (true) {
            LockSupport.parkNanos(LOOK_NANOS);
            if (witness.wanted() == Witness.LOOK) {
                lines.line(FREE + " " + busy(visits) + " " + SystemNanoClock.INSTANCE.nanoTime());
            }
        }
    }

    private static long busy(List<TortureClient> visits) {
        visits.forEach(TortureClient::begin);
        return visits.stream().mapToLong(visit -> visit.life().busy()).sum();
    }
}
