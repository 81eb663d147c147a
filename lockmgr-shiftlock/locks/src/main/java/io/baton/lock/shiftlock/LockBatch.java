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
import java.util.Objects;

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
 */
final class LockBatch {

    /** The largest number of locks in one batch. */
    static final int LOCKS_MAX = VerbBatch.VERBS_MAX;

    /** How often locks are tried together before the rest is acquired one by one. */
    static final int ROUNDS_MAX = 2;

    private final ShiftLock lock;
    private final Fabric fabric;
    private final Holds inUse;
    private final BatchedVerbs steps;
    private final VerbBatch verbs = new VerbBatch();
    /** Whether servers stop behind a lock that is not free. */
    private final boolean chains;
    private Hold[] holds = new Hold[0];
    private ExtCas[] cas = new ExtCas[0];
    private ExtFaa[] faa = new ExtFaa[0];
    private int size;

    LockBatch(ShiftLock lock, Fabric fabric) {
        this.lock = lock;
        this.fabric = fabric;
        this.chains = fabric.executes();
        this.steps = new BatchedVerbs(lock);
        this.inUse = lock.holds;
    }

    /**
     * Gets what is free in one round trip. Those after the first lock that is not are given back, because no client may
     * hold them and wait for that one; then the same for the rest.
     */
    LockOutcome acquireAll(ShiftLockClient client, LockList locks, long deadlineNanos) {
        int next = 0;
        for (int rounds = 0; (chains || rounds < ROUNDS_MAX) && locks.size() - next > 1; rounds++) {
            final int end = Math.min(locks.size(), next + LOCKS_MAX);
            // Slots ascend: those between are right if these two are.
            client.enter(locks.slot(next));
            client.enter(locks.slot(end - 1));
            inUse.reserve(end - next);
            reserve(end - next);
            try {
                next = chains ? chain(locks, next, end) : tryAcquire(locks, next, end);
            } catch (Error e) {
                throw client.broken(e);
            }
            if (next < end) {
                final LockOutcome outcome = acquireNext(client, locks, next, deadlineNanos);
                if (outcome != LockOutcome.GRANTED) {
                    return outcome;
                }
                next++;
            }
        }
        for (; next < locks.size(); next++) {
            final LockOutcome outcome = client.acquire(locks.slot(next), locks.mode(next), deadlineNanos);
            if (outcome != LockOutcome.GRANTED) {
                return outcome;
            }
        }
        return LockOutcome.GRANTED;
    }

    /** Acquires a lock of which the client may be a waiting reader already, or a writer that has queued. */
    private LockOutcome acquireNext(ShiftLockClient client, LockList locks, int index, long deadlineNanos) {
        final Hold waiting = inUse.get(locks.slot(index));
        if (waiting == null) {
            return client.acquire(locks.slot(index), locks.mode(index), deadlineNanos);
        }
        try {
            if (waiting.isWriter()) {
                lock.entry.set(steps.queued().low(), steps.queued().high());
                return client.ended(client.settle(waiting, lock.queued(waiting, deadlineNanos)));
            }
            lock.counters.count(LockCounter.WAITS);
            return client.ended(client.settle(waiting, lock.awaitEpoch(waiting, deadlineNanos)));
        } catch (Error e) {
            throw client.broken(e);
        } finally {
            client.exit();
        }
    }

    /**
     * One chain, which keeps the locks before the first that is not free. Of that one a reader stays counted in RdrCnt,
     * and at the first server a writer is queued.
     *
     * @return the index of the first that is not free
     */
    private int chain(LockList locks, int from, int end) {
        final int first = fabric.server(LockEntry.address(locks.slot(from)));
        for (int i = from; i < end; i++) {
            final Hold hold = inUse.begin(locks.slot(i));
            if (locks.mode(i) == LockMode.EXCLUSIVE && fabric.server(EntrySteps.address(hold)) == first) {
                final int at = next(hold);
                verbs.add(steps.writerQueues(hold, cas[at]));
            } else {
                addTry(hold, locks.mode(i));
            }
            stopUnlessFree(locks.mode(i));
        }
        execute();
        return keep(locks, from, end);
    }

    private void stopUnlessFree(LockMode mode) {
        verbs.stopUnless(mode == LockMode.SHARED
            ? LockEntry.TAIL_MASK : LockEntry.TAIL_MASK | LockEntry.READERS_MASK, 0);
    }

    /**
     * Tries free locks in one round trip and keeps those before the first that is not free; of that one, a reader
     * stays counted in RdrCnt. The others are given back.
     *
     * @return the index of the first that is not free
     */
    int tryAcquire(LockList locks, int from, int end) {
        for (int i = from; i < end; i++) {
            addTry(inUse.begin(locks.slot(i)), locks.mode(i));
        }
        execute();
        return keep(locks, from, end);
    }

    /** Keeps the locks before the first that was not free, and gives back those behind it; each lock had one verb. */
    private int keep(LockList locks, int from, int end) {
        int kept = from;
        while (kept < end && holds[kept - from].isHeld()) {
            kept++;
        }
        lock.counters.add(LockCounter.ACQUISITIONS, kept - from);
        if (kept == end) {
            return kept;
        }
        if (holds[kept - from].is(HoldState.IDLE)) {
            inUse.end(holds[kept - from]);
        }
        giveBack(locks, kept + 1, end);
        return kept;
    }

    private void giveBack(LockList locks, int from, int end) {
        for (int i = from; i < end; i++) {
            final Hold hold = hold(locks, i);
            if (hold.is(HoldState.WAITS_FOR_EPOCH)) {
                lock.cancelReader(hold);
            }
            if (hold.isHeld()) {
                addRelease(hold);
            }
        }
        execute();
        for (int i = from; i < end; i++) {
            final Hold hold = hold(locks, i);
            if (!hold.is(HoldState.IDLE)) {
                lock.writerRelease(hold);
            }
            inUse.end(hold);
        }
    }

    /** Gives back all locks in use but those that have a successor. */
    void releaseAll() {
        reserve(Math.min(LOCKS_MAX, inUse.size()));
        for (int i = inUse.size() - 1; i >= 0; i--) {
            addRelease(inUse.at(i));
            if (size == LOCKS_MAX) {
                execute();
            }
        }
        execute();
    }

    private Hold hold(LockList locks, int index) {
        return Objects.requireNonNull(inUse.get(locks.slot(index)), "a lock of the batch is not in use");
    }

    private void addTry(Hold hold, LockMode mode) {
        final int at = next(hold);
        if (mode == LockMode.SHARED) {
            verbs.add(steps.readerEnters(hold, faa[at]));
        } else {
            verbs.add(steps.writerTries(hold, cas[at]));
        }
    }

    /** A writer whose successor is known needs no verb of this kind. */
    private void addRelease(Hold hold) {
        if (hold.is(HoldState.HOLDS_SHARED)) {
            final int at = next(hold);
            verbs.add(steps.readerLeaves(hold, faa[at]));
        } else if (hold.successor == Route.NONE) {
            final int at = next(hold);
            verbs.add(steps.writerClearsTail(hold, cas[at]));
        }
    }

    /** Posts the verbs, waits for the answers, and gives each to its hold; a verb that was skipped has none. */
    private void execute() {
        if (size == 0) {
            return;
        }
        lock.endpoint.execute(verbs);
        for (int i = 0; i < size; i++) {
            if (verbs.isExecuted(i)) {
                answered(i);
            }
        }
        verbs.clear();
        size = 0;
    }

    private void answered(int index) {
        if (verbs.verb(index) == faa[index]) {
            steps.onReaderVerb(holds[index], faa[index]);
        } else {
            steps.onWriterVerb(holds[index], cas[index]);
        }
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
            holds = Arrays.copyOf(holds, capacity);
        }
    }
}
