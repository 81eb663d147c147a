package io.baton.lock;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The positions in queues that a client has left behind. A ghost ends its turn as soon as it comes, and then it is
 * gone.
 *
 * <p>Concurrency: as long as a client has ghosts, both the client and the {@link GhostAgent} may serve its mailbox,
 * and the latch decides whose turn it is. The client holds it during an operation, but not while it waits for a word
 * of memory; the agent only tries it. A client without ghosts never takes it, so that it costs nothing on the usual
 * path: only the client itself makes ghosts, so a count that it reads late is too high, never too low, and a count
 * of zero (volatile) shows it everything that the agent has done.
 */
final class Ghosts {

    final ReentrantLock latch = new ReentrantLock();
    private final List<Hold> ghosts = new ArrayList<>();
    private volatile int count;

    boolean any() {
        return count != 0;
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

    @Nullable Hold find(int slot) {
        for (int i = 0; i < ghosts.size(); i++) {
            if (ghosts.get(i).slot == slot) {
                return ghosts.get(i);
            }
        }
        return null;
    }
}
