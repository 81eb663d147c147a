package io.baton.storage.log;

import io.baton.park.Parking;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Wakes those who have waited too long, so that they can park without a timer: a timed park of a virtual thread costs
 * several times an untimed one, and waits hardly ever last too long.
 */
final class WaitKeeper implements Runnable {
    // A thread is among the waiters before it asks whether the keeper sleeps; the keeper says that it sleeps before it
    // looks at the waiters once more. One of the two sees the other.
    /** Waits that are shorter have timers of their own. */
    static final long FAR_NANOS = 50_000_000;
    /** So late a wait may end. */
    private static final long ROUND_NANOS = 20_000_000;

    private final BooleanSupplier round;
    private final Parking parking;
    private volatile @Nullable Thread thread;
    private volatile boolean asleep;
    private volatile boolean stopped;

    /**
     * Makes a keeper.
     *
     * @param round wakes all overdue waiters, and tells whether any is left that it will have to wake
     */
    WaitKeeper(BooleanSupplier round, Parking parking) {
        this.round = round;
        this.parking = parking;
    }

    /** Returns whether the keeper is at work; otherwise every wait needs a timer of its own. */
    boolean watches() {
        return thread != null;
    }

    /** Called by who has just begun to wait, if the keeper is at work. */
    void watch() {
        if (asleep) {
            asleep = false;
            parking.unpark(thread);
        }
    }

    void stop() {
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
