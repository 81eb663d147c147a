package io.baton.fabric.inprocess;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Wakes waiters whose deadline is far away when it has passed, so that they can park without a timer: a timed park
 * of a virtual thread costs several times an untimed one, and deadlines hardly ever pass.
 *
 * <p>Concurrency: a waiter stores its deadline (volatile) before it asks whether the keeper sleeps; the keeper says
 * that it sleeps (volatile) before it looks for deadlines once more. One of the two sees the other. Its thread
 * starts with the first far deadline and sleeps while there is none.
 */
final class DeadlineKeeper {

    /** Deadlines nearer than this are left to the waiter's own timer. */
    static final long FAR_NANOS = 50_000_000;

    /** How late a far deadline may be noticed. */
    private static final long ROUND_NANOS = 10_000_000;

    private final BooleanSupplier round;
    private @Nullable Thread thread;
    private volatile boolean started;
    private volatile boolean asleep;
    private volatile boolean stopped;

    /**
     * Makes a keeper.
     *
     * @param round wakes all waiters whose deadline has passed and tells whether any waits with a far deadline
     */
    DeadlineKeeper(BooleanSupplier round) {
        this.round = round;
    }

    /** Called by a waiter that has stored a far deadline. */
    void watch() {
        if (!started) {
            start();
        }
        if (asleep) {
            LockSupport.unpark(thread);
        }
    }

    void stop() {
        stopped = true;
        LockSupport.unpark(thread);
    }

    private synchronized void start() {
        if (thread == null) {
            thread = Thread.ofPlatform().daemon().name("baton-deadline-keeper").start(this::run);
            started = true;
        }
    }

    private void run() {
        while (!stopped) {
            if (round.getAsBoolean()) {
                LockSupport.parkNanos(this, ROUND_NANOS);
            } else {
                asleep = true;
                if (!round.getAsBoolean() && !stopped) {
                    LockSupport.park(this);
                }
                asleep = false;
            }
        }
    }
}
