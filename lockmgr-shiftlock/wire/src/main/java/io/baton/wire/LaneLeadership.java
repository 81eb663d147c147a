package io.baton.wire;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.baton.fabric.Endpoint;
import io.baton.wire.carrier.Carrier;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.Selector;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * Who reads a client's lane: the leader. A thread that waits becomes the leader if there is none, reads for all until
 * it has what it waits for, and passes the lead on. So an answer wakes the thread that wants it and no other.
 *
 * <p>When nobody waits, a thread of the lane's own leads after a millisecond, for notices that no client waits for;
 * it passes the lead on once it has served a client. Virtual threads do not lead, because sleeping on a selector would
 * keep their carrier; the lane's thread leads for them.
 *
 * <p>Concurrency: a follower adds itself to the list before it looks for a leader; a leader resigns before it looks at
 * the list. One of the two sees the other.
 */
final class LaneLeadership implements LaneWaiter {

    /** How long nobody leads before the lane's own thread does. */
    private static final long QUIET_NANOS = 1_000_000;
    /** After so many looks at which somebody led, the lane's own thread sleeps until that ends. */
    private static final int LOOKS_MAX = 10;
    /** A deadline so near is waited for awake. */
    private static final long NEAR_NANOS = 100_000;
    private static final long MILLI_NANOS = 1_000_000;
    private static final int SLEEPS_PER_LONG_LOOK = 8;
    private static final int LONG_LOOK = 8;

    private final ClientLane lane;
    private final Selector selector;
    private final NanoClock clock;
    private final ParkedBell bell;
    private final Thread thread;
    private final AtomicReference<@Nullable LaneWaiter> leader = new AtomicReference<>();
    /** Those who wait for a leader to wake them. */
    @GuardedBy("itself")
    private final Deque<LaneWaiter> followers = new ArrayDeque<>();
    /** How many they are, for a look without the lock. */
    private volatile int following;
    /** How often somebody else than the lane's thread has led; written by leaders. */
    private final AtomicInteger terms = new AtomicInteger();
    /** How often a leader has slept since it looked for long; the leader's own. */
    private int slept;
    private volatile boolean wanted;
    private volatile boolean asleep;
    private volatile boolean served;
    private volatile boolean stopped;

    LaneLeadership(ClientLane lane, Selector selector, NanoClock clock, ThreadFactory threads) {
        this.lane = lane;
        this.selector = selector;
        this.clock = clock;
        this.bell = new ParkedBell(clock);
        this.thread = threads.newThread(this::run);
    }

    void start() {
        thread.start();
    }

    /** Waits until the waiter has what it waits for, the deadline has passed, or the lane is lost. */
    void await(LaneWaiter waiter, long deadlineNanos) {
        while (goesOn(waiter, deadlineNanos)) {
            if (isNear(deadlineNanos)) {
                look(waiter);
            } else if (!Thread.currentThread().isVirtual() && leader.compareAndSet(null, waiter)) {
                try {
                    lead(waiter, deadlineNanos);
                } finally {
                    resignAfterTerm();
                }
            } else {
                follow(waiter, deadlineNanos);
            }
        }
    }

    private boolean goesOn(LaneWaiter waiter, long deadlineNanos) {
        return !waiter.isOver() && !lane.isLost()
            && (deadlineNanos == Endpoint.NO_DEADLINE || clock.nanoTime() - deadlineNanos < 0);
    }

    private boolean isNear(long deadlineNanos) {
        return deadlineNanos != Endpoint.NO_DEADLINE && deadlineNanos - clock.nanoTime() < NEAR_NANOS;
    }

    /** Reads what has come, if nobody else does. */
    void look(LaneWaiter waiter) {
        if (leader.compareAndSet(null, waiter)) {
            try {
                lane.read();
            } finally {
                resignAfterTerm();
            }
        }
        Thread.yield();
    }

    private void lead(LaneWaiter waiter, long deadlineNanos) {
        final Carrier carrier = lane.carrier();
        boolean interrupted = false;
        boolean looks = carrier.spins() > 0;
        int idle = 0;
        int spins = spins(carrier, waiter);
        while (goesOn(waiter, deadlineNanos)) {
            if (looks && lane.read() > 0) {
                idle = 0;
            } else if (looks && idle++ < spins) {
                Thread.onSpinWait();
            } else {
                if (carrier.arm() && !waiter.isOver()) {
                    sleep(deadlineNanos);
                    interrupted |= Thread.interrupted();
                }
                carrier.disarm();
                looks = true;
                idle = 0;
                spins = carrier.spins();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * How often to look before sleeping. Two sides that both sleep wake each other for ever, and each sleeps again
     * before the other is awake: now and then a client looks for longer than a wake-up takes, which ends that.
     */
    @SuppressWarnings("ReferenceEquality") // A waiter is itself.
    private int spins(Carrier carrier, LaneWaiter waiter) {
        if (waiter == this || slept < SLEEPS_PER_LONG_LOOK) {
            return carrier.spins();
        }
        slept = 0;
        return carrier.spins() * LONG_LOOK;
    }

    private void sleep(long deadlineNanos) {
        slept++;
        long millis = lane.hasBacklog() ? 1 : 0;
        if (deadlineNanos != Endpoint.NO_DEADLINE) {
            final long left = Math.max(1, (deadlineNanos - clock.nanoTime()) / MILLI_NANOS);
            millis = millis == 0 ? left : Math.min(millis, left);
        }
        try {
            if (selector.select(key -> lane.onWake(), millis) == 0) {
                lane.flush();
            }
        } catch (IOException | ClosedSelectorException e) {
            lane.lose("its selector failed: " + e.getMessage());
        }
    }

    /** Lets a leader look whether it has what it waits for. */
    @SuppressWarnings("ReferenceEquality") // A waiter is itself.
    void wake(LaneWaiter waiter) {
        if (leader.get() == waiter) {
            selector.wakeup(); // Does nothing if the lane is closed meanwhile, and the selector with it.
        } else {
            waiter.bell().ringIfAwaited();
        }
    }

    private void resignAfterTerm() {
        terms.setRelease(terms.getPlain() + 1);
        resign();
    }

    private void resign() {
        leader.set(null);
        passOn();
    }

    /** Wakes one who can lead; the lane's own thread for those who cannot. */
    private void passOn() {
        if (asleep) {
            LockSupport.unpark(thread);
        }
        if (following == 0) {
            return;
        }
        final LaneWaiter first;
        synchronized (followers) {
            first = followers.peekFirst();
        }
        if (first != null) {
            final Thread next = first.bell().ringIfAwaited();
            if (next != null && next.isVirtual()) {
                want();
            }
        }
    }

    private void want() {
        wanted = true;
        LockSupport.unpark(thread);
    }

    private void follow(LaneWaiter waiter, long deadlineNanos) {
        waiter.bell().announce();
        synchronized (followers) {
            followers.addLast(waiter);
            following = followers.size();
        }
        try {
            final boolean led = leader.get() != null;
            if (!led && Thread.currentThread().isVirtual()) {
                want();
            }
            if ((led || Thread.currentThread().isVirtual()) && goesOn(waiter, deadlineNanos)) {
                waiter.bell().park(deadlineNanos);
            }
        } finally {
            synchronized (followers) {
                followers.remove(waiter);
                following = followers.size();
            }
            waiter.bell().withdraw();
        }
        // It may have been woken to lead, and need not any more.
        if (leader.get() == null && !goesOn(waiter, deadlineNanos)) {
            passOn();
        }
    }

    /** Called by a leader that has given a waiter what it waits for; if that is itself, it looks by itself. */
    @SuppressWarnings("ReferenceEquality") // A waiter is itself.
    void ring(LaneWaiter waiter) {
        if (leader.getPlain() == waiter) {
            return;
        }
        VarHandle.fullFence();
        final Thread woken = waiter.bell().ringIfAwaited();
        if (woken != null && !woken.isVirtual()) {
            served = true;
        }
    }

    // The lane's own thread

    @Override
    public boolean isOver() {
        return served || stopped;
    }

    @Override
    public ParkedBell bell() {
        return bell;
    }

    void stop() {
        stopped = true;
        selector.wakeup();
        LockSupport.unpark(thread);
    }

    /** Nobody would notice that this thread has ended: if it must, so does the lane. */
    private void leadForOthers() {
        try {
            lead(this, Endpoint.NO_DEADLINE);
        } catch (RuntimeException | Error e) {
            lane.lose("its reader failed: " + e);
            throw e;
        } finally {
            resign();
        }
    }

    private void run() {
        int seen = terms.get() - 1;
        int looks = 0;
        while (!stopped && !lane.isLost()) {
            final int now = terms.get();
            final boolean quiet = now == seen;
            seen = now;
            if ((quiet || wanted) && leader.compareAndSet(null, this)) {
                looks = 0;
                wanted = false;
                served = false;
                leadForOthers();
            } else if (looks++ < LOOKS_MAX || leader.get() == null) {
                LockSupport.parkNanos(this, QUIET_NANOS);
            } else {
                looks = 0;
                asleep = true;
                if (leader.get() != null && !wanted && !stopped) {
                    LockSupport.park(this);
                }
                asleep = false;
            }
        }
    }
}
