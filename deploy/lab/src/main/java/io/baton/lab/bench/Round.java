package io.baton.lab.bench;

import io.baton.deploy.open.Interruption;
import io.baton.deploy.run.Latencies;
import io.baton.deploy.run.LatencyHistogram;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.ToLongFunction;
import org.agrona.concurrent.NanoClock;

/** Lets the clients of one contender run for one round. */
final class Round {

    private static final long NANOS_MAX = (1L << 36) - 1;
    private static final int DIGITS = 2;
    private static final int READY_SECONDS_MAX = 10;

    private final LockArray locks;
    private final PairRunner runner;
    private final List<int[]> draws;
    private final int processors;
    private final NanoClock clock;
    private final LongConsumer pause;
    private final Interruption interruption;

    /** For one client per array of draws. */
    Round(LockArray locks, PairRunner runner, List<int[]> draws, int processors, NanoClock clock,
            LongConsumer pause, Interruption interruption) {
        this.locks = locks;
        this.runner = runner;
        this.draws = draws;
        this.processors = processors;
        this.clock = clock;
        this.pause = pause;
        this.interruption = interruption;
    }

    /** Returns the pairs per second of all clients. */
    double pairsPerSecond(Duration length) {
        return run(length, runner::run);
    }

    /** Returns how long acquires took. */
    Latencies acquire(Duration length) {
        final List<LatencyHistogram> histograms = new ArrayList<>();
        run(length, (user, slots, turn) -> {
            final LatencyHistogram histogram = LatencyHistogram.ofOneThread(NANOS_MAX, DIGITS);
            synchronized (histograms) {
                histograms.add(histogram);
            }
            return runner.runTimed(user, slots, turn, clock, histogram);
        });
        final LatencyHistogram sum = LatencyHistogram.sum(NANOS_MAX, DIGITS);
        histograms.forEach(sum::add);
        return Latencies.of(sum);
    }

    private double run(Duration length, ClientWork work) {
        final PairRunner.Turn turn = PairRunner.Turn.of(interruption);
        final CountDownLatch ready = new CountDownLatch(draws.size());
        final CompletableFuture<Boolean> go = new CompletableFuture<>();
        final List<CompletableFuture<Long>> clients =
            draws.stream().map(slots -> start(user -> {
                ready.countDown();
                go.join();
                return work.run(user, slots, turn);
            })).toList();
        await(ready);
        final long begin = clock.nanoTime();
        go.complete(true);
        long now = begin;
        while (now - begin < length.toNanos() && !interruption.requested()) {
            pause.accept(length.toNanos() - (now - begin));
            now = clock.nanoTime();
        }
        turn.stop();
        final long pairs = clients.stream().mapToLong(CompletableFuture::join).sum();
        return pairs * 1e9 / Math.max(1, clock.nanoTime() - begin);
    }

    private CompletableFuture<Long> start(ToLongFunction<LockUser> work) {
        final CompletableFuture<Long> pairs = new CompletableFuture<>();
        final Thread.Builder builder = draws.size() > processors ? Thread.ofVirtual() : Thread.ofPlatform().daemon();
        builder.name("baton-bench").start(() -> {
            try (LockUser user = locks.user()) {
                pairs.complete(work.applyAsLong(user));
            } catch (RuntimeException | Error e) {
                pairs.completeExceptionally(e);
            }
        });
        return pairs;
    }

    private void await(CountDownLatch ready) {
        try {
            if (!ready.await(READY_SECONDS_MAX, TimeUnit.SECONDS)) {
                throw new IllegalStateException("only " + (draws.size() - ready.getCount()) + " of " + draws.size()
                    + " clients began within " + READY_SECONDS_MAX + " s");
            }
        } catch (InterruptedException e) {
            interruption.request();
            Thread.currentThread().interrupt();
        }
    }

    /** What a client does in its round; returns the pairs. */
    @FunctionalInterface
    private interface ClientWork {
        long run(LockUser user, int[] slots, PairRunner.Turn turn);
    }
}
