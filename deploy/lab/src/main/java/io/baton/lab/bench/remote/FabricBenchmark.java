package io.baton.lab.bench.remote;

import io.baton.fabric.Endpoint;
import io.baton.fabric.ExtFaa;
import io.baton.fabric.VerbBatch;
import io.baton.lock.LockClient;
import io.baton.lock.LockList;
import io.baton.lock.LockMode;
import io.baton.lock.shiftlock.ShiftLockOptions;
import io.baton.lock.shiftlock.ShiftLockTable;
import io.baton.wire.CarrierKind;
import io.baton.wire.WireAddress;
import io.baton.wire.WireFabric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/** Measures round trips to a lock server that is another process. One thread, besides the clients'. */
final class FabricBenchmark {

    private static final long MAX_NANOS = 10_000_000_000L;
    private static final int DIGITS = 3;
    /** The first lock of a chain, and how far apart the locks are: no two in one cache line. */
    private static final int CHAIN_FROM = 20_000;
    private static final int CHAIN_STEP = 37;

    private final NanoClock clock;
    private final Duration warmup;
    private final Duration measured;
    private final BooleanSupplier interrupted;

    /**
     * Makes a benchmark.
     *
     * @param clock monotonic
     * @param warmup how long each case runs before it is measured
     * @param measured how long each case is measured
     * @param interrupted whether to stop soon
     */
    FabricBenchmark(NanoClock clock, Duration warmup, Duration measured, BooleanSupplier interrupted) {
        this.clock = clock;
        this.warmup = warmup;
        this.measured = measured;
        this.interrupted = interrupted;
    }

    /** One round trip. */
    @FunctionalInterface
    private interface RoundTrip {
        void run() throws IOException;
    }

    /**
     * Measures all cases.
     *
     * @param cases what to measure; those of one carrier, with or without a busy thread, follow each other
     * @param progress is told how many are done
     * @return a figure for each, or for the first ones if it was interrupted
     * @throws IOException if the other process cannot be started or reached
     * @throws InterruptedException if this thread is interrupted
     */
    List<FabricFigure> run(List<FabricCase> cases, IntConsumer progress)
            throws IOException, InterruptedException {
        final Path folder = Files.createTempDirectory("baton-bench-fabric");
        final List<FabricFigure> figures = new ArrayList<>();
        try (PeerProcess peer = new PeerProcess(BenchPeer.class, List.of(folder.toString()))) {
            final String[] said = peer.ready().split(" ", -1);
            FabricCase before = null;
            long bare = 0;
            for (final FabricCase each : cases) {
                if (interrupted.getAsBoolean()) {
                    break;
                }
                try (BusyThread _ = new BusyThread(each.busyThread())) {
                    if (before == null || before.carrier() != each.carrier()
                        || before.busyThread() != each.busyThread()) {
                        bare = bare(each.carrier(), folder, Integer.parseInt(said[0])).getValueAtPercentile(50);
                    }
                    figures.add(measure(each, address(each.carrier(), folder, said[1]), bare));
                }
                before = each;
                progress.accept(figures.size());
            }
        } finally {
            delete(folder);
        }
        return figures;
    }

    private static WireAddress address(CarrierKind carrier, Path folder, String tcp) {
        return carrier == CarrierKind.TCP ? WireAddress.parse(tcp)
            : BenchPeer.addresses(folder).stream().filter(each -> each.carrier() == carrier).findFirst().orElseThrow();
    }

    private Histogram bare(CarrierKind carrier, Path folder, int port) throws IOException {
        switch (carrier) {
            case SHM -> {
                try (PeerProcess _ = new PeerProcess(BenchPeer.class, List.of(folder.toString(), "bare-ring"))) {
                    final BareRing ring = new BareRing(folder.resolve("bare-ring"), false);
                    final Histogram times = times(ring::ping);
                    ring.stop();
                    return times;
                } finally {
                    Files.delete(folder.resolve("bare-ring"));
                }
            }
            case UNIX -> {
                try (BareSocket socket = BareSocket.connectUnix(BenchPeer.bareUnix(folder))) {
                    return times(socket::ping);
                }
            }
            default -> {
                try (BareSocket socket = BareSocket.connectTcp(port)) {
                    return times(socket::ping);
                }
            }
        }
    }

    private FabricFigure measure(FabricCase of, WireAddress address, long bare)
            throws IOException, InterruptedException {
        try (WireFabric fabric =
            WireFabric.connect(List.of(address), clock, Thread.ofPlatform().daemon().factory())) {
            final List<Histogram> all = new ArrayList<>();
            final List<Thread> clients = new ArrayList<>();
            for (int i = 1; i < of.clients(); i++) {
                clients.add(Thread.ofPlatform().daemon().start(() -> {
                    final Histogram times = client(fabric, of);
                    synchronized (all) {
                        all.add(times);
                    }
                }));
            }
            final Histogram sum = client(fabric, of);
            for (final Thread client : clients) {
                client.join();
            }
            all.forEach(sum::add);
            return new FabricFigure(of, sum.getValueAtPercentile(50), sum.getValueAtPercentile(99),
                sum.getTotalCount() * 1e9 / measured.toNanos(), bare);
        }
    }

    private Histogram client(WireFabric fabric, FabricCase of) {
        if (of.chain()) {
            return chain(fabric, of.verbsPerFrame());
        }
        try (Endpoint endpoint = fabric.connect()) {
            final VerbBatch batch = new VerbBatch();
            for (int i = 0; i < of.verbsPerFrame(); i++) {
                batch.add(new ExtFaa().at(64L * i).addHigh(1, 0));
            }
            return times(() -> endpoint.execute(batch));
        } catch (IOException e) {
            throw new IllegalStateException("a verb does not read files", e);
        }
    }

    /** The locks are free; giving them back is not measured. */
    private Histogram chain(WireFabric fabric, int length) {
        final ShiftLockOptions options =
            ShiftLockOptions.product().withCaching(false).withLocalTurns(0).withBatches(true);
        final LockList locks = new LockList();
        for (int i = 0; i < length; i++) {
            locks.add(CHAIN_FROM + CHAIN_STEP * i, LockMode.EXCLUSIVE);
        }
        try (ShiftLockTable table =
            new ShiftLockTable(fabric, BenchPeer.SLOTS, options, Thread.ofPlatform().daemon().factory());
            LockClient client = table.client()) {
            return times(() -> client.acquireAll(locks, LockClient.NO_DEADLINE), client::releaseAll);
        } catch (IOException e) {
            throw new IllegalStateException("a lock does not read files", e);
        }
    }

    private Histogram times(RoundTrip roundTrip) throws IOException {
        return times(roundTrip, null);
    }

    private Histogram times(RoundTrip roundTrip, @Nullable Runnable after) throws IOException {
        record(roundTrip, after, warmup, new Histogram(MAX_NANOS, DIGITS));
        final Histogram times = new Histogram(MAX_NANOS, DIGITS);
        record(roundTrip, after, measured, times);
        return times;
    }

    private void record(RoundTrip roundTrip, @Nullable Runnable after, Duration duration, Histogram times)
            throws IOException {
        final long end = clock.nanoTime() + duration.toNanos();
        long begin = clock.nanoTime();
        while (begin - end < 0) {
            roundTrip.run();
            final long now = clock.nanoTime();
            times.recordValue(Math.min(now - begin, MAX_NANOS));
            begin = now;
            if (after != null) {
                after.run();
                begin = clock.nanoTime();
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (final Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }
}
