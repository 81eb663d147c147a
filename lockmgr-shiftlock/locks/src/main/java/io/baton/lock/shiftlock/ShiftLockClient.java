package io.baton.lock.shiftlock;

import io.baton.fabric.ConnectionLostException;
import io.baton.fabric.Doorbell;
import io.baton.fabric.Endpoint;
import io.baton.fabric.LocalWords;
import io.baton.fabric.Route;
import io.baton.fabric.StackHeadroom;
import io.baton.lock.LockClient;
import io.baton.lock.LockCounter;
import io.baton.lock.LockCounters;
import io.baton.lock.LockInvariantViolation;
import io.baton.lock.LockList;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.entry.LockEntry;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.ObjIntConsumer;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * A client of a {@link ShiftLockTable}: the bookkeeping around {@link ShiftLock}.
 *
 * <p>An operation begins in {@link #enter} and ends in {@link #exit}. Between them the client runs steps of the
 * protocol, and waits with its endpoint and its mailbox. One thread at a time uses a client. Beside it stands only the
 * {@link GhostAgent}, which acts for the places that the client has left in queues while it is busy elsewhere: as long
 * as there are such ghosts, or another agent asks what the client holds, each operation takes the latch of {@link
 * Ghosts}.
 */
class ShiftLockClient implements LockClient, Waiting {

    /** How often a client with ghosts looks after them while it waits, and the agent after those with readers. */
    static final long GHOST_ROUND_NANOS = 1_000_000;

    final ShiftLockTable table;
    final Endpoint endpoint;
    final NanoClock clock;
    final LockCounters counters;
    final ShiftLock lock;
    final Holds holds = new Holds();
    final Ghosts ghosts = new Ghosts();
    private final Inbox inbox;
    /** Never rung: only passes time. */
    private final Doorbell pause;
    /** Whether this client has the latch, in the middle of an operation. */
    boolean latched;
    /** Whether notices were received in the middle of a step, so that a wait for one must look first. */
    private boolean noticed;
    boolean closed;
    /** The agent's own: the client that it looks after next. */
    @Nullable
    ShiftLockClient nextTended;
    BooleanSupplier cancelled = () -> false;
    /** What the last question whether a wait is cancelled has thrown, until a request throws it. */
    private @Nullable RuntimeException failure;
    /** Whether an agent asks this client what it holds, so that it takes its latch even without ghosts. */
    private final boolean asked;
    /** How many locks there are for this client: none once it is closed or broken. */
    private int slots;
    /** What has stopped it in the middle of a step. */
    private @Nullable Error cause;
    /** Null where nothing is gained by posting verbs together. */
    final @Nullable LockBatch batch;
    /** Null where the locks are not in this process. */
    private final @Nullable LocalWords words;
    @SuppressWarnings("UnusedVariable") // What is loaded ahead goes here, lest the compiler leave the loads out.
    private long touched;

    ShiftLockClient(ShiftLockTable table, Endpoint endpoint) {
        final LockRecovery recovery = table.recovery();
        this.table = table;
        this.endpoint = endpoint;
        this.clock = table.fabric().clock();
        this.pause = table.fabric().doorbell();
        this.counters = new LockCounters(endpoint.counters());
        this.lock = table.protocol(endpoint, this, holds, counters);
        this.inbox = new Inbox(lock, ghosts);
        this.asked = recovery != null && recovery.session() != null;
        this.slots = table.slots();
        this.words = table.fabric().localWords();
        this.batch = table.batches() ? new LockBatch(this) : null;
    }

    // The beginning and the end of an operation

    /** Begins an operation: what would stop it in the middle stops it here, before anything is changed. */
    void enter(int slot) {
        StackHeadroom.checkStep();
        check(slot);
        latchIfShared();
    }

    /** Refuses what is no lock here. */
    final void check(int slot) {
        if (!isSlot(slot)) {
            throw refused(slot);
        }
    }

    final boolean isSlot(int slot) {
        return Integer.compareUnsigned(slot, slots) < 0;
    }

    /** From here on no operation begins. */
    final void refuseAll() {
        slots = 0;
    }

    /**
     * After an error in a step: nobody knows how far it went, so that the client is good for nothing any more. Memory
     * is got before a step begins, so that its want is no such error if all that is in use is held.
     */
    final Error broken(Error why) {
        if (!(why instanceof OutOfMemoryError) || !holds.areHeld()) {
            slots = 0;
            cause = why;
        }
        return why;
    }

    @Override
    public boolean isBroken() {
        return cause != null;
    }

    private RuntimeException refused(int slot) {
        if (cause != null) {
            throw new LockInvariantViolation("the lock client was stopped in the middle of a step by " + cause
                + "; what it holds cannot be released: restart the process", describe());
        }
        return closed
            ? new IllegalStateException("the lock client is closed; open a new one")
            : new IllegalArgumentException("slot " + slot + ": give one between 0 and " + (table.slots() - 1));
    }

    /** Begins an operation: takes the latch if others act for this client. */
    void latchIfShared() {
        if (asked || ghosts.any()) {
            latch();
            latched = true;
        }
    }

    /** Ends an operation. */
    void exit() {
        if (latched) {
            progressGhosts();
            latched = false;
            final boolean tended = ghosts.any();
            ghosts.latch.unlock();
            if (tended || !asked) {
                table.agent().ring();
            }
        }
    }

    void latch() {
        ghosts.latch(pause, clock);
    }

    /** Leaves a place in a queue to the agent; the hold is this client's no more. */
    void leaveGhost(Hold hold) {
        counters.count(LockCounter.GHOSTS);
        if (!latched) {
            latch();
            latched = true;
        }
        ghosts.add(hold);
        table.agent().adopt(this);
    }

    // Operations

    @Override
    public LockOutcome acquire(int slot, LockMode mode, long deadlineNanos) {
        enter(slot);
        try {
            return ended(acquireInside(slot, mode, deadlineNanos));
        } catch (Error e) {
            throw broken(e);
        } finally {
            exit();
        }
    }

    /** Every wait ends as if its deadline had passed. */
    final LockOutcome ended(LockOutcome outcome) {
        return outcome == LockOutcome.DEADLINE && isCancelled() ? cancelled() : outcome;
    }

    LockOutcome acquireInside(int slot, LockMode mode, long deadlineNanos) {
        if (latched && mode == LockMode.EXCLUSIVE) {
            final Hold again = holds.get(slot);
            return again == null ? acquireBesideGhosts(slot, deadlineNanos) : acquireAgain(again, mode);
        }
        final Hold hold = holds.use(slot);
        if (!hold.is(HoldState.IDLE)) {
            return acquireAgain(hold, mode);
        }
        return settle(hold, mode == LockMode.SHARED
            ? lock.readerAcquire(hold, deadlineNanos) : lock.writerAcquire(hold, deadlineNanos));
    }

    @Override
    public LockOutcome acquireAll(LockList locks, long deadlineNanos) {
        touch(locks);
        if (batch == null || locks.size() < 2 || holds.size() > 0 || ghosts.any()) {
            return LockClient.super.acquireAll(locks, deadlineNanos);
        }
        // Slots ascend: those between are right if these two are.
        check(locks.slot(locks.size() - 1));
        enter(locks.slot(0));
        try {
            return ended(acquireTogether(batch, locks, deadlineNanos));
        } catch (Error e) {
            throw broken(e);
        } finally {
            exit();
        }
    }

    LockOutcome acquireTogether(LockBatch together, LockList locks, long deadlineNanos) {
        return together.acquireAll(locks, deadlineNanos);
    }

    /** What is done about a lock that is wanted together with others. */
    LockBatch.Way way(int slot, LockMode mode) {
        return LockBatch.Way.BY_VERB;
    }

    /** Nothing that was got together by now has cost a verb. */
    void gotWithoutVerb(int slot) {
    }

    /** Null where the clients of a process do not know of each other. */
    @Nullable
    LocalLocks localLocks() {
        return null;
    }

    /** Gives back to the process what it keeps. */
    void leaveLocal(Hold hold) {
        throw new IllegalStateException("no process keeps the lock of slot " + hold.slot);
    }

    /** Goes on with a lock of a chain in whose queue the client is, or where it is counted. */
    LockOutcome goOn(Hold begun, LockMode mode, long deadlineNanos) {
        return settle(begun, Objects.requireNonNull(batch).resume(begun, deadlineNanos));
    }

    /** Leaves what a batch has got behind a lock that is not free, or waits for there. */
    void leave(Hold behind) {
        if (behind.is(HoldState.WAITS_FOR_EPOCH)) {
            lock.leaveReaders(behind);
        } else {
            lock.writerRelease(behind);
        }
    }

    /** Loads the entries of locks in this process without waiting for each; what is no lock here is refused later. */
    private void touch(LockList locks) {
        if (words == null || locks.size() < 2) {
            return;
        }
        long sum = 0;
        for (int i = 0; i < locks.size(); i++) {
            if (isSlot(locks.slot(i))) {
                sum += words.touch(LockEntry.address(locks.slot(i)));
            }
        }
        touched += sum;
    }

    @Override
    public LockOutcome tryAcquire(int slot, LockMode mode) {
        enter(slot);
        try {
            return tryInside(slot, mode);
        } catch (Error e) {
            throw broken(e);
        } finally {
            exit();
        }
    }

    LockOutcome tryInside(int slot, LockMode mode) {
        final Hold hold = holds.use(slot);
        if (!hold.is(HoldState.IDLE)) {
            return acquireAgain(hold, mode);
        }
        return settle(hold, mode == LockMode.SHARED ? lock.readerTry(hold) : lock.writerTry(hold));
    }

    @Override
    public LockOutcome upgrade(int slot) {
        enter(slot);
        try {
            return upgradeInside(slot);
        } catch (Error e) {
            throw broken(e);
        } finally {
            exit();
        }
    }

    LockOutcome upgradeInside(int slot) {
        return upgrade(heldAt(slot));
    }

    @Override
    public void release(int slot) {
        enter(slot);
        try {
            releaseInside(slot);
        } catch (Error e) {
            throw broken(e);
        } finally {
            exit();
        }
    }

    void releaseInside(int slot) {
        release(heldAt(slot));
    }

    void release(Hold hold) {
        if (hold.reacquisitions > 0) {
            hold.reacquisitions--;
            return;
        }
        giveBack(hold);
        holds.end(hold);
    }

    /** Ends the last use of a lock; may have to wait for its successor's name. */
    void giveBack(Hold hold) {
        if (hold.is(HoldState.HOLDS_SHARED)) {
            lock.readerRelease(hold);
        } else {
            lock.writerRelease(hold);
        }
    }

    @Override
    public void releaseAll() {
        if (holds.size() == 0) {
            return;
        }
        enter(0);
        try {
            drain();
            int unfinished = releaseOrBegin();
            while (unfinished > 0) {
                awaitNotice(NO_DEADLINE);
                drain();
                unfinished -= finishReleases(unfinished);
            }
            holds.endAll();
        } catch (Error e) {
            throw broken(e);
        } finally {
            exit();
        }
    }

    /** Locks that wait for their successor's name come to be the last ones, so that only they are looked at again. */
    private int releaseOrBegin() {
        if (batch != null && holds.size() > 1) {
            batch.releaseAll();
        }
        int unfinished = 0;
        for (int i = holds.size() - 1; i >= 0; i--) {
            final Hold hold = holds.at(i);
            if (hold.is(HoldState.HOLDS_SHARED)) {
                lock.readerRelease(hold);
            } else if (!hold.is(HoldState.IDLE) && !lock.tryEndTurn(hold)) {
                unfinished++;
                holds.move(hold, holds.size() - unfinished);
            }
        }
        return unfinished;
    }

    private int finishReleases(int unfinished) {
        int finished = 0;
        for (int i = holds.size() - unfinished; i < holds.size(); i++) {
            final Hold hold = holds.at(i);
            if (hold.awaitsSuccessor() && lock.tryEndTurn(hold)) {
                holds.move(hold, holds.size() - unfinished + finished);
                finished++;
            }
        }
        return finished;
    }

    @Override
    public @Nullable LockMode held(int slot) {
        final Hold hold = holds.get(slot);
        if (hold == null || !hold.isHeld()) {
            return null;
        }
        return hold.mode();
    }

    @Override
    public void cancelWhen(BooleanSupplier isCancelled) {
        cancelled = Objects.requireNonNull(isCancelled, "ask somebody whether waits are cancelled");
    }

    @Override
    public void wake() {
        endpoint.wake();
    }

    @Override
    public int heldCount() {
        return holds.size();
    }

    @Override
    public void forEachHeld(ObjIntConsumer<LockMode> held) {
        for (int i = 0; i < holds.size(); i++) {
            held.accept(holds.at(i).mode(), holds.at(i).slot);
        }
    }

    @Override
    public LockCounters counters() {
        return counters;
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        if (holds.size() > 0) {
            throw new IllegalStateException(
                "the client still holds " + holds.size() + " locks; release them before closing it");
        }
        enter(0);
        closed = true;
        refuseAll();
        final boolean last = !ghosts.any();
        exit();
        if (last) {
            leave();
        }
    }

    LockOutcome acquireAgain(Hold hold, LockMode mode) {
        if (!hold.isHeld()) {
            // Its acquisition or release was cut off, where nothing is recovered.
            throw new ConnectionLostException("the client lost its connection in the middle of a request for slot "
                + hold.slot + ", and nobody knows what it has there: connect anew");
        }
        if (mode == LockMode.EXCLUSIVE && hold.is(HoldState.HOLDS_SHARED) && upgrade(hold) != LockOutcome.GRANTED) {
            return LockOutcome.BUSY;
        }
        hold.reacquisitions++;
        return LockOutcome.GRANTED;
    }

    LockOutcome upgrade(Hold hold) {
        if (hold.is(HoldState.HOLDS_EXCLUSIVE)) {
            return LockOutcome.GRANTED;
        }
        final LockOutcome outcome = lock.upgrade(hold);
        counters.count(outcome == LockOutcome.GRANTED ? LockCounter.UPGRADES : LockCounter.BUSY);
        return outcome;
    }

    private LockOutcome writerAcquire(int slot, long deadlineNanos) {
        final Hold hold = holds.begin(slot);
        return settle(hold, lock.writerAcquire(hold, deadlineNanos));
    }

    /** Takes the place of the client's own ghost, so that it is never queued twice for one lock. */
    private LockOutcome acquireBesideGhosts(int slot, long deadlineNanos) {
        ghosts.reserve();
        drain();
        Hold ghost = ghosts.find(slot);
        if (ghost == null) {
            return writerAcquire(slot, deadlineNanos);
        }
        while (ghost != null) {
            if (!ghost.awaitsSuccessor()) {
                holds.attach(ghost);
                ghosts.remove(ghost);
                ghost.ghost = false;
                return settle(ghost, lock.resume(ghost, deadlineNanos));
            }
            progressGhosts();
            if (ghosts.find(slot) != null) {
                if (over(deadlineNanos)) {
                    return LockOutcome.DEADLINE;
                }
                awaitNotice(deadlineNanos);
                drain();
            }
            ghost = ghosts.find(slot);
        }
        return acquireAfterGhost(slot, deadlineNanos);
    }

    /** The client has waited, or its ghost's end has, and may have answered the lock server meanwhile. */
    LockOutcome acquireAfterGhost(int slot, long deadlineNanos) {
        return writerAcquire(slot, deadlineNanos);
    }

    LockOutcome settle(Hold hold, LockOutcome outcome) {
        if (outcome == LockOutcome.GRANTED) {
            counters.count(LockCounter.ACQUISITIONS);
            return outcome;
        }
        if (hold.ghost) {
            holds.detach(hold);
            leaveGhost(hold);
        } else {
            holds.end(hold);
        }
        if (outcome == LockOutcome.BUSY) {
            counters.count(LockCounter.BUSY);
        }
        return outcome;
    }

    Hold heldAt(int slot) {
        final Hold hold = holds.get(slot);
        if (hold == null) {
            throw new IllegalStateException("the client does not hold the lock of slot " + slot);
        }
        return hold;
    }

    // Ghosts: called under the latch, by the client or by the agent

    /**
     * One round of the agent, which forgets the client, still under its latch, when the last ghost is gone. Without
     * ghosts the client does not take the latch, and its mailbox is its own.
     *
     * @return whether a ghost waits for readers, which no notice will announce
     */
    boolean tend(Consumer<ShiftLockClient> forget) {
        if (!ghosts.tryLatch()) {
            return false;
        }
        try {
            if (ghosts.any()) {
                drain();
                progressGhosts();
                attend();
            }
            if (!ghosts.any()) {
                endpoint.listener(null);
                forget.accept(this);
                if (closed) {
                    leave();
                }
            }
            return mustTendSoon();
        } finally {
            ghosts.latch.unlock();
        }
    }

    /** Returns whether a ghost is gone. */
    boolean progressGhosts() {
        final int before = ghosts.size();
        for (int i = ghosts.size() - 1; i >= 0; i--) {
            final Hold ghost = ghosts.get(i);
            if (isOver(ghost)) {
                ghosts.remove(ghost);
                ghost.ghost = false;
                holds.retire(ghost);
            }
        }
        return ghosts.size() < before;
    }

    /** Whether a ghost waits for what no notice will announce. */
    boolean mustTendSoon() {
        return ghosts.anyWaitsForReaders();
    }

    /** Ends a ghost's turn if it has come. */
    boolean isOver(Hold ghost) {
        return !ghost.is(HoldState.WAITS_FOR_TURN) && lock.tryEndTurn(ghost);
    }

    /** Frees what the client has, after its last ghost is gone. */
    void leave() {
        endpoint.close();
    }

    /** Answers the session, if it asks what this client holds; called in waits, and by the agent. */
    void attend() {
    }

    // Waits

    /** Keeps the latch: the notice that the client waits for must not be taken by the agent. */
    @Override
    public void awaitNotice(long deadlineNanos) {
        if (noticed || (latched && progressGhosts())) {
            // The caller may wait for just that ghost's end, of which no notice tells.
            noticed = false;
            return;
        }
        endpoint.awaitNotice(roundWithGhosts(deadlineNanos));
        attend();
    }

    /** A ghost of this client may be waiting for its successor's name. */
    @Override
    public void awaitTurn(long deadlineNanos) {
        if (latched || noticed) {
            awaitNotice(deadlineNanos);
        } else {
            endpoint.awaitTurn(deadlineNanos);
            attend();
        }
    }

    @Override
    public void awaitWord(long address, long mask, long value, long deadlineNanos) {
        if (deadlineNanos != Endpoint.NO_DEADLINE && isCancelled()) {
            return; // The wake may have ended an earlier wait of this acquisition.
        }
        if (!latched) {
            endpoint.awaitWord(address, mask, value, deadlineNanos);
            return;
        }
        awaitWithoutLatch(until -> endpoint.awaitWord(address, mask, value, until), round(deadlineNanos));
    }

    /** Lets the agent act for the ghosts during a wait that no notice ends. */
    final void awaitWithoutLatch(LongConsumer wait, long deadlineNanos) {
        drain();
        progressGhosts();
        ghosts.latch.unlock();
        try {
            wait.accept(deadlineNanos);
        } catch (RuntimeException e) {
            // A connection that is lost: the client forgets what it has under the latch, as it does everything.
            latch();
            throw e;
        }
        latch();
        attend();
    }

    /** How often this client looks after its ghosts while it waits. */
    long roundNanos() {
        return GHOST_ROUND_NANOS;
    }

    long roundWithGhosts(long deadlineNanos) {
        return ghosts.any() ? round(deadlineNanos) : deadlineNanos;
    }

    long round(long deadlineNanos) {
        return Waiting.earlier(deadlineNanos, clock.nanoTime() + roundNanos());
    }

    @Override
    public void backOff(long nanos) {
        noticed |= endpoint.receive(inbox) > 0;
        attend();
        pause.await(clock.nanoTime() + nanos);
    }

    @Override
    public long nanoTime() {
        return clock.nanoTime();
    }

    /** Asked in the middle of a step: an exception counts as a cancellation, and is thrown when the wait has ended. */
    @Override
    public boolean isCancelled() {
        try {
            return failure != null || cancelled.getAsBoolean();
        } catch (RuntimeException e) {
            failure = e;
            return true;
        }
    }

    /** What comes of a wait that was cancelled and has left nothing behind. */
    final LockOutcome cancelled() {
        final RuntimeException thrown = failure;
        failure = null;
        if (thrown != null) {
            throw thrown;
        }
        return LockOutcome.CANCELLED;
    }

    @Override
    public void drain() {
        endpoint.receive(inbox);
    }

    @Override
    public void checkSession() {
    }

    // Descriptions

    List<LockInspector.Position> positions() {
        return LockInspector.positions(endpoint.route(), holds, ghosts);
    }

    /** Names the client in descriptions. */
    public String name() {
        return Route.toString(endpoint.route());
    }

    @Override
    public String describe() {
        return describe(clock.nanoTime());
    }

    /** All that the client remembers between two verbs; see {@link LockInspector#describe}. */
    String describe(long nowNanos) {
        final StringBuilder text = new StringBuilder(name());
        text.append(latched ? " latched" : "").append(noticed ? " noticed" : "").append(closed ? " closed" : "");
        text.append(' ').append(holds.describe());
        for (int i = 0; i < holds.size(); i++) {
            text.append(" [").append(holds.at(i).describe(nowNanos, leaseNanos())).append(']');
        }
        for (int i = 0; i < ghosts.size(); i++) {
            text.append(" [").append(ghosts.get(i).describe(nowNanos, leaseNanos())).append(']');
        }
        text.append(lock.steps.remembered()).append(batch == null ? "" : batch.describe());
        return text.toString();
    }

    /** In what follows a time is told relative to now, and not what lies farther back than a lease. */
    long leaseNanos() {
        return 0;
    }
}
