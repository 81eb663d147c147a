package io.baton.rival.dslr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.baton.fabric.Endpoint;
import io.baton.fabric.VerbKind;
import io.baton.fabric.inprocess.InProcessFabric;
import io.baton.fabric.inprocess.WaitPolicy;
import io.baton.lock.LockClient;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.rival.Traffic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** DSLR as far as no failure is in play: order, sharing, counter resets, multi-slot leases, update locks. */
@Timeout(60)
class DslrTest {

    private static final int SLOTS = 4;
    private static final int COUNT_MAX = DslrParameters.paper().countMax();
    private static final long SEED = 20_180_610;
    /** What no client outlives, even on a machine that has much else to do. */
    private static final long LEASE_NANOS = 20_000_000_000L;
    private static final DslrParameters PARAMETERS = DslrParameters.paper().withLease(LEASE_NANOS, 1);

    private final InProcessFabric fabric = new InProcessFabric(DslrTable.memoryBytes(SLOTS), new WaitPolicy(0, 5));
    private final DslrTable table = new DslrTable(fabric, SLOTS, new SplittableRandom(SEED), PARAMETERS);
    private final Endpoint server = fabric.connect();

    @AfterEach
    void close() {
        table.close();
        fabric.close();
    }

    private static LockOutcome acquire(LockClient client, LockMode mode) {
        return client.acquire(0, mode, LockClient.NO_DEADLINE);
    }

    private long word() {
        return server.readWord(0);
    }

    private void awaitWord(long expected) {
        Traffic.await(() -> word() == expected);
    }

    @Test
    void uncontendedLockTakesOneFetchAndAddEachWay() {
        try (LockClient client = table.client()) {
            for (final LockMode mode : LockMode.values()) {
                acquire(client, mode);
                client.release(0);
            }
            assertThat(client.counters().verbs().get(VerbKind.FAA)).isEqualTo(4);
            assertThat(client.counters().verbs().get(VerbKind.READ)).isZero();
            assertThat(word()).isEqualTo(DslrWord.of(1, 1, 1, 1));
        }
    }

    @Test
    void ticketsAreServedInTheirOrder() throws Exception {
        final List<Integer> served = Collections.synchronizedList(new ArrayList<>());
        final List<Thread> threads = new ArrayList<>();
        try (LockClient holder = table.client()) {
            acquire(holder, LockMode.EXCLUSIVE);
            for (int i = 0; i < 8; i++) {
                final int number = i;
                threads.add(Thread.ofVirtual().start(() -> {
                    try (LockClient client = table.client()) {
                        acquire(client, LockMode.EXCLUSIVE);
                        served.add(number);
                        client.release(0);
                    }
                }));
                awaitWord(DslrWord.of(0, 0, i + 2, 0));
            }
            holder.release(0);
        }
        for (final Thread thread : threads) {
            thread.join();
        }
        assertThat(served).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
    }

    @Test
    void readersInFrontOfTheNextWriterShareAndThoseBehindItWait() throws Exception {
        final CyclicBarrier inside = new CyclicBarrier(3);
        try (LockClient first = table.client(); LockClient late = table.client()) {
            acquire(first, LockMode.EXCLUSIVE);
            final Thread one = reader(inside);
            awaitWord(DslrWord.of(0, 0, 1, 1));
            final Thread two = reader(inside);
            awaitWord(DslrWord.of(0, 0, 1, 2));
            final Thread writer = Thread.ofVirtual().start(() -> {
                try (LockClient client = table.client()) {
                    acquire(client, LockMode.EXCLUSIVE);
                    client.release(0);
                }
            });
            awaitWord(DslrWord.of(0, 0, 2, 2));
            first.release(0);
            inside.await(10, TimeUnit.SECONDS);
            assertThat(late.tryAcquire(0, LockMode.SHARED)).isEqualTo(LockOutcome.BUSY);
            assertThat(word()).isEqualTo(DslrWord.of(1, 0, 2, 2));
            inside.await(10, TimeUnit.SECONDS);
            one.join();
            two.join();
            writer.join();
            assertThat(word()).isEqualTo(DslrWord.of(2, 2, 2, 2));
        }
    }

    private Thread reader(CyclicBarrier inside) {
        return Thread.ofVirtual().start(() -> {
            try (LockClient client = table.client()) {
                acquire(client, LockMode.SHARED);
                inside.await();
                inside.await();
                client.release(0);
            } catch (Exception broken) {
                throw new AssertionError("the other reader did not come in", broken);
            }
        });
    }

    @Test
    void lastTicketOfAWriterResetsTheCounters() {
        server.writeWord(0, DslrWord.drained(COUNT_MAX - 1, 7));
        try (LockClient client = table.client(); LockClient other = table.client()) {
            acquire(client, LockMode.EXCLUSIVE);
            assertThat(word()).isEqualTo(DslrWord.of(COUNT_MAX - 1, 7, COUNT_MAX, 7));
            assertThat(other.tryAcquire(0, LockMode.SHARED)).isEqualTo(LockOutcome.BUSY);
            client.release(0);
            assertThat(word()).isZero();
        }
    }

    @Test
    void lastTicketOfAReaderResetsTheCountersWhenTheOtherReadersAreGone() throws Exception {
        server.writeWord(0, DslrWord.of(30_000, COUNT_MAX - 2, 30_000, COUNT_MAX - 1));
        try (LockClient last = table.client()) {
            acquire(last, LockMode.SHARED);
            final Thread releases = Thread.ofVirtual().start(() -> last.release(0));
            awaitWord(DslrWord.of(30_000, COUNT_MAX - 1, 30_000, COUNT_MAX));
            final Thread comes = Thread.ofVirtual().start(() -> {
                try (LockClient client = table.client()) {
                    acquire(client, LockMode.EXCLUSIVE);
                    client.release(0);
                }
            });
            server.faa(0, DslrWord.N_S);
            releases.join();
            comes.join();
            assertThat(word()).isEqualTo(DslrWord.of(1, 0, 1, 0));
        }
    }

    @Test
    void exclusionHoldsWhileCountersAreResetAgainAndAgain() throws Exception {
        final DslrParameters parameters = PARAMETERS.withCountMax(90).withBackoffMax(1_000_000);
        try (DslrTable small = new DslrTable(fabric, 2, new SplittableRandom(SEED), parameters)) {
            Traffic.run(small, 64, 40, 0.5, SEED);
            assertThat(DslrWord.maxX(word())).isLessThan(90);
        }
    }

    @Test
    void exclusionHoldsWithManyClients() throws Exception {
        Traffic.run(table, 64, 40, 0.5, SEED + 1);
    }

    @Test
    void longLeaseTakesSeveralTickets() {
        final DslrParameters parameters = DslrParameters.original().withLease(LEASE_NANOS, 8);
        try (DslrTable leases = new DslrTable(fabric, SLOTS, new SplittableRandom(SEED), parameters);
            DslrLockClient client = leases.client()) {
            client.leaseSlots(5);
            acquire(client, LockMode.EXCLUSIVE);
            assertThat(word()).isEqualTo(DslrWord.of(0, 0, 5, 0));
            client.release(0);
            client.leaseSlots(3);
            acquire(client, LockMode.SHARED);
            assertThat(word()).isEqualTo(DslrWord.of(5, 0, 5, 3));
            client.release(0);
            assertThat(word()).isEqualTo(DslrWord.drained(5, 3));
            assertThatIllegalArgumentException().isThrownBy(() -> client.leaseSlots(9)).withMessageContaining("9");
        }
    }

    @Test
    void updateLockReadsBesideEarlierReadersAndWritesWhenTheyAreGone() throws Exception {
        try (LockClient reader = table.client(); DslrLockClient updater = table.client();
            LockClient late = table.client()) {
            acquire(reader, LockMode.SHARED);
            assertThat(updater.acquireForUpdate(0, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
            assertThat(updater.held(0)).isEqualTo(LockMode.SHARED);
            assertThat(late.tryAcquire(0, LockMode.SHARED)).isEqualTo(LockOutcome.BUSY);
            final Thread upgrades = Thread.ofVirtual().start(
                () -> assertThat(updater.upgrade(0)).isEqualTo(LockOutcome.GRANTED));
            assertThat(upgrades.join(Duration.ofMillis(50))).isFalse();
            reader.release(0);
            upgrades.join();
            assertThat(updater.held(0)).isEqualTo(LockMode.EXCLUSIVE);
            updater.release(0);
            assertThat(table.busySlots()).isZero();
        }
    }

    @Test
    void soleReaderIsUpgradedAndOneOfTwoIsNot() {
        try (LockClient client = table.client(); LockClient other = table.client()) {
            acquire(client, LockMode.SHARED);
            acquire(other, LockMode.SHARED);
            assertThat(client.upgrade(0)).isEqualTo(LockOutcome.BUSY);
            other.release(0);
            assertThat(client.upgrade(0)).isEqualTo(LockOutcome.GRANTED);
            assertThat(other.tryAcquire(0, LockMode.SHARED)).isEqualTo(LockOutcome.BUSY);
            client.release(0);
            assertThat(table.busySlots()).isZero();
        }
    }
}
