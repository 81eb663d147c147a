package io.baton.rival.served;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.baton.fabric.VerbKind;
import io.baton.fabric.inprocess.InProcessFabric;
import io.baton.fabric.inprocess.WaitPolicy;
import io.baton.lock.LockClient;
import io.baton.lock.LockCounter;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.LockTable;
import io.baton.rival.Traffic;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The locks that processors serve: RPC, Traditional, Traditional_RO. */
@Timeout(60)
class ServedLockTest {

    private static final int SLOTS = 4;
    private static final int THREADS = 3;

    private final InProcessFabric fabric =
        new InProcessFabric(TraditionalTable.memoryBytes(SLOTS), new WaitPolicy(0, 5));
    private final SplittableRandom random = new SplittableRandom(3);
    private final AtomicLong worked = new AtomicLong();
    private final RpcServer rpcServer =
        new RpcServer(fabric, SLOTS, THREADS, Thread.ofVirtual().factory(), worked::addAndGet);
    private final RpcTable rpc = new RpcTable(fabric, SLOTS, random, rpcServer);
    private final TraditionalServer fifoServer =
        new TraditionalServer(fabric, SLOTS, THREADS, Thread.ofVirtual().factory(), nanos -> {});
    private final TraditionalTable fifo = new TraditionalTable(fabric, SLOTS, random, fifoServer);
    private final TraditionalServer reorderingServer = new TraditionalServer(
        fabric, SLOTS, THREADS, Thread.ofVirtual().factory(), nanos -> {}, TraditionalParameters.paperReordering());
    private final TraditionalTable reordering = new TraditionalTable(fabric, SLOTS, random, reorderingServer);

    @AfterEach
    void close() {
        rpcServer.close();
        fifoServer.close();
        reorderingServer.close();
        fabric.close();
    }

    private static LockOutcome acquire(LockClient client, LockMode mode) {
        return client.acquire(1, mode, LockClient.NO_DEADLINE);
    }

    @Test
    void rpcAnswersBusyAndTheClientAsksAgainUntilItsDeadline() {
        try (LockClient holder = rpc.client(); LockClient client = rpc.client()) {
            acquire(holder, LockMode.EXCLUSIVE);
            assertThat(client.tryAcquire(1, LockMode.SHARED)).isEqualTo(LockOutcome.BUSY);
            assertThat(client.counters().verbs().get(VerbKind.SEND)).isEqualTo(1);
            final long deadline = fabric.clock().nanoTime() + 500_000_000;
            assertThat(client.acquire(1, LockMode.SHARED, deadline)).isEqualTo(LockOutcome.DEADLINE);
            assertThat(client.counters().verbs().get(VerbKind.SEND)).isGreaterThan(3);
            assertThat(client.counters().get(LockCounter.WAITS)).isEqualTo(1);
            assertThat(rpc.busySlots()).isEqualTo(1);
            holder.release(1);
            assertThat(rpc.busySlots()).isZero();
        }
    }

    @Test
    void eachRequestTakesTheServersTimeOnce() {
        try (LockClient client = rpc.client()) {
            acquire(client, LockMode.SHARED);
            client.release(1);
            assertThat(worked.get()).isEqualTo(2 * RpcServer.REQUEST_NANOS);
        }
    }

    @Test
    void tableOfAnotherSizeIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new RpcTable(fabric, SLOTS + 1, random, rpcServer))
            .withMessageContaining("5 locks on a server of 4");
    }

    @Test
    void traditionalServesInTheOrderOfArrival() throws Exception {
        final List<Integer> served = Collections.synchronizedList(new ArrayList<>());
        final List<Thread> threads = new ArrayList<>();
        try (LockClient holder = fifo.client()) {
            acquire(holder, LockMode.EXCLUSIVE);
            for (int i = 0; i < 6; i++) {
                final int number = i;
                threads.add(waiter(fifo, LockMode.EXCLUSIVE, () -> served.add(number)));
            }
            holder.release(1);
        }
        for (final Thread thread : threads) {
            thread.join();
        }
        assertThat(served).containsExactly(0, 1, 2, 3, 4, 5);
        assertThat(fifo.busySlots()).isZero();
    }

    /** Starts a client and waits until the server has its request for slot 1. */
    private static Thread waiter(LockTable table, LockMode mode, Runnable inside) {
        final LockClient client = table.client();
        final Thread thread = Thread.ofVirtual().start(() -> {
            acquire(client, mode);
            inside.run();
            client.release(1);
            client.close();
        });
        Traffic.await(() -> client.counters().verbs().get(VerbKind.SEND) == 1);
        // The thread that owns the lock serves this after the request.
        try (LockClient probe = table.client()) {
            assertThat(probe.tryAcquire(1, LockMode.EXCLUSIVE)).isEqualTo(LockOutcome.BUSY);
        }
        return thread;
    }

    @Test
    void traditionalReaderQueuesBehindAWaitingWriter() throws Exception {
        try (LockClient reader = fifo.client(); LockClient late = fifo.client()) {
            acquire(reader, LockMode.SHARED);
            assertThat(late.tryAcquire(1, LockMode.SHARED)).isEqualTo(LockOutcome.GRANTED);
            late.release(1);
            final Thread writer = waiter(fifo, LockMode.EXCLUSIVE, () -> {});
            assertThat(late.tryAcquire(1, LockMode.SHARED)).isEqualTo(LockOutcome.BUSY);
            reader.release(1);
            writer.join();
        }
    }

    @Test
    void tenReadersOvertakeAWaitingWriterAndTheEleventhDoesNot() throws Exception {
        try (LockClient reader = reordering.client(); LockClient late = reordering.client()) {
            acquire(reader, LockMode.SHARED);
            final Thread writer = waiter(reordering, LockMode.EXCLUSIVE, () -> {});
            for (int i = 0; i < 10; i++) {
                assertThat(late.tryAcquire(1, LockMode.SHARED)).isEqualTo(LockOutcome.GRANTED);
                late.release(1);
            }
            assertThat(late.tryAcquire(1, LockMode.SHARED)).isEqualTo(LockOutcome.BUSY);
            reader.release(1);
            writer.join();
        }
        assertThat(reordering.busySlots()).isZero();
    }

    @Test
    void readersDoNotOvertakeWhileAWriterHolds() throws Exception {
        try (LockClient holder = reordering.client(); LockClient late = reordering.client()) {
            acquire(holder, LockMode.EXCLUSIVE);
            final Thread writer = waiter(reordering, LockMode.EXCLUSIVE, () -> {});
            assertThat(late.tryAcquire(1, LockMode.SHARED)).isEqualTo(LockOutcome.BUSY);
            holder.release(1);
            writer.join();
        }
    }

    @Test
    void exclusionHoldsWithManyClients() throws Exception {
        Traffic.run(rpc, 64, 20, 0.5, 31);
        Traffic.run(fifo, 64, 20, 0.5, 32);
        Traffic.run(reordering, 64, 20, 0.5, 33);
    }
}
