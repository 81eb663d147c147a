package io.baton.tpcc;

import io.baton.engine.Engine;
import io.baton.engine.LockKind;
import io.baton.engine.Session;
import io.baton.workload.TransactionEnd;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Measures the throughput of the mix, to be run by hand with the parent's {@code jvm.flags}. Arguments, all optional:
 * warehouses, clients (on virtual threads if there are more than processors), seconds of each round, rounds, kind of
 * locks.
 */
final class MixBenchmark {

    private final int warehouses;
    private final int clients;
    private final long roundNanos;
    private volatile boolean running;

    private MixBenchmark(int warehouses, int clients, int seconds) {
        this.warehouses = warehouses;
        this.clients = clients;
        this.roundNanos = TimeUnit.SECONDS.toNanos(seconds);
    }

    public static void main(String[] args) throws InterruptedException {
        final int warehouses = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        final int clients = args.length > 1 ? Integer.parseInt(args[1]) : 2;
        final int seconds = args.length > 2 ? Integer.parseInt(args[2]) : 5;
        final int rounds = args.length > 3 ? Integer.parseInt(args[3]) : 3;
        final LockKind kind = args.length > 4 ? LockKind.valueOf(args[4]) : LockKind.SHIFTLOCK;
        new MixBenchmark(warehouses, clients, seconds).run(rounds, kind);
    }

    private void run(int rounds, LockKind kind) throws InterruptedException {
        final long opened = System.nanoTime();
        try (Engine engine = Tpcc.addTables(Engine.builder(), warehouses, 3_000_000)
            .locks(kind).clients(clients).open()) {
            final Tpcc tpcc = new Tpcc(engine, new TpccConfig(warehouses, 42, false));
            tpcc.load(rows -> {});
            System.out.printf("loaded in %.2f s%n", (System.nanoTime() - opened) / 1e9);
            for (int round = 0; round < rounds; round++) {
                round(engine, tpcc, round);
            }
            final long from = System.nanoTime();
            System.out.println(tpcc.check(false));
            System.out.printf("checked in %.2f s%n", (System.nanoTime() - from) / 1e9);
        }
    }

    private void round(Engine engine, Tpcc tpcc, int round) throws InterruptedException {
        running = true;
        final boolean virtual = clients > Runtime.getRuntime().availableProcessors();
        final List<Thread> threads = new ArrayList<>();
        final List<Client> all = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            final Client client = new Client(tpcc, engine, round * clients + i);
            all.add(client);
            threads.add(virtual ? Thread.startVirtualThread(client) : Thread.ofPlatform().start(client));
        }
        final long from = System.nanoTime();
        TimeUnit.NANOSECONDS.sleep(roundNanos);
        running = false;
        for (Thread thread : threads) {
            thread.join();
        }
        final double seconds = (System.nanoTime() - from) / 1e9;
        long committed = 0;
        long restarts = 0;
        final Map<TransactionType, long[]> times = new EnumMap<>(TransactionType.class);
        for (Client client : all) {
            committed += client.committed;
            restarts += client.restarts;
            client.times.forEach((type, sums) -> {
                final long[] total = times.computeIfAbsent(type, t -> new long[2]);
                total[0] += sums[0];
                total[1] += sums[1];
            });
        }
        System.out.printf("%,.0f committed/s, %d restarts, failure: %s", committed / seconds, restarts,
            all.getFirst().failure);
        times.forEach((type, sums) -> System.out.printf("  %s %.1f us", type.label(), sums[1] / 1e3 / sums[0]));
        System.out.println();
    }

    /** A terminal at work. */
    private final class Client implements Runnable {
        private final Tpcc tpcc;
        private final Engine engine;
        private final int number;
        private final Map<TransactionType, long[]> times = new EnumMap<>(TransactionType.class);
        private long committed;
        private long restarts;
        private String failure = "";

        Client(Tpcc tpcc, Engine engine, int number) {
            this.tpcc = tpcc;
            this.engine = engine;
            this.number = number;
            for (TransactionType type : TransactionType.values()) {
                times.put(type, new long[2]);
            }
        }

        @Override
        public void run() {
            try (Session session = engine.session()) {
                final TpccTerminal terminal = tpcc.terminal(session, number);
                while (running) {
                    final long[] time = times.get(terminal.next());
                    final long from = System.nanoTime();
                    if (terminal.execute() == TransactionEnd.COMMITTED) {
                        committed++;
                    }
                    if (time != null) {
                        time[0]++;
                        time[1] += System.nanoTime() - from;
                    }
                }
                failure = terminal.lastFailure();
                restarts = session.restarts();
            }
        }
    }
}
