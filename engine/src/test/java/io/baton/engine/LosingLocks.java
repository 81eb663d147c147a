package io.baton.engine;

import io.baton.lock.LockClient;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A lock table as one of a lock server that fails: at one request of a client a lock is lost, or all of them are, and
 * the client does then what real ones do. One whose locks are all lost gets no more, and says so until the engine takes
 * another one, as its session is over. One client at a time.
 */
final class LosingLocks extends EmbeddedLockDouble {

    /** Requests until one is answered with the loss; negative if none is. */
    private int requestsLeft = -1;
    private boolean atRelease;
    private LockOutcome loss = LockOutcome.LOST;
    /** How long the request takes that is answered with the loss. */
    private long delayNanos;
    /** Requests of the call under way. */
    int requests;

    LosingLocks(EmbeddedLocks real) {
        super(real);
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
    LockClient changed(LockClient client) {
        return new Client(client);
    }

    /** One client. */
    private final class Client extends SteppedLockClient {

        /** Whether its session with the lock server is over. */
        private boolean over;

        Client(LockClient client) {
            super(client);
        }

        /** Whether this request is answered with the loss, or comes after it. */
        private boolean loses() {
            requests++;
            if (over) {
                return true;
            }
            if (requestsLeft < 0 || requestsLeft-- > 0) {
                return false;
            }
            LockSupport.parkNanos(delayNanos);
            return true;
        }

        /** A client that has lost all holds nothing; one that has lost a lock holds the others. */
        private LockOutcome lose(int slot) {
            if (over || loss == LockOutcome.LOST) {
                over = true;
                client.releaseAll();
                return LockOutcome.LOST;
            }
            while (client.held(slot) != null) {
                client.release(slot);
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
            if (over || !lost) {
                return over ? LockOutcome.LOST : LockOutcome.GRANTED;
            }
            atRelease = false;
            over = loss == LockOutcome.LOST;
            return loss;
        }
    }
}
