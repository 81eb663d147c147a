package io.baton.lock.shiftlock;

import io.baton.fabric.Endpoint;
import io.baton.fabric.Route;
import io.baton.fabric.SendStatus;
import io.baton.lock.LockCounter;
import io.baton.lock.LockCounters;
import io.baton.lock.entry.LockEntry;
import io.baton.lock.entry.LockNotice;
import io.baton.lock.entry.RecoveryNotice;
import io.baton.lock.entry.RecoveryVerdict;
import io.baton.lock.process.Freeze;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.concurrent.NanoClock;

/**
 * What a client's {@link ShiftLock} does beside its steps where clients fail (§3.6; {@code spec/5-recovery.md}). A
 * waiter looks now and then whether its lock moves, and asks the lock server for recovery if it does not ({@link
 * Suspicion}). The server's reset begins a new generation: a client that finds one ({@link LockReset}) has lost what it
 * had or waited for in the old.
 *
 * <p>While the lock server has it frozen, a client does nothing for that lock, neither a verb nor a grant.
 */
final class Repair {

    private static final long SESSION_DISTANCE = 1L << 40;

    /** How often a notice is sent to a client that may be gone before the lock server is asked. */
    private static final int SEND_TRIES_MAX = 8;

    final LockRecovery recovery;
    final Endpoint endpoint;
    final Waiting waiting;
    final Holds holds;
    private final LockCounters counters;
    private final NanoClock clock;
    private final Suspicion suspicion;
    /** By route: the last attempt that was named as a successor. */
    private final Long2LongHashMap successors = new Long2LongHashMap(0);
    private final RecoveryNotice request = new RecoveryNotice();

    Repair(LockRecovery recovery, Endpoint endpoint, Waiting waiting, Holds holds, LockCounters counters,
            ShiftLockTable table) {
        this.recovery = recovery;
        this.endpoint = endpoint;
        this.waiting = waiting;
        this.holds = holds;
        this.counters = counters;
        this.clock = table.fabric().clock();
        this.suspicion = new Suspicion(this, clock, table);
    }

    // Waits

    /** Begins to look after a lock that does not come at once. */
    void watch(Hold hold) {
        suspicion.watch(hold);
    }

    /** Looks, if it is time. */
    void look(Hold hold) {
        suspicion.look(hold);
    }

    /** The same for a waiting reader, which has found this client last in the queue. */
    void look(Hold hold, long tail) {
        Suspicion.aheadIs(hold, tail);
        suspicion.look(hold);
    }

    /**
     * Epoch has flipped. Word 1 is read after it: if its generation is still this reader's, so was the flip. A flip
     * that a reset brought would let the reader in beside a writer of the new generation.
     */
    void admits(Hold hold) {
        final long relCnt = endpoint.readWord(LockEntry.address(hold.slot) + LockEntry.REL_CNT_OFFSET);
        checkGeneration(hold, relCnt);
        hold.relCnt = relCnt;
        hold.unwatch();
    }

    /** Until when to wait before the next look. No client looks at a frozen lock, nor leaves it. */
    long nextLook(Hold hold, long deadlineNanos) {
        return hold.freeze == null
            ? Waiting.earlier(deadlineNanos, hold.lookNanos)
            : clock.nanoTime() + recovery.options().leaseNanos();
    }

    /** R3: after a long pause a notice may be older than a reset. */
    void verifyAfterPause(Hold hold, long beforeNanos) {
        if (recovery.session() == null && clock.nanoTime() - beforeNanos > 2 * recovery.options().leaseNanos()) {
            checkGeneration(hold, endpoint.readWord(LockEntry.address(hold.slot) + LockEntry.REL_CNT_OFFSET));
        }
    }

    /**
     * Called now and then for a position that its client has left behind, whose turn has not come, and which has no
     * wait in which to look.
     *
     * @return whether the lock was reset, and the position with it
     */
    boolean isVoid(Hold ghost) {
        try {
            if (!isFrozen(ghost)) {
                suspicion.watch(ghost);
                suspicion.look(ghost);
            }
            return false;
        } catch (LockReset reset) {
            return true;
        }
    }

    /**
     * Whether the client must stand still at this lock.
     *
     * @throws LockReset if it was frozen, and was reset
     */
    boolean isFrozen(Hold hold) {
        final Freeze freeze = hold.freeze;
        if (freeze == null) {
            return false;
        }
        if (freeze.outcome() == Freeze.Outcome.PENDING) {
            waiting.checkSession();
            return true;
        }
        hold.freeze = null;
        if (freeze.outcome() == Freeze.Outcome.RESET) {
            throw new LockReset(hold);
        }
        hold.unwatch();
        suspicion.watch(hold);
        return false;
    }

    // The lock server

    void ask(Hold hold, long answerTo) {
        counters.count(LockCounter.SUSPICIONS);
        endpoint.send(recovery.serverRoute(), request
            .compose(RecoveryNotice.SUSPECT, Route.node(endpoint.route()), hold.slot, hold.attempt)
            .relCnt(hold.watchedRelCnt).from(answerTo).era(hold.watchedEra).composed(), 0, RecoveryNotice.BYTES);
    }

    /** What the lock server says to a suspicion. */
    void onVerdict(Hold hold, RecoveryVerdict verdict) {
        if (hold.watched && verdict == RecoveryVerdict.RESET) {
            hold.looks = 0;
            hold.lookNanos = clock.nanoTime();
        }
    }

    /** R2 and R3: whether this is still the lock as the client knows it. */
    static void checkGeneration(Hold hold, long relCnt) {
        if (!LockEntry.sameGeneration(relCnt, hold.relCnt)) {
            throw new LockReset(hold);
        }
    }

    // Notices

    /**
     * Whether a Successor notice has come before. Where a notice may arrive twice, its second copy must not name a
     * successor of a later turn. A client queues for one lock after another, so its attempts come in their order;
     * those of another session are far away.
     */
    boolean isRepeated(LockNotice received) {
        final long last = successors.get(received.route());
        final long behind = last - received.attempt();
        if (last != 0 && behind >= 0 && behind < SESSION_DISTANCE) {
            return true;
        }
        successors.put(received.route(), received.attempt());
        return false;
    }

    /**
     * A receiver that is gone, or out of reach for long, is the lock server's business: a lock that is not handed on is
     * reset when it has no holder. A client behind one that is out of reach asks before it tries again, because each
     * try takes as long as an adapter does to give up.
     */
    void send(Hold hold, long route, LockNotice composed) {
        final boolean names = composed.kind() == LockNotice.SUCCESSOR;
        if (names) {
            hold.ahead = route;
        }
        for (int tries = 0; tries < SEND_TRIES_MAX; tries++) {
            final SendStatus status = endpoint.send(route, composed.composed(), 0, LockNotice.BYTES);
            if (status == SendStatus.SENT) {
                return;
            }
            if (status == SendStatus.NO_SUCH_PEER) {
                break;
            }
            if (names && status == SendStatus.UNKNOWN && recovery.session() != null) {
                suspicion.onSilence(hold);
            }
            waiting.backOff(ShiftLock.FULL_MAILBOX_WAIT_NANOS);
        }
        if (names) {
            // The paper's clients make their queue pair usable again, and wait as if nothing had been (§4.8).
            hold.suspect = recovery.session() != null;
            return;
        }
        suspicion.onLostGrant(hold);
    }

    /** Whose Successor notices it has had. */
    String describe() {
        return successors.toString();
    }

    /**
     * The lock server has reset a lock on which a client waited, or which it held: the client's attempt is void. Never
     * leaves a lock client.
     */
    static final class LockReset extends RuntimeException {

        private static final long serialVersionUID = 1L;

        final transient Hold hold;

        private LockReset(Hold hold) {
            super("the lock was reset: " + hold, null, false, false);
            this.hold = hold;
        }
    }
}
