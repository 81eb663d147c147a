package io.baton.lock.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.lock.RecoveryOptions;
import io.baton.lock.server.ResetEvent;
import io.baton.sim.Cluster;
import io.baton.sim.model.ClusterModel;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a process knows of its session by itself. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class LockSessionTest {

    private static final long LEASE = 100_000;
    private static final long SESSION = 10 * LEASE;
    private static final RecoveryOptions OPTIONS = RecoveryOptions.product().withTimes(LEASE, SESSION);
    private static final int NODE = 1;

    @Test
    void aProcessThatIsCutOffTakesItsSessionForOverBeforeTheServerDoes() {
        try (SessionCluster sessions = new SessionCluster(1, OPTIONS)) {
            final Cluster cluster = sessions.cluster;
            cluster.client(NODE, "cut off", () -> {
                final LockSession session = sessions.join(NODE);
                cluster.work(SESSION);
                assertThat(session.isValid()).as("it has been renewed").isTrue();
                final long now = cluster.clock().nanoTime();
                cluster.partition(NODE, ClusterModel.SERVER_NODE, now, now + 3 * SESSION);
                cluster.partition(ClusterModel.SERVER_NODE, NODE, now, now + 3 * SESSION);
                cluster.work(session.validUntilNanos() - 1 - now);
                assertThat(session.isValid()).isTrue();
                cluster.work(1);
                assertThat(session.isValid()).isFalse();
                assertThat(sessions.log).extracting(ResetEvent::kind).containsExactly(ResetEvent.Kind.JOINED);
                cluster.work(SESSION / 2);
                assertThat(sessions.log).extracting(ResetEvent::kind)
                    .containsExactly(ResetEvent.Kind.JOINED, ResetEvent.Kind.FENCED);
            });
            cluster.run();
        }
    }
}
