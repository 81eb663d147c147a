package io.baton.lock.shiftlock;

import io.baton.fabric.Endpoint;
import io.baton.fabric.Route;
import io.baton.fabric.SendStatus;
import io.baton.lock.LockCounter;
import io.baton.lock.LockCounters;
import io.baton.lock.LockOutcome;
import io.baton.lock.entry.LockEntry;
import io.baton.lock.entry.LockNotice;
import io.baton.lock.entry.RecoveryNotice;
import io.baton.lock.entry.RecoveryVerdict;
import io.baton.lock.process.Freeze;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.concurrent.NanoClock;

/**
 * ShiftLock where clients fail (§3.6; {@code spec/5-recovery.md}). A waiter looks now and then whether its lock
 * moves, and asks the lock server for recovery if it does not ({@link Suspicion}). The server's reset begins a new
 * generation: a client that finds one ({@link LockReset}) has lost what it had or waited for in the old.
 *
 * <p>While the lock server has it frozen, a client does nothing for that lock, neither a verb nor a grant.
 */
final class RecoverableShiftLock extends ShiftLock {

    private static final long SESSION_DISTANCE = 1L << 40;

    /** How often a notice is sent to a client that may be gone before the lock server is asked. */
    private static final int SEND_TRIES_MAX = 8;

    final Recovery recovery;
    private final NanoClock clock;
    private final Suspicion suspicion;
    /** By route: the last attempt that was named as a successor. */
    private final Long2LongHashMap successors = new Long2LongHashMap(0);
    private final RecoveryNotice request = new RecoveryNotice();

    RecoverableShiftLock(EntrySteps steps, Waiting waiting, Holds holds, LockCounters counters,
            ShiftLockOptions options, Recovery recovery, NanoClock clock, int slots) {
        super(steps, waiting, holds, counters, options);
        this.recovery = recovery;
        this.clock = clock;
        this.suspicion = new Suspicion(this, clock, slots);
    }

    // Waits

    @Override
    boolean readerEnters(Hold hold) {
        final boolean entered = super.readerEnters(hold);
        if (!entered) {
            hold.ahead = steps.tail();
        }
        return entered;
    }

    @Override
    LockOutcome awaitEpoch(Hold hold, long deadlineNanos) {
        final long address = LockEntry.address(hold.slot);
        suspicion.watch(hold);
        while (true) {
            if (!isFrozen(hold)) {
                final long low = endpoint.readWord(address);
                if (LockEntry.epoch(low) != hold.epoch) {
                    return admitted(hold);
                }
                if (waiting.over(deadlineNanos) && cancelReader(hold)) {
                    return LockOutcome.DEADLINE;
                }
                if (hold.is(HoldState.HOLDS_SHARED)) {
                    return LockOutcome.GRANTED;
                }
                Suspicion.aheadIs(hold, LockEntry.tail(low));
                suspicion.look(hold);
            }
            awaitWord(hold, address, LockEntry.EPOCH_MASK, 1 - hold.epoch, deadlineNanos);
        }
    }

    /** Waits for bits of a word until the next look; while the lock is frozen, for the end of that. */
    private void awaitWord(Hold hold, long address, long mask, long value, long deadlineNanos) {
        if (hold.freeze != null) {
            waiting.awaitNotice(nextLook(hold, deadlineNanos));
        } else {
            waiting.awaitWord(address, mask, value, nextLook(hold, deadlineNanos));
        }
        waiting.drain();
    }

    /**
     * Epoch has flipped. Word 1 is read after it: if its generation is still this reader's, so was the flip. A flip
     * that a reset brought would let the reader in beside a writer of the new generation.
     */
    private LockOutcome admitted(Hold hold) {
        final long relCnt = endpoint.readWord(LockEntry.address(hold.slot) + LockEntry.REL_CNT_OFFSET);
        checkGeneration(hold, relCnt);
        hold.relCnt = relCnt;
        hold.state(HoldState.HOLDS_SHARED);
        hold.unwatch();
        return LockOutcome.GRANTED;
    }

    @Override
    boolean cancelReader(Hold hold) {
        if (super.cancelReader(hold)) {
            return true;
        }
        admitted(hold);
        return false;
    }

    @Override
    LockOutcome resume(Hold hold, long deadlineNanos) {
        suspicion.watch(hold);
        while (hold.is(HoldState.WAITS_FOR_TURN) || hold.freeze != null) {
            final long before = clock.nanoTime();
            waiting.drain();
            if (!isFrozen(hold)) {
                if (!hold.is(HoldState.WAITS_FOR_TURN)) {
                    break;
                }
                if (waiting.over(deadlineNanos)) {
                    hold.ghost = true;
                    return LockOutcome.DEADLINE;
                }
                suspicion.look(hold);
            }
            waiting.awaitNotice(nextLook(hold, deadlineNanos));
            verifyAfterPause(hold, before);
        }
        if (hold.is(HoldState.WAITS_FOR_READERS)) {
            return awaitReaders(hold, deadlineNanos);
        }
        hold.unwatch();
        return LockOutcome.GRANTED;
    }

    /** Until when to wait before the next look. No client looks at a frozen lock, nor leaves it. */
    private long nextLook(Hold hold, long deadlineNanos) {
        return hold.freeze == null
            ? Waiting.earlier(deadlineNanos, hold.lookNanos)
            : clock.nanoTime() + recovery.options().leaseNanos();
    }

    /** R3: after a long pause a notice may be older than a reset. */
    private void verifyAfterPause(Hold hold, long beforeNanos) {
        if (recovery.session() == null && clock.nanoTime() - beforeNanos > 2 * recovery.options().leaseNanos()) {
            checkGeneration(hold, endpoint.readWord(LockEntry.address(hold.slot) + LockEntry.REL_CNT_OFFSET));
        }
    }

    @Override
    LockOutcome awaitReaders(Hold hold, long deadlineNanos) {
        final long address = LockEntry.address(hold.slot) + LockEntry.REL_CNT_OFFSET;
        suspicion.watch(hold);
        while (true) {
            if (!isFrozen(hold)) {
                final long relCnt = endpoint.readWord(address);
                checkGeneration(hold, relCnt);
                if (relCnt == hold.relCnt) {
                    hold.state(HoldState.HOLDS_EXCLUSIVE);
                    hold.unwatch();
                    return LockOutcome.GRANTED;
                }
                check(relCnt - hold.relCnt < 0,
                    "the release count has passed what the head of the queue waits for", hold);
                if (waiting.over(deadlineNanos)) {
                    waiting.drain();
                    hold.ghost = !tryEndTurn(hold);
                    return LockOutcome.DEADLINE;
                }
                suspicion.look(hold);
            }
            awaitWord(hold, address, LockEntry.ALL, hold.relCnt, deadlineNanos);
        }
    }

    @Override
    void endTurn(Hold hold) {
        suspicion.watch(hold);
        while (isFrozen(hold) || !tryEndTurn(hold)) {
            if (hold.freeze == null) {
                suspicion.look(hold);
            }
            waiting.awaitNotice(nextLook(hold, Endpoint.NO_DEADLINE));
            waiting.drain();
        }
    }

    /** A position left behind has no wait in which to look. */
    @Override
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

    // Suspicion

    void ask(Hold hold, long answerTo) {
        counters.count(LockCounter.SUSPICIONS);
        endpoint.send(recovery.serverRoute(), request
            .compose(RecoveryNotice.SUSPECT, Route.node(endpoint.route()), hold.slot, hold.attempt)
            .relCnt(hold.watchedRelCnt).from(answerTo).era(hold.watchedEra).composed(), 0, RecoveryNotice.BYTES);
    }

    /**
     * Where a notice may arrive twice, its second copy must not name a successor of a later turn. A client queues for
     * one lock after another, so its attempts come in their order; those of another session are far away.
     */
    @Override
    boolean isRepeated(LockNotice received) {
        final long last = successors.get(received.route());
        final long behind = last - received.attempt();
        if (last != 0 && behind >= 0 && behind < SESSION_DISTANCE) {
            return true;
        }
        successors.put(received.route(), received.attempt());
        return false;
    }

    @Override
    void onVerdict(Hold hold, RecoveryVerdict verdict) {
        if (hold.watched && verdict == RecoveryVerdict.RESET) {
            hold.looks = 0;
            hold.lookNanos = clock.nanoTime();
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

    // R2: releases

    /**
     * Under policy LEASE a reader that is late must not touch the next generation, so that it compares what it
     * changes. Under policy SESSION no lock is reset while it has a holder whose verbs still work.
     */
    @Override
    void readerRelease(Hold hold) {
        if (recovery.session() != null) {
            super.readerRelease(hold);
            return;
        }
        long low = LockEntry.ONE_READER;
        long relCnt = hold.relCnt;
        while (!endpoint.extCas(LockEntry.address(hold.slot), EntryMasks.PINNED_LEAVE,
            low, relCnt, low - LockEntry.ONE_READER, LockEntry.advance(relCnt, 1), entry)) {
            low = entry.low() & LockEntry.READERS_MASK;
            relCnt = entry.high();
            checkGeneration(hold, relCnt);
        }
        hold.state(HoldState.IDLE);
    }

    void checkGeneration(Hold hold, long relCnt) {
        if (!LockEntry.sameGeneration(relCnt, hold.relCnt)) {
            throw new LockReset(hold);
        }
    }

    @Override
    void check(boolean holds, String violation, Hold hold) {
        if (!holds) {
            checkGeneration(hold, entry.high());
        }
        super.check(holds, violation, hold);
    }

    /**
     * A receiver that is gone, or out of reach for long, is the lock server's business: a lock that is not handed on is
     * reset when it has no holder. A client behind one that is out of reach asks before it tries again, because each
     * try takes as long as an adapter does to give up.
     */
    @Override
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
            waiting.backOff(FULL_MAILBOX_WAIT_NANOS);
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
}
