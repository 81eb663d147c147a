package io.baton.lock.shiftlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.fabric.ForwardingEndpoint;
import io.baton.fabric.ForwardingFabric;
import io.baton.fabric.SendStatus;
import io.baton.fabric.VerbBatch;
import io.baton.lock.LockClient;
import io.baton.lock.LockCounter;
import io.baton.lock.LockList;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.RecoveryOptions;
import io.baton.lock.process.Freeze;
import io.baton.lock.process.SessionCluster;
import io.baton.lock.server.ForcedReset;
import io.baton.lock.server.ResetEvent;
import io.baton.sim.Cluster;
import io.baton.sim.model.ClusterModel;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a freeze leaves of a lock that was tried together with others, and was not free: nothing. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class FrozenBatchTest {

    private static final int SLOTS = 3;
    private static final long LEASE = 1_000_000;
    private static final long SESSION = 10 * LEASE;
    private static final RecoveryOptions OPTIONS = RecoveryOptions.product().withTimes(LEASE, SESSION);
    private static final ShiftLockOptions TRIES = ShiftLockOptions.product().apart().withBatches(true);

    private final SessionCluster sessions = new SessionCluster(SLOTS, OPTIONS);
    private final Cluster cluster = sessions.cluster;
    /** The tries have their answers: 0 is taken, 1 is got, 2 is taken. */
    private boolean tried;
    /** What the client that tries says of its locks when 2 has been reset. */
    private String inBetween = "";

    @AfterEach
    void close() {
        sessions.close();
    }

    private LockClient client(int node, Fabric fabric) {
        return ShiftLockTable.recoverable(fabric, SLOTS, TRIES, 0, sessions.join(node), cluster.threads(node)).client();
    }

    private static void acquire(LockClient client, int slot) {
        assertThat(client.acquire(slot, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
    }

    private void awaitTry() {
        while (!tried) {
            cluster.work(LEASE / 100);
        }
    }

    private void awaitDeath() {
        while (!cluster.isCrashed(3)) {
            cluster.work(LEASE / 100);
        }
    }

    private long resets() {
        return sessions.log.stream().filter(event -> event.kind() == ResetEvent.Kind.RESET).count();
    }

    /**
     * The client gives 1 back, and waits there for a name that never comes. Meanwhile 2 is reset, which is nothing to
     * it: with the mark of that freeze on a spare hold it would take its next lock, 0, for reset, and queue behind
     * itself.
     */
    @Test
    void noSpareHoldKeepsTheMarkOfAFreeze() {
        final LockClient[] client = new LockClient[1];
        cluster.client(1, "tries", () -> {
            client[0] = client(1, new HeldUp(cluster.fabric(1)));
            cluster.work(2 * LEASE);
            final LockList locks = new LockList();
            for (int slot = 0; slot < SLOTS; slot++) {
                locks.add(slot, LockMode.EXCLUSIVE);
            }
            assertThat(client[0].acquireAll(locks, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
            assertThat(client[0].heldCount()).isEqualTo(SLOTS);
            assertThat(client[0].counters().get(LockCounter.RESETS)).as("of lock 1, while it is given back").isOne();
            assertThat(client[0].releaseAllAndTell()).isEqualTo(LockOutcome.GRANTED);
        });
        cluster.client(2, "holds 0", () -> {
            final LockClient holder = client(2, cluster.fabric(2));
            acquire(holder, 0);
            awaitDeath();
            cluster.work(6 * LEASE);
            holder.release(0);
        });
        cluster.client(3, "dies behind 1, with 2", () -> {
            final LockClient dies = client(3, new Mortal(cluster.fabric(3)));
            acquire(dies, 2);
            awaitTry();
            acquire(dies, 1);
        });
        cluster.client("operator", () -> {
            awaitDeath();
            new ForcedReset(cluster.fabric(ClusterModel.SERVER_NODE), SLOTS, sessions.server.route(), OPTIONS)
                .reset(2, SESSION);
            inBetween = LockInspector.describe(client[0], cluster.clock().nanoTime());
        });
        cluster.run();
        assertThat(resets()).as("of 2 and 1: %s", sessions.log).isEqualTo(2);
        assertThat(inBetween).as("locks in use while the client waits at 1")
            .contains("slot=1 RELEASES_TO_SUCCESSOR").doesNotContain("IDLE");
    }

    @Test
    void aHoldThatIsForgottenForgetsItsFreezeTooIfItNeverQueued() {
        final Hold hold = new Hold(0);
        final Freeze freeze = SessionCluster.freeze(1);
        assertThat(hold.freezes(freeze)).isFalse();
        assertThat(hold.freeze).isSameAs(freeze);
        hold.forget();
        assertThat(hold.freeze).isNull();
    }

    /** Stands still between the tries and what gives back, until the third process has died. */
    private final class HeldUp extends ForwardingFabric {

        HeldUp(Fabric fabric) {
            super(fabric);
        }

        @Override
        public Endpoint connect() {
            return new ForwardingEndpoint(super.connect()) {
                @Override
                public void execute(VerbBatch batch) {
                    super.execute(batch);
                    if (!tried) {
                        tried = true;
                        awaitDeath();
                    }
                }
            };
        }
    }

    /** Its process dies before it can name itself to the writer in front. */
    private final class Mortal extends ForwardingFabric {

        Mortal(Fabric fabric) {
            super(fabric);
        }

        @Override
        public Endpoint connect() {
            return new ForwardingEndpoint(super.connect()) {
                @Override
                public SendStatus send(long route, DirectBuffer buffer, int offset, int length) {
                    if (tried) {
                        cluster.crash(3);
                    }
                    return super.send(route, buffer, offset, length);
                }
            };
        }
    }
}
