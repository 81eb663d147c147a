package io.baton.lab.bench.remote;

import io.baton.deploy.command.EventLog;
import io.baton.fabric.ConnectionLostException;
import io.baton.lock.LockClient;
import io.baton.lock.LockList;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.LockTable;
import io.baton.wire.WireAddress;
import io.baton.wire.WireFabric;
import io.baton.wire.tls.LaneSecurity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystems;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import org.HdrHistogram.Histogram;
import org.agrona.concurrent.SystemEpochClock;
import org.agrona.concurrent.SystemNanoClock;
import org.jspecify.annotations.Nullable;

/**
 * One process of a {@link RemoteBenchmark}: it says that it is ready, waits for a line, runs and says its figures, or
 * why it has none.
 */
final class RemoteClients {

    /** Begins the line of a process that has failed; behind it is the reason, in one sentence. */
    static final String FAILED = "FAILED ";
    private static final long MAX_NANOS = 100_000_000_000L;
    private static final int DIGITS = 3;

    private final RemoteCase of;
    private final int process;
    private final LockTable table;
    /** The slots that clients of this process use, in order. */
    private final int[] slots;

    private RemoteClients(RemoteCase of, int process, LockTable table) {
        this.of = of;
        this.process = process;
        this.table = table;
        this.slots = slots(of, process, table.slots());
    }

    /** Spread evenly over all servers. */
    private static int[] slots(RemoteCase of, int process, int all) {
        final int sets = of.ownLocks() ? of.processes() : 1;
        final int count = Math.min(RemoteCase.LOCKS, all / sets);
        if (count < of.chain()) {
            throw new IllegalArgumentException("chains of " + of.chain() + " locks of " + count
                + ": start the lock servers with more slots");
        }
        final int[] slots = new int[count];
        for (int i = 0; i < count; i++) {
            slots[i] = (int) ((long) all * ((long) i * sets + (of.ownLocks() ? process : 0)) / ((long) count * sets));
        }
        return slots;
    }

    static Histogram histogram() {
        return new Histogram(MAX_NANOS, DIGITS);
    }

    /**
     * Runs.
     *
     * @param arguments those of {@link RemoteCase#arguments}
     * @throws IOException if standard input cannot be read
     * @throws InterruptedException if this thread is interrupted
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        EventLog.onlyWhereOpen();
        final RemoteCase of = RemoteCase.of(arguments);
        final int process = Integer.parseInt(arguments[arguments.length - 1]);
        try {
            serve(of, process);
        } catch (UncheckedIOException | IllegalArgumentException e) {
            System.out.println(FAILED + String.valueOf(e.getMessage()).replace('\n', ' '));
        }
    }

    private static void serve(RemoteCase of, int process) throws IOException, InterruptedException {
        try (LockTable table = RemoteTable.open(of, of.lanes().open(FileSystems.getDefault()), machine())) {
            final RemoteClients clients = new RemoteClients(of, process, table);
            System.out.println(BenchPeer.READY);
            if (System.in.read() < 0) {
                return;
            }
            try {
                final Histogram times = clients.run();
                // What the process keeps is given back before it is ended from outside.
                clients.table.close();
                System.out.println(encoded(times));
            } catch (ExecutionException e) {
                System.out.println(FAILED + reason(e.getCause()));
            }
            BenchPeer.awaitEnd();
        }
    }

    /** A loss is told in a sentence; of anything else nobody knows what its message says without its name. */
    private static String reason(@Nullable Throwable cause) {
        final String text = cause instanceof ConnectionLostException ? String.valueOf(cause.getMessage())
            : String.valueOf(cause);
        return text.replace('\n', ' ');
    }

    private static RemoteTable.Machine machine() {
        return new RemoteTable.Machine(
            SystemNanoClock.INSTANCE, SystemEpochClock.INSTANCE, Thread.ofPlatform().daemon().factory());
    }

    /** Finds the ways to the lock servers: all processes take the same, and the report names them. */
    static List<WireAddress> ways(RemoteCase of, LaneSecurity security) throws IOException {
        if (of.servers().stream().noneMatch(WireAddress::best)) {
            return of.servers();
        }
        try (WireFabric fabric = RemoteTable.connect(of.servers(), security, machine())) {
            return fabric.addresses();
        } catch (UncheckedIOException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static String encoded(Histogram times) {
        final ByteBuffer buffer = ByteBuffer.allocate(times.getNeededByteBufferCapacity());
        final int length = times.encodeIntoCompressedByteBuffer(buffer);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }

    /** Ends with the first client that fails: others may wait for its locks for ever. */
    private Histogram run() throws InterruptedException, ExecutionException {
        final CompletionService<Histogram> ends =
            new ExecutorCompletionService<>(task -> Thread.ofPlatform().daemon().start(task));
        final int clients = of.clients() / of.processes();
        for (int i = 0; i < clients; i++) {
            final long seed = process * 1_000L + i;
            ends.submit(() -> client(new SplittableRandom(seed)));
        }
        final Histogram all = histogram();
        for (int i = 0; i < clients; i++) {
            all.add(ends.take().get());
        }
        return all;
    }

    private Histogram client(SplittableRandom random) {
        try (LockClient client = table.client()) {
            run(client, random, System.nanoTime() + of.warmup().toNanos(), histogram());
            final Histogram times = histogram();
            run(client, random, System.nanoTime() + of.measured().toNanos(), times);
            return times;
        }
    }

    private void run(LockClient client, SplittableRandom random, long until, Histogram times) {
        final LockList locks = new LockList();
        final int[] drawn = new int[of.chain()];
        long now = System.nanoTime();
        while (now - until < 0) {
            draw(random, drawn, locks);
            final long asked = System.nanoTime();
            final LockOutcome outcome = drawn.length == 1
                ? client.acquire(slots[drawn[0]], LockMode.EXCLUSIVE, LockClient.NO_DEADLINE)
                : client.acquireAll(locks, LockClient.NO_DEADLINE);
            if (outcome != LockOutcome.GRANTED) {
                throw new IllegalStateException("a client that asked for locks was told " + outcome);
            }
            now = System.nanoTime();
            times.recordValue(Math.min(now - asked, MAX_NANOS));
            client.releaseAll();
        }
    }

    /** Draws different locks, and puts them in order if there are several. */
    private void draw(SplittableRandom random, int[] drawn, LockList locks) {
        if (drawn.length == 1) {
            drawn[0] = random.nextInt(slots.length);
            return;
        }
        // A place in each of as many equal parts: in order, and each once.
        locks.clear();
        final int part = slots.length / drawn.length;
        for (int i = 0; i < drawn.length; i++) {
            drawn[i] = i * part + random.nextInt(part);
            locks.add(slots[drawn[i]], LockMode.EXCLUSIVE);
        }
    }
}
