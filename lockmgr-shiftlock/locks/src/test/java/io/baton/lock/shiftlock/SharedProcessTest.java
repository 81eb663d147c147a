package io.baton.lock.shiftlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.baton.fabric.CasMasks;
import io.baton.fabric.Endpoint;
import io.baton.fabric.ForwardingEndpoint;
import io.baton.fabric.ForwardingFabric;
import io.baton.fabric.WordPair;
import io.baton.lock.FencingToken;
import io.baton.lock.LockClient;
import io.baton.lock.LockCounter;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.RecoveryOptions;
import io.baton.lock.entry.LockEntry;
import io.baton.lock.entry.RecoveryVerdict;
import io.baton.lock.process.LockSession;
import io.baton.lock.process.SessionCluster;
import io.baton.lock.server.ForcedReset;
import io.baton.lock.server.ResetEvent;
import io.baton.sim.Cluster;
import io.baton.sim.model.ClusterModel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Kept locks and local turns of a process with a session ({@code spec/9-process.md}). */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class SharedProcessTest {

    private static final int SLOTS = 2;
    private static final long LEASE = 1_000_000;
    private static final long SESSION = 10 * LEASE;
    private static final RecoveryOptions OPTIONS = RecoveryOptions.product().withTimes(LEASE, SESSION);

    private final SessionCluster sessions = new SessionCluster(SLOTS, OPTIONS);
    private final Cluster cluster = sessions.cluster;

    @AfterEach
    void close() {
        sessions.close();
    }

    private static void acquire(LockClient client, int slot, LockMode mode) {
        assertThat(client.acquire(slot, mode, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
    }

    private static void use(LockClient client, int slot) {
        acquire(client, slot, LockMode.EXCLUSIVE);
        client.release(slot);
    }

    private long resets() {
        return sessions.log.stream().filter(event -> event.kind() == ResetEvent.Kind.RESET).count();
    }

    @Test
    void tokensGrowFromOneLocalGrantToTheNextAndToAnotherProcess() {
        final List<FencingToken> tokens = new ArrayList<>();
        cluster.client(1, "keeps", () -> {
            final LockClient client = sessions.sharing(1, sessions.join(1)).client();
            for (int i = 0; i < 3; i++) {
                acquire(client, 1, LockMode.EXCLUSIVE);
                tokens.add(client.token(1));
                client.release(1);
            }
            acquire(client, 1, LockMode.SHARED);
            tokens.add(client.token(1));
            assertThat(client.upgrade(1)).isEqualTo(LockOutcome.GRANTED);
            tokens.add(client.token(1));
            client.release(1);
            assertThat(client.counters().get(LockCounter.LOCAL_ACQUISITIONS)).isEqualTo(3);
        });
        cluster.client(2, "other", () -> {
            final LockClient other = sessions.sharing(2, sessions.join(2)).client();
            cluster.work(LEASE);
            acquire(other, 1, LockMode.EXCLUSIVE);
            tokens.add(other.token(1));
            other.release(1);
        });
        cluster.run();
        assertThat(tokens).hasSize(6).doesNotHaveDuplicates().isSorted();
        assertThat(tokens).extracting(FencingToken::local).containsExactly(0L, 1L, 2L, 3L, 4L, 0L);
        assertThat(resets()).isZero();
    }

    @Test
    void whatADeadProcessHasKeptIsReset() {
        cluster.client(1, "dies", () -> {
            use(sessions.sharing(1, sessions.join(1)).client(), 1);
            cluster.work(LEASE);
            cluster.crash(1);
        });
        cluster.client(2, "other", () -> {
            final LockClient other = sessions.sharing(2, sessions.join(2)).client();
            cluster.work(2 * LEASE);
            use(other, 1);
            assertThat(cluster.clock().nanoTime()).isLessThan(2 * SESSION);
        });
        cluster.run();
        assertThat(resets()).isOne();
    }

    @Test
    void anOperatorsQuestionIsARecallAndNoReset() {
        cluster.client(1, "keeps", () -> use(sessions.sharing(1, sessions.join(1)).client(), 1));
        cluster.client("operator", () -> {
            cluster.work(LEASE);
            assertThat(LockInspector.entry(cluster.fabric(1), 1).isFree()).isFalse();
            final ForcedReset operator = new ForcedReset(
                cluster.fabric(ClusterModel.SERVER_NODE), SLOTS, sessions.server.route(), OPTIONS);
            assertThat(operator.reset(1, 100 * LEASE)).isEqualTo(RecoveryVerdict.ALIVE);
            cluster.work(LEASE);
            assertThat(LockInspector.entry(cluster.fabric(1), 1).isFree()).isTrue();
        });
        cluster.run();
        assertThat(resets()).isZero();
    }

    /** One has a local grant, one waits behind it here, when their process loses its session. */
    @Test
    void whoWaitsInAProcessWhoseSessionIsOverIsTold() {
        final List<LockOutcome> outcomes = new ArrayList<>();
        cluster.client(1, "two clients", () -> {
            final LockSession session = sessions.join(1);
            final ShiftLockTable table = sessions.sharing(1, session);
            final LockClient holder = table.client();
            final LockClient waiting = table.client();
            use(holder, 1);
            acquire(holder, 1, LockMode.EXCLUSIVE);
            cluster.client(1, "waits", () -> outcomes.add(
                waiting.acquire(1, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE)));
            cluster.work(LEASE);
            session.lose();
            cluster.work(2 * SESSION);
            assertThat(holder.releaseAndTell(1)).isEqualTo(LockOutcome.LOST);
            outcomes.add(holder.acquire(1, LockMode.SHARED, LockClient.NO_DEADLINE));
            assertThat(holder.heldCount() + waiting.heldCount()).isZero();
            assertThat(table.describe()).doesNotContain("KEPT");
        });
        cluster.run();
        assertThat(outcomes).containsExactly(LockOutcome.LOST, LockOutcome.LOST);
    }

    /** It is fenced and its lock reset meanwhile; its own thread is the first to go on. */
    @Test
    void whoStallsBeyondItsSessionNeitherGetsNorGivesBackAKeptLock() {
        final List<LockOutcome> outcomes = new ArrayList<>();
        cluster.client(1, "stalls", () -> {
            final ShiftLockTable table = sessions.sharing(1, sessions.join(1));
            final LockClient holder = table.client();
            final LockClient other = table.client();
            use(holder, 0);
            use(holder, 1);
            acquire(holder, 0, LockMode.EXCLUSIVE);
            acquire(holder, 1, LockMode.SHARED);
            cluster.pause(1, 3 * SESSION);
            outcomes.add(other.tryAcquire(1, LockMode.SHARED));
            outcomes.add(holder.releaseAndTell(0));
            outcomes.add(holder.releaseAllAndTell());
            assertThat(holder.heldCount() + other.heldCount()).isZero();
        });
        cluster.client(2, "other", () -> {
            final LockClient other = sessions.sharing(2, sessions.join(2)).client();
            cluster.work(LEASE);
            use(other, 0);
            use(other, 1);
            assertThat(cluster.clock().nanoTime()).isLessThan(3 * SESSION);
        });
        cluster.run();
        assertThat(outcomes).containsExactly(LockOutcome.LOST, LockOutcome.LOST, LockOutcome.LOST);
        assertThat(resets()).isEqualTo(2);
    }

    @Test
    void whoStallsBeyondItsSessionDoesNotGetALockThatItsProcessKeeps() {
        stalls((client, outcomes) -> {
            cluster.pause(1, 3 * SESSION);
            outcomes.add(client.acquire(1, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE));
        });
    }

    @Test
    void whoStallsBeyondItsSessionIsToldAsItGivesAKeptLockBack() {
        stalls((client, outcomes) -> {
            acquire(client, 1, LockMode.EXCLUSIVE);
            cluster.pause(1, 3 * SESSION);
            outcomes.add(client.releaseAndTell(1));
        });
    }

    private void stalls(BiConsumer<LockClient, List<LockOutcome>> works) {
        final List<LockOutcome> outcomes = new ArrayList<>();
        cluster.client(1, "stalls", () -> {
            final LockClient client = sessions.sharing(1, sessions.join(1)).client();
            use(client, 1);
            works.accept(client, outcomes);
            assertThat(client.heldCount()).isZero();
        });
        cluster.client(2, "other", () -> {
            final LockClient other = sessions.sharing(2, sessions.join(2)).client();
            cluster.work(LEASE);
            use(other, 1);
        });
        cluster.run();
        assertThat(outcomes).containsExactly(LockOutcome.LOST);
        assertThat(resets()).isOne();
    }

    /** The server is as late as the process, and has not ended the session. */
    @Test
    void aSessionThatHasRunOutByTheProcessesOwnClockOnlyCostsNoLock() {
        cluster.client(1, "keeps", () -> {
            final LockSession session = sessions.join(1);
            final LockClient client = sessions.sharing(1, session).client();
            use(client, 1);
            cluster.pause(ClusterModel.SERVER_NODE, 2 * SESSION);
            cluster.pause(1, 2 * SESSION - LEASE / 10);
            assertThat(session.isValid()).isFalse();
            use(client, 1);
            assertThat(client.counters().get(LockCounter.LOCAL_ACQUISITIONS)).isOne();
        });
        cluster.run();
        assertThat(sessions.log).extracting(ResetEvent::kind).doesNotContain(ResetEvent.Kind.FENCED);
    }

    /** The paper's §4.8: a client skips its release and lives on. */
    @Test
    void anIdleClaimIsTakenBackAndNobodyIsFenced() {
        cluster.client(1, "skips", () -> {
            final LockSession session = sessions.join(1);
            final LockClient skips = ShiftLockTable.recoverable(new Skipping(cluster), SLOTS,
                ShiftLockOptions.product().apart(), session, cluster.threads(1)).client();
            use(skips, 1);
            assertThat(LockInspector.entry(cluster.fabric(1), 1).isFree()).isFalse();
            cluster.work(5 * LEASE);
            assertThat(skips.acquire(0, LockMode.SHARED, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
            skips.release(0);
        });
        cluster.client(2, "other", () -> {
            final LockClient other = sessions.sharing(2, sessions.join(2)).client();
            cluster.work(LEASE);
            use(other, 1);
            assertThat(cluster.clock().nanoTime()).isLessThan(4 * LEASE);
        });
        cluster.run();
        assertThat(sessions.log).extracting(ResetEvent::kind)
            .contains(ResetEvent.Kind.RESET);
        assertThat(resets()).isOne();
    }

    @Test
    void whatCannotBeCombinedIsRefused() {
        cluster.client(1, "asks", () -> {
            assertThatIllegalArgumentException().isThrownBy(() -> ShiftLockTable.leased(cluster.fabric(1), SLOTS,
                ShiftLockOptions.product(), RecoveryOptions.paper(), sessions.server.route(), cluster.threads(1)))
                .withMessageContaining("silence is death");
            assertThatIllegalArgumentException().isThrownBy(() -> ShiftLockTable.leased(cluster.fabric(1), SLOTS,
                ShiftLockOptions.product().apart().withBatches(true), RecoveryOptions.paper(), sessions.server.route(),
                cluster.threads(1))).withMessageContaining("without batches");
        });
        cluster.run();
    }

    /** Loses the writers' releases: the client believes that it has made them. */
    private static final class Skipping extends ForwardingFabric {

        Skipping(Cluster cluster) {
            super(cluster.fabric(1));
        }

        @Override
        public Endpoint connect() {
            return new ForwardingEndpoint(super.connect()) {
                @Override
                public boolean extCas(long address, CasMasks masks, long compareLow, long compareHigh, long swapLow,
                        long swapHigh, WordPair old) {
                    if (masks.swapLow() == (LockEntry.TAIL_MASK | LockEntry.EPOCH_MASK)) {
                        old.set(compareLow, compareHigh);
                        return true;
                    }
                    return super.extCas(address, masks, compareLow, compareHigh, swapLow, swapHigh, old);
                }
            };
        }
    }
}
