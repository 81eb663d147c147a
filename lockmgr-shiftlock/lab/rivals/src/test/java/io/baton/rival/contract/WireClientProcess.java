package io.baton.rival.contract;

import io.baton.fabric.ConnectionLostException;
import io.baton.lock.LockClient;
import io.baton.lock.LockList;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.process.LockSession;
import io.baton.lock.shiftlock.ShiftLockOptions;
import io.baton.lock.shiftlock.ShiftLockTable;
import io.baton.wire.LockServer;
import io.baton.wire.WireAddress;
import io.baton.wire.WireFabric;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.agrona.concurrent.SystemNanoClock;

/**
 * A process of clients that work under locks which clients of other processes use, too, and prove in a shared file that
 * nobody else is inside. It ends with this object, or this process.
 */
final class WireClientProcess implements AutoCloseable {

    static final int CLIENTS = 6;
    private static final int ROUNDS = 60;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final ThreadFactory THREADS = Thread.ofPlatform().daemon().factory();

    private final Process process;
    private final BufferedReader lines;

    WireClientProcess() throws IOException {
        process = new ProcessBuilder(WireServerProcess.command(WireClientProcess.class)).redirectErrorStream(true)
            .start();
        lines = process.inputReader(StandardCharsets.UTF_8);
    }

    /** Begins a round of work at a lock server; recovered locks are used with a session. */
    void begin(String address, Path witness, int processes, boolean recovered, long seed) {
        try {
            process.outputWriter(StandardCharsets.UTF_8)
                .append(address + " " + witness + " " + processes + " " + recovered + " " + seed + "\n").flush();
        } catch (IOException e) {
            throw new UncheckedIOException("the clients' process is gone", e);
        }
    }

    /** Returns how many locks it has held exclusively, when its work is done. */
    long grants() {
        try {
            final String said = lines.readLine();
            if (said == null || !said.matches("\\d+")) {
                throw new AssertionError("the clients' process has said " + said);
            }
            return Long.parseLong(said);
        } catch (IOException e) {
            throw new UncheckedIOException("the clients' process is gone", e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    /** The process: work for each line. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        final BufferedReader asked = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = asked.readLine(); line != null; line = asked.readLine()) {
            final String[] words = line.split(" ", -1);
            System.out.println(work(List.of(WireAddress.parse(words[0])), Path.of(words[1]),
                Integer.parseInt(words[2]), Boolean.parseBoolean(words[3]), Long.parseLong(words[4])));
        }
    }

    private static String work(List<WireAddress> server, Path file, int processes, boolean recovered, long seed)
            throws IOException, InterruptedException {
        final SharedWitness witness = new SharedWitness(file);
        try (WireFabric fabric = WireFabric.connect(server, SystemNanoClock.INSTANCE, THREADS);
            ShiftLockTable table = table(fabric, recovered);
            ExecutorService clients = Executors.newFixedThreadPool(CLIENTS, THREADS)) {
            witness.arriveAndAwait(processes, PATIENCE_NANOS);
            final List<Callable<Long>> tasks = IntStream.range(0, CLIENTS)
                .<Callable<Long>>mapToObj(i -> () -> work(table, witness, new Random(seed * CLIENTS + i))).toList();
            long grants = 0;
            for (final Future<Long> task : clients.invokeAll(tasks)) {
                grants += task.get();
            }
            return Long.toString(grants);
        } catch (ExecutionException | ConnectionLostException | AssertionError wrong) {
            return String.valueOf(wrong).replace('\n', ' ');
        }
    }

    private static ShiftLockTable table(WireFabric fabric, boolean recovered) {
        final ShiftLockOptions options = ShiftLockOptions.product().withBatches(true);
        if (!recovered) {
            return new ShiftLockTable(fabric, LockContractTest.SLOTS, options, THREADS);
        }
        final LockSession session = LockSession.join(fabric, LockServer.RECOVERY_ROUTE, WireServerProcess.RECOVERY,
            System.nanoTime(), System.nanoTime() + PATIENCE_NANOS, THREADS);
        return ShiftLockTable.recoverable(fabric, LockContractTest.SLOTS, options, session, THREADS);
    }

    /** Takes one lock or two, shared or exclusively; returns how many exclusively. */
    private static long work(ShiftLockTable table, SharedWitness witness, Random random) {
        long grants = 0;
        final LockList wanted = new LockList();
        try (LockClient client = table.client()) {
            for (int round = 0; round < ROUNDS; round++) {
                wanted.clear();
                final int first = random.nextInt(LockContractTest.SLOTS - 1);
                wanted.add(first, mode(random));
                if (random.nextInt(3) == 0) {
                    wanted.add(first + 1 + random.nextInt(LockContractTest.SLOTS - 1 - first), mode(random));
                }
                final LockOutcome outcome = client.acquireAll(wanted, LockClient.NO_DEADLINE);
                if (outcome != LockOutcome.GRANTED) {
                    throw new AssertionError("asked for locks without a deadline, was told " + outcome);
                }
                for (int i = 0; i < wanted.size(); i++) {
                    witness.visit(wanted.slot(i), wanted.mode(i) == LockMode.EXCLUSIVE);
                    grants += wanted.mode(i) == LockMode.EXCLUSIVE ? 1 : 0;
                }
                client.releaseAll();
            }
        }
        return grants;
    }

    private static LockMode mode(Random random) {
        return random.nextInt(3) == 0 ? LockMode.SHARED : LockMode.EXCLUSIVE;
    }
}
