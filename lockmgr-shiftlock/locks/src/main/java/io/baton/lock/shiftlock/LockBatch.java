package io.baton.lock.shiftlock;

import io.baton.fabric.ExtCas;
import io.baton.fabric.ExtFaa;
import io.baton.fabric.Route;
import io.baton.fabric.VerbBatch;
import io.baton.lock.LockCounter;
import io.baton.lock.LockList;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import java.util.Arrays;
import java.util.Objects;

/**
 * One verb for each of several locks, all in one round trip: tries, or releases. What a verb's answer means for its
 * lock is {@link BatchedVerbs}' to say.
 */
final class LockBatch {

    /** The largest number of locks in one batch. */
    static final int LOCKS_MAX = VerbBatch.VERBS_MAX;

    /** How often locks are tried together before the rest is acquired one by one. */
    static final int ROUNDS_MAX = 2;

    private final ShiftLock lock;
    private final Holds inUse;
    private final BatchedVerbs steps;
    private final VerbBatch verbs = new VerbBatch();
    private Hold[] holds = new Hold[0];
    private ExtCas[] cas = new ExtCas[0];
    private ExtFaa[] faa = new ExtFaa[0];
    private int size;

    LockBatch(ShiftLock lock) {
        this.lock = lock;
        this.steps = new BatchedVerbs(lock);
        this.inUse = lock.holds;
    }

    /**
     * Tries all locks in one round trip. Those after the first that is not free are given back, in another, because
     * no client may hold them and wait for that one; then the same for the rest.
     */
    LockOutcome acquireAll(ShiftLockClient client, LockList locks, long deadlineNanos) {
        int next = 0;
        for (int rounds = 0; rounds < ROUNDS_MAX && locks.size() - next > 1; rounds++) {
            final int end = Math.min(locks.size(), next + LOCKS_MAX);
            for (int i = next; i < end; i++) {
                client.enter(locks.slot(i));
            }
            inUse.reserve(end - next);
            reserve(end - next);
            try {
                next = tryAcquire(locks, next, end);
            } catch (Error e) {
                throw client.broken(e);
            }
            if (next < end) {
                final LockOutcome outcome = client.acquireNext(locks, next, deadlineNanos);
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
        int kept = from;
        while (kept < end && hold(locks, kept).isHeld()) {
            lock.counters.count(LockCounter.ACQUISITIONS);
            kept++;
        }
        if (kept < end && hold(locks, kept).is(HoldState.IDLE)) {
            inUse.end(hold(locks, kept));
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

    /** Posts the verbs, waits for the answers, and gives each to its hold. */
    private void execute() {
        if (size == 0) {
            return;
        }
        lock.endpoint.execute(verbs);
        for (int i = 0; i < size; i++) {
            if (verbs.verb(i) == faa[i]) {
                steps.onReaderVerb(holds[i], faa[i]);
            } else {
                steps.onWriterVerb(holds[i], cas[i]);
            }
        }
        verbs.clear();
        size = 0;
    }

    private int next(Hold hold) {
        holds[size] = hold;
        return size++;
    }

    /** Gets the memory for so many verbs before the first, so that its want stops nothing in the middle. */
    private void reserve(int locks) {
        final int before = holds.length;
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
