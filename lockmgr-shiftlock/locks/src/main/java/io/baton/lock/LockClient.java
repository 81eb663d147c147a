package io.baton.lock;

import io.baton.fabric.Endpoint;
import java.util.function.BooleanSupplier;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One transaction context's access to a {@link LockTable}. It has a route of its own and may hold many locks at
 * once. Its own bookkeeping answers a second request for a lock that it holds already; the lock's entry never knows
 * of it.
 *
 * <p>One thread at a time, platform or virtual. Nothing here detects a deadlock: clients must wait in one
 * global order of slots.
 */
public interface LockClient extends AutoCloseable {

    /** Wait for as long as it takes: neither time nor a cancellation ends such a wait. */
    long NO_DEADLINE = Endpoint.NO_DEADLINE;

    /**
     * Gets a lock and waits for it if need be. If the client holds the lock shared and wants it exclusive, this is
     * {@link #upgrade} and does not wait, because it could wait only for itself.
     *
     * @param slot the lock, 0 to {@link LockTable#slots()} − 1
     * @param mode how to hold it
     * @param deadlineNanos until when to wait, in the fabric's clock, or {@link #NO_DEADLINE}
     * @return granted; deadline or cancelled: then it does not hold the lock; lost: then it holds nothing any more; or
     *     what {@link #upgrade} returns, busy and reset among it
     * @throws IllegalArgumentException if there is no such slot
     */
    LockOutcome acquire(int slot, LockMode mode, long deadlineNanos);

    /**
     * Gets several locks, in the order of their slots, and waits for each if need be. A client that holds locks
     * already must not wait for one that comes before them; see above. Where verbs cost round trips, free locks are
     * got together.
     *
     * @param locks which, and how
     * @param deadlineNanos until when to wait, in the fabric's clock, or {@link #NO_DEADLINE}
     * @return granted, or what came of the first lock that was not: then the client holds those before it; lost: then
     *     it holds nothing any more, neither those nor what it held before
     * @throws IllegalArgumentException if there is no such slot
     */
    default LockOutcome acquireAll(LockList locks, long deadlineNanos) {
        for (int i = 0; i < locks.size(); i++) {
            final LockOutcome outcome = acquire(locks.slot(i), locks.mode(i), deadlineNanos);
            if (outcome != LockOutcome.GRANTED) {
                return outcome;
            }
        }
        return LockOutcome.GRANTED;
    }

    /**
     * Gets a lock if that is possible at once. If the client holds the lock shared and wants it exclusive, this is
     * {@link #upgrade}.
     *
     * @param slot the lock, 0 to {@link LockTable#slots()} − 1
     * @param mode how to hold it
     * @return granted; busy: then it holds what it held before; lost: then it holds nothing any more; or what {@link
     *     #upgrade} returns, reset among it
     * @throws IllegalArgumentException if there is no such slot
     */
    LockOutcome tryAcquire(int slot, LockMode mode);

    /**
     * Turns a shared hold into an exclusive one if this client is the sole reader and no client is queued.
     *
     * @param slot a lock that this client holds
     * @return granted; busy: then it still holds the lock shared; reset: then it does not hold it any more, and holds
     *     its other locks; lost: then it holds nothing any more
     * @throws IllegalStateException if the client does not hold the lock
     */
    LockOutcome upgrade(int slot);

    /**
     * Gives a lock back, in any order. A lock that was acquired several times is given back when it was released as
     * often.
     *
     * @param slot a lock that this client holds
     * @throws IllegalStateException if the client does not hold the lock
     */
    void release(int slot);

    /**
     * Gives a lock back as {@link #release} does, and tells whether the client has had it until then. Where locks are
     * not recovered it always has.
     *
     * @param slot a lock that this client holds; any after a loss, which has left it none
     * @return granted if the client has had it until now; reset or lost if it had lost the lock before: then others may
     *     have had it since. Lost for any slot once the client has lost all
     * @throws IllegalStateException if the client does not hold the lock and has lost none
     */
    default LockOutcome releaseAndTell(int slot) {
        release(slot);
        return LockOutcome.GRANTED;
    }

    /** Gives back all locks, however often each was acquired. */
    void releaseAll();

    /**
     * Gives back all locks as {@link #releaseAll} does, and tells whether the client has had all of them until then.
     * Where locks are not recovered it always has.
     *
     * @return granted if it has, or had none; reset if it had lost some of them before; lost if it has lost all, by now
     *     or earlier
     */
    default LockOutcome releaseAllAndTell() {
        releaseAll();
        return LockOutcome.GRANTED;
    }

    /**
     * Tells how this client holds a lock.
     *
     * @param slot the lock
     * @return the mode, or null if it does not hold the lock
     */
    @Nullable
    LockMode held(int slot);

    /**
     * Returns what to show for a lock to the data's guard, where processes may fail.
     *
     * @param slot a lock that this client holds
     * @return its token
     * @throws IllegalStateException if the client does not hold the lock
     * @throws UnsupportedOperationException if the locks of this protocol have none
     */
    default FencingToken token(int slot) {
        throw new UnsupportedOperationException("locks of this kind have no fencing tokens");
    }

    /**
     * Says when to wait no longer. A wait with a deadline asks when it begins and whenever it wakes, and if so ends as
     * if its deadline had passed, but as {@link LockOutcome#CANCELLED}. What need not wait is not cancelled.
     * Interrupting the client's thread ends no wait: the thread stays interrupted. Protocols that cannot end a wait
     * early ignore it.
     *
     * @param cancelled asked by the client's own thread; must be quick, must not use the client, and once true must
     *     stay so until the request has returned. If it throws a RuntimeException, the wait ends too, and the request
     *     throws the same; if the lock was granted at that moment, the next request that ends without it does
     */
    default void cancelWhen(BooleanSupplier cancelled) {
    }

    /**
     * Lets the client ask now whether its wait is cancelled. Any thread may call it, at any time, also when the client
     * does not wait, is closed, or already serves somebody else: then nothing happens.
     */
    default void wake() {
    }

    /**
     * Tells whether an error has stopped this client in the middle of a step, so that nobody knows what it holds. Such
     * a client refuses all requests, {@link #releaseAll} too, with a {@link LockInvariantViolation}: what it may hold
     * is lost to all others, and the process should end. An overflow of the stack, or want of memory, does not do this:
     * both come before a step begins.
     *
     * @return whether it is broken; by the client's own thread
     */
    default boolean isBroken() {
        return false;
    }

    /** {@return the number of different locks that this client holds} */
    int heldCount();

    /**
     * Lists the locks that this client holds, each once, in any order.
     *
     * @param held is given the mode and the slot of each; must not acquire or release locks
     */
    void forEachHeld(ObjIntConsumer<LockMode> held);

    /** {@return the live counters of what this client has done so far} */
    LockCounters counters();

    /**
     * Ends the client. Positions in queues that it has left behind are served to their end by the table.
     *
     * @throws IllegalStateException if the client still holds locks
     */
    @Override
    void close();
}
