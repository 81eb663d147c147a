package io.baton.lock.shiftlock;

import io.baton.fabric.ExtCas;
import io.baton.fabric.ExtFaa;
import io.baton.fabric.Fabric;
import io.baton.fabric.Route;
import io.baton.fabric.VerbBatch;
import io.baton.lock.LockCounter;
import io.baton.lock.LockList;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.entry.LockEntry;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One verb for each of several locks, all in one round trip: a chain, tries, or releases. What a verb's answer means
 * for its lock is {@link BatchedVerbs}' to say.
 *
 * <p>A <em>chain</em> needs a server that executes verbs: at the first server each verb queues for its lock, and those
 * behind the first that is not free are skipped. At later servers they are tries, because they take effect without
 * knowing of the first server. What was got behind the first lock that is not free is given back; then the client waits
 * for that lock, holding none behind it, and begins a chain behind it.
 *
 * <p>Where an adapter executes verbs, all are tries, and what is behind the first that is not free is given back.
 *
 * <p>A lock that the process keeps is taken there, if it is free, while the verbs for the others are made, and is left
 * again if the chain stops before it. What must be waited for here, or stands still for a freeze, ends the batch before
 * it, and is acquired alone (K8 of {@code spec/9-process.md}).
 */
final class LockBatch {

    /** The largest number of locks in one batch. */
    static final int LOCKS_MAX = VerbBatch.VERBS_MAX;

    /** How often locks are tried together before the rest is acquired one by one. */
    static final int ROUNDS_MAX = 2;

    /** What is done about a lock that is wanted together with others. */
    enum Way {
        /** The server is asked, among others. */
        BY_VERB,
        /** The client has it already, from its process. */
        GOT,
        /** It is not for now: the client acquires it alone, when it holds all those before it. */
        ALONE
    }

    private final ShiftLockClient client;
    private final ShiftLock lock;
    private final Fabric fabric;
    private final Holds inUse;
    private final BatchedVerbs steps;
    private final VerbBatch verbs = new VerbBatch();
    /** Whether servers stop behind a lock that is not free. */
    private final boolean chains;
    /** Of each verb. */
    private Hold[] holds = new Hold[0];
    private ExtCas[] cas = new ExtCas[0];
    private ExtFaa[] faa = new ExtFaa[0];
    private int size;
    /** Of each lock that is asked for. */
    private Hold[] wanted = new Hold[0];

    LockBatch(ShiftLockClient client) {
        this.client = client;
        this.lock = client.lock;
        this.fabric = client.table.fabric();
        this.chains = fabric.executes();
        this.steps = new BatchedVerbs(lock);
        this.inUse = lock.holds;
    }

    /**
     * Gets what is free in one round trip. Those after the first lock that is not are given back, because no client may
     * hold them and wait for that one; then the same for the rest. The caller has begun the operation.
     */
    LockOutcome acquireAll(LockList locks, long deadlineNanos) {
        int next = 0;
        for (int rounds = 0; (chains || rounds < ROUNDS_MAX) && locks.size() - next > 1; rounds++) {
            final int end = Math.min(locks.size(), next + LOCKS_MAX);
            inUse.reserve(end - next);
            reserve(end - next);
            begin();
            next = together(locks, next, end);
            if (next < end) {
                final LockOutcome outcome = acquireNext(locks, next, deadlineNanos);
                if (outcome != LockOutcome.GRANTED) {
                    return outcome;
                }
                next++;
            }
        }
        for (; next < locks.size(); next++) {
            final LockOutcome outcome = client.acquireInside(locks.slot(next), locks.mode(next), deadlineNanos);
            if (outcome != LockOutcome.GRANTED) {
                return outcome;
            }
        }
        return LockOutcome.GRANTED;
    }

    /** Acquires a lock of which the client may be a waiting reader already, or a writer that has queued. */
    private LockOutcome acquireNext(LockList locks, int index, long deadlineNanos) {
        final Hold begun = inUse.get(locks.slot(index));
        return begun == null ? client.acquireInside(locks.slot(index), locks.mode(index), deadlineNanos)
            : client.goOn(begun, locks.mode(index), deadlineNanos);
    }

    /** Goes on with the first lock of a batch that was not free, where the client is counted or has queued. */
    LockOutcome resume(Hold hold, long deadlineNanos) {
        if (hold.isWriter()) {
            lock.entry.set(steps.queued().low(), steps.queued().high());
            steps.queued().set(0, 0);
            return lock.queued(hold, deadlineNanos);
        }
        lock.counters.count(LockCounter.WAITS);
        return lock.awaitEpoch(hold, deadlineNanos);
    }

    /**
     * One batch, which keeps the locks before the first that is not free. Of that one a reader stays counted in RdrCnt,
     * and in a chain at the first server a writer is queued.
     *
     * @return the index of the first that the client does not have
     */
    private int together(LockList locks, int from, int end) {
        final int reached = chains ? chain(locks, from, end) : tries(locks, from, end);
        if (size == 0 && reached > from) {
            client.gotWithoutVerb(locks.slot(from));
        }
        execute();
        return keep(reached - from) + from;
    }

    /** Returns where the chain ends, as {@link #tries}. */
    private int chain(LockList locks, int from, int end) {
        int first = -1;
        for (int i = from; i < end; i++) {
            final LockMode mode = locks.mode(i);
            final Way way = client.way(locks.slot(i), mode);
            if (way == Way.ALONE) {
                return i;
            }
            final Hold hold = want(i - from, locks.slot(i), way);
            if (way == Way.GOT) {
                continue;
            }
            final int server = fabric.server(EntrySteps.address(hold));
            first = first < 0 ? server : first;
            if (mode == LockMode.EXCLUSIVE && server == first) {
                final int at = next(hold);
                verbs.add(steps.writerQueues(hold, cas[at]));
            } else {
                addTry(hold, mode);
            }
            stopUnlessFree(mode);
        }
        return end;
    }

    private void stopUnlessFree(LockMode mode) {
        verbs.stopUnless(mode == LockMode.SHARED
            ? LockEntry.TAIL_MASK : LockEntry.TAIL_MASK | LockEntry.READERS_MASK, 0);
    }

    /** Tries locks; returns the index of the first that must be acquired alone. */
    private int tries(LockList locks, int from, int end) {
        for (int i = from; i < end; i++) {
            final Way way = client.way(locks.slot(i), locks.mode(i));
            if (way == Way.ALONE) {
                return i;
            }
            final Hold hold = want(i - from, locks.slot(i), way);
            if (way == Way.BY_VERB) {
                addTry(hold, locks.mode(i));
            }
        }
        return end;
    }

    private Hold want(int index, int slot, Way way) {
        final Hold hold = way == Way.BY_VERB ? inUse.begin(slot) : client.heldAt(slot);
        if (wanted[index] != hold) {
            wanted[index] = hold; // A reference that is stored in an old object costs a fence.
        }
        return hold;
    }

    /** Keeps the locks before the first that was not free, and gives back those behind it. */
    private int keep(int count) {
        int kept = 0;
        int here = 0;
        while (kept < count && wanted[kept].isHeld()) {
            here += wanted[kept].local ? 1 : 0;
            kept++;
        }
        lock.counters.add(LockCounter.ACQUISITIONS, kept);
        lock.counters.add(LockCounter.LOCAL_ACQUISITIONS, here);
        if (kept == count) {
            return kept;
        }
        if (wanted[kept].is(HoldState.IDLE)) {
            inUse.end(wanted[kept]);
        }
        giveBack(kept + 1, count);
        return kept;
    }

    /** First what others can have at once, so that the client holds nothing behind a lock for which it waits. */
    private void giveBack(int from, int count) {
        for (int i = from; i < count; i++) {
            if (wanted[i].isHeld()) {
                addRelease(wanted[i], null);
            }
        }
        execute();
        // None in use stands for nothing when the client waits: it would be asked about a freeze, and be marked.
        for (int i = from; i < count; i++) {
            if (wanted[i].is(HoldState.IDLE)) {
                inUse.end(wanted[i]);
            }
        }
        for (int i = from; i < count; i++) {
            if (!wanted[i].is(HoldState.IDLE)) {
                client.leave(wanted[i]);
                inUse.end(wanted[i]);
            }
        }
    }

    /**
     * Gives back all locks in use but those that have a successor: these are held still, or wait for its name. What
     * the process is to keep is left to it; if readers have come meanwhile, it is given back after all.
     */
    void releaseAll() {
        reserve(Math.min(LOCKS_MAX, inUse.size()));
        begin();
        boolean complete = false;
        try {
            addReleases(client.localLocks());
            complete = true;
        } finally {
            if (!complete) {
                forget(0);
            }
        }
        execute();
        if (client.localLocks() != null) {
            addReleases(null);
            execute();
        }
    }

    private void addReleases(@Nullable LocalLocks keeps) {
        for (int i = inUse.size() - 1; i >= 0; i--) {
            if (inUse.at(i).isHeld()) {
                addRelease(inUse.at(i), keeps);
            }
            if (size == LOCKS_MAX) {
                execute();
            }
        }
    }

    private void addTry(Hold hold, LockMode mode) {
        final int at = next(hold);
        if (mode == LockMode.SHARED) {
            verbs.add(steps.readerEnters(hold, faa[at]));
        } else {
            verbs.add(steps.writerTries(hold, cas[at]));
        }
    }

    /** A writer whose successor is known, or who leads others here, needs no verb of this kind. */
    private void addRelease(Hold hold, @Nullable LocalLocks keeps) {
        if (hold.local) {
            client.leaveLocal(hold);
        } else if (hold.is(HoldState.HOLDS_SHARED)) {
            final int at = next(hold);
            verbs.add(steps.readerLeaves(hold, faa[at]));
        } else if (hold.successor == Route.NONE && !hold.leads) {
            final long agent = keeps != null && keeps.offers(hold) ? keeps.agentFor(hold) : Route.NONE;
            final int at = next(hold);
            verbs.add(agent == Route.NONE
                ? steps.writerClearsTail(hold, cas[at]) : steps.writerLeavesTo(agent, hold, cas[at]));
        } else if (keeps != null) {
            keeps.gaveBack(hold, 0);
        }
    }

    /** Posts the verbs, waits for the answers, and gives each to its hold; a verb that was skipped has none. */
    private void execute() {
        if (size == 0) {
            return;
        }
        int next = 0;
        boolean done = false;
        try {
            lock.endpoint.execute(verbs);
            for (; next < size; next++) {
                if (verbs.isExecuted(next)) {
                    answered(next);
                }
            }
            done = true;
        } finally {
            if (!done) {
                forget(next);
            }
        }
        verbs.clear();
        size = 0;
    }

    private void answered(int index) {
        final Hold hold = holds[index];
        final LocalLocks local = hold.isHeld() ? client.localLocks() : null;
        if (verbs.verb(index) == faa[index]) {
            steps.onReaderVerb(hold, faa[index]);
        } else {
            steps.onWriterVerb(hold, cas[index]);
        }
        if (local != null && isOffer(index)) {
            local.offered(hold, cas[index].succeeded());
        } else if (local != null && !hold.isHeld()) {
            local.gaveBack(hold, verbs.verb(index).oldHigh());
        }
    }

    /** Whether a release leaves the lock to the process. */
    private boolean isOffer(int index) {
        return verbs.verb(index) == cas[index] && steps.leavesToAgent(cas[index]);
    }

    /** Nobody knows what became of the verbs from this one on: what they were to leave to the process is not kept. */
    private void forget(int first) {
        final LocalLocks local = client.localLocks();
        for (int i = first; local != null && i < size; i++) {
            if (holds[i].isHeld() && isOffer(i)) {
                local.offered(holds[i], false);
            }
        }
        verbs.clear();
        size = 0;
    }

    /** What is under way; nothing between two operations. */
    String describe() {
        final StringBuilder text = new StringBuilder();
        for (int i = 0; i < size; i++) {
            text.append(verbs.verb(i) == cas[i] ? " CAS " + cas[i].compareMaskLow() : " FAA ").append(holds[i].slot);
        }
        final long tail = LockEntry.tail(steps.queued().low());
        return (tail == Route.NONE ? text : text.append(" behind ").append(Route.toString(tail))).toString();
    }

    /** What was stopped before it was posted is nothing. */
    private void begin() {
        verbs.clear();
        size = 0;
    }

    private int next(Hold hold) {
        if (holds[size] != hold) {
            holds[size] = hold; // A reference that is stored in an old object costs a fence.
        }
        return size++;
    }

    /** Gets the memory for so many verbs before the first, so that its want stops nothing in the middle. */
    private void reserve(int locks) {
        final int before = holds.length;
        verbs.reserve(locks);
        if (locks > before) {
            final int capacity = Math.max(16, Integer.highestOneBit(2 * locks - 1));
            cas = Arrays.copyOf(cas, capacity);
            faa = Arrays.copyOf(faa, capacity);
            for (int i = before; i < capacity; i++) {
                cas[i] = new ExtCas();
                faa[i] = new ExtFaa();
            }
            wanted = Arrays.copyOf(wanted, capacity);
            holds = Arrays.copyOf(holds, capacity);
        }
    }
}
