package io.baton.lock.shiftlock;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.baton.fabric.Fabric;
import io.baton.fabric.ForwardingFabric;
import io.baton.fabric.Gate;
import io.baton.fabric.inprocess.InProcessFabric;
import io.baton.fabric.inprocess.WaitPolicy;
import io.baton.lock.LockClient;
import io.baton.lock.LockCounter;
import io.baton.lock.LockMode;
import io.baton.lock.RecoveryOptions;
import io.baton.lock.process.LockSession;
import io.baton.lock.server.RecoveryServer;
import io.baton.testing.Crew;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing is allocated per lock operation once a client is warm. */
@Timeout(60)
class LockAllocationTest {

    private static final int ROUNDS = 20_000;
    private static final int SLOTS = 1_000;
    private static final int PAIRS = 2_000;
    /** How long to measure again: nobody knows when the compiler has come to everything. */
    private static final long LIMIT_NANOS = 30_000_000_000L;
    /** What the measurement itself may cost, in bytes. */
    private static final long NOISE_BYTES = 4_096;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    /** Waiters park at once: on a machine that is busy, one that yields first comes back late. */
    private final InProcessFabric fabric = new InProcessFabric(ShiftLockTable.memoryBytes(SLOTS), new WaitPolicy(0, 0));
    private final ShiftLockTable table = new ShiftLockTable(fabric, SLOTS, ShiftLockOptions.product(),
        Thread.ofPlatform().daemon().factory());

    @AfterEach
    void close() {
        table.close();
        fabric.close();
    }

    @Test
    void uncontendedOperationsAllocateNothing() {
        measureUncontended(table.client());
    }

    /** Clients of a process know of each other, and their process keeps what it uses alone: at once, or never. */
    @ParameterizedTest
    @ValueSource(ints = {0, Integer.MAX_VALUE})
    void norWhereVerbsCostRoundTrips(int keepAfter) {
        try (ShiftLockTable shared = new ShiftLockTable(new FarFabric(fabric), SLOTS, ShiftLockOptions.product(),
            keepAfter, Thread.ofPlatform().daemon().factory())) {
            measureUncontended(shared.client());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, Integer.MAX_VALUE})
    void norWithASession(int keepAfter) {
        final ThreadFactory daemons = Thread.ofPlatform().daemon().factory();
        final RecoveryOptions options =
            RecoveryOptions.product().withTimes(TimeUnit.MINUTES.toNanos(1), TimeUnit.MINUTES.toNanos(10));
        try (InProcessFabric memory =
            new InProcessFabric(ShiftLockTable.recoverableMemoryBytes(SLOTS), new WaitPolicy(0, 0))) {
            final Fabric far = new FarFabric(memory);
            try (RecoveryServer server = new RecoveryServer(far, SLOTS, options, 1, daemons, event -> {});
                LockSession session = LockSession.join(
                    far, server.route(), options, 1, System.nanoTime() + LIMIT_NANOS, daemons);
                ShiftLockTable table = ShiftLockTable.recoverable(
                    far, SLOTS, ShiftLockOptions.product(), keepAfter, session, daemons)) {
                measureUncontended(table.client());
            }
        }
    }

    /** Memory of this process that is reached as if it were another's, by who has a session. */
    private static final class FarFabric extends ForwardingFabric {

        FarFabric(InProcessFabric memory) {
            super(memory);
        }

        @Override
        public boolean hasRoundTrips() {
            return true;
        }

        @Override
        public Gate gate() {
            return new Gate() {
                @Override
                public void refuse(int node) {
                    // Nobody loses a session here.
                }

                @Override
                public void admit(int node) {
                    // Everybody is in.
                }
            };
        }
    }

    private void measureUncontended(LockClient client) {
        final long limit = System.nanoTime() + LIMIT_NANOS;
        long allocated;
        do {
            final long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < ROUNDS; i++) {
                final int slot = i % (SLOTS - 40);
                client.acquire(slot, LockMode.SHARED, LockClient.NO_DEADLINE);
                client.upgrade(slot);
                client.release(slot);
                client.tryAcquire(slot, LockMode.SHARED);
                client.release(slot);
                client.tryAcquire(slot, LockMode.EXCLUSIVE);
                for (int more = 1; more < 40; more++) {
                    client.acquire(slot + more, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
                }
                client.releaseAll();
            }
            allocated = threads.getCurrentThreadAllocatedBytes() - before;
        } while (allocated > NOISE_BYTES && System.nanoTime() - limit < 0);
        assertThat(allocated).as("bytes in %d rounds", ROUNDS).isLessThanOrEqualTo(NOISE_BYTES);
    }

    @Test
    void handoversAllocateNothing() {
        final int clients = 3;
        final long[] allocated = new long[clients];
        final long[] handovers = new long[clients];
        final long limit = System.nanoTime() + LIMIT_NANOS;
        final AtomicBoolean done = new AtomicBoolean();
        final CyclicBarrier together = new CyclicBarrier(clients, () -> {
            final boolean clean = Arrays.stream(allocated).allMatch(bytes -> bytes <= NOISE_BYTES);
            done.set((clean && Arrays.stream(handovers).sum() > 0) || System.nanoTime() - limit > 0);
        });
        Crew.run(clients, false, index -> {
            final LockClient client = table.client();
            while (!done.get()) {
                final long before = threads.getCurrentThreadAllocatedBytes();
                final long handed = client.counters().get(LockCounter.HANDOVERS);
                acquireAndRelease(client);
                allocated[index] = threads.getCurrentThreadAllocatedBytes() - before;
                handovers[index] = client.counters().get(LockCounter.HANDOVERS) - handed;
                together.await(20, TimeUnit.SECONDS);
            }
        });
        assertThat(Arrays.stream(handovers).sum()).as("handovers").isPositive();
        for (long bytes : allocated) {
            assertThat(bytes).as("bytes in %d pairs", PAIRS).isLessThanOrEqualTo(NOISE_BYTES);
        }
    }

    private static void acquireAndRelease(LockClient client) {
        for (int i = 0; i < PAIRS; i++) {
            final LockMode mode = i % 7 == 0 ? LockMode.SHARED : LockMode.EXCLUSIVE;
            client.acquire(0, mode, LockClient.NO_DEADLINE);
            if (i % 200 == 0) {
                Thread.yield();
            }
            client.release(0);
        }
    }
}
