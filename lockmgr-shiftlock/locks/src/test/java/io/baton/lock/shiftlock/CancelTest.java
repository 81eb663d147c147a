package io.baton.lock.shiftlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.fabric.inprocess.InProcessFabric;
import io.baton.fabric.inprocess.WaitPolicy;
import io.baton.lock.LockClient;
import io.baton.lock.LockCounter;
import io.baton.lock.LockList;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.testing.Crew;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Another thread ends a client's wait. */
@Timeout(60)
class CancelTest {

    private static final int SLOTS = 4;
    private static final int ROUNDS = 2_000;
    private static final int ROUNDS_SLOW = 40_000;

    private final InProcessFabric fabric = new InProcessFabric(ShiftLockTable.memoryBytes(SLOTS), new WaitPolicy(0, 5));
    private final ShiftLockTable table = new ShiftLockTable(fabric, SLOTS, ShiftLockOptions.product(),
        Thread.ofPlatform().daemon().factory());
    private final LockClient holder = table.client();
    private final LockClient waiter = table.client();
    private volatile boolean cancelled;

    CancelTest() {
        waiter.cancelWhen(() -> cancelled);
    }

    @AfterEach
    void everyLockIsFreeInTheEnd() {
        holder.releaseAll();
        waiter.releaseAll();
        holder.close();
        waiter.close();
        while (table.busySlots() != 0) {
            Thread.yield();
        }
        table.close();
        fabric.close();
    }

    private static long inAnHour() {
        return System.nanoTime() + TimeUnit.HOURS.toNanos(1);
    }

    private void awaitState(HoldState state) {
        while (LockInspector.positions(waiter).stream().noneMatch(position -> position.state() == state)) {
            Thread.yield();
        }
        // So that it most likely sleeps by now; it need not.
        LockSupport.parkNanos(2_000_000);
    }

    private void cancel() {
        cancelled = true;
        waiter.wake();
    }

    @ParameterizedTest
    @CsvSource({
        "EXCLUSIVE, SHARED, WAITS_FOR_EPOCH, false",
        "EXCLUSIVE, EXCLUSIVE, WAITS_FOR_TURN, false",
        "SHARED, EXCLUSIVE, WAITS_FOR_READERS, false",
        "EXCLUSIVE, EXCLUSIVE, WAITS_FOR_TURN, true",
        "SHARED, EXCLUSIVE, WAITS_FOR_READERS, true"})
    void waitThatIsCancelledEndsLongBeforeItsDeadline(LockMode held, LockMode wanted, HoldState state, boolean again) {
        holder.acquire(1, held, LockClient.NO_DEADLINE);
        if (again) {
            waiter.acquire(1, wanted, 0);
        }
        Crew.run(2, false, thread -> {
            if (thread == 0) {
                assertThat(waiter.acquire(1, wanted, inAnHour())).isEqualTo(LockOutcome.CANCELLED);
            } else {
                awaitState(state);
                cancel();
            }
        });
        assertThat(waiter.heldCount()).isZero();
        holder.release(1);
        cancelled = false;
        assertThat(waiter.acquire(1, LockMode.EXCLUSIVE, inAnHour())).isEqualTo(LockOutcome.GRANTED);
    }

    @Test
    void whoIsWokenWithoutBeingCancelledWaitsOn() {
        holder.acquire(1, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
        Crew.run(2, false, thread -> {
            if (thread == 0) {
                assertThat(waiter.acquire(1, LockMode.SHARED, inAnHour())).isEqualTo(LockOutcome.GRANTED);
            } else {
                awaitState(HoldState.WAITS_FOR_EPOCH);
                for (int i = 0; i < 100; i++) {
                    waiter.wake();
                }
                assertThat(LockInspector.positions(waiter)).hasSize(1);
                holder.release(1);
            }
        });
        assertThat(waiter.held(1)).isEqualTo(LockMode.SHARED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"SHARED", "EXCLUSIVE"})
    void waitWithoutDeadlineGoesToItsEnd(LockMode wanted) {
        holder.acquire(1, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
        Crew.run(2, false, thread -> {
            if (thread == 0) {
                assertThat(waiter.acquire(1, wanted, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
            } else {
                awaitState(wanted == LockMode.SHARED ? HoldState.WAITS_FOR_EPOCH : HoldState.WAITS_FOR_TURN);
                cancel();
                LockSupport.parkNanos(2_000_000);
                assertThat(LockInspector.positions(waiter)).hasSize(1);
                holder.release(1);
            }
        });
    }

    @Test
    void whatIsFreeIsGrantedEvenIfWaitingIsCancelled() {
        cancel();
        assertThat(waiter.acquire(1, LockMode.EXCLUSIVE, inAnHour())).isEqualTo(LockOutcome.GRANTED);
        assertThat(waiter.tryAcquire(2, LockMode.SHARED)).isEqualTo(LockOutcome.GRANTED);
        assertThat(waiter.counters().get(LockCounter.WAITS)).isZero();
        waiter.releaseAll();
        waiter.wake();
        holder.acquire(3, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
        assertThat(waiter.acquire(3, LockMode.EXCLUSIVE, inAnHour())).isEqualTo(LockOutcome.CANCELLED);
        cancelled = false;
        assertThat(waiter.acquire(3, LockMode.EXCLUSIVE, 0)).isEqualTo(LockOutcome.DEADLINE);
    }

    @ParameterizedTest
    @CsvSource({"EXCLUSIVE, SHARED", "EXCLUSIVE, EXCLUSIVE", "SHARED, EXCLUSIVE"})
    void questionThatThrowsEndsTheWait(LockMode held, LockMode wanted) {
        final IllegalStateException thrown = new IllegalStateException("planted");
        waiter.cancelWhen(() -> {
            throw thrown;
        });
        holder.acquire(1, held, LockClient.NO_DEADLINE);
        waiter.wake();
        assertThatThrownBy(() -> waiter.acquire(1, wanted, inAnHour())).isSameAs(thrown);
        assertThat(waiter.heldCount()).isZero();
        assertThat(waiter.isBroken()).isFalse();
        waiter.cancelWhen(() -> false);
        assertThat(waiter.acquire(1, wanted, 0)).isEqualTo(LockOutcome.DEADLINE);
        holder.release(1);
        assertThat(waiter.acquire(1, LockMode.EXCLUSIVE, inAnHour())).isEqualTo(LockOutcome.GRANTED);
    }

    @Test
    void questionThatThrowsWhileTheLockIsGrantedIsHeardOfNextTime() {
        final IllegalStateException thrown = new IllegalStateException("planted");
        waiter.cancelWhen(() -> {
            holder.release(1);
            throw thrown;
        });
        holder.acquire(1, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
        waiter.wake();
        assertThat(waiter.acquire(1, LockMode.SHARED, inAnHour())).isEqualTo(LockOutcome.GRANTED);
        waiter.release(1);
        holder.acquire(1, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
        waiter.wake();
        assertThatThrownBy(() -> waiter.acquire(1, LockMode.SHARED, inAnHour())).isSameAs(thrown);
        assertThat(waiter.heldCount()).isZero();
    }

    @Test
    @SuppressWarnings("NullAway") // What its callers may do whose code is not checked.
    void nobodyToAskIsRefused() {
        assertThatNullPointerException().isThrownBy(() -> waiter.cancelWhen(null)).withMessageContaining("ask");
    }

    @Test
    void ofSeveralLocksThoseBeforeTheCancelledOneAreHeld() {
        holder.acquire(2, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
        cancel();
        final LockList locks = new LockList();
        for (int slot = 0; slot < SLOTS; slot++) {
            locks.add(slot, LockMode.EXCLUSIVE);
        }
        assertThat(waiter.acquireAll(locks, inAnHour())).isEqualTo(LockOutcome.CANCELLED);
        assertThat(List.of(waiter.held(0) != null, waiter.held(1) != null, waiter.held(2) != null,
            waiter.held(3) != null)).containsExactly(true, true, false, false);
    }

    @Test
    void interruptEndsNoWaitAndIsNotForgotten() {
        holder.acquire(1, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
        final Thread[] waiting = new Thread[1];
        Crew.run(2, false, thread -> {
            if (thread == 0) {
                waiting[0] = Thread.currentThread();
                assertThat(waiter.acquire(1, LockMode.EXCLUSIVE, inAnHour())).isEqualTo(LockOutcome.CANCELLED);
                assertThat(Thread.interrupted()).isTrue();
            } else {
                awaitState(HoldState.WAITS_FOR_TURN);
                waiting[0].interrupt();
                LockSupport.parkNanos(2_000_000);
                assertThat(LockInspector.positions(waiter)).hasSize(1);
                cancel();
            }
        });
    }

    /** Rounds of three kinds: the wait is cancelled, the lock is given back, or both at about the same time. */
    @Test
    void cancellationsAndGrantsMeet() {
        meet(ROUNDS);
    }

    @Tag("slow")
    @Timeout(120)
    @Test
    void cancellationsAndGrantsMeetOften() {
        meet(ROUNDS_SLOW);
    }

    private void meet(int rounds) {
        final RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(17);
        final CyclicBarrier both = new CyclicBarrier(2);
        Crew.run(2, false, () -> cancelled + " " + LockInspector.positions(waiter), thread -> {
            for (int round = 0; round < rounds; round++) {
                final LockMode mode = (round & 4) == 0 ? LockMode.SHARED : LockMode.EXCLUSIVE;
                final LockMode held = (round & 8) == 0 ? LockMode.SHARED : LockMode.EXCLUSIVE;
                final boolean cancels = (round & 1) != 0;
                final boolean gives = (round & 2) != 0;
                if (thread == 0) {
                    both.await();
                    final LockOutcome outcome = waiter.acquire(1, mode, inAnHour());
                    final boolean free = gives || (mode == LockMode.SHARED && held == LockMode.SHARED);
                    assertThat(outcome).isIn(free ? LockOutcome.GRANTED : LockOutcome.CANCELLED,
                        cancels || !gives ? LockOutcome.CANCELLED : LockOutcome.GRANTED);
                    both.await();
                    waiter.releaseAll();
                    both.await();
                } else {
                    cancelled = false;
                    holder.acquire(1, held, inAnHour());
                    both.await();
                    spin(random.nextInt(300));
                    if (cancels || !gives) {
                        cancel();
                    }
                    spin(random.nextInt(100));
                    if (gives) {
                        holder.releaseAll();
                    }
                    both.await();
                    holder.releaseAll();
                    both.await();
                }
            }
        });
        assertThat(waiter.counters().get(LockCounter.WAITS)).isPositive();
    }

    private static void spin(int times) {
        for (int i = 0; i < times; i++) {
            Thread.onSpinWait();
        }
    }
}
