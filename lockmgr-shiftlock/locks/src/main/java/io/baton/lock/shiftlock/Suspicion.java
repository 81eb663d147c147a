package io.baton.lock.shiftlock;

import io.baton.fabric.Route;
import io.baton.fabric.SendStatus;
import io.baton.lock.RecoveryOptions;
import io.baton.lock.entry.Eras;
import io.baton.lock.entry.LockEntry;
import io.baton.lock.entry.LockNotice;
import org.agrona.concurrent.NanoClock;

/**
 * How a client that waits comes to suspect its lock (steps 1 to 3 of {@code spec/5-recovery.md}): it looks now and
 * then whether the lock moves, and asks the lock server for recovery if it does not, or if the client in front of it is
 * gone. What is seen is kept in the {@link Hold}.
 */
final class Suspicion {

    /** How often in a lease a waiter looks whether its lock moves, and whether the client in front is still there. */
    private static final int LOOKS_PER_LEASE = 8;

    private final Repair lock;
    private final RecoveryOptions options;
    private final NanoClock clock;
    private final int slots;
    /** Whether a client that has gone may have passed its turn on to another one of its process (K4). */
    private final boolean turnsPass;
    private final LockNotice nudge = new LockNotice();

    Suspicion(Repair lock, NanoClock clock, ShiftLockTable table) {
        this.lock = lock;
        this.options = lock.recovery.options();
        this.clock = clock;
        this.slots = table.slots();
        this.turnsPass = table.cache() != null;
    }

    /** Begins to look after a lock that does not come at once. */
    void watch(Hold hold) {
        if (!hold.watched) {
            if (hold.attempt == 0) {
                lock.holds.nameAttempt(hold);
            }
            hold.watched = true;
            hold.looks = 0;
            hold.watchedRelCnt = 0;
            hold.watchedEra = 0;
            hold.lookNanos = clock.nanoTime() + lookInterval();
        }
    }

    private long lookInterval() {
        return Math.max(1, options.leaseNanos() / LOOKS_PER_LEASE);
    }

    /**
     * One look, if it is time: the window of observation begins with the era and what the entry says then (R4), and a
     * lock that stands still throughout is suspected. A look that comes much too late proves nothing.
     *
     * @throws Repair.LockReset if the lock has been reset meanwhile
     */
    void look(Hold hold) {
        final long now = clock.nanoTime();
        final long late = now - hold.lookNanos;
        if (!hold.suspect && late < 0) {
            return;
        }
        hold.suspect = hold.suspect || (isAheadGone(hold) && isStillWaiting(hold));
        if (hold.suspect || late > options.leaseNanos()) {
            hold.looks = 0;
        }
        if (hold.looks == 0 || hold.asked) {
            hold.watchedEra = era(hold);
            hold.asked = false;
        }
        final long relCnt = relCnt(hold);
        Repair.checkGeneration(hold, relCnt);
        if (hold.looks == 0) {
            hold.watchedRelCnt = relCnt;
        }
        hold.looks = relCnt == hold.watchedRelCnt ? hold.looks + 1 : 0;
        hold.lookNanos = now + lookInterval();
        if (hold.suspect || hold.looks > options.suspectLeases() * LOOKS_PER_LEASE) {
            hold.suspect = false;
            hold.ahead = Route.NONE;
            hold.asked = true;
            // If it was refused and nothing moves, one more lease is enough (§3.6).
            hold.looks = 1 + (options.suspectLeases() - 1) * LOOKS_PER_LEASE;
            lock.ask(hold, lock.endpoint.route());
        }
    }

    /**
     * Whether the one in front of a waiting client has died, or is out of reach for as long as an adapter tries, so
     * that there is no need to look long. Asked until the lock server is: a holder may leave its mailbox
     * alone for long, and it must not fill.
     */
    private boolean isAheadGone(Hold hold) {
        // Without sessions, which tell which process lives, nothing but silence counts.
        if (lock.recovery.session() == null || hold.ahead == Route.NONE
            || !(hold.is(HoldState.WAITS_FOR_TURN) || hold.is(HoldState.WAITS_FOR_EPOCH))) {
            return false;
        }
        final SendStatus status = lock.endpoint.send(
            hold.ahead, nudge.compose(LockNotice.NUDGE, 0, 0, 0).composed(), 0, LockNotice.BYTES);
        if (turnsPass && status == SendStatus.NO_SUCH_PEER) {
            // Its process, which may live, has what it had.
            hold.ahead = Route.NONE;
            return false;
        }
        return status == SendStatus.NO_SUCH_PEER || status == SendStatus.UNKNOWN;
    }

    /** The client that is gone may have handed the lock over, or let the readers in, before it went. */
    private boolean isStillWaiting(Hold hold) {
        lock.waiting.drain();
        if (hold.is(HoldState.WAITS_FOR_EPOCH)) {
            final long low = lock.endpoint.readWord(LockEntry.address(hold.slot));
            return LockEntry.epoch(low) == hold.epoch && LockEntry.tail(low) == hold.ahead;
        }
        return hold.is(HoldState.WAITS_FOR_TURN);
    }

    /** A reader waits for the last in the queue now: the one that was last when it came may have had its turn. */
    static void aheadIs(Hold hold, long route) {
        hold.ahead = hold.ahead == Route.NONE ? Route.NONE : route;
    }

    /**
     * The client in front gives no acknowledgement.
     *
     * @throws Repair.LockReset if the lock has been reset meanwhile
     */
    void onSilence(Hold hold) {
        if (!lock.isFrozen(hold)) {
            watch(hold);
            hold.ahead = Route.NONE;
            hold.suspect = !hold.asked;
            look(hold);
        }
    }

    /**
     * A notice that hands the lock on could not be delivered: asks at once, and wants no answer.
     *
     * @throws Repair.LockReset if the lock has been reset meanwhile
     */
    void onLostGrant(Hold hold) {
        hold.watchedEra = era(hold);
        hold.watchedRelCnt = relCnt(hold);
        Repair.checkGeneration(hold, hold.watchedRelCnt);
        lock.ask(hold, Route.NONE);
    }

    private long era(Hold hold) {
        return lock.endpoint.readWord(Eras.address(hold.slot, slots));
    }

    private long relCnt(Hold hold) {
        return lock.endpoint.readWord(LockEntry.address(hold.slot) + LockEntry.REL_CNT_OFFSET);
    }
}
