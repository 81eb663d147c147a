package io.baton.storage.log;

import io.baton.storage.memory.Memory;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/**
 * How many records of 300 bytes a second are appended and forced: by threads that wait for each, and by listeners. Run
 * with the directory for the log, seconds for each, and rounds.
 */
final class LogBenchmark {
    private static final int BYTES = 300;
    private static final int CLIENTS = 64;

    private final Path directory;
    private final long nanos;

    private LogBenchmark(Path directory, long nanos) {
        this.directory = directory;
        this.nanos = nanos;
    }

    /** Runs all. */
    public static void main(String[] args) throws Exception {
        final LogBenchmark benchmark = new LogBenchmark(Path.of(args[0]), Long.parseLong(args[1]) * 1_000_000_000L);
        for (int round = 0; round < Integer.parseInt(args[2]); round++) {
            benchmark.append(LogMode.ASYNC, 1);
            benchmark.append(LogMode.ASYNC, 2);
            benchmark.append(LogMode.GROUP, 2);
            benchmark.await("platform", 1, Thread.ofPlatform().factory());
            benchmark.await("platform", CLIENTS, Thread.ofPlatform().factory());
            benchmark.await("virtual", CLIENTS, Thread.ofVirtual().factory());
        }
    }

    private void append(LogMode mode, int threads) throws Exception {
        run("append only, %s, %d threads".formatted(mode, threads), mode, threads, Thread.ofPlatform().factory(),
            log -> lsn -> {});
    }

    private void await(String kind, int threads, ThreadFactory factory) throws Exception {
        run("await, %d %s threads".formatted(threads, kind), LogMode.GROUP, threads, factory,
            log -> lsn -> log.await(lsn, Long.MAX_VALUE));
    }

    private interface Work {
        LongConsumer with(Log log);
    }

    private void run(String name, LogMode mode, int threads, ThreadFactory factory, Work work) throws Exception {
        clear();
        final LogBox box = new LogBox(directory).mode(mode).segmentBytes(64 << 20).bufferBytes(16 << 20)
            .asyncNanos(10_000_000);
        final AtomicLong count = new AtomicLong();
        final LogStatistics statistics;
        final long took;
        final long processor;
        final List<Thread> clients = new ArrayList<>();
        try (Log log = box.open()) {
            final long begin = System.nanoTime();
            final long processorBegin = processorNanos();
            for (int i = 0; i < threads; i++) {
                final LongConsumer then = work.with(log);
                final Thread thread = factory.newThread(() -> client(log, then, begin + nanos, count));
                clients.add(thread);
                thread.start();
            }
            for (Thread thread : clients) {
                thread.join();
            }
            took = System.nanoTime() - begin;
            processor = processorNanos() - processorBegin;
            statistics = log.statistics();
        }
        System.out.printf("%-45s %,10.0f records/s  %6.0f forces/s of %5.0f us  %7.1f a force  %5.2f us of processor%n",
            name, count.get() * 1e9 / took, statistics.forces() * 1e9 / took,
            statistics.forceNanos() / 1e3 / Math.max(1, statistics.forces()), statistics.transactionsPerForce(),
            processor / 1e3 / count.get());
    }

    private static long processorNanos() {
        return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos();
    }

    private static void client(Log log, LongConsumer then, long until, AtomicLong count) {
        final long address = Memory.allocate(BYTES);
        long done = 0;
        try {
            while (System.nanoTime() < until) {
                then.accept(log.append(address, BYTES));
                done++;
                log.removeBefore(log.forced());
            }
        } finally {
            count.addAndGet(done);
            Memory.free(address, BYTES);
        }
    }

    private void clear() throws IOException {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            for (Path entry : entries) {
                Files.delete(entry);
            }
        }
    }
}
