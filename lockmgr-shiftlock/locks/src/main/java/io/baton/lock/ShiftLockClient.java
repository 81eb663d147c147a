package io.baton.lock;

import io.baton.fabric.Doorbell;
import io.baton.fabric.Endpoint;
import io.baton.fabric.Route;
import java.util.function.Consumer;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/** A client of a {@link ShiftLockTable}: the bookkeeping around {@link ShiftLock}. */
final class ShiftLockClient implements LockClient, Waiting {

    /**
     * How often a client with ghosts looks after them while it waits, and the agent after those that wait for
     * readers.
     */
    static final long GHOST_ROUND_NANOS = 1_000_000;
    /** Between two looks whether the agent has left the latch, which it holds for a few verbs. */
    private static final long LATCH_ROUND_NANOS = 1_000;

    /** How often locks are tried together before the rest is acquired one by one. */
    static final int BATCH_ROUNDS_MAX = 2;

    private final ShiftLockTable table;
    /** How many locks there are for this client: none once it is closed. */
    private int slots;
    private final Endpoint endpoint;
    private final NanoClock clock;
    private final LockCounters counters;
    private final ShiftLock lock;
    private final Holds holds = new Holds();
    private final Ghosts ghosts = new Ghosts();
    private final Inbox inbox;
    /** Null where nothing is gained by posting verbs together. */
    private final @Nullable LockBatch batch;
    /** Never rung: only passes time. */
    private final Doorbell pause;
    private boolean latched;
    /** Whether notices were received in the middle of a step, so that whoever waits for one must look first. */
    private boolean noticed;
    private boolean closed;

    ShiftLockClient(ShiftLockTable table, Endpoint endpoint, ShiftLockTable.ProtocolFactory protocol) {
        this.table = table;
        this.slots = table.slots();
        this.endpoint = endpoint;
        this.clock = table.clock();
        this.pause = table.doorbell();
        this.counters = new LockCounters(endpoint.counters());
        this.lock = protocol.create(endpoint, this, holds, counters, table.options());
        this.inbox = new Inbox(lock, holds, ghosts, counters);
        this.batch = table.batches() ? new LockBatch(endpoint, lock, holds, counters) : null;
    }

    @Override
    public LockOutcome acquire(int slot, LockMode mode, long deadlineNanos) {
        enter(slot);
        try {
            final Hold again = holds.get(slot);
            if (again != null) {
                return acquireAgain(again, mode);
            }
            if (mode == LockMode.SHARED) {
                final Hold hold = holds.begin(slot);
                return settle(hold, lock.readerAcquire(hold, deadlineNanos));
            }
            if (latched) {
                return acquireBesideGhosts(slot, deadlineNanos);
            }
            final Hold hold = holds.begin(slot);
            return settle(hold, lock.writerAcquire(hold, deadlineNanos));
        } finally {
            exit();
        }
    }

    /**
     * Tries all locks in one round trip. Those after the first that is not free are given back, in another, because
     * nobody may hold them and wait for that one; then the same for the rest.
     */
    @Override
    public LockOutcome acquireAll(LockList locks, long deadlineNanos) {
        if (batch == null || holds.size() > 0 || ghosts.any()) {
            return LockClient.super.acquireAll(locks, deadlineNanos);
        }
        int next = 0;
        for (int rounds = 0; rounds < BATCH_ROUNDS_MAX && locks.size() - next > 1; rounds++) {
            final int end = Math.min(locks.size(), next + LockBatch.LOCKS_MAX);
            for (int i = next; i < end; i++) {
                enter(locks.slot(i));
            }
            next = batch.tryAcquire(locks, next, end);
            if (next < end) {
                final LockOutcome outcome = acquireNext(locks, next, deadlineNanos);
                if (outcome != LockOutcome.GRANTED) {
                    return outcome;
                }
                next++;
            }
        }
        for (; next < locks.size(); next++) {
            final LockOutcome outcome = acquire(locks.slot(next), locks.mode(next), deadlineNanos);
            if (outcome != LockOutcome.GRANTED) {
                return outcome;
            }
        }
        return LockOutcome.GRANTED;
    }

    private LockOutcome acquireNext(LockList locks, int index, long deadlineNanos) {
        final Hold waiting = holds.get(locks.slot(index));
        if (waiting == null) {
            return acquire(locks.slot(index), locks.mode(index), deadlineNanos);
        }
        counters.countWait();
        return settle(waiting, lock.awaitEpoch(waiting, deadlineNanos));
    }

    @Override
    public LockOutcome tryAcquire(int slot, LockMode mode) {
        enter(slot);
        try {
            final Hold again = holds.get(slot);
            if (again != null) {
                return acquireAgain(again, mode);
            }
            final Hold hold = holds.begin(slot);
            return settle(hold, mode == LockMode.SHARED ? lock.readerTry(hold) : lock.writerTry(hold));
        } finally {
            exit();
        }
    }

    @Override
    public LockOutcome upgrade(int slot) {
        enter(slot);
        try {
            return upgrade(heldAt(slot));
        } finally {
            exit();
        }
    }

    @Override
    public void release(int slot) {
        enter(slot);
        try {
            final Hold hold = heldAt(slot);
            if (hold.reacquisitions > 0) {
                hold.reacquisitions--;
                return;
            }
            if (hold.is(HoldState.HOLDS_SHARED)) {
                lock.readerRelease(hold);
            } else {
                lock.writerRelease(hold);
            }
            holds.end(hold);
        } finally {
            exit();
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
                unfinished -= finishReleases();
            }
            holds.endAll();
        } finally {
            exit();
        }
    }

    private int releaseOrBegin() {
        if (batch != null && holds.size() > 1) {
            return batch.releaseAll();
        }
        int unfinished = 0;
        for (int i = holds.size() - 1; i >= 0; i--) {
            final Hold hold = holds.at(i);
            if (hold.is(HoldState.HOLDS_SHARED)) {
                lock.readerRelease(hold);
            } else if (!lock.tryEndTurn(hold)) {
                unfinished++;
            }
        }
        return unfinished;
    }

    private int finishReleases() {
        int finished = 0;
        for (int i = 0; i < holds.size(); i++) {
            final Hold hold = holds.at(i);
            if (hold.awaitsSuccessor() && lock.tryEndTurn(hold)) {
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
        return hold.is(HoldState.HOLDS_SHARED) ? LockMode.SHARED : LockMode.EXCLUSIVE;
    }

    @Override
    public int heldCount() {
        return holds.size();
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
        slots = 0;
        final boolean last = !latched;
        exit();
        if (last) {
            endpoint.close();
        }
    }

    private LockOutcome acquireAgain(Hold hold, LockMode mode) {
        if (mode == LockMode.EXCLUSIVE && hold.is(HoldState.HOLDS_SHARED) && upgrade(hold) != LockOutcome.GRANTED) {
            return LockOutcome.BUSY;
        }
        hold.reacquisitions++;
        return LockOutcome.GRANTED;
    }

    private LockOutcome upgrade(Hold hold) {
        if (hold.is(HoldState.HOLDS_EXCLUSIVE)) {
            return LockOutcome.GRANTED;
        }
        final LockOutcome outcome = lock.upgrade(hold);
        if (outcome == LockOutcome.GRANTED) {
            counters.countUpgrade();
        } else {
            counters.countBusy();
        }
        return outcome;
    }

    private LockOutcome writerAcquire(int slot, long deadlineNanos) {
        final Hold hold = holds.begin(slot);
        return settle(hold, lock.writerAcquire(hold, deadlineNanos));
    }

    /** Takes the place of the client's own ghost, so that it is never queued twice for one lock. */
    private LockOutcome acquireBesideGhosts(int slot, long deadlineNanos) {
        while (true) {
            drain();
            final Hold ghost = ghosts.find(slot);
            if (ghost == null) {
                return writerAcquire(slot, deadlineNanos);
            }
            if (!ghost.awaitsSuccessor()) {
                ghosts.remove(ghost);
                ghost.ghost = false;
                holds.attach(ghost);
                return settle(ghost, lock.resume(ghost, deadlineNanos));
            }
            progressGhosts();
            if (ghosts.find(slot) == null) {
                return writerAcquire(slot, deadlineNanos);
            }
            if (over(deadlineNanos)) {
                return LockOutcome.DEADLINE;
            }
            awaitNotice(deadlineNanos);
        }
    }

    private LockOutcome settle(Hold hold, LockOutcome outcome) {
        if (outcome == LockOutcome.GRANTED) {
            counters.countAcquisition();
            return outcome;
        }
        if (hold.ghost) {
            holds.detach(hold);
            leaveGhost(hold);
        } else {
            holds.end(hold);
        }
        if (outcome == LockOutcome.BUSY) {
            counters.countBusy();
        }
        return outcome;
    }

    private void leaveGhost(Hold hold) {
        counters.countGhost();
        if (!latched) {
            latch();
            latched = true;
        }
        ghosts.add(hold);
        table.agent().adopt(this);
    }

    private Hold heldAt(int slot) {
        final Hold hold = holds.get(slot);
        if (hold == null) {
            throw new IllegalStateException("the client does not hold the lock of slot " + slot);
        }
        return hold;
    }

    private void enter(int slot) {
        if (Integer.compareUnsigned(slot, slots) >= 0) {
            throw refused(slot);
        }
        if (ghosts.any()) {
            latch();
            latched = true;
        }
    }

    private RuntimeException refused(int slot) {
        return closed
            ? new IllegalStateException("the lock client is closed; open a new one")
            : new IllegalArgumentException("slot " + slot + ": give one between 0 and " + (table.slots() - 1));
    }

    private void exit() {
        if (latched) {
            progressGhosts();
            latched = false;
            ghosts.latch.unlock();
            table.agent().ring();
        }
    }

    /** Takes the latch. Waits by the fabric's means, so that time passes for the agent wherever time is simulated. */
    private void latch() {
        while (!ghosts.latch.tryLock()) {
            pause.await(clock.nanoTime() + LATCH_ROUND_NANOS);
        }
    }

    // Ghosts: called under the latch, by the client or by the agent

    /**
     * One round of the agent, who forgets the client, still under its latch, when the last ghost is gone. Without
     * ghosts the client does not take the latch, and its mailbox is its own.
     *
     * @return whether a ghost waits for readers, which no notice will announce
     */
    boolean tend(Consumer<ShiftLockClient> forget) {
        if (!ghosts.latch.tryLock()) {
            return false;
        }
        try {
            if (ghosts.any()) {
                drain();
                progressGhosts();
            }
            if (!ghosts.any()) {
                endpoint.listener(null);
                forget.accept(this);
                if (closed) {
                    endpoint.close();
                }
            }
            return ghosts.anyWaitsForReaders();
        } finally {
            ghosts.latch.unlock();
        }
    }

    void listener(Doorbell doorbell) {
        endpoint.listener(doorbell);
    }

    private void progressGhosts() {
        for (int i = ghosts.size() - 1; i >= 0; i--) {
            final Hold ghost = ghosts.get(i);
            if (!ghost.is(HoldState.WAITS_FOR_TURN) && lock.tryEndTurn(ghost)) {
                ghosts.remove(ghost);
                ghost.ghost = false;
                holds.retire(ghost);
            }
        }
    }

    // Waiting

    /** Keeps the latch: the notice that the client waits for must not be taken by the agent. */
    @Override
    public void awaitNotice(long deadlineNanos) {
        if (noticed) {
            noticed = false;
            return;
        }
        if (latched) {
            progressGhosts();
        }
        endpoint.awaitNotice(latched ? round(deadlineNanos) : deadlineNanos);
    }

    @Override
    public void awaitWord(long address, long mask, long value, long deadlineNanos) {
        if (!latched) {
            endpoint.awaitWord(address, mask, value, deadlineNanos);
            return;
        }
        drain();
        progressGhosts();
        ghosts.latch.unlock();
        endpoint.awaitWord(address, mask, value, round(deadlineNanos));
        latch();
    }

    private long round(long deadlineNanos) {
        final long round = clock.nanoTime() + GHOST_ROUND_NANOS;
        return deadlineNanos == NO_DEADLINE || round - deadlineNanos < 0 ? round : deadlineNanos;
    }

    @Override
    public void backOff(long nanos) {
        noticed |= endpoint.receive(inbox) > 0;
        pause.await(clock.nanoTime() + nanos);
    }

    @Override
    public boolean over(long deadlineNanos) {
        return deadlineNanos != NO_DEADLINE && clock.nanoTime() - deadlineNanos >= 0;
    }

    @Override
    public void drain() {
        endpoint.receive(inbox);
    }

    String name() {
        return Route.toString(endpoint.route());
    }

    /**
     * What a test that drives a client step by step compares: everything that the client remembers between two
     * verbs.
     */
    String digest() {
        final StringBuilder text = new StringBuilder(name());
        text.append(latched ? " latched" : "").append(closed ? " closed" : "");
        for (int i = 0; i < holds.size(); i++) {
            text.append(" [").append(holds.at(i)).append(']');
        }
        for (int i = 0; i < ghosts.size(); i++) {
            text.append(" [").append(ghosts.get(i)).append(']');
        }
        return text.toString();
    }
}
