package io.baton.trial.dslr;

import io.baton.lock.LockMode;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * Sees who works on which data. A client touches its data at the beginning of a critical section and at the end; the
 * rule is that nobody who excludes it has touched them in between. A client that has died touches nothing any more.
 */
final class DslrJudge {

    /** One critical section. */
    static final class Stay {

        private final int node;
        private final String client;
        private final int lock;
        private final LockMode mode;
        private final long grantedNanos;
        private @Nullable Stay overtaker;

        private Stay(int node, String client, int lock, LockMode mode, long grantedNanos) {
            this.node = node;
            this.client = client;
            this.lock = lock;
            this.mode = mode;
            this.grantedNanos = grantedNanos;
        }

        private boolean excludes(Stay other) {
            return lock == other.lock && (mode == LockMode.EXCLUSIVE || other.mode == LockMode.EXCLUSIVE);
        }

        @Override
        public String toString() {
            return client + " (" + mode + ", granted at " + grantedNanos + " ns)";
        }
    }

    private final NanoClock clock;
    private final long leaseNanos;
    private final List<Stay> stays = new ArrayList<>();
    private long grants;

    /** Measures in exact virtual time. */
    DslrJudge(NanoClock clock, long leaseNanos) {
        this.clock = clock;
        this.leaseNanos = leaseNanos;
    }

    /** A client has got a lock and begins. */
    Stay enter(int node, String client, int lock, LockMode mode) {
        final Stay stay = new Stay(node, client, lock, mode, clock.nanoTime());
        grants++;
        for (Stay other : stays) {
            if (other.excludes(stay) && other.overtaker == null) {
                other.overtaker = stay;
            }
        }
        stays.add(stay);
        return stay;
    }

    /** It ends. */
    void leave(Stay stay) {
        stays.remove(stay);
        final Stay overtaker = stay.overtaker;
        if (overtaker != null) {
            final long after = overtaker.grantedNanos - stay.grantedNanos;
            throw new DslrBroken(after < leaseNanos ? DslrVerdict.TWO_HOLDERS_WITHIN_LEASE
                : DslrVerdict.TWO_HOLDERS_PAST_LEASE,
                "lock " + stay.lock + " has two holders: " + stay
                    + " was still at work at " + clock.nanoTime() + " ns, though " + overtaker
                    + " had got it; the lease is " + leaseNanos + " ns");
        }
    }

    /** A process has died, and its clients with it. */
    void died(int node) {
        stays.removeIf(stay -> stay.node == node);
    }

    long grants() {
        return grants;
    }
}
