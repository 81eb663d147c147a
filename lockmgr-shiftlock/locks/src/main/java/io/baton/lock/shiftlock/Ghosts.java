package io.baton.lock.shiftlock;

import io.baton.fabric.Doorbell;
import java.util.ArrayList;
import java.util.concurrent.locks.ReentrantLock;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * The positions in queues that a client has left behind. A ghost ends its turn as soon as it comes, and then it is
 * gone.
 *
 * <p>Concurrency: as long as a client has ghosts, both the client and the {@link GhostAgent} may serve its mailbox,
 * and the latch decides whose turn it is. The client holds it during an operation, but not while it waits for a word
 * of memory; the agent only tries it, and not while the client wants it. A client without ghosts never takes it, so
 * that it costs nothing on the usual path: only the client itself makes ghosts, so a count that it reads late is too
 * high, never too low, and a count of zero (volatile) shows it everything that the agent has done.
 */
final class Ghosts {

    /** Between two looks whether the agent has left the latch, which it holds for a few verbs. */
    private static final long LATCH_ROUND_NANOS = 1_000;

    final ReentrantLock latch = new ReentrantLock();
    private final ArrayList<Hold> ghosts = new ArrayList<>(8);
    /** The client waits for the latch. */
    private volatile boolean wanted;
    private volatile int count;

    /**
     * Takes the latch for the client. Waits by the fabric's means, so that time passes for the agent wherever time is
     * simulated; and the agent, whose doorbell may ring all the time, leaves the latch alone meanwhile.
     */
    void latch(Doorbell pause, NanoClock clock) {
        if (latch.tryLock()) {
            return;
        }
        wanted = true;
        while (!latch.tryLock()) {
            pause.await(clock.nanoTime() + LATCH_ROUND_NANOS);
        }
        wanted = false;
    }

    /** For the agent: takes the latch unless it is taken or the client wants it. */
    boolean tryLatch() {
        return !wanted && latch.tryLock();
    }

    boolean any() {
        return count != 0;
    }

    /** Makes room for one more, before anything is done that may end with it. */
    void reserve() {
        ghosts.ensureCapacity(ghosts.size() + 1);
    }

    void add(Hold hold) {
        ghosts.add(hold);
        count = ghosts.size();
    }

    void remove(Hold hold) {
        ghosts.remove(hold);
        count = ghosts.size();
    }

    int size() {
        return ghosts.size();
    }

    Hold get(int index) {
        return ghosts.get(index);
    }

    boolean anyWaitsForReaders() {
        for (int i = 0; i < ghosts.size(); i++) {
            if (ghosts.get(i).is(HoldState.WAITS_FOR_READERS)) {
                return true;
            }
        }
        return false;
    }

    @Nullable
    Hold find(int slot) {
        for (int i = 0; i < ghosts.size(); i++) {
            if (ghosts.get(i).slot == slot) {
                return ghosts.get(i);
            }
        }
        return null;
    }
}
