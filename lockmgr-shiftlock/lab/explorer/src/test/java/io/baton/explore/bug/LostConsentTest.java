package io.baton.explore.bug;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.fabric.Endpoint;
import io.baton.lock.LockClient;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.RecoveryOptions;
import io.baton.lock.entry.LockEntry;
import io.baton.lock.entry.LockNotice;
import io.baton.lock.process.LockSession;
import io.baton.lock.server.RecoveryServer;
import io.baton.lock.server.ResetEvent;
import io.baton.lock.shiftlock.LockInspector;
import io.baton.lock.shiftlock.ShiftLockOptions;
import io.baton.lock.shiftlock.ShiftLockTable;
import io.baton.sim.Cluster;
import io.baton.sim.model.ClusterModel;
import io.baton.sim.model.Fate;
import io.baton.sim.model.MessageFaults;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A process must not consent to a reset once one of its clients has lost its connection with a verb on its way: that
 * client has forgotten the lock, and the verb arrives in the next generation.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class LostConsentTest {

    private static final int SLOTS = 2;
    private static final long MICRO = 1_000;
    private static final long LEASE = 400 * MICRO;
    private static final long LOSS_TIMEOUT = 50 * MICRO;
    private static final long LATE = LOSS_TIMEOUT + 30 * MICRO;
    private static final RecoveryOptions OPTIONS = RecoveryOptions.product().withTimes(LEASE, 10 * LEASE);
    /** How often, and in which steps, the moment of the loss is moved: past the server's question, from before it. */
    private static final int TRIES = 200;
    private static final long STEP = 500;

    /** How a run went. */
    private static final class Run {
        long reader = -1;
        long leftNanos;
        long resetNanos = Long.MAX_VALUE;
        boolean leftBeforeReset;
    }

    private static Run run(long readerComesNanos) {
        final Run run = new Run();
        final MessageFaults late = (leg, from, to, now) -> {
            if (leg != MessageFaults.Leg.REQUEST || from != run.reader) {
                return Fate.ON_TIME;
            }
            run.leftNanos = now;
            return Fate.late(LATE);
        };
        final ClusterModel model = ClusterModel.paper().withLossTimeout(LOSS_TIMEOUT);
        try (Cluster cluster = new Cluster(model, ShiftLockTable.recoverableMemoryBytes(SLOTS), 1, late)) {
            cluster.witness((route, address, oldLow, oldHigh, newLow, newHigh) -> run.leftBeforeReset |=
                route == run.reader && LockEntry.generation(oldHigh) > 0
                    && run.leftNanos < run.resetNanos);
            final RecoveryServer server = new RecoveryServer(cluster.fabric(ClusterModel.SERVER_NODE), SLOTS, OPTIONS,
                1, cluster.threads(ClusterModel.SERVER_NODE),
                event -> run.resetNanos = event.kind() == ResetEvent.Kind.RESET
                    ? cluster.clock().nanoTime() : run.resetNanos);
            cluster.client(1, "two clients", () -> twoClients(cluster, server, run, readerComesNanos));
            cluster.client(2, "dies", () -> {
                table(cluster, server, 2).client().acquire(0, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
                cluster.work(40 * MICRO);
                cluster.crash(2);
            });
            cluster.run();
        }
        return run;
    }

    private static ShiftLockTable table(Cluster cluster, RecoveryServer server, int node) {
        final LockSession session = LockSession.join(cluster.fabric(node), server.route(), OPTIONS, 1,
            cluster.clock().nanoTime() + LEASE, cluster.threads(node));
        return ShiftLockTable.recoverable(cluster.fabric(node), SLOTS,
            ShiftLockOptions.product().apart().withPacedReaders(false), session, cluster.threads(node));
    }

    /** One waits behind a writer that dies, and finds that out; the other comes, and its first verb is late. */
    private static void twoClients(Cluster cluster, RecoveryServer server, Run run, long readerComesNanos) {
        final ShiftLockTable table = table(cluster, server, 1);
        final LockClient waits = table.client();
        final LockClient comes = table.client();
        cluster.client(1, "waits", () -> {
            cluster.work(20 * MICRO);
            waits.acquire(0, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
        });
        cluster.client(1, "comes", () -> {
            cluster.work(readerComesNanos);
            run.reader = LockInspector.route(comes);
            assertThat(comes.acquire(0, LockMode.SHARED, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.LOST);
        });
        // A waiter checks for messages often, and so answers the agent before the agent's own nudge gets there.
        final Endpoint nudger = cluster.fabric(1).connect();
        final LockNotice nudge = new LockNotice();
        cluster.client(1, "nudges", () -> {
            while (cluster.clock().nanoTime() < LEASE) {
                nudger.post(LockInspector.route(waits), nudge.compose(LockNotice.NUDGE, 0, 0, 0).composed(), 0,
                    LockNotice.BYTES, 1);
                cluster.work(300);
            }
        });
        cluster.work(2 * LEASE);
    }

    /** In how many runs a verb arrives in the next generation. */
    private static final class Violations implements IntSupplier {

        @Override
        public int getAsInt() {
            int violations = 0;
            int resets = 0;
            for (int i = 0; i < TRIES; i++) {
                final Run run = run(25 * MICRO + i * STEP);
                violations += run.leftBeforeReset ? 1 : 0;
                resets += run.resetNanos < Long.MAX_VALUE ? 1 : 0;
            }
            assertThat(resets).isGreaterThan(TRIES / 2);
            return violations;
        }
    }

    @Test
    void noVerbOfAProcessThatHasConsentedArrivesInTheNextGeneration() {
        assertThat(new Violations().getAsInt()).isZero();
    }

    @Test
    @Tag("thorough")
    void aProcessThatConsentsThoughItHasLostAConnectionIsFoundOut() {
        final IntSupplier planted = PlantedBug.CONSENTS_THOUGH_LOST.plant().enter(Violations.class);
        assertThat(planted.getAsInt()).isPositive();
    }
}
