package io.baton.lock.shiftlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.fabric.VerbKind;
import io.baton.lock.LockClient;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.RecoveryOptions;
import io.baton.lock.process.SessionCluster;
import io.baton.lock.server.ResetEvent;
import io.baton.sim.Cluster;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Policy SESSION: who waits finds out soon that the process in front of it is gone, not only after a lease. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class GoneAheadTest {

    private static final int SLOTS = 4;
    private static final long LEASE = 1_000_000;
    private static final RecoveryOptions OPTIONS = RecoveryOptions.product().withTimes(LEASE, 50 * LEASE);

    private final SessionCluster sessions = new SessionCluster(SLOTS, OPTIONS);
    private final Cluster cluster = sessions.cluster;

    @AfterEach
    void close() {
        sessions.close();
    }

    /** Node 1 holds the lock, and dies after a while; node 2 has come before, in some mode. */
    private long waitsNanos(LockMode mode) {
        final long[] died = new long[1];
        final long[] got = new long[1];
        cluster.client(1, "dies", () -> {
            assertThat(sessions.client(1).acquire(1, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE))
                .isEqualTo(LockOutcome.GRANTED);
            cluster.work(LEASE / 3);
            died[0] = cluster.clock().nanoTime();
            cluster.crash(1);
        });
        cluster.client(2, "waits", () -> {
            cluster.work(LEASE / 30);
            final LockClient client = sessions.client(2);
            assertThat(client.acquire(1, mode, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
            got[0] = cluster.clock().nanoTime();
            client.release(1);
        });
        cluster.run();
        assertThat(sessions.log).extracting(ResetEvent::kind).contains(ResetEvent.Kind.FENCED, ResetEvent.Kind.RESET);
        return got[0] - died[0];
    }

    @Test
    void writerBehindADeadWriterWaitsForNoLease() {
        assertThat(waitsNanos(LockMode.EXCLUSIVE)).isBetween(1L, LEASE / 4);
    }

    @Test
    void readerBehindADeadWriterWaitsForNoLease() {
        assertThat(waitsNanos(LockMode.SHARED)).isBetween(1L, LEASE / 4);
    }

    /** A holder that does nothing for long does not look at its mailbox, which must not fill. */
    @Test
    void holderIsNudgedOnlyUntilTheServerHasBeenAsked() {
        final long[] waited = new long[1];
        cluster.mailboxCapacity(1, 16);
        cluster.client(1, "holds", () -> {
            final LockClient client = sessions.client(1);
            assertThat(client.acquire(1, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
            cluster.work(20 * LEASE);
            assertThat(client.acquire(2, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
            client.releaseAll();
        });
        cluster.client(2, "waits", () -> {
            cluster.work(LEASE / 30);
            final LockClient client = sessions.client(2);
            assertThat(client.acquire(1, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
            client.release(1);
            waited[0] = client.counters().verbs().get(VerbKind.SEND);
        });
        cluster.run();
        assertThat(sessions.log).extracting(ResetEvent::kind).containsOnly(ResetEvent.Kind.JOINED);
        // A Successor, a nudge for each of the first looks, and a request for each lease.
        assertThat(waited[0]).isBetween(10L, 40L);
    }
}
