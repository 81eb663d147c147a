package io.baton.lock.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.lock.LockClient;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.RecoveryOptions;
import io.baton.lock.process.SessionCluster;
import io.baton.sim.Cluster;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Policy SESSION: a machine falls silent, and nobody is refused by it. A session is no longer than what an adapter
 * needs for a few tries.
 */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class SilentMachineTest {

    private static final int SLOTS = 4;
    private static final long LEASE = 10_000_000;
    private static final long SESSION = 2 * LEASE;
    private static final int DEAD = 1;
    private static final RecoveryOptions OPTIONS = RecoveryOptions.product().withTimes(LEASE, SESSION);

    private final SessionCluster sessions = new SessionCluster(SLOTS, OPTIONS);
    private final Cluster cluster = sessions.cluster;

    @BeforeEach
    void open() {
        cluster.client(DEAD, "falls silent", () -> {
            final LockClient client = sessions.client(DEAD);
            assertThat(client.acquire(1, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
            assertThat(client.acquire(2, LockMode.SHARED, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
            cluster.work(LEASE / 2);
            cluster.fallSilent(DEAD);
        });
    }

    @AfterEach
    void close() {
        sessions.close();
    }

    /** A client comes at some time, and must get the lock soon after the dead process's session has ended. */
    private void getsInTime(int node, long comesNanos, int slot) {
        cluster.client(node, "waits", () -> {
            cluster.work(comesNanos);
            final LockClient client = sessions.client(node);
            assertThat(client.acquire(slot, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE))
                .isEqualTo(LockOutcome.GRANTED);
            assertThat(cluster.clock().nanoTime()).isBetween(SESSION, LEASE / 2 + SESSION + LEASE / 4);
            client.release(slot);
        });
    }

    private void runWithOneFenced() {
        cluster.run();
        assertThat(log()).contains("FENCED " + DEAD).filteredOn(line -> line.startsWith("FENCED")).hasSize(1);
    }

    private List<String> log() {
        return sessions.log.stream().map(event -> event.kind() + " " + event.node()).toList();
    }

    @Test
    void whoWasBehindItGetsTheLockWhenItsSessionEnds() {
        getsInTime(2, 1_000_000, 1);
        runWithOneFenced();
    }

    /** Its Successor notice is not acknowledged, and each try takes four milliseconds. */
    @Test
    void whoQueuesBehindItLaterDoesNotWaitForEveryTry() {
        getsInTime(2, LEASE, 1);
        runWithOneFenced();
    }

    @Test
    void aWriterBehindItsReaderGetsTheLockToo() {
        getsInTime(2, 1_000_000, 2);
        runWithOneFenced();
    }

    /** The lock server asks it for its consent, and must hear the others' heartbeats meanwhile. */
    @Test
    void theOthersKeepTheirSessions() {
        getsInTime(2, 1_000_000, 1);
        getsInTime(3, 2_000_000, 2);
        cluster.client(4, "holds", () -> {
            final LockClient client = sessions.client(4);
            assertThat(client.acquire(3, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
            cluster.work(5 * SESSION);
            client.release(3);
            assertThat(client.tryAcquire(3, LockMode.EXCLUSIVE)).isEqualTo(LockOutcome.GRANTED);
            client.release(3);
        });
        runWithOneFenced();
    }

    @Test
    void aProcessIsLetInWhileTheServerWaitsForTheSilentOne() {
        getsInTime(2, 1_000_000, 1);
        cluster.client(3, "comes", () -> {
            cluster.work(SESSION - LEASE / 4);
            final long begun = cluster.clock().nanoTime();
            final LockClient client = sessions.client(3);
            assertThat(cluster.clock().nanoTime() - begun).isLessThan(LEASE / 100);
            assertThat(client.acquire(3, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
            client.release(3);
        });
        runWithOneFenced();
        assertThat(log()).containsSubsequence("JOINED 3", "FENCED " + DEAD);
    }
}
