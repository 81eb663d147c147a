package io.baton.lock.shiftlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.fabric.CasMasks;
import io.baton.fabric.ConnectionLostException;
import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.fabric.ForwardingEndpoint;
import io.baton.fabric.ForwardingFabric;
import io.baton.fabric.SendStatus;
import io.baton.fabric.WordPair;
import io.baton.fabric.inprocess.InProcessFabric;
import io.baton.fabric.inprocess.WaitPolicy;
import io.baton.lock.LockClient;
import io.baton.lock.LockCounter;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.entry.LockNotice;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clients of one process, without recovery, whose connection breaks: nobody gets a lock by it, or waits for ever. */
@Timeout(30)
@SuppressWarnings("FutureReturnValueIgnored") // What fails is seen in what is asserted.
final class LostConnectionTest {

    private static final int SLOTS = 4;
    private static final long LIMIT_SECONDS = 10;
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    private static final ThreadFactory THREADS = Thread.ofPlatform().daemon().factory();

    private final Fabric memory = new InProcessFabric(ShiftLockTable.memoryBytes(SLOTS), new WaitPolicy(0, 0));
    private final ShiftLockTable here = table(new Wire(false));
    private final Wire otherWire = new Wire(true);
    private final ShiftLockTable there = table(otherWire);
    /** Whether the connection of the process under test is gone. */
    private volatile boolean gone;

    private static ShiftLockTable table(Fabric fabric) {
        return new ShiftLockTable(fabric, SLOTS, ShiftLockOptions.product(), 0, THREADS);
    }

    @AfterEach
    void close() {
        memory.close();
    }

    private static CompletableFuture<LockOutcome> acquire(LockClient client, int slot) {
        return CompletableFuture.supplyAsync(
            () -> client.acquire(slot, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE),
            task -> THREADS.newThread(task).start());
    }

    private static void await(String what, BooleanSupplier reached) {
        final long limit = System.nanoTime() + LIMIT_NANOS;
        while (!reached.getAsBoolean()) {
            assertThat(System.nanoTime() - limit).as("time at which " + what).isNegative();
            Thread.yield();
        }
    }

    private void awaitHere(String described) {
        await("the process shows " + described, () -> here.describe().matches("(?s).*" + described + ".*"));
    }

    private static void use(LockClient client, int slot) {
        assertThat(client.acquire(slot, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
        client.release(slot);
    }

    private static void assertLost(CompletableFuture<?> request) {
        assertThatThrownBy(() -> request.get(LIMIT_SECONDS, TimeUnit.SECONDS))
            .hasCauseInstanceOf(ConnectionLostException.class);
    }

    /** The agent gives another lock back when the connection breaks. */
    @Test
    void whoWaitsForAKeptLockDoesNotGetItWhenTheAgentLosesTheServer() {
        final LockClient holder = here.client();
        use(holder, 1);
        use(holder, 2);
        holder.acquire(1, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
        assertThat(holder.counters().get(LockCounter.LOCAL_ACQUISITIONS)).isOne();
        final CompletableFuture<LockOutcome> first = acquire(here.client(), 1);
        awaitHere("waiting=.[^,]* WAITS");
        final CompletableFuture<LockOutcome> second = acquire(here.client(), 1);
        awaitHere("WAITS, .* WAITS");
        gone = true;
        acquire(there.client(), 2);
        assertLost(first);
        assertLost(second);
        assertThat(holder.held(1)).isEqualTo(LockMode.EXCLUSIVE);
    }

    /** A leader waits at the server, with another one behind it. */
    @Test
    void whoWaitsBehindALeaderThatLosesTheServerIsTold() {
        final LockClient holder = there.client();
        holder.acquire(1, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
        final LockClient leader = here.client();
        final CompletableFuture<LockOutcome> leads = acquire(leader, 1);
        awaitHere("LED");
        final LockClient follower = here.client();
        final CompletableFuture<LockOutcome> follows = acquire(follower, 1);
        awaitHere("WAITS");
        gone = true;
        leader.wake();
        assertLost(leads);
        assertLost(follows);
        assertThat(follower.heldCount()).isZero();
        assertThat(leader.held(1)).isNull();
        gone = false;
        assertThatThrownBy(() -> leader.acquire(1, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE))
            .as("nobody has given it the lock meanwhile").isInstanceOf(ConnectionLostException.class);
    }

    /** A leader has chosen its heir, and waits for the name of its successor, whose notice is lost. */
    @Test
    void theHeirOfALeaderThatLosesTheServerIsTold() {
        final LockClient before = there.client();
        before.acquire(1, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
        final LockClient leader = here.client();
        final CompletableFuture<LockOutcome> leads = acquire(leader, 1);
        awaitHere("LED");
        final CompletableFuture<LockOutcome> heir = acquire(here.client(), 1);
        awaitHere("WAITS");
        before.release(1);
        assertThat(leads.join()).isEqualTo(LockOutcome.GRANTED);
        otherWire.losesSuccessors = true;
        final LockClient after = there.client();
        acquire(after, 1);
        await("another one queues", () -> LockInspector.entry(memory, 1).tail() == LockInspector.route(after));
        final CompletableFuture<Void> release =
            CompletableFuture.runAsync(() -> leader.release(1), task -> THREADS.newThread(task).start());
        await("it waits for a name", () -> LockInspector.positions(leader).stream()
            .anyMatch(position -> position.state() == HoldState.RELEASES_TO_SUCCESSOR));
        gone = true;
        leader.wake();
        assertLost(release);
        assertLost(heir);
    }

    @Test
    void aLockThatCouldNotBeLeftToTheProcessIsNotKeptThere() {
        final LockClient client = here.client();
        client.acquire(1, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
        gone = true;
        assertThatThrownBy(() -> client.release(1)).isInstanceOf(ConnectionLostException.class);
        assertThat(here.describe()).doesNotContain("ARRIVING");
    }

    /** A process's way to the lock server. */
    private final class Wire extends ForwardingFabric {

        private final boolean unbroken;
        private volatile boolean losesSuccessors;

        Wire(boolean unbroken) {
            super(memory);
            this.unbroken = unbroken;
        }

        @Override
        public boolean hasRoundTrips() {
            return true;
        }

        private void check() {
            if (gone && !unbroken) {
                throw new ConnectionLostException("planted");
            }
        }

        @Override
        public Endpoint connect() {
            return new ForwardingEndpoint(super.connect()) {
                @Override
                public boolean extCas(long address, CasMasks masks, long compareLow, long compareHigh, long swapLow,
                        long swapHigh, WordPair old) {
                    check();
                    return super.extCas(address, masks, compareLow, compareHigh, swapLow, swapHigh, old);
                }

                @Override
                public SendStatus send(long receiver, DirectBuffer buffer, int offset, int length) {
                    check();
                    return losesSuccessors && buffer.getByte(offset) == LockNotice.SUCCESSOR
                        ? SendStatus.SENT : super.send(receiver, buffer, offset, length);
                }

                @Override
                public void awaitNotice(long deadlineNanos) {
                    super.awaitNotice(deadlineNanos);
                    check();
                }
            };
        }
    }
}
