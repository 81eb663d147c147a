package io.baton.lock.shiftlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.fabric.ConnectionLostException;
import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.fabric.ForwardingEndpoint;
import io.baton.fabric.ForwardingFabric;
import io.baton.lock.LockClient;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.RecoveryOptions;
import io.baton.lock.process.LockSession;
import io.baton.lock.process.SessionCluster;
import io.baton.sim.Cluster;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The connection breaks just when a client begins to wait for a word: it has left its latch then. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class LostWordTest {

    private static final int SLOTS = 4;
    private static final long LEASE = 100_000;
    private static final RecoveryOptions OPTIONS = RecoveryOptions.product().withTimes(LEASE, 10 * LEASE);
    private static final int HOLDER = 1;
    private static final int WAITER = 2;

    /** A reader waits for the epoch, a writer for readers. */
    @ParameterizedTest
    @EnumSource
    void whoBeginsToWaitForAWordWhenTheConnectionBreaksHasLost(LockMode mode) {
        try (SessionCluster sessions = new SessionCluster(SLOTS, OPTIONS)) {
            final Cluster cluster = sessions.cluster;
            cluster.client(HOLDER, "holds", () -> {
                final LockClient holder = sessions.client(HOLDER);
                holder.acquire(1, mode == LockMode.SHARED ? LockMode.EXCLUSIVE : LockMode.SHARED,
                    LockClient.NO_DEADLINE);
                cluster.work(LEASE);
            });
            cluster.client(WAITER, "waits", () -> {
                final LockSession session = sessions.join(WAITER);
                final LockClient waiter = ShiftLockTable.recoverable(new Breaking(cluster.fabric(WAITER)), SLOTS,
                    ShiftLockOptions.product().apart().withPacedReaders(false), session, cluster.threads(WAITER))
                    .client();
                cluster.work(LEASE / 4);
                assertThat(waiter.acquire(1, mode, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.LOST);
                assertThat(session.isLost()).isTrue();
                assertThat(waiter.acquire(2, mode, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.LOST);
            });
            cluster.run();
        }
    }

    /** Its server cannot be asked for words. */
    private static final class Breaking extends ForwardingFabric {

        Breaking(Fabric fabric) {
            super(fabric);
        }

        @Override
        public Endpoint connect() {
            return new ForwardingEndpoint(super.connect()) {
                @Override
                public void awaitWord(long address, long mask, long value, long deadlineNanos) {
                    throw new ConnectionLostException("the lane is lost");
                }
            };
        }
    }
}
