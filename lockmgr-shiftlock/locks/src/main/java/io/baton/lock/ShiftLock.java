package io.baton.lock;

import io.baton.fabric.AddFields;
import io.baton.fabric.CasMasks;
import io.baton.fabric.Endpoint;
import io.baton.fabric.Route;
import io.baton.fabric.SendStatus;
import io.baton.fabric.WordPair;
import org.jspecify.annotations.Nullable;

/**
 * ShiftLock's protocol for one client: Algorithms 2 and 3 of the paper (FAST '25), one step a line, without failures.
 *
 * <p>Deviations, each with its reason:
 * <ul>
 * <li>The epoch of a writer is the true one: Handover and ModeChanged carry it. The paper lets a writer keep the
 *     epoch that it saw when it queued, which is stale after a mode change and leaves readers waiting for ever.
 * <li>Every notice names lock, attempt and generation ({@link LockNotice}).
 * <li>A mode change advances RelCnt by compare-and-swap, and so does a hand-over unless it is silent ({@link
 *     ShiftLockOptions}), so that a release cannot touch an entry that has changed hands without it.
 * <li>The threshold counts writers: at most that many in a row have the lock before readers get it.
 * <li>A client may leave (the paper has no way out): a waiting reader takes itself out of RdrCnt unless Epoch has
 *     flipped; a writer at the head that waits for readers passes its wait on to its successor, or clears the tail
 *     if nobody waits behind it; any other writer becomes a ghost, whose turn ends as soon as it comes. Only who
 *     holds the lock flips Epoch: between two flips all readers let in by the first have left, so none can miss it.
 * </ul>
 * Where leases and eras come in, in {@link RecoverableShiftLock}: a grant is (generation, RelCnt), {@link
 * Hold#relCnt}; every wait below is a loop in which suspicion is judged; every failed compare is where a lost lock is
 * told from a bug.
 */
class ShiftLock {

    /** How long to wait before a notice is sent again to a client whose mailbox is full. */
    static final long FULL_MAILBOX_WAIT_NANOS = 50_000;
    /**
     * How often a reader tries to take itself out while other readers come and go, before it rather waits for its
     * turn.
     */
    static final int CANCEL_TRIES_MAX = 64;

    private static final long TAIL = LockEntry.TAIL_MASK;
    private static final long READERS = LockEntry.READERS_MASK;
    private static final long EPOCH = LockEntry.EPOCH_MASK;
    private static final long ALL = LockEntry.ALL;

    static final CasMasks ENQUEUE = new CasMasks(0, 0, TAIL, 0);
    static final CasMasks TRY_WRITE = new CasMasks(TAIL | READERS, 0, TAIL, 0);
    static final CasMasks UPGRADE = new CasMasks(TAIL | READERS, LockEntry.GENERATION_MASK, TAIL | READERS, 0);
    static final CasMasks CANCEL_READER = new CasMasks(EPOCH | READERS, LockEntry.GENERATION_MASK, READERS, 0);
    static final CasMasks CLEAR_TAIL = new CasMasks(TAIL, ALL, TAIL | EPOCH, ALL);
    static final CasMasks LEAVE_QUEUE = new CasMasks(TAIL | READERS, ALL, TAIL, 0);
    static final CasMasks HAND_OVER = new CasMasks(0, ALL, 0, ALL);
    static final CasMasks CHANGE_MODE = new CasMasks(EPOCH, ALL, EPOCH, ALL);
    static final AddFields FIELDS = new AddFields(LockEntry.LOW_BOUNDARY, LockEntry.HIGH_BOUNDARY);

    final Endpoint endpoint;
    final Waiting waiting;
    final LockCounters counters;
    final ShiftLockOptions options;
    final Holds holds;
    /** The tail pointer's bits when this client is the last in a queue. */
    final long self;
    /** What the last verb returned. */
    final WordPair entry = new WordPair();
    final LockNotice notice = new LockNotice();
    /** Null where waiting readers look at the fabric's pace. */
    private final @Nullable ReadPace pace;

    ShiftLock(Endpoint endpoint, Waiting waiting, Holds holds, LockCounters counters, ShiftLockOptions options) {
        this.endpoint = endpoint;
        this.waiting = waiting;
        this.counters = counters;
        this.options = options;
        this.holds = holds;
        this.self = LockEntry.tailBits(endpoint.route());
        this.pace = options.pacedReaders() ? new ReadPace(endpoint, waiting) : null;
    }

    // Algorithm 2: acquire

    LockOutcome readerAcquire(Hold hold, long deadlineNanos) {
        if (readerEnters(hold)) {
            return LockOutcome.GRANTED;
        }
        counters.count(LockCounter.WAITS);
        return awaitEpoch(hold, deadlineNanos);
    }

    /**
     * One verb if it succeeds. Otherwise the reader takes itself out again, unless a writer has let it in meanwhile.
     */
    LockOutcome readerTry(Hold hold) {
        return readerEnters(hold) || !cancelReader(hold) ? LockOutcome.GRANTED : LockOutcome.BUSY;
    }

    boolean readerEnters(Hold hold) {
        endpoint.extFaa(LockEntry.address(hold.slot), FIELDS, LockEntry.ONE_READER, 0, entry);
        hold.relCnt = entry.high();
        hold.epoch = LockEntry.epoch(entry.low());
        if (LockEntry.hasTail(entry.low())) {
            hold.state(HoldState.WAITS_FOR_EPOCH);
            return false;
        }
        hold.state(HoldState.HOLDS_SHARED);
        return true;
    }

    LockOutcome awaitEpoch(Hold hold, long deadlineNanos) {
        final long address = LockEntry.address(hold.slot);
        while (true) {
            awaitFlip(hold, address, deadlineNanos);
            final long low = pace == null ? endpoint.readWord(address) : pace.readWord(address);
            if (LockEntry.epoch(low) != hold.epoch) {
                hold.state(HoldState.HOLDS_SHARED);
                return LockOutcome.GRANTED;
            }
            if (waiting.over(deadlineNanos) && cancelReader(hold)) {
                return LockOutcome.DEADLINE;
            }
            if (hold.is(HoldState.HOLDS_SHARED)) {
                return LockOutcome.GRANTED;
            }
        }
    }

    /** Waits until Epoch has flipped; may return early. */
    void awaitFlip(Hold hold, long address, long deadlineNanos) {
        if (pace == null) {
            waiting.awaitWord(address, LockEntry.EPOCH_MASK, 1 - hold.epoch, deadlineNanos);
        } else {
            pace.await(deadlineNanos);
        }
    }

    /** Takes a waiting reader out of RdrCnt. Returns false if Epoch has flipped: then the reader holds the lock. */
    boolean cancelReader(Hold hold) {
        final long address = LockEntry.address(hold.slot);
        long seen = endpoint.readWord(address);
        for (int tries = 0; tries < CANCEL_TRIES_MAX; tries++) {
            if (LockEntry.epoch(seen) != hold.epoch) {
                hold.state(HoldState.HOLDS_SHARED);
                return false;
            }
            if (endpoint.extCas(address, CANCEL_READER, seen, hold.relCnt, seen - LockEntry.ONE_READER, 0, entry)) {
                hold.state(HoldState.IDLE);
                return true;
            }
            seen = entry.low();
        }
        return awaitEpoch(hold, Endpoint.NO_DEADLINE) != LockOutcome.GRANTED;
    }

    LockOutcome writerAcquire(Hold hold, long deadlineNanos) {
        endpoint.extCas(LockEntry.address(hold.slot), ENQUEUE, 0, 0, self, 0, entry);
        final long low = entry.low();
        hold.relCnt = entry.high();
        hold.epoch = LockEntry.epoch(low);
        if (LockEntry.isFree(low)) {
            hold.state(HoldState.HOLDS_EXCLUSIVE);
            return LockOutcome.GRANTED;
        }
        if (LockEntry.hasTail(low)) {
            hold.state(HoldState.WAITS_FOR_TURN);
            holds.nameAttempt(hold);
            send(hold, LockEntry.tail(low), notice
                .compose(LockNotice.SUCCESSOR, hold.slot, hold.attempt, hold.relCnt)
                .from(endpoint.route()));
        } else {
            hold.relCnt = LockEntry.advance(hold.relCnt, LockEntry.readers(low));
            hold.state(HoldState.WAITS_FOR_READERS);
        }
        counters.count(LockCounter.WAITS);
        beginsToWait(hold);
        return resume(hold, deadlineNanos);
    }

    /** A writer has been queued behind others, and goes to wait. */
    void beginsToWait(Hold hold) {
    }

    /** Goes on with a writer's acquisition wherever it stands. After DEADLINE the hold is idle, or a ghost. */
    LockOutcome resume(Hold hold, long deadlineNanos) {
        while (hold.is(HoldState.WAITS_FOR_TURN)) {
            waiting.drain();
            if (hold.is(HoldState.WAITS_FOR_TURN)) {
                if (waiting.over(deadlineNanos)) {
                    hold.ghost = true;
                    return LockOutcome.DEADLINE;
                }
                waiting.awaitNotice(deadlineNanos);
            }
        }
        return hold.is(HoldState.WAITS_FOR_READERS) ? awaitReaders(hold, deadlineNanos) : LockOutcome.GRANTED;
    }

    LockOutcome awaitReaders(Hold hold, long deadlineNanos) {
        final long address = LockEntry.address(hold.slot) + LockEntry.REL_CNT_OFFSET;
        while (true) {
            waiting.awaitWord(address, LockEntry.ALL, hold.relCnt, deadlineNanos);
            final long relCnt = endpoint.readWord(address);
            if (relCnt == hold.relCnt) {
                hold.state(HoldState.HOLDS_EXCLUSIVE);
                return LockOutcome.GRANTED;
            }
            check(relCnt - hold.relCnt < 0, "the release count has passed what the head of the queue waits for", hold);
            if (waiting.over(deadlineNanos)) {
                waiting.drain();
                hold.ghost = !tryEndTurn(hold);
                return LockOutcome.DEADLINE;
            }
        }
    }

    /** Gets the lock if nobody holds it or waits for it. The compare keeps it from overtaking anybody. */
    LockOutcome writerTry(Hold hold) {
        final boolean free = endpoint.extCas(LockEntry.address(hold.slot), TRY_WRITE, 0, 0, self, 0, entry);
        return free ? becomeWriter(hold) : LockOutcome.BUSY;
    }

    /** A sole reader becomes the writer. Nobody waits for its release, because nobody is queued. */
    LockOutcome upgrade(Hold hold) {
        final boolean alone = endpoint.extCas(
            LockEntry.address(hold.slot), UPGRADE, LockEntry.ONE_READER, hold.relCnt, self, 0, entry);
        return alone ? becomeWriter(hold) : LockOutcome.BUSY;
    }

    LockOutcome becomeWriter(Hold hold) {
        hold.relCnt = entry.high();
        hold.epoch = LockEntry.epoch(entry.low());
        hold.state(HoldState.HOLDS_EXCLUSIVE);
        return LockOutcome.GRANTED;
    }

    // Algorithm 3: release

    void readerRelease(Hold hold) {
        endpoint.extFaa(LockEntry.address(hold.slot), FIELDS, LockEntry.MINUS_ONE_READER, 1, entry);
        hold.state(HoldState.IDLE);
    }

    /**
     * Called now and then for a position that its client has left behind, whose turn has not come.
     *
     * @return whether the lock was reset, and the position with it
     */
    boolean isVoid(Hold ghost) {
        return false;
    }

    void writerRelease(Hold hold) {
        waiting.drain();
        if (!endsAlone(hold)) {
            endTurn(hold);
        }
    }

    /** The usual end of a writer's turn: nobody is known to be queued, and nobody is. */
    boolean endsAlone(Hold hold) {
        if (hold.successor != Route.NONE || !hold.is(HoldState.HOLDS_EXCLUSIVE)) {
            return false;
        }
        final boolean cleared = clearTail(hold);
        hold.state(cleared ? HoldState.IDLE : HoldState.RELEASES_TO_SUCCESSOR);
        return cleared;
    }

    void endTurn(Hold hold) {
        while (!tryEndTurn(hold)) {
            waiting.awaitNotice(Endpoint.NO_DEADLINE);
            waiting.drain();
        }
    }

    /**
     * Ends a writer's place at the head of the queue: a release if it holds the lock, otherwise it only leaves.
     * Returns false as long as somebody has queued behind it whose Successor notice has not arrived, or it must not
     * leave yet.
     */
    boolean tryEndTurn(Hold hold) {
        if (hold.successor == Route.NONE) {
            if (hold.is(HoldState.WAITS_FOR_READERS)) {
                hold.state(leaveQueue(hold));
            }
            return endsAlone(hold) || hold.is(HoldState.IDLE);
        }
        if (hold.is(HoldState.WAITS_FOR_READERS) || hold.is(HoldState.LEAVES_TO_SUCCESSOR)) {
            passWaitOn(hold);
        } else if (hold.consWrt >= options.threshold()) {
            changeMode(hold);
        } else {
            handOver(hold);
        }
        hold.state(HoldState.IDLE);
        return true;
    }

    /** Nobody is queued: frees the lock and lets waiting readers in, with one verb. */
    boolean clearTail(Hold hold) {
        final long relCnt = hold.relCnt;
        final boolean cleared = endpoint.extCas(LockEntry.address(hold.slot), CLEAR_TAIL,
            self, relCnt, 1 - hold.epoch, LockEntry.advance(relCnt, 1), entry);
        check(cleared || entry.high() == relCnt, "the release count changed under a writer", hold);
        return cleared;
    }

    /**
     * Nobody is queued: gives the head of the queue up while RdrCnt counts just the readers that it waits for. If
     * more have come, they wait for Epoch to flip, which must not happen before the others have left: one that was
     * let in by the last flip may not have looked yet, and a second flip would hide the first from it.
     */
    HoldState leaveQueue(Hold hold) {
        final long address = LockEntry.address(hold.slot);
        long relCnt = endpoint.readWord(address + LockEntry.REL_CNT_OFFSET);
        while (relCnt != hold.relCnt) {
            final long alone = self | (hold.relCnt - relCnt) * LockEntry.ONE_READER;
            if (endpoint.extCas(address, LEAVE_QUEUE, alone, relCnt, 0, 0, entry)) {
                return HoldState.IDLE;
            }
            if ((entry.low() & LockEntry.TAIL_MASK) != self) {
                return HoldState.LEAVES_TO_SUCCESSOR;
            }
            if (entry.high() == relCnt) {
                return HoldState.WAITS_FOR_READERS;
            }
            relCnt = entry.high();
        }
        return HoldState.HOLDS_EXCLUSIVE;
    }

    void handOver(Hold hold) {
        if (!options.silentHandover()) {
            advance(hold);
        }
        counters.count(LockCounter.HANDOVERS);
        send(hold, hold.successor, notice
            .compose(LockNotice.HANDOVER, hold.slot, hold.successorAttempt, hold.relCnt)
            .turn(hold.epoch, hold.consWrt + 1));
    }

    private void advance(Hold hold) {
        final long relCnt = LockEntry.advance(hold.relCnt, 1);
        final boolean advanced = endpoint.extCas(
            LockEntry.address(hold.slot), HAND_OVER, 0, hold.relCnt, 0, relCnt, entry);
        check(advanced, "the release count changed under a writer", hold);
        hold.relCnt = relCnt;
    }

    void changeMode(Hold hold) {
        final int readers = flip(hold);
        if (readers == 0 && options.directModeChange()) {
            send(hold, hold.successor, notice
                .compose(LockNotice.HANDOVER, hold.slot, hold.successorAttempt, hold.relCnt)
                .turn(hold.epoch, 1));
            return;
        }
        hold.relCnt = expected(hold.relCnt, readers);
        passWaitOn(hold);
    }

    /** Lets the waiting readers in, and tells how many they are. */
    int flip(Hold hold) {
        final long relCnt = LockEntry.advance(hold.relCnt, 1);
        final int epoch = 1 - hold.epoch;
        final boolean flipped = endpoint.extCas(
            LockEntry.address(hold.slot), CHANGE_MODE, hold.epoch, hold.relCnt, epoch, relCnt, entry);
        check(flipped, "epoch or release count changed under a writer", hold);
        counters.count(LockCounter.MODE_CHANGES);
        hold.relCnt = relCnt;
        hold.epoch = epoch;
        return LockEntry.readers(entry.low());
    }

    /** What the release count will be when the readers that a flip lets in have left. */
    long expected(long relCnt, int readers) {
        return LockEntry.advance(relCnt, readers);
    }

    /** The successor waits for the readers. */
    void passWaitOn(Hold hold) {
        send(hold, hold.successor, notice
            .compose(LockNotice.MODE_CHANGED, hold.slot, hold.successorAttempt, hold.relCnt)
            .turn(hold.epoch, 0));
    }

    // Notices

    Inbox inbox(Ghosts ghosts) {
        return new Inbox(this, holds, ghosts, counters);
    }

    void onSuccessor(Hold hold, LockNotice received) {
        hold.successor = received.route();
        hold.successorAttempt = received.attempt();
    }

    void onHandover(Hold hold, LockNotice received) {
        hold.relCnt = received.relCnt();
        hold.consWrt = received.consWrt();
        hold.epoch = received.epoch();
        hold.state(HoldState.HOLDS_EXCLUSIVE);
    }

    /** Whether a Successor notice has come before, for a turn that is over. */
    boolean isRepeated(LockNotice received) {
        return false;
    }

    /** What the lock server says to a suspicion. */
    void onVerdict(Hold hold, RecoveryVerdict verdict) {
    }

    void onModeChanged(Hold hold, LockNotice received) {
        hold.relCnt = received.relCnt();
        hold.consWrt = 1;
        hold.epoch = received.epoch();
        hold.state(HoldState.WAITS_FOR_READERS);
    }

    /** Sends until the receiver has it. What a notice says twice is dropped, so that a doubtful SEND is repeated. */
    void send(Hold hold, long route, LockNotice composed) {
        SendStatus status = endpoint.send(route, composed.composed(), 0, LockNotice.BYTES);
        while (status == SendStatus.MAILBOX_FULL || status == SendStatus.UNKNOWN) {
            waiting.backOff(FULL_MAILBOX_WAIT_NANOS);
            status = endpoint.send(route, composed.composed(), 0, LockNotice.BYTES);
        }
        if (status == SendStatus.NO_SUCH_PEER) {
            throw new LockInvariantViolation(
                "client " + Route.toString(route) + " closed while it was in a lock's queue");
        }
    }

    void check(boolean holds, String violation, Hold hold) {
        if (!holds) {
            throw new LockInvariantViolation(violation + ": " + hold + ", self=" + Route.toString(endpoint.route())
                + ", entry read: " + LockEntry.toString(entry.low(), entry.high()));
        }
    }
}
