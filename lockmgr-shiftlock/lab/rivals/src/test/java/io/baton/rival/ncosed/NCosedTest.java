package io.baton.rival.ncosed;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.fabric.Endpoint;
import io.baton.fabric.VerbKind;
import io.baton.fabric.inprocess.InProcessFabric;
import io.baton.fabric.inprocess.WaitPolicy;
import io.baton.lock.LockClient;
import io.baton.lock.LockCounter;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.rival.Traffic;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** N-CoSED: who grants the lock to whom, and that readers are counted where they belong. */
@Timeout(60)
class NCosedTest {

    private static final int SLOTS = 4;

    private final InProcessFabric fabric = new InProcessFabric(NCosedTable.memoryBytes(SLOTS), new WaitPolicy(0, 5));
    private final NCosedTable table = new NCosedTable(fabric, SLOTS, new SplittableRandom(1));
    private final Endpoint server = fabric.connect();
    private final List<String> events = Collections.synchronizedList(new ArrayList<>());

    @AfterEach
    void close() {
        table.close();
        fabric.close();
    }

    private static void acquire(LockClient client, LockMode mode) {
        assertThat(client.acquire(0, mode, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
    }

    private long word() {
        return server.readWord(0);
    }

    /** Starts a client that takes and releases slot 0 and waits until the word shows its request. */
    private Thread passer(String name, LockMode mode) {
        final LockClient client = table.client();
        final long before = word();
        final Thread thread = Thread.ofVirtual().start(() -> {
            acquire(client, mode);
            events.add(name);
            client.release(0);
            client.close();
        });
        Traffic.await(() -> word() != before);
        return thread;
    }

    private static void join(Thread... threads) throws InterruptedException {
        for (final Thread thread : threads) {
            thread.join();
        }
    }

    @Test
    void writerHandsOverToItsSuccessorByNotice() throws Exception {
        try (LockClient holder = table.client()) {
            acquire(holder, LockMode.EXCLUSIVE);
            final Thread second = passer("second", LockMode.EXCLUSIVE);
            final Thread third = passer("third", LockMode.EXCLUSIVE);
            Traffic.await(() -> NCosedWord.hasTail(word()));
            assertThat(events).isEmpty();
            holder.release(0);
            join(second, third);
            assertThat(events).containsExactly("second", "third");
            assertThat(holder.counters().get(LockCounter.HANDOVERS)).isEqualTo(1);
            assertThat(table.busySlots()).isZero();
        }
    }

    @Test
    void readersBetweenTwoWritersComeBetweenThem() throws Exception {
        try (LockClient holder = table.client()) {
            acquire(holder, LockMode.EXCLUSIVE);
            final Thread one = passer("reader", LockMode.SHARED);
            final Thread two = passer("reader", LockMode.SHARED);
            assertThat(NCosedWord.count(word())).isEqualTo(2);
            final Thread writer = passer("writer", LockMode.EXCLUSIVE);
            assertThat(NCosedWord.count(word())).isZero();
            final Thread late = passer("late", LockMode.SHARED);
            holder.release(0);
            join(one, two, writer, late);
            assertThat(events).containsExactly("reader", "reader", "writer", "late");
            assertThat(word()).isEqualTo(NCosedWord.FREE);
        }
    }

    @Test
    void readerThatFindsAQueueReleasesToItsFirstThroughItsLast() throws Exception {
        try (LockClient reader = table.client(); LockClient other = table.client()) {
            acquire(reader, LockMode.SHARED);
            acquire(other, LockMode.SHARED);
            final Thread first = passer("first", LockMode.EXCLUSIVE);
            final Thread second = passer("second", LockMode.EXCLUSIVE);
            final Thread third = passer("third", LockMode.EXCLUSIVE);
            reader.release(0);
            // The count of the last writer is below zero now; its tail must not suffer.
            assertThat(NCosedWord.hasTail(word())).isTrue();
            final Thread late = passer("late", LockMode.SHARED);
            assertThat(events).isEmpty();
            other.release(0);
            join(first, second, third, late);
            assertThat(events).containsExactly("first", "second", "third", "late");
            assertThat(word()).isEqualTo(NCosedWord.FREE);
        }
    }

    @Test
    void uncontendedReadersUseTwoFetchAndAddsAndWritersTwoCompareAndSwaps() {
        try (LockClient client = table.client()) {
            acquire(client, LockMode.SHARED);
            client.release(0);
            assertThat(client.counters().verbs().get(VerbKind.FAA)).isEqualTo(2);
            acquire(client, LockMode.EXCLUSIVE);
            client.release(0);
            assertThat(client.counters().verbs().get(VerbKind.CAS)).isEqualTo(2);
            assertThat(client.counters().verbs().get(VerbKind.SEND)).isZero();
            assertThat(table.busySlots()).isZero();
        }
    }

    @Test
    void soleReaderIsUpgradedAndOneOfTwoIsNot() throws Exception {
        try (LockClient client = table.client(); LockClient other = table.client()) {
            acquire(client, LockMode.SHARED);
            acquire(other, LockMode.SHARED);
            assertThat(client.upgrade(0)).isEqualTo(LockOutcome.BUSY);
            other.release(0);
            assertThat(client.upgrade(0)).isEqualTo(LockOutcome.GRANTED);
            assertThat(other.tryAcquire(0, LockMode.SHARED)).isEqualTo(LockOutcome.BUSY);
            final Thread reader = passer("reader", LockMode.SHARED);
            client.release(0);
            join(reader);
            assertThat(table.busySlots()).isZero();
        }
    }

    @Test
    void exclusionHoldsWithManyClients() throws Exception {
        for (final double readers : new double[] {0.1, 0.5, 0.9}) {
            Traffic.run(table, 64, 30, readers, 77);
        }
    }
}
