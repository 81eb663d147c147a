package io.baton.park;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Ends waits that last too long, on a thread of its own, so that waiters park without a timer: a timed park of a
 * virtual thread costs several times an untimed one, and waits hardly ever last too long. Thread-safe.
 */
public final class WaitKeeper implements Runnable {
    // A thread is among the waiters before it asks whether the keeper sleeps; the keeper says that it sleeps before it
    // looks at the waiters once more. One of the two sees the other.

    /** Shorter waits, in nanoseconds, have timers of their own. */
    public static final long FAR_NANOS = 50_000_000;
    /** How late a wait may end. */
    private static final long ROUND_NANOS = 10_000_000;

    private final BooleanSupplier round;
    private final Parking parking;
    private volatile @Nullable Thread thread;
    private volatile boolean asleep;
    private volatile boolean stopped;

    /**
     * Makes a keeper, which is to run on a thread of its own.
     *
     * @param round wakes all overdue waiters, and tells whether any is left that it will have to wake
     * @param parking how the keeper waits
     */
    public WaitKeeper(BooleanSupplier round, Parking parking) {
        this.round = round;
        this.parking = parking;
    }

    /** {@return whether the keeper runs; as long as it does not, every wait needs a timer of its own} */
    public boolean watches() {
        return thread != null;
    }

    /** Called by a thread that has just begun to wait, while the keeper runs or is about to. */
    public void watch() {
        if (asleep) {
            asleep = false;
            parking.unpark(thread);
        }
    }

    /** Ends it. */
    public void stop() {
        stopped = true;
        parking.unpark(thread);
    }

    @Override
    public void run() {
        thread = Thread.currentThread();
        try {
            while (!stopped) {
                if (round.getAsBoolean()) {
                    parking.parkNanos(this, ROUND_NANOS);
                } else {
                    sleep();
                }
                // An interrupt would let every further park return at once.
                Thread.interrupted();
            }
        } finally {
            thread = null;
        }
    }

    private void sleep() {
        asleep = true;
        if (!round.getAsBoolean() && !stopped) {
            parking.park(this);
        }
        asleep = false;
    }
}
