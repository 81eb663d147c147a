package io.baton.park;

import java.util.concurrent.locks.LockSupport;

/**
 * How a thread waits for a latch that another one holds for a moment: it spins; then it yields, as the holder may have
 * lost its processor; then, if it is a virtual thread, it parks for a moment.
 *
 * <p>Yielding alone may keep the holder waiting for ever, if that is a virtual thread which has given its carrier away:
 * a thread that yields goes to the end of its carrier's own queue, and a carrier looks at what others have left for it
 * only when that is empty. Two that yield by turns on each carrier are enough.
 */
public final class Backoff {

    private static final int SPINS = 100;
    private static final int YIELDS = 20;
    private static final long PARK_NANOS = 50_000;

    private Backoff() {
    }

    /**
     * Waits a little.
     *
     * @param pauses what the call before has returned; 0 for the first
     * @return what to give to the next one
     */
    @SuppressWarnings("ThreadPriorityCheck") // Yielding is for progress, not for correctness.
    public static int pause(int pauses) {
        if (pauses % SPINS != SPINS - 1) {
            Thread.onSpinWait();
        } else if (pauses < SPINS * YIELDS || !Thread.currentThread().isVirtual()) {
            Thread.yield();
        } else {
            park();
        }
        return pauses + 1 & Integer.MAX_VALUE;
    }

    @SuppressWarnings("ThreadPriorityCheck") // As above.
    private static void park() {
        // With an interrupt it would not wait; nor is this wait meant by one.
        final boolean interrupted = Thread.interrupted();
        try {
            LockSupport.parkNanos(PARK_NANOS);
        } catch (OutOfMemoryError noTimer) {
            Thread.yield();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
