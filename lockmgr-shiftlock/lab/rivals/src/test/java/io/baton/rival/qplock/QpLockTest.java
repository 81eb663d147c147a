package io.baton.rival.qplock;

import static io.baton.lock.LockClient.NO_DEADLINE;
import static io.baton.lock.LockMode.EXCLUSIVE;
import static io.baton.lock.LockMode.SHARED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.fabric.Fabric;
import io.baton.fabric.VerbCounters;
import io.baton.fabric.VerbKind;
import io.baton.fabric.inprocess.InProcessFabric;
import io.baton.fabric.inprocess.WaitPolicy;
import io.baton.lock.LockClient;
import io.baton.lock.LockCounter;
import io.baton.lock.LockOutcome;
import io.baton.rival.SwappedWords;
import io.baton.rival.qplock.QpLockTable.Parameters;
import io.baton.sim.Cluster;
import io.baton.sim.model.ClusterModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What qplock promises beyond the contract of all locks. */
@Timeout(60)
class QpLockTest {

    private static final int SLOTS = 4;
    private static final long HOLD_NANOS = 1_000;

    @Test
    void aLoneRemoteClientNeedsOneCasForTheQueueAndAWriteAndAReadForPeterson() {
        try (Fabric fabric = inProcess(); QpLockTable table = remote(fabric);
            LockClient client = table.client()) {
            assertThat(client.acquire(1, EXCLUSIVE, NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
            assertThat(verbs(client)).isEqualTo("CAS=1 READ=1 WRITE=1 ");
            client.release(1);
            assertThat(verbs(client)).isEqualTo("CAS=2 READ=1 WRITE=1 ");
        }
    }

    @Test
    void aLoneLocalClientNeedsNoVerb() {
        try (Fabric fabric = inProcess(); QpLockTable table = local(fabric); LockClient client = table.client()) {
            assertThat(client.acquire(1, SHARED, NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
            assertThat(client.tryAcquire(2, EXCLUSIVE)).isEqualTo(LockOutcome.GRANTED);
            assertThat(table.busySlots()).isEqualTo(2);
            client.releaseAll();
            assertThat(verbs(client)).isEmpty();
        }
    }

    @Test
    void aTryIsRefusedFromEitherSideAndEitherSideRecovers() {
        try (Fabric fabric = inProcess(); QpLockTable near = local(fabric); QpLockTable far = remote(fabric);
            LockClient local = near.client(); LockClient remote = far.client()) {
            assertThat(local.acquire(0, EXCLUSIVE, NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
            assertThat(remote.tryAcquire(0, SHARED)).isEqualTo(LockOutcome.BUSY);
            local.release(0);
            assertThat(remote.tryAcquire(0, SHARED)).isEqualTo(LockOutcome.GRANTED);
            assertThat(local.tryAcquire(0, SHARED)).isEqualTo(LockOutcome.BUSY);
            remote.release(0);
            assertThat(near.busySlots()).isZero();
            assertThat(local.acquire(0, SHARED, NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
            local.release(0);
        }
    }

    /** CAS and swap of processor and adapter are not atomic against each other, so no word may get both. */
    @Test
    void noWordIsSwappedFromBothSides() throws InterruptedException {
        final SwappedWords swapped = new SwappedWords();
        try (Fabric fabric = inProcess(); QpLockTable near = local(swapped.watching(fabric));
            QpLockTable far = remote(swapped.watching(fabric))) {
            hammer(near, far, new int[SLOTS], 200);
        }
        assertThat(swapped.byProcessor()).hasSize(SLOTS);
        assertThat(swapped.byVerb()).hasSize(SLOTS);
        assertThat(swapped.byProcessor()).doesNotContainAnyElementsOf(swapped.byVerb());
    }

    @Test
    void bothCohortsTogetherProtectPlainMemory() throws InterruptedException {
        final int[] plain = new int[SLOTS];
        try (Fabric fabric = inProcess(); QpLockTable near = local(fabric); QpLockTable far = remote(fabric)) {
            hammer(near, far, plain, 1_000);
            assertThat(near.busySlots()).isZero();
        }
        int sum = 0;
        for (final int each : plain) {
            sum += each;
        }
        assertThat(sum).isEqualTo(6 * 1_000);
    }

    private static void hammer(QpLockTable near, QpLockTable far, int[] plain, int rounds)
            throws InterruptedException {
        final List<Thread> threads = new ArrayList<>();
        final AtomicInteger ended = new AtomicInteger();
        for (int i = 0; i < 6; i++) {
            final int index = i;
            threads.add(Thread.ofPlatform().daemon().start(() -> {
                try (LockClient client = (index % 2 == 0 ? near : far).client()) {
                    for (int round = 0; round < rounds; round++) {
                        final int slot = (index * 7 + round) % SLOTS;
                        client.acquire(slot, EXCLUSIVE, NO_DEADLINE);
                        plain[slot]++;
                        client.release(slot);
                    }
                    assertThat(index % 2 == 0 ? verbs(client) : "").isEmpty();
                    ended.incrementAndGet();
                }
            }));
        }
        for (final Thread thread : threads) {
            thread.join(20_000);
        }
        assertThat(ended.get()).as("clients that came to their end").isEqualTo(threads.size());
    }

    /**
     * While both cohorts always have a waiter, they take turns, and a turn is as long as the budget.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void theBudgetBoundsHowOftenACohortGoesOnWhileTheOtherWaits(int budget) {
        final List<Boolean> order = new ArrayList<>();
        saturate(budget, 8, 40, order);
        final List<Integer> turns = turns(order.subList(order.size() / 4, order.size() / 2));
        assertThat(turns).hasSizeGreaterThan(10).allMatch(turn -> turn == budget);
    }

    @Test
    void withoutABudgetACohortWouldGoOn() {
        final List<Boolean> order = new ArrayList<>();
        saturate(1_000_000, 8, 40, order);
        assertThat(turns(order)).anyMatch(turn -> turn > 100);
    }

    /** Lets both cohorts ask for one lock again and again; notes which cohort got it. */
    private static void saturate(int budget, int clientsPerCohort, int rounds, List<Boolean> order) {
        final Parameters parameters = new Parameters(budget, 200, false);
        try (Cluster cluster = new Cluster(ClusterModel.paper(), QpLockTable.memoryBytes(1), budget)) {
            final QpLockTable near =
                new QpLockTable(cluster.fabric(ClusterModel.SERVER_NODE), 1, new Random(1), parameters);
            final QpLockTable far = new QpLockTable(cluster.fabric(1), 1, new Random(1), parameters);
            for (int i = 0; i < 2 * clientsPerCohort; i++) {
                final boolean isLocal = i % 2 == 0;
                cluster.client("client " + i, () -> {
                    try (LockClient client = (isLocal ? near : far).client()) {
                        for (int round = 0; round < rounds; round++) {
                            client.acquire(0, EXCLUSIVE, NO_DEADLINE);
                            order.add(isLocal);
                            cluster.work(HOLD_NANOS);
                            client.release(0);
                        }
                        assertThat(isLocal ? verbs(client) : "").isEmpty();
                    }
                });
            }
            cluster.run();
        }
        assertThat(order).hasSize(2 * clientsPerCohort * rounds);
    }

    /** Lengths of the rows of equals, without the first and the last, which may be cut. */
    private static List<Integer> turns(List<Boolean> order) {
        final List<Integer> lengths = new ArrayList<>();
        int length = 1;
        for (int i = 1; i < order.size(); i++) {
            if (order.get(i).equals(order.get(i - 1))) {
                length++;
            } else {
                lengths.add(length);
                length = 1;
            }
        }
        lengths.add(length);
        return lengths.size() > 2 ? lengths.subList(1, lengths.size() - 1) : lengths;
    }

    /** A remote client that waits in the queue reads nothing: it is told (§3.1). */
    @Test
    void aQueuedRemoteClientIssuesNoReads() {
        try (Cluster cluster = new Cluster(ClusterModel.paper(), QpLockTable.memoryBytes(1), 1)) {
            final QpLockTable table = new QpLockTable(cluster.fabric(1), 1, new Random(1), Parameters.paper());
            cluster.client("first", () -> {
                try (LockClient client = table.client()) {
                    client.acquire(0, EXCLUSIVE, NO_DEADLINE);
                    cluster.work(100_000);
                    client.release(0);
                    assertThat(verbs(client)).isEqualTo("CAS=1 READ=1 WRITE=1 SEND=1 ");
                }
            });
            cluster.client("second", () -> {
                try (LockClient client = table.client()) {
                    cluster.work(20_000);
                    client.acquire(0, EXCLUSIVE, NO_DEADLINE);
                    assertThat(verbs(client)).isEqualTo("CAS=2 SEND=1 ");
                    assertThat(client.counters().get(LockCounter.WAITS)).isEqualTo(1);
                    client.release(0);
                }
            });
            cluster.run();
        }
    }

    @Test
    void parametersOutOfRangeAreRefusedWithTheirValue() {
        assertThatThrownBy(() -> new Parameters(0, 200, false)).isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("budget of 0");
        assertThatThrownBy(() -> new Parameters(1, 0, false)).isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("every 0 ns");
        try (Fabric fabric = inProcess()) {
            assertThatThrownBy(() -> new QpLockTable(fabric, SLOTS + 1, new Random(1), Parameters.paper()))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("table of 5 locks");
        }
    }

    private static Fabric inProcess() {
        return new InProcessFabric(QpLockTable.memoryBytes(SLOTS), WaitPolicy.forClients(6, 2));
    }

    private static QpLockTable local(Fabric fabric) {
        return new QpLockTable(fabric, SLOTS, new Random(1), Parameters.paper());
    }

    private static QpLockTable remote(Fabric fabric) {
        return new QpLockTable(fabric, SLOTS, new Random(1), Parameters.paper().remote());
    }

    private static String verbs(LockClient client) {
        final StringBuilder text = new StringBuilder();
        final VerbCounters verbs = client.counters().verbs();
        for (final VerbKind kind : VerbKind.values()) {
            if (verbs.get(kind) > 0) {
                text.append(kind).append('=').append(verbs.get(kind)).append(' ');
            }
        }
        return text.toString();
    }
}
