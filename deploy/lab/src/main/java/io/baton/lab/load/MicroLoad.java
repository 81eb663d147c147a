package io.baton.lab.load;

import io.baton.lock.LockMode;
import java.util.random.RandomGenerator;

/**
 * One client's endless stream of single locks: the microbenchmark of ShiftLock, section 4.2, where a client acquires a
 * lock, releases it at once and goes on with the next. For one thread.
 *
 * <pre>{@code
 *   while (running) {
 *       load.next();
 *       client.acquire(load.slot(), load.mode(), deadline);
 *       client.release(load.slot());
 *   }
 * }</pre>
 */
public final class MicroLoad {

    private final ZipfSampler slots;
    private final double readShare;
    private final RandomGenerator random;
    private int slot;
    private LockMode mode = LockMode.SHARED;

    /**
     * Prepares a stream.
     *
     * @param slots how locks are drawn; clients share it
     * @param readShare the share of shared locks, 0 to 1; the paper has 0.5 (WI), 0.95 (RI) and 1 (RO)
     * @param random the client's own randomness
     * @throws IllegalArgumentException if the share is out of range
     */
    public MicroLoad(ZipfSampler slots, double readShare, RandomGenerator random) {
        if (!(readShare >= 0 && readShare <= 1)) {
            throw new IllegalArgumentException("a read share of " + readShare + " has no meaning; give 0 to 1");
        }
        this.slots = slots;
        this.readShare = readShare;
        this.random = random;
    }

    /** Goes on to the next lock. Allocates nothing. */
    public void next() {
        slot = slots.next(random);
        mode = random.nextDouble() < readShare ? LockMode.SHARED : LockMode.EXCLUSIVE;
    }

    /** {@return the lock that {@link #next} drew: a slot, 0 to the number of locks − 1} */
    public int slot() {
        return slot;
    }

    /** {@return the mode in which it is wanted} */
    public LockMode mode() {
        return mode;
    }
}
