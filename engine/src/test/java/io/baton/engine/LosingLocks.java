package io.baton.engine;

import io.baton.lock.LockClient;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.LockTable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A lock table as one of a lock server that fails: at one request of a client a lock is lost, or all of them are, and
 * the client does then what real ones do. One client at a time.
 */
final class LosingLocks implements LockTable {

    private final EmbeddedLocks real;
    /** Requests until one is answered with the loss; negative if none is. */
    private int requestsLeft = -1;
    private boolean atRelease;
    private LockOutcome loss = LockOutcome.LOST;
    /** How long the request takes that is answered with the loss. */
    private long delayNanos;
    /** Requests of the call under way. */
    int requests;

    LosingLocks(EmbeddedLocks real) {
        this.real = real;
    }

    /** Loses at a request for a lock, counted from 0 and from now. */
    void loseAt(int request, LockOutcome how, long afterMillis) {
        requestsLeft = request;
        loss = how;
        delayNanos = TimeUnit.MILLISECONDS.toNanos(afterMillis);
    }

    /** Has lost when the locks are given back that are held then. */
    void loseBeforeRelease(LockOutcome how) {
        atRelease = true;
        loss = how;
    }

    @Override
    public int slots() {
        return real.table().slots();
    }

    @Override
    public LockClient client() {
        return new Client(real.table().client());
    }

    @Override
    public long busySlots() {
        return real.table().busySlots();
    }

    @Override
    public void close() {
        real.close();
    }

    /** One client. */
    private final class Client extends ForwardingLockClient {

        Client(LockClient client) {
            super(client);
        }

        private boolean loses() {
            requests++;
            if (requestsLeft < 0 || requestsLeft-- > 0) {
                return false;
            }
            LockSupport.parkNanos(delayNanos);
            return true;
        }

        /** A client that has lost all holds nothing; one that has lost a lock holds the others. */
        private LockOutcome lose(int slot) {
            if (loss == LockOutcome.LOST) {
                client.releaseAll();
            } else {
                while (client.held(slot) != null) {
                    client.release(slot);
                }
            }
            return loss;
        }

        @Override
        public LockOutcome acquire(int slot, LockMode mode, long deadlineNanos) {
            return loses() ? lose(slot) : client.acquire(slot, mode, deadlineNanos);
        }

        @Override
        public LockOutcome tryAcquire(int slot, LockMode mode) {
            return loses() ? lose(slot) : client.tryAcquire(slot, mode);
        }

        @Override
        public LockOutcome releaseAllAndTell() {
            final boolean lost = atRelease && client.heldCount() > 0;
            client.releaseAll();
            if (!lost) {
                return LockOutcome.GRANTED;
            }
            atRelease = false;
            return loss;
        }
    }
}
