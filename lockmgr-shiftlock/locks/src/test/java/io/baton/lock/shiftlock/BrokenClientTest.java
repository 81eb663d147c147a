package io.baton.lock.shiftlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.fabric.AddFields;
import io.baton.fabric.CasMasks;
import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.fabric.ForwardingEndpoint;
import io.baton.fabric.ForwardingFabric;
import io.baton.fabric.VerbBatch;
import io.baton.fabric.WordPair;
import io.baton.fabric.inprocess.InProcessFabric;
import io.baton.fabric.inprocess.WaitPolicy;
import io.baton.lock.LockClient;
import io.baton.lock.LockInvariantViolation;
import io.baton.lock.LockList;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A client that an error stops in the middle of a verb says so; an error before anything is done changes nothing. */
@Timeout(60)
class BrokenClientTest {

    private static final int SLOTS = 200;

    private final Fabric inProcess = new InProcessFabric(ShiftLockTable.memoryBytes(SLOTS), new WaitPolicy(0, 2));
    private final ShiftLockTable table = new ShiftLockTable(new FailingFabric(false), SLOTS,
        ShiftLockOptions.product(), Thread.ofPlatform().daemon().factory());
    private final LockClient client = table.client();
    private boolean fails;

    @Test
    void clientThatWasStoppedInAVerbRefusesEverything() {
        client.acquire(1, LockMode.EXCLUSIVE, 0);
        fails = true;
        assertThatThrownBy(() -> client.acquire(2, LockMode.SHARED, 0)).isInstanceOf(InternalError.class);
        fails = false;
        assertThat(client.isBroken()).isTrue();
        for (Runnable request : List.<Runnable>of(() -> client.acquire(3, LockMode.SHARED, 0),
            () -> client.tryAcquire(1, LockMode.SHARED), () -> client.upgrade(1), () -> client.release(1),
            client::releaseAll)) {
            assertThatThrownBy(request::run).isInstanceOf(LockInvariantViolation.class)
                .hasMessageContaining("InternalError").hasMessageContaining("cannot be released")
                .hasMessageContaining("slot=2");
        }
        assertThat(client.held(1)).isEqualTo(LockMode.EXCLUSIVE);
    }

    @Test
    void clientThatWasStoppedInAReleaseDoesNotReleaseTwice() {
        client.acquire(1, LockMode.SHARED, 0);
        fails = true;
        assertThatThrownBy(client::releaseAll).isInstanceOf(InternalError.class);
        fails = false;
        assertThat(client.isBroken()).isTrue();
        assertThatThrownBy(client::releaseAll).isInstanceOf(LockInvariantViolation.class);
        assertThat(table.busySlots()).isOne();
    }

    private ShiftLockTable batching() {
        return new ShiftLockTable(new FailingFabric(true), SLOTS,
            ShiftLockOptions.product().withCaching(false).withLocalTurns(0).withBatches(true),
            Thread.ofPlatform().daemon().factory());
    }

    private static LockList all(int count) {
        final LockList locks = new LockList();
        for (int slot = 0; slot < count; slot++) {
            locks.add(slot, slot % 3 == 0 ? LockMode.SHARED : LockMode.EXCLUSIVE);
        }
        return locks;
    }

    @Test
    void clientThatWasStoppedWhileItTriedSeveralLocksRefusesEverything() {
        final LockClient together = batching().client();
        fails = true;
        assertThatThrownBy(() -> together.acquireAll(all(3), 0)).isInstanceOf(InternalError.class);
        fails = false;
        assertThat(together.isBroken()).isTrue();
        assertThatThrownBy(() -> together.acquireAll(all(3), 0)).isInstanceOf(LockInvariantViolation.class);
        assertThatThrownBy(together::releaseAll).isInstanceOf(LockInvariantViolation.class);
    }

    @Test
    @Tag("thorough")
    void wantOfStackBeforeSeveralLocksAreTriedBreaksNothing() {
        final ShiftLockTable batches = batching();
        final LockClient together = batches.client();
        for (int i = 0; i < 20; i++) {
            final AtomicInteger overflows = new AtomicInteger();
            diveTogether(together, all(2 + i), overflows);
            assertThat(overflows.get()).isPositive();
            assertThat(together.isBroken()).isFalse();
        }
        together.releaseAll();
        assertThat(together.acquireAll(all(SLOTS), 0)).isEqualTo(LockOutcome.GRANTED);
        together.releaseAll();
        assertThat(batches.busySlots()).isZero();
    }

    @SuppressWarnings("InfiniteRecursion") // The end of the stack is what it is for.
    private static void diveTogether(LockClient client, LockList locks, AtomicInteger overflows) {
        try {
            client.acquireAll(locks, 0);
            client.releaseAll();
            diveTogether(client, locks, overflows);
        } catch (StackOverflowError expected) {
            overflows.incrementAndGet();
        }
    }

    @Test
    void wantOfStackOrMemoryBeforeAStepBreaksNothing() {
        final AtomicInteger overflows = new AtomicInteger();
        assertThatCode(() -> dive(overflows)).doesNotThrowAnyException();
        assertThat(overflows.get()).isPositive();
        assertThat(client.isBroken()).isFalse();
        client.releaseAll();
        assertThat(client.acquire(7, LockMode.EXCLUSIVE, 0)).isEqualTo(LockOutcome.GRANTED);
        client.releaseAll();
        client.close();
        assertThat(table.busySlots()).isZero();
    }

    @Test
    void wantOfAThreadForGhostsBreaksNothing() {
        final AtomicInteger wanted = new AtomicInteger();
        final ShiftLockTable poor = new ShiftLockTable(inProcess, SLOTS, ShiftLockOptions.product(), task -> {
            if (wanted.incrementAndGet() < 3) {
                throw new OutOfMemoryError("planted");
            }
            return Thread.ofPlatform().daemon().unstarted(task);
        });
        final LockClient passing = poor.client();
        client.acquire(1, LockMode.EXCLUSIVE, 0);
        assertThat(passing.acquire(1, LockMode.EXCLUSIVE, 0)).isEqualTo(LockOutcome.DEADLINE);
        assertThat(passing.isBroken()).isFalse();
        assertThat(wanted.get()).isEqualTo(2);
        assertThat(passing.acquire(2, LockMode.EXCLUSIVE, 0)).isEqualTo(LockOutcome.GRANTED);
        assertThat(wanted.get()).isEqualTo(3);
        passing.releaseAll();
        client.releaseAll();
        while (poor.busySlots() > 0) {
            Thread.yield();
        }
        assertThat(wanted.get()).isEqualTo(3);
    }

    @SuppressWarnings("InfiniteRecursion") // The end of the stack is what it is for.
    private void dive(AtomicInteger overflows) {
        try {
            client.acquire(overflows.get() % SLOTS, LockMode.EXCLUSIVE, 0);
            dive(overflows);
        } catch (StackOverflowError expected) {
            overflows.incrementAndGet();
        }
    }

    /** Its endpoints fail in the middle of a verb when told to: it has taken effect, and nobody learns it. */
    private final class FailingFabric extends ForwardingFabric {

        private final boolean roundTrips;

        FailingFabric(boolean roundTrips) {
            super(inProcess);
            this.roundTrips = roundTrips;
        }

        @Override
        public boolean hasRoundTrips() {
            return roundTrips;
        }

        @Override
        public Endpoint connect() {
            return new ForwardingEndpoint(super.connect()) {
                @Override
                public boolean extCas(long address, CasMasks masks, long compareLow, long compareHigh, long swapLow,
                        long swapHigh, WordPair old) {
                    final boolean done =
                        super.extCas(address, masks, compareLow, compareHigh, swapLow, swapHigh, old);
                    fail();
                    return done;
                }

                @Override
                public void extFaa(long address, AddFields fields, long addLow, long addHigh, WordPair old) {
                    fail();
                    super.extFaa(address, fields, addLow, addHigh, old);
                }

                @Override
                public void execute(VerbBatch batch) {
                    super.execute(batch);
                    fail();
                }
            };
        }

        private void fail() {
            if (fails) {
                throw new InternalError("planted");
            }
        }
    }
}
