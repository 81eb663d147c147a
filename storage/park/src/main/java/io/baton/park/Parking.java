package io.baton.park;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/**
 * How threads wait for each other. Thread-safe.
 *
 * <p>A lock that is held while its holder waits, for a disk or another thread, comes from {@link #newLock}; one that is
 * held for a moment may be any.
 */
public interface Parking {

    /** A wait without an end. */
    long FOREVER = Long.MAX_VALUE;

    /** {@return how threads of this machine wait} */
    static Parking onMachine() {
        return MachineParking.INSTANCE;
    }

    /**
     * Parks the calling thread until it is unparked or interrupted. It may return early, and returns at once if the
     * thread was unparked since it last parked, or is interrupted: the caller looks again at what it waits for.
     *
     * @param blocker what it waits for, for those who look at the thread
     */
    void park(Object blocker);

    /**
     * Does the same for some time at most.
     *
     * @param nanos how long; without effect if not more than 0
     */
    void parkNanos(Object blocker, long nanos);

    /**
     * Ends the park of a thread, or lets its next one return at once.
     *
     * @param thread the thread, or null for none
     */
    void unpark(@Nullable Thread thread);

    /** {@return a new reentrant lock; its {@link Lock#newCondition} gives {@link Condition}s to wait for} */
    Lock newLock();

    /**
     * Waits for the end of a thread.
     *
     * @param nanos how long at most; {@link #FOREVER} for as long as it takes
     * @return whether it has ended, or was never started
     * @throws InterruptedException if the calling thread is interrupted
     */
    boolean join(Thread thread, long nanos) throws InterruptedException;

    /** Waits for the end of a thread. An interrupt does not end the wait; the caller has it again afterwards. */
    default void awaitEnd(Thread thread) {
        boolean interrupted = false;
        boolean ended = false;
        while (!ended) {
            try {
                ended = join(thread, FOREVER);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Returns a number of the calling thread, for spreading threads over stripes: any number, the same as long as the
     * thread lives. Threads that were started one after the other have numbers one behind the other.
     */
    int threadNumber();
}
