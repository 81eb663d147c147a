package io.baton.lock;

import io.baton.fabric.Doorbell;
import io.baton.fabric.Endpoint;
import io.baton.fabric.Route;
import java.util.List;
import java.util.function.Consumer;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/** A client of a {@link ShiftLockTable}: the bookkeeping around {@link ShiftLock}. */
class ShiftLockClient implements LockClient, Waiting {

    /** How often a client with ghosts looks after them while it waits, and the agent after those with readers. */
    static final long GHOST_ROUND_NANOS = 1_000_000;
    /** Between two looks whether the agent has left the latch, which it holds for a few verbs. */
    private static final long LATCH_ROUND_NANOS = 1_000;

    final ShiftLockTable table;
    /** How many locks there are for this client: none once it is closed. */
    private int slots;
    final Endpoint endpoint;
    final NanoClock clock;
    final LockCounters counters;
    final ShiftLock lock;
    final Holds holds = new Holds();
    final Ghosts ghosts = new Ghosts();
    private final Inbox inbox;
    /** Null where nothing is gained by posting verbs together. */
    private final @Nullable LockBatch batch;
    /** Never rung: only passes time. */
    private final Doorbell pause;
    boolean latched;
    /** Whether notices were received in the middle of a step, so that whoever waits for one must look first. */
    private boolean noticed;
    private boolean closed;
    /** Whether an agent asks this client what it holds, so that it takes its latch even without ghosts. */
    private final boolean asked;

    ShiftLockClient(ShiftLockTable table, Endpoint endpoint, ShiftLockTable.ProtocolFactory protocol) {
        final Recovery recovery = table.recovery();
        this.table = table;
        this.slots = table.slots();
        this.endpoint = endpoint;
        this.clock = table.clock();
        this.pause = table.doorbell();
        this.counters = new LockCounters(endpoint.counters());
        this.lock = protocol.create(endpoint, this, holds, counters, table.options());
        this.inbox = lock.inbox(ghosts);
        this.asked = recovery != null && recovery.session() != null;
        this.batch = table.batches() ? new LockBatch(endpoint, lock, holds, counters) : null;
    }

    @Override
    public LockOutcome acquire(int slot, LockMode mode, long deadlineNanos) {
        enter(slot);
        try {
            return acquireInside(slot, mode, deadlineNanos);
        } finally {
            exit();
        }
    }

    LockOutcome acquireInside(int slot, LockMode mode, long deadlineNanos) {
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
        return writerAcquire(slot, deadlineNanos);
    }

    @Override
    public LockOutcome acquireAll(LockList locks, long deadlineNanos) {
        if (batch == null || holds.size() > 0 || ghosts.any()) {
            return LockClient.super.acquireAll(locks, deadlineNanos);
        }
        return batch.acquireAll(this, locks, deadlineNanos);
    }

    /** Acquires one of several locks, of which the client may be a waiting reader already. */
    LockOutcome acquireNext(LockList locks, int index, long deadlineNanos) {
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
            return tryInside(slot, mode);
        } finally {
            exit();
        }
    }

    LockOutcome tryInside(int slot, LockMode mode) {
        final Hold again = holds.get(slot);
        if (again != null) {
            return acquireAgain(again, mode);
        }
        final Hold hold = holds.begin(slot);
        return settle(hold, mode == LockMode.SHARED ? lock.readerTry(hold) : lock.writerTry(hold));
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
            release(heldAt(slot));
        } finally {
            exit();
        }
    }

    void release(Hold hold) {
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
        final boolean last = !ghosts.any();
        exit();
        if (last) {
            leave();
        }
    }

    LockOutcome acquireAgain(Hold hold, LockMode mode) {
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

    Hold heldAt(int slot) {
        final Hold hold = holds.get(slot);
        if (hold == null) {
            throw new IllegalStateException("the client does not hold the lock of slot " + slot);
        }
        return hold;
    }

    void enter(int slot) {
        if (Integer.compareUnsigned(slot, slots) >= 0) {
            throw refused(slot);
        }
        if (asked || ghosts.any()) {
            latch();
            latched = true;
        }
    }

    private RuntimeException refused(int slot) {
        return closed
            ? new IllegalStateException("the lock client is closed; open a new one")
            : new IllegalArgumentException("slot " + slot + ": give one between 0 and " + (table.slots() - 1));
    }

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

    /** Takes the latch. Waits by the fabric's means, so that time passes for the agent wherever time is simulated. */
    void latch() {
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

    void listener(Doorbell doorbell) {
        endpoint.listener(doorbell);
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

    /** Answers to whoever asks what this client holds; called in waits, and by whoever tends ghosts. */
    void attend() {
    }

    // Waiting

    /** Keeps the latch: the notice that the client waits for must not be taken by the agent. */
    @Override
    public void awaitNotice(long deadlineNanos) {
        if (noticed || (latched && progressGhosts())) {
            // The caller may wait for just that ghost's end, of which no notice tells.
            noticed = false;
            return;
        }
        endpoint.awaitNotice(ghosts.any() ? round(deadlineNanos) : deadlineNanos);
        attend();
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
        attend();
    }

    long round(long deadlineNanos) {
        final long round = clock.nanoTime() + GHOST_ROUND_NANOS;
        return deadlineNanos == NO_DEADLINE || round - deadlineNanos < 0 ? round : deadlineNanos;
    }

    @Override
    public void backOff(long nanos) {
        noticed |= endpoint.receive(inbox) > 0;
        attend();
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

    @Override
    public void checkSession() {
    }

    List<LockInspector.Position> positions() {
        return LockInspector.positions(endpoint.route(), holds, ghosts);
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
        text.append(latched ? " latched" : "").append(noticed ? " noticed" : "").append(closed ? " closed" : "");
        for (int i = 0; i < holds.size(); i++) {
            text.append(" [").append(holds.at(i)).append(']');
        }
        for (int i = 0; i < ghosts.size(); i++) {
            text.append(" [").append(ghosts.get(i)).append(']');
        }
        return text.toString();
    }
}
