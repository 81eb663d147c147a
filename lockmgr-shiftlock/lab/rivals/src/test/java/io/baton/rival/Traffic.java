package io.baton.rival;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.lock.LockClient;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.LockTable;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.BooleanSupplier;

/** Virtual threads that take and release random locks, and check that a writer is alone with its readers gone. */
public final class Traffic {

    private static final int WRITER = 1 << 16;
    private static final int YIELDS_MAX = 3;
    private static final long LIMIT_SECONDS = 30;

    private Traffic() {
    }

    /** Waits for what another thread does. */
    public static void await(BooleanSupplier condition) {
        final long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("waited too long").isLessThan(limit);
            Thread.yield();
        }
    }

    public static void run(LockTable table, int threads, int rounds, double readers, long seed) throws Exception {
        final AtomicIntegerArray inside = new AtomicIntegerArray(table.slots());
        final AtomicInteger violations = new AtomicInteger();
        final List<Callable<Void>> bodies = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            final SplittableRandom random = new SplittableRandom(seed + i);
            bodies.add(() -> {
                try (LockClient client = table.client()) {
                    for (int round = 0; round < rounds; round++) {
                        visit(client, random, inside, violations, readers);
                    }
                }
                return null;
            });
        }
        final List<FutureTask<Void>> tasks = bodies.stream().map(FutureTask::new).toList();
        tasks.forEach(Thread.ofVirtual()::start);
        for (final FutureTask<Void> task : tasks) {
            task.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        }
        assertThat(violations.get()).as("overlaps, seed %d", seed).isZero();
        assertThat(table.busySlots()).as("locks left behind, seed %d", seed).isZero();
    }

    private static void visit(
            LockClient client, SplittableRandom random, AtomicIntegerArray inside, AtomicInteger violations,
            double readers) {
        final int slot = random.nextInt(inside.length());
        final boolean reads = random.nextDouble() < readers;
        final LockMode mode = reads ? LockMode.SHARED : LockMode.EXCLUSIVE;
        assertThat(client.acquire(slot, mode, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
        final int weight = reads ? 1 : WRITER;
        final int before = inside.getAndAdd(slot, weight);
        if (reads ? before >= WRITER : before != 0) {
            violations.incrementAndGet();
        }
        for (int yields = random.nextInt(YIELDS_MAX); yields > 0; yields--) {
            Thread.yield();
        }
        inside.addAndGet(slot, -weight);
        client.release(slot);
    }
}
