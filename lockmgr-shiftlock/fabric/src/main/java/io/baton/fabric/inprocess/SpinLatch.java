package io.baton.fabric.inprocess;

import io.baton.park.Backoff;
import org.agrona.concurrent.AtomicBuffer;

/**
 * The spin latch that makes in-process 16-byte atomics atomic against each other: one int in the cache line that it
 * guards.
 * <pre>
 *   bit 0  LOCKED   a thread is changing the line
 *   bit 1  WATCHED  a thread waits for a value of a word of the line; changed only by the holder of the latch
 * </pre>
 * It is held for a few nanoseconds, never across a wait, but for that for the latch of a list of watches. A holder can
 * still lose its core.
 */
final class SpinLatch {

    private static final int FREE = 0;
    private static final int LOCKED = 1;
    private static final int WATCHED = 2;

    private SpinLatch() {
    }

    /**
     * Takes the latch.
     *
     * @return whether the line is watched
     */
    static boolean lock(AtomicBuffer buffer, int offset) {
        return !buffer.compareAndSetInt(offset, FREE, LOCKED) && lockSlowly(buffer, offset);
    }

    private static boolean lockSlowly(AtomicBuffer buffer, int offset) {
        int pauses = 0;
        while (true) {
            final int seen = buffer.getIntVolatile(offset);
            if ((seen & LOCKED) == 0 && buffer.compareAndSetInt(offset, seen, seen | LOCKED)) {
                return (seen & WATCHED) != 0;
            }
            pauses = Backoff.pause(pauses);
        }
    }

    static void unlock(AtomicBuffer buffer, int offset, boolean watched) {
        buffer.putIntRelease(offset, watched ? WATCHED : FREE);
    }
}
