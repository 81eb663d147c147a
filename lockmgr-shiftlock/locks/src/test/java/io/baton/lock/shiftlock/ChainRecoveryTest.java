package io.baton.lock.shiftlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.fabric.Route;
import io.baton.lock.LockClient;
import io.baton.lock.LockCounter;
import io.baton.lock.LockList;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.RecoveryOptions;
import io.baton.lock.process.SessionCluster;
import io.baton.lock.server.ForcedReset;
import io.baton.lock.server.ResetEvent;
import io.baton.sim.Cluster;
import io.baton.sim.model.ClusterModel;
import io.baton.sim.model.Fate;
import io.baton.sim.model.MessageFaults;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Locks that are asked for, or given back, together, where something fails in the middle (K8). */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class ChainRecoveryTest {

    private static final int SLOTS = 4;
    private static final long LEASE = 1_000_000;
    private static final long SESSION = 10 * LEASE;
    private static final RecoveryOptions OPTIONS = RecoveryOptions.product().withTimes(LEASE, SESSION);
    private static final ShiftLockOptions TOGETHER = ShiftLockOptions.product().withBatches(true);

    private boolean successorsAreLost;
    private final MessageFaults faults = (leg, from, to,
            now) -> leg == MessageFaults.Leg.NOTICE && successorsAreLost && Route.node(from) == 1 && Route.node(to) == 2
                ? Fate.LOST : Fate.ON_TIME;
    private final SessionCluster sessions = new SessionCluster(SLOTS, OPTIONS, ClusterModel.paper(), faults);
    private final Cluster cluster = sessions.cluster;
    private final List<String> told = new ArrayList<>();
    /** What the first process has posted: the slots of each batch. */
    private List<List<Integer>> posted = List.of();

    @AfterEach
    void close() {
        sessions.close();
    }

    /** Of the first process: the lock server's processor executes its verbs. */
    private ShiftLockTable chains(ShiftLockOptions options, IntConsumer before) {
        final WatchedBatches fabric = new WatchedBatches(cluster.fabric(1), before);
        posted = fabric.batches;
        return ShiftLockTable.recoverable(fabric, SLOTS, options, 0, sessions.join(1), cluster.threads(1));
    }

    private ShiftLockTable other(int node) {
        return ShiftLockTable.recoverable(cluster.fabric(node), SLOTS, TOGETHER.apart().withPacedReaders(false), 0,
            sessions.join(node), cluster.threads(node));
    }

    private static LockList exclusive(int... slots) {
        final LockList locks = new LockList();
        for (int slot : slots) {
            locks.add(slot, LockMode.EXCLUSIVE);
        }
        return locks;
    }

    private static LockOutcome all(LockClient client, int... slots) {
        return client.acquireAll(exclusive(slots), LockClient.NO_DEADLINE);
    }

    private static void acquire(LockClient client, int slot) {
        assertThat(client.acquire(slot, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
    }

    private static void use(LockClient client, int slot) {
        acquire(client, slot);
        client.release(slot);
    }

    private long resets() {
        return sessions.log.stream().filter(event -> event.kind() == ResetEvent.Kind.RESET).count();
    }

    private long now() {
        return cluster.clock().nanoTime();
    }

    private boolean isFree(int slot) {
        return LockInspector.entry(cluster.fabric(ClusterModel.SERVER_NODE), slot).isFree();
    }

    /** K8.4: what was executed stays, each lock by itself, and the locks behind it are free. */
    @Test
    void whatAProcessHadGotOfAChainBeforeItDiedIsResetLockByLock() {
        cluster.client(1, "dies", () -> all(chains(TOGETHER.apart(), slot -> {
            if (slot == 2) {
                cluster.crash(1);
            }
        }).client(), 0, 1, 2));
        cluster.client(2, "other", () -> {
            final LockClient client = other(2).client();
            cluster.work(LEASE);
            assertThat(isFree(2)).isTrue();
            assertThat(all(client, 0, 1, 2)).isEqualTo(LockOutcome.GRANTED);
            assertThat(now()).isLessThan(3 * SESSION);
            client.releaseAll();
        });
        cluster.run();
        assertThat(resets()).isEqualTo(2);
    }

    /** K8.5: the rest of a chain is refused, and nothing is left of what it had got. */
    @Test
    void whoStallsPastItsSessionInTheMiddleOfAChainHasLostAll() {
        cluster.client(1, "stalls", () -> {
            final LockClient client = chains(TOGETHER, slot -> {
                if (slot == 2) {
                    cluster.pause(1, 3 * SESSION);
                }
            }).client();
            told.add(all(client, 0, 1, 2) + " " + client.heldCount());
            told.add(all(client, 0, 1, 2) + " " + client.heldCount());
            told.add(client.releaseAllAndTell() + "");
        });
        cluster.client(2, "other", () -> {
            final LockClient client = other(2).client();
            cluster.work(LEASE);
            assertThat(all(client, 0, 1, 2)).isEqualTo(LockOutcome.GRANTED);
            assertThat(now()).isLessThan(3 * SESSION);
            cluster.work(4 * SESSION);
            assertThat(client.releaseAllAndTell()).isEqualTo(LockOutcome.GRANTED);
        });
        cluster.run();
        assertThat(told).containsExactly("LOST 0", "LOST 0", "LOST");
    }

    /** K8.3: a server that takes long for the rest is no reason to reset what it has given already. */
    @Test
    void aProcessDoesNotConsentWhileAChainIsUnderWay() {
        cluster.client(1, "is slow", () -> {
            final LockClient client =
                chains(TOGETHER, slot -> cluster.work(slot == 2 && told.isEmpty() ? 5 * LEASE : 0)).client();
            assertThat(all(client, 0, 1, 2)).isEqualTo(LockOutcome.GRANTED);
            told.add("got all");
            cluster.work(3 * LEASE);
            assertThat(client.releaseAllAndTell()).isEqualTo(LockOutcome.GRANTED);
        });
        cluster.client(2, "suspects", () -> {
            final LockClient client = other(2).client();
            cluster.work(LEASE);
            acquire(client, 1);
            told.add("then the other");
            assertThat(client.counters().get(LockCounter.SUSPICIONS)).isPositive();
            client.release(1);
        });
        cluster.run();
        assertThat(told).containsExactly("got all", "then the other");
        assertThat(resets()).as("%s", sessions.log).isZero();
    }

    /** K8.1: another process that does not answer for a while keeps the lock frozen. */
    @Test
    void aChainEndsBeforeALockThatIsFrozen() {
        cluster.client(3, "is late", () -> {
            other(3);
            cluster.work(LEASE);
            cluster.pause(3, 4 * LEASE);
        });
        cluster.client("operator", () -> {
            cluster.work(2 * LEASE);
            new ForcedReset(cluster.fabric(ClusterModel.SERVER_NODE), SLOTS, sessions.server.route(), OPTIONS)
                .reset(1, SESSION);
        });
        cluster.client(1, "comes", () -> {
            final LockClient client = chains(TOGETHER.apart(), slot -> {}).client();
            cluster.work(3 * LEASE);
            assertThat(all(client, 0, 1, 2)).isEqualTo(LockOutcome.GRANTED);
            assertThat(now()).as("waits for the end of the freeze").isGreaterThan(5 * LEASE);
            assertThat(posted.getFirst()).as("the first chain").containsExactly(0);
            assertThat(client.token(1).generation()).as("generation").isOne();
            assertThat(client.releaseAllAndTell()).isEqualTo(LockOutcome.GRANTED);
        });
        cluster.run();
    }

    /** K8.2: what the process keeps it takes without a verb, and leaves when the chain stops before it. */
    @Test
    void whatTheProcessKeepsIsNotHeldBehindALockThatIsWaitedFor() {
        cluster.client(1, "two clients", () -> {
            final ShiftLockTable table = chains(TOGETHER, slot -> {});
            final LockClient waits = table.client();
            final LockClient beside = table.client();
            use(waits, 1);
            cluster.work(2 * LEASE);
            cluster.client(1, "beside", () -> {
                cluster.work(LEASE);
                use(beside, 1);
                told.add("beside");
            });
            assertThat(all(waits, 0, 1, 2)).isEqualTo(LockOutcome.GRANTED);
            told.add("all");
            assertThat(posted.getFirst()).as("the first chain").containsExactly(0, 2);
            assertThat(waits.counters().get(LockCounter.LOCAL_ACQUISITIONS)).isOne();
            waits.releaseAll();
        });
        cluster.client(2, "holds", () -> {
            final LockClient client = other(2).client();
            acquire(client, 0);
            cluster.work(6 * LEASE);
            client.release(0);
        });
        cluster.run();
        assertThat(told).containsExactly("beside", "all");
        assertThat(resets()).isZero();
    }

    /** K8.8. */
    @Test
    void aDeadlineLeavesWhatIsBeforeTheLockThatWasWaitedFor() {
        cluster.client(2, "holds", () -> {
            final LockClient client = other(2).client();
            acquire(client, 1);
            cluster.work(8 * LEASE);
            client.release(1);
        });
        cluster.client(1, "gives up", () -> {
            final ShiftLockTable table = chains(TOGETHER, slot -> {});
            gives(table.client(), LockOutcome.DEADLINE);
            final LockClient cancelled = table.client();
            cancelled.cancelWhen(() -> now() > 6 * LEASE);
            gives(cancelled, LockOutcome.CANCELLED);
        });
        cluster.run();
        assertThat(resets()).isZero();
    }

    private void gives(LockClient client, LockOutcome expected) {
        cluster.work(2 * LEASE);
        final long deadline =
            cluster.fabric(1).clock().nanoTime() + (expected == LockOutcome.DEADLINE ? 2 : 20) * LEASE;
        final LockOutcome outcome = client.acquireAll(exclusive(0, 1, 2), deadline);
        assertThat(outcome).isEqualTo(expected);
        assertThat(client.heldCount()).isOne();
        assertThat(client.held(0)).isEqualTo(LockMode.EXCLUSIVE);
        assertThat(isFree(2)).isTrue();
        assertThat(client.releaseAllAndTell()).isEqualTo(LockOutcome.GRANTED);
    }

    /** K8.6, K8.7: it begins again at the lock that was reset, with what it has before that. */
    @Test
    void aLostNoticeOfTheLockAtWhichAChainStopsEndsInAReset() {
        cluster.client(2, "holds", () -> {
            final LockClient client = other(2).client();
            acquire(client, 1);
            cluster.work(3 * LEASE);
            client.release(1);
        });
        cluster.client(1, "waits", () -> {
            final LockClient client = chains(TOGETHER.apart(), slot -> {}).client();
            cluster.work(LEASE);
            successorsAreLost = true;
            cluster.at(now() + 2 * LEASE, () -> successorsAreLost = false);
            assertThat(all(client, 0, 1, 2)).isEqualTo(LockOutcome.GRANTED);
            assertThat(client.heldCount()).isEqualTo(3);
            assertThat(client.releaseAllAndTell()).isEqualTo(LockOutcome.GRANTED);
        });
        cluster.run();
        assertThat(resets()).isOne();
    }

    /** K8.10, K8.11. */
    @Test
    void locksAreGivenBackInOneBatchAndTheirWaitersGetThem() {
        cluster.client(1, "holds", () -> {
            final LockClient client = chains(TOGETHER.apart(), slot -> {}).client();
            assertThat(all(client, 0, 1, 2, 3)).isEqualTo(LockOutcome.GRANTED);
            cluster.work(4 * LEASE);
            posted.clear();
            assertThat(client.releaseAllAndTell()).isEqualTo(LockOutcome.GRANTED);
            assertThat(posted).as("batches").hasSize(1);
            assertThat(posted.getFirst()).as("those whose successor is not known").containsExactlyInAnyOrder(0, 2, 3);
            assertThat(client.heldCount()).isZero();
        });
        cluster.client(2, "waits", () -> {
            final LockClient client = other(2).client();
            cluster.work(LEASE);
            acquire(client, 1);
            told.add("got it");
            client.release(1);
        });
        cluster.run();
        assertThat(told).containsExactly("got it");
        assertThat(resets()).isZero();
    }

    /** K8.10: what the process is to keep names its agent, and the next chain costs no verb. */
    @Test
    void whatIsGivenBackTogetherIsKeptAndGotWithoutAVerb() {
        cluster.client(1, "keeps", () -> {
            final LockClient client = chains(TOGETHER, slot -> {}).client();
            for (int i = 0; i < 3; i++) {
                assertThat(all(client, 0, 1, 2)).isEqualTo(LockOutcome.GRANTED);
                assertThat(client.releaseAllAndTell()).isEqualTo(LockOutcome.GRANTED);
            }
            assertThat(posted).as("batches: one to acquire, one to leave all to the agent").hasSize(2);
            assertThat(client.counters().get(LockCounter.LOCAL_ACQUISITIONS)).isEqualTo(6);
        });
        cluster.client(2, "takes", () -> {
            final LockClient client = other(2).client();
            cluster.work(3 * LEASE);
            assertThat(all(client, 0, 1, 2)).isEqualTo(LockOutcome.GRANTED);
            client.releaseAll();
        });
        cluster.run();
        assertThat(resets()).isZero();
    }

    /** K8.13. */
    @Test
    void whoGivesAllBackAfterTheEndOfItsSessionIsTold() {
        cluster.client(1, "stalls", () -> {
            final LockClient client = chains(TOGETHER, slot -> {}).client();
            assertThat(all(client, 0, 1, 2)).isEqualTo(LockOutcome.GRANTED);
            cluster.pause(1, 3 * SESSION);
            told.add(client.releaseAllAndTell() + " " + client.heldCount());
        });
        cluster.run();
        assertThat(told).containsExactly("LOST 0");
    }
}
