package io.baton.lock.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.fabric.Endpoint;
import io.baton.lock.LockClient;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.RecoveryOptions;
import io.baton.lock.entry.RecoveryNotice;
import io.baton.lock.process.LockSession;
import io.baton.lock.shiftlock.ShiftLockOptions;
import io.baton.lock.shiftlock.ShiftLockTable;
import io.baton.sim.Cluster;
import io.baton.sim.model.ClusterModel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A lock server that gets nonsense, stands still, or fails. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class RecoveryServerTest {

    private static final int SLOTS = 4;
    private static final long LEASE = 100_000;
    private static final long SESSION = 10 * LEASE;
    private static final RecoveryOptions OPTIONS = RecoveryOptions.product().withTimes(LEASE, SESSION);

    private final Cluster cluster = new Cluster(
        ClusterModel.paper(), ShiftLockTable.recoverableMemoryBytes(SLOTS), 1);
    private final List<String> log = new ArrayList<>();
    private final List<Throwable> failures = new ArrayList<>();
    private long lastEventNanos;

    @AfterEach
    void close() {
        cluster.close();
    }

    private RecoveryServer server(Consumer<ResetEvent> also) {
        return new RecoveryServer(cluster.fabric(ClusterModel.SERVER_NODE), SLOTS, OPTIONS, 1,
            cluster.threads(ClusterModel.SERVER_NODE), event -> {
                log.add(event.kind() + " " + event.node());
                lastEventNanos = cluster.clock().nanoTime();
                also.accept(event);
            }, failures::add);
    }

    private LockSession join(RecoveryServer server, int node) {
        return LockSession.join(cluster.fabric(node), server.route(), OPTIONS, 1,
            cluster.clock().nanoTime() + 5 * SESSION, cluster.threads(node));
    }

    private LockClient client(LockSession session, int node) {
        return ShiftLockTable.recoverable(cluster.fabric(node), SLOTS, ShiftLockOptions.product().apart(), session,
            cluster.threads(node)).client();
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, SLOTS, Integer.MAX_VALUE, (1L << 32) + 1, Long.MAX_VALUE})
    void whatNamesNoLockIsDropped(long slot) {
        final RecoveryServer server = server(event -> {});
        cluster.client(1, "talks nonsense", () -> {
            final LockSession session = join(server, 1);
            final LockClient client = client(session, 1);
            try (Endpoint endpoint = cluster.fabric(1).connect()) {
                for (final byte kind : new byte[] {RecoveryNotice.FROZEN, RecoveryNotice.HELD, RecoveryNotice.SUSPECT,
                    RecoveryNotice.FORCE}) {
                    endpoint.send(server.route(), new RecoveryNotice().compose(kind, 1, slot, 99)
                        .from(endpoint.route()).era(session.number()).composed(), 0, RecoveryNotice.BYTES);
                }
                cluster.work(3 * SESSION);
                assertThat(endpoint.receive((buffer, at, length) -> {})).as("answers").isZero();
            }
            assertThat(session.isValid()).as("the server serves on").isTrue();
            assertThat(client.acquire(1, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
            client.release(1);
        });
        cluster.run();
        assertThat(failures).isEmpty();
        assertThat(log).containsExactly("JOINED 1");
    }

    /** While it stands still it hears nobody: that says nothing of who lives. */
    @Test
    void aServerThatStandsStillTakesNobodyForDead() {
        final RecoveryServer server = server(event -> {
            if (event.node() == 2) {
                cluster.pause(ClusterModel.SERVER_NODE, SESSION * 3 / 2);
            }
        });
        cluster.client(1, "lives", () -> {
            final LockClient client = client(join(server, 1), 1);
            client.acquire(1, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
            cluster.work(6 * SESSION);
            assertThat(client.releaseAndTell(1)).isEqualTo(LockOutcome.GRANTED);
        });
        cluster.client(2, "comes", () -> {
            cluster.work(SESSION);
            final LockSession session = join(server, 2);
            cluster.work(4 * SESSION);
            assertThat(session.isValid()).isTrue();
        });
        cluster.run();
        assertThat(log).containsExactly("JOINED 1", "JOINED 2");
    }

    /** The time of its standstill is forgiven, and no more. */
    @Test
    void whoDiesWhileTheServerStandsStillIsFencedASessionLater() {
        final long pause = SESSION * 3 / 2;
        final RecoveryServer server = server(event -> {
            if (event.node() == 2) {
                cluster.pause(ClusterModel.SERVER_NODE, pause);
            }
        });
        final long[] paused = new long[1];
        cluster.client(1, "dies", () -> {
            client(join(server, 1), 1).acquire(1, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
            cluster.work(SESSION);
            paused[0] = cluster.clock().nanoTime();
            cluster.fallSilent(1);
        });
        cluster.client(2, "comes", () -> {
            cluster.work(SESSION);
            join(server, 2);
            cluster.work(pause + 2 * SESSION);
        });
        cluster.run();
        assertThat(log).containsExactly("JOINED 1", "JOINED 2", "FENCED 1");
        assertThat(lastEventNanos - paused[0]).isBetween(pause, pause + SESSION + 2 * LEASE);
    }

    @Test
    void aFailureIsTold() {
        final RecoveryServer server = server(event -> {
            throw new IllegalStateException("no room for the log");
        });
        cluster.client(1, "comes", () -> {
            try (Endpoint endpoint = cluster.fabric(1).connect()) {
                endpoint.send(server.route(), new RecoveryNotice().compose(RecoveryNotice.HELLO, 1, 0, 1)
                    .from(endpoint.route()).composed(), 0, RecoveryNotice.BYTES);
                cluster.work(SESSION);
            }
        });
        cluster.run();
        assertThat(failures).singleElement().asString().contains("no room for the log");
    }
}
