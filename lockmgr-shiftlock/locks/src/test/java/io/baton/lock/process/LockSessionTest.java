package io.baton.lock.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.fabric.ForwardingEndpoint;
import io.baton.fabric.ForwardingFabric;
import io.baton.fabric.NoticeHandler;
import io.baton.lock.LockClient;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.RecoveryOptions;
import io.baton.lock.server.ResetEvent;
import io.baton.lock.shiftlock.ShiftLockTable;
import io.baton.sim.Cluster;
import io.baton.sim.model.ClusterModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
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

    @Test
    void whoWaitsIsToldWhenTheAgentFails() {
        final List<String> failures = new ArrayList<>();
        waits(failures, (cluster, agent) -> agent.fails = true);
        assertThat(failures).containsExactly("out of luck");
    }

    /** The holder never looks, so that only the session's own agent can tell. */
    @Test
    void whoWaitsIsToldWhenASessionThatWasClosedHasRunOut() {
        waits(new ArrayList<>(), (cluster, agent) -> {
            final LockSession session = agent.session();
            session.close();
            cluster.work(session.validUntilNanos() - cluster.clock().nanoTime() - LEASE);
            assertThat(session.isLost()).as("lost before it has run out").isFalse();
        });
    }

    /** One client has a local grant, another waits behind it; something happens to the session. */
    private static void waits(List<String> failures, BiConsumer<Cluster, Failing> happens) {
        try (SessionCluster sessions = new SessionCluster(1, OPTIONS)) {
            final Cluster cluster = sessions.cluster;
            final List<LockOutcome> outcomes = new ArrayList<>();
            cluster.client(NODE, "holds", () -> {
                final Failing agent = new Failing(cluster.fabric(NODE));
                final LockSession session = LockSession.join(agent, sessions.server.route(), OPTIONS, 1,
                    cluster.clock().nanoTime() + SESSION, task -> cluster.threads(NODE).newThread(() -> {
                        try {
                            task.run();
                        } catch (IllegalStateException e) {
                            failures.add(e.getMessage());
                        }
                    }));
                agent.session = session;
                final ShiftLockTable table = sessions.sharing(NODE, session);
                final LockClient holder = table.client();
                final LockClient waiter = table.client();
                holder.acquire(0, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
                holder.release(0);
                holder.acquire(0, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
                cluster.client(NODE, "waits", () -> outcomes.add(
                    waiter.acquire(0, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE)));
                cluster.work(LEASE);
                happens.accept(cluster, agent);
                cluster.work(SESSION);
                assertThat(outcomes).containsExactly(LockOutcome.LOST);
                assertThat(session.isLost()).isTrue();
                assertThat(agent.closed).as("the agent's endpoint is closed").isTrue();
                assertThat(holder.releaseAndTell(0)).isEqualTo(LockOutcome.LOST);
            });
            cluster.run();
        }
    }

    /** The agent's way to the server, on which something unforeseen happens. */
    private static final class Failing extends ForwardingFabric {

        private boolean fails;
        private boolean closed;
        private @Nullable LockSession session;

        Failing(Fabric fabric) {
            super(fabric);
        }

        LockSession session() {
            return Objects.requireNonNull(session);
        }

        @Override
        public Endpoint connect() {
            return new ForwardingEndpoint(super.connect()) {
                @Override
                public int receive(NoticeHandler handler) {
                    if (fails) {
                        throw new IllegalStateException("out of luck");
                    }
                    return super.receive(handler);
                }

                @Override
                public void close() {
                    closed = true;
                    super.close();
                }
            };
        }
    }
}
