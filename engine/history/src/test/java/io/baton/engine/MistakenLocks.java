package io.baton.engine;

import io.baton.lock.ForwardingLockClient;
import io.baton.lock.LockClient;
import io.baton.lock.LockList;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.LockTable;
import io.baton.lock.NoLockTable;
import java.util.function.Function;

/** A lock table whose clients get fewer locks, or weaker ones, than they are asked for. */
final class MistakenLocks implements LockTable {

    private final Mistake mistake;
    private final EmbeddedLocks real;

    MistakenLocks(Mistake mistake, EmbeddedLocks real) {
        this.mistake = mistake;
        this.real = real;
    }

    @Override
    public int slots() {
        return real.table().slots();
    }

    @Override
    public LockClient client() {
        return new Client(mistake == Mistake.LOCKS_OF_ONE_CLIENT_ONLY
            ? new NoLockTable(slots()).client() : real.table().client());
    }

    @Override
    public long busySlots() {
        return real.table().busySlots();
    }

    @Override
    public void close() {
        real.close();
    }

    /** One client. {@link MistakenCall} tells it which locks to forget. */
    final class Client extends ForwardingLockClient {

        /** The next lock is not taken. */
        boolean forgetsNext;
        /** Exclusive locks are not taken. */
        boolean forgetsExclusive;

        Client(LockClient client) {
            super(client);
        }

        @Override
        public LockOutcome acquire(int slot, LockMode mode, long deadlineNanos) {
            return get(slot, mode, wanted -> client.acquire(slot, wanted, deadlineNanos));
        }

        @Override
        public LockOutcome tryAcquire(int slot, LockMode mode) {
            return get(slot, mode, wanted -> client.tryAcquire(slot, wanted));
        }

        private LockOutcome get(int slot, LockMode mode, Function<LockMode, LockOutcome> request) {
            if (forgetsNext || (forgetsExclusive && mode == LockMode.EXCLUSIVE)) {
                forgetsNext = false;
                return LockOutcome.GRANTED;
            }
            return switch (mistake) {
                case SHARED_LOCK_FOR_A_WRITE -> request.apply(LockMode.SHARED);
                case MISSED_UPGRADE -> client.held(slot) == null ? request.apply(mode) : LockOutcome.GRANTED;
                case BUSY_LOCK_TAKEN_FOR_GRANTED -> {
                    if (client.held(slot) == null) {
                        client.tryAcquire(slot, mode);
                    }
                    yield LockOutcome.GRANTED;
                }
                default -> request.apply(mode);
            };
        }

        /** One by one, as each may be forgotten. */
        @Override
        public LockOutcome acquireAll(LockList locks, long deadlineNanos) {
            LockOutcome outcome = LockOutcome.GRANTED;
            for (int i = 0; i < locks.size() && outcome == LockOutcome.GRANTED; i++) {
                outcome = acquire(locks.slot(i), locks.mode(i), deadlineNanos);
            }
            return outcome;
        }

        @Override
        public LockOutcome releaseAndTell(int slot) {
            release(slot);
            return LockOutcome.GRANTED;
        }

        @Override
        public LockOutcome releaseAllAndTell() {
            releaseAll();
            return LockOutcome.GRANTED;
        }

        @Override
        public void releaseAll() {
            forgetsNext = false;
            forgetsExclusive = false;
            client.releaseAll();
        }
    }
}
