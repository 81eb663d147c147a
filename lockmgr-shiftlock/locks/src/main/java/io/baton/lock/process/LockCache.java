package io.baton.lock.process;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.baton.lock.LockMode;
import io.baton.lock.entry.LockEntry;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.LongPredicate;
import org.agrona.collections.Int2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What the clients of a process arrange among themselves. Locks that it keeps between its transactions (callback
 * locking: a lock stays where it was used last until another process asks for it) its clients get here, without a verb.
 * Of the writers that want a lock which it does not keep, one leads and queues at the server, and the others get the
 * lock from it, a few in a row (lock cohorting: Dice, Marathe, Shavit, PPoPP '12).
 *
 * <p>Thread-safe; no verb is issued and no thread waits under its monitor. To acquire a lock of which the process
 * knows nothing costs one volatile read, and no monitor.
 */
public final class LockCache {

    /** Most places in which slots are told apart without the monitor. */
    private static final int PLACES_MAX = 1 << 16;

    private final int streakMin;
    private final int locksMax;
    private final int turnsMax;
    @GuardedBy("this")
    private final Int2ObjectHashMap<CachedLock> locks = new Int2ObjectHashMap<>();
    @GuardedBy("this")
    private final Deque<CachedLock> recalled = new ArrayDeque<>();
    private final LockUses uses;
    /** How many of {@link #locks} there are in each place, by slot: where it is 0, there is nothing to ask for. */
    private final AtomicIntegerArray known;
    private final boolean counted;
    /** Whether the process has lost its session, and everything with it. */
    @GuardedBy("this")
    private boolean lost;

    /**
     * Makes an empty cache.
     *
     * @param slots the number of locks of the table
     * @param streakMin after how many uses in a row by this process alone a lock is kept, 0 for always
     * @param locksMax most locks to keep
     * @param turnsMax how often a lock that is not kept is passed on here before others get it, 0 or more
     * @throws IllegalArgumentException if a number is negative
     */
    public LockCache(int slots, int streakMin, int locksMax, int turnsMax) {
        this(slots, streakMin, locksMax, turnsMax, false);
    }

    /**
     * The same for a table that issues tokens.
     *
     * @param counted whether local grants are counted, as tokens need
     * @throws IllegalArgumentException if a number is negative
     */
    public LockCache(int slots, int streakMin, int locksMax, int turnsMax, boolean counted) {
        if (streakMin < 0 || locksMax < 0 || turnsMax < 0) {
            throw new IllegalArgumentException("keep after " + streakMin + " uses, keep " + locksMax
                + " locks, pass on " + turnsMax + " times: give 0 or more");
        }
        this.uses = new LockUses(slots);
        this.streakMin = streakMin;
        this.locksMax = locksMax;
        this.turnsMax = turnsMax;
        this.counted = counted;
        this.known = new AtomicIntegerArray(Math.clamp(slots, 1, PLACES_MAX));
    }

    private int place(int slot) {
        return (int) (Integer.toUnsignedLong(slot) % known.length());
    }

    @GuardedBy("this")
    private void put(CachedLock lock) {
        locks.put(lock.slot, lock);
        known.incrementAndGet(place(lock.slot));
    }

    @GuardedBy("this")
    private void remove(int slot) {
        if (locks.remove(slot) != null) {
            known.decrementAndGet(place(slot));
        }
    }

    // Clients

    /** Asks for a lock; what a client gets at once is in its wait. */
    public CacheAnswer acquire(int slot, LockMode mode, LocalWait wait) {
        return known.get(place(slot)) == 0 ? CacheAnswer.ABSENT : acquireKnown(slot, mode, wait);
    }

    private synchronized CacheAnswer acquireKnown(int slot, LockMode mode, LocalWait wait) {
        final CachedLock lock = locks.get(slot);
        if (lock != null && lock.state == CachedLock.State.LED && mode == LockMode.EXCLUSIVE) {
            return enqueue(lock, mode, wait, CacheAnswer.LED);
        }
        if (lock == null || lock.state != CachedLock.State.KEPT) {
            return CacheAnswer.ABSENT;
        }
        return lock.enter(mode) ? granted(lock, wait) : enqueue(lock, mode, wait, CacheAnswer.QUEUED);
    }

    private static CacheAnswer granted(CachedLock lock, LocalWait wait) {
        wait.takeGrant(lock);
        return CacheAnswer.GRANTED;
    }

    private static CacheAnswer enqueue(CachedLock lock, LockMode mode, LocalWait wait, CacheAnswer how) {
        wait.begin(mode);
        lock.enqueue(wait);
        return how;
    }

    /** The same without a wait. */
    public CacheAnswer tryAcquire(int slot, LockMode mode, LocalWait wait) {
        return known.get(place(slot)) == 0 ? CacheAnswer.ABSENT : tryKnown(slot, mode, wait);
    }

    private synchronized CacheAnswer tryKnown(int slot, LockMode mode, LocalWait wait) {
        final CachedLock lock = locks.get(slot);
        if (lock == null || lock.state != CachedLock.State.KEPT) {
            return lock != null && lock.state == CachedLock.State.LED ? CacheAnswer.LED : CacheAnswer.ABSENT;
        }
        return lock.enter(mode) ? granted(lock, wait) : CacheAnswer.BUSY;
    }

    /** Leaves the queue; false if the wait has ended meanwhile, or is about to. */
    public synchronized boolean leaveQueue(int slot, LocalWait wait) {
        if (wait.state() != LocalWait.State.WAITS) {
            return false;
        }
        final CachedLock lock = find(slot);
        return lock == null || lock.leaveQueue(wait);
    }

    /** A sole local reader becomes the writer, which is another grant. */
    public synchronized boolean upgrade(int slot, LocalWait wait) {
        final CachedLock lock = find(slot);
        if (lock == null || !lock.upgrade()) {
            return false;
        }
        wait.takeGrant(lock);
        return true;
    }

    /**
     * Gives a lock back to the process.
     *
     * @return whether the agent can return it to the server now
     */
    public synchronized boolean release(int slot, LockMode mode) {
        final CachedLock lock = find(slot);
        if (lock == null) {
            return false;
        }
        lock.leave(mode);
        return lock.isOver();
    }

    /** Whether another process wants the lock and no client uses it here any more. */
    public synchronized boolean isOver(int slot) {
        final CachedLock lock = locks.get(slot);
        return lock != null && lock.isOver();
    }

    // A client that leads

    /** A writer has begun to wait at the server: whether it leads from now on. */
    public synchronized boolean leads(int slot) {
        if (turnsMax == 0 || lost || locks.containsKey(slot)) {
            return false;
        }
        final CachedLock lock = new CachedLock(slot, counted);
        lock.state = CachedLock.State.LED;
        put(lock);
        return true;
    }

    /**
     * The client that gets the lock from its leader. If there is none, the leader leads no more; the first waiter does,
     * from the server's queue.
     *
     * @param mayPass whether the lock may be passed on at all
     */
    public synchronized @Nullable LocalWait heir(int slot, boolean mayPass) {
        final CachedLock lock = find(slot);
        if (lock == null) {
            return null;
        }
        if (!mayPass || lock.turns >= turnsMax || lock.isFree()) {
            endLead(slot);
            return null;
        }
        lock.turns++;
        return lock.next();
    }

    /** The leader gives up. */
    public synchronized void endLead(int slot) {
        final CachedLock lock = find(slot);
        final LocalWait next = lock == null ? null : lock.next();
        if (lock == null || next == null) {
            remove(slot);
        } else {
            lock.turns = 0;
            next.lead();
        }
    }

    /** The leader has lost its connection, and nothing is recovered: its heir and all who wait behind it learn that. */
    public synchronized void abandon(int slot, @Nullable LocalWait heir) {
        final CachedLock lock = locks.get(slot);
        if (lock != null && lock.state == CachedLock.State.LED) {
            lock.lose();
            remove(slot);
        }
        if (heir != null) {
            heir.lose();
        }
    }

    /** A turn that was to be passed on is void: the heir asks the server, and may pass the lock on as often again. */
    public synchronized void voided(int slot, LocalWait heir) {
        final CachedLock lock = find(slot);
        if (lock != null) {
            lock.turns = 0;
            heir.lead();
        }
    }

    // A client that leaves its lock to the process

    /**
     * Prepares to keep a lock, if that is worth while. From here on the agent may be told that others want it.
     *
     * @return whether to go on, with {@link #arrived} or {@link #refused}
     */
    public boolean offers(Turn turn) {
        return locksMax > 0 && uses.streak(turn.slot, turn.relCnt) >= streakMin && beginsToKeep(turn);
    }

    private synchronized boolean beginsToKeep(Turn turn) {
        if (lost || locks.size() >= locksMax || locks.containsKey(turn.slot)) {
            return false;
        }
        final CachedLock lock = new CachedLock(turn.slot, counted);
        lock.knowsOf(turn);
        put(lock);
        return true;
    }

    /** The entry does not name the agent: another client waits, so that the client gives the lock back as usual. */
    public synchronized void refused(int slot) {
        remove(slot);
        uses.forget(slot);
    }

    /**
     * The entry names the agent.
     *
     * @return whether another process has asked for it already, and the agent can return it
     */
    public synchronized boolean arrived(Turn turn) {
        final CachedLock lock = find(turn.slot);
        if (lock == null) {
            return false;
        }
        if (lock.state == CachedLock.State.ARRIVING) {
            lock.state = CachedLock.State.KEPT;
            return false;
        }
        recalled.add(lock);
        return true;
    }

    /** A client has given a lock back to the server, where it had found it with one count of releases. */
    public void used(int slot, long foundRelCnt, long leftRelCnt) {
        uses.used(slot, foundRelCnt, leftRelCnt);
    }

    /** Others use the lock too. */
    public void shared(int slot) {
        uses.forget(slot);
    }

    // The agent

    /**
     * A client has queued behind the agent.
     *
     * @return false if the process does not keep the lock, or if the notice is not of this keeping where {@code found}
     *     tells: while the agent is in the tail, word 1 stays as it is, and each keeping has another
     */
    public synchronized boolean onSuccessor(int slot, long route, long attempt, LongPredicate found) {
        final CachedLock lock = locks.get(slot);
        if (lock == null || lock.state == CachedLock.State.LED || !found.test(lock.relCnt)) {
            return false;
        }
        lock.successor = route;
        lock.successorAttempt = attempt;
        recall(lock);
        return true;
    }

    /**
     * The lock server asks who holds a lock. That is a recall too, for the case that one was lost.
     *
     * @param relCnt word 1 of the entry when it asked
     * @return whether the process keeps the lock
     */
    public synchronized boolean onFreeze(int slot, long relCnt) {
        final CachedLock lock = locks.get(slot);
        if (lock == null || lock.state == CachedLock.State.LED || !LockEntry.sameGeneration(lock.relCnt, relCnt)) {
            return false;
        }
        recall(lock);
        return true;
    }

    /** The process has lost its session: it keeps nothing, and nobody waits here any more. */
    public synchronized void lose() {
        lost = true;
        locks.values().forEach(CachedLock::lose);
        locks.keySet().forEach(slot -> known.decrementAndGet(place(slot)));
        locks.clear();
        recalled.clear();
    }

    /** A reader waits for the lock; nothing if the process does not keep it any more. */
    public synchronized void recall(int slot) {
        final CachedLock lock = locks.get(slot);
        if (lock != null) {
            recall(lock);
        }
    }

    public synchronized void recallAll() {
        for (final CachedLock lock : locks.values()) {
            recall(lock);
        }
    }

    /** Takes out a lock that others want and no client uses here, or returns null if there is none. */
    public synchronized @Nullable Turn takeOver() {
        final Iterator<CachedLock> each = recalled.iterator();
        while (each.hasNext()) {
            final CachedLock lock = each.next();
            if (lock.isFree()) {
                each.remove();
                remove(lock.slot);
                return lock;
            }
        }
        return null;
    }

    /** Whether the process keeps a lock that none of its clients uses or waits for, and that nobody else wants. */
    public synchronized boolean keepsIdle(int slot) {
        final CachedLock lock = locks.get(slot);
        return lock != null && lock.state == CachedLock.State.KEPT && lock.isFree();
    }

    /** The locks that it keeps, and their waiters. */
    public synchronized String describe() {
        final StringBuilder text = new StringBuilder();
        locks.values().stream().map(CachedLock::toString).sorted().forEach(lock -> text.append(lock).append(';'));
        return text.toString();
    }

    @GuardedBy("this")
    private void recall(CachedLock lock) {
        if (lock.state == CachedLock.State.LED) {
            return;
        }
        if (lock.state == CachedLock.State.KEPT) {
            recalled.add(lock);
        }
        lock.state = CachedLock.State.RECALLED;
        uses.forget(lock.slot);
    }

    /** Null if all is lost. */
    @GuardedBy("this")
    private @Nullable CachedLock find(int slot) {
        final CachedLock lock = locks.get(slot);
        if (lock == null && !lost) {
            throw new IllegalStateException("the process does not keep the lock of slot " + slot);
        }
        return lock;
    }
}
