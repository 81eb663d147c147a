package io.baton.engine.transaction;

import io.baton.lock.ForwardingLockClient;
import io.baton.lock.LockClient;
import io.baton.lock.LockList;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import java.util.TreeSet;

/**
 * The lock client of an engine in assertion mode: proves, with books of its own, that no transaction waits for a lock
 * that comes before one that it holds. A list of locks is in order by itself.
 */
public final class AuditedLockClient extends ForwardingLockClient {

    private final EngineState state;
    private final TreeSet<Integer> slots = new TreeSet<>();

    public AuditedLockClient(LockClient client, EngineState state) {
        super(client);
        this.state = state;
    }

    @Override
    public LockOutcome acquire(int slot, LockMode mode, long deadlineNanos) {
        checkOrder(slot);
        return note(slot, client.acquire(slot, mode, deadlineNanos));
    }

    @Override
    public LockOutcome acquireAll(LockList locks, long deadlineNanos) {
        if (locks.size() > 0) {
            checkOrder(locks.slot(0));
        }
        final LockOutcome outcome = client.acquireAll(locks, deadlineNanos);
        for (int i = 0; i < locks.size(); i++) {
            if (outcome == LockOutcome.GRANTED || client.held(locks.slot(i)) != null) {
                slots.add(locks.slot(i));
            }
        }
        return outcome == LockOutcome.LOST ? lost() : outcome;
    }

    @Override
    public LockOutcome tryAcquire(int slot, LockMode mode) {
        return note(slot, client.tryAcquire(slot, mode));
    }

    @Override
    public void release(int slot) {
        slots.remove(slot);
        client.release(slot);
    }

    @Override
    public LockOutcome releaseAndTell(int slot) {
        slots.remove(slot);
        return client.releaseAndTell(slot);
    }

    @Override
    public void releaseAll() {
        slots.clear();
        client.releaseAll();
        checkNoneHeld();
    }

    @Override
    public LockOutcome releaseAllAndTell() {
        slots.clear();
        final LockOutcome outcome = client.releaseAllAndTell();
        checkNoneHeld();
        return outcome;
    }

    private void checkNoneHeld() {
        if (client.heldCount() != 0) {
            throw state.stopAfter(client.heldCount() + " locks are held after all were released");
        }
    }

    private void checkOrder(int slot) {
        if (!slots.isEmpty() && slots.last() >= slot) {
            throw state.stopAfter(
                "a transaction would wait for slot " + slot + " while it holds slot " + slots.last());
        }
    }

    private LockOutcome note(int slot, LockOutcome outcome) {
        if (outcome == LockOutcome.GRANTED) {
            slots.add(slot);
            return outcome;
        }
        return outcome == LockOutcome.LOST ? lost() : outcome;
    }

    /** Nothing is held any more. */
    private LockOutcome lost() {
        slots.clear();
        return LockOutcome.LOST;
    }
}
