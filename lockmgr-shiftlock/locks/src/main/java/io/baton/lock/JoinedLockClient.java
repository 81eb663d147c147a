package io.baton.lock;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A client of a {@link JoinedLockTable}: one client at each table. A request is a request at one of them, so that it
 * costs no more verbs than without this; only what is for all locks goes to all.
 */
final class JoinedLockClient implements LockClient {

    private final LockClient[] clients;
    private final int slotsEach;
    private final LockCounters counters;
    /** Those of the locks wanted together that are at one table. */
    private final LockList part = new LockList();
    /** Whether it has lost all that it held at one table, and with it what it held at the others. For good. */
    private boolean lost;
    private boolean closed;

    JoinedLockClient(List<LockClient> clients, int slotsEach) {
        this.clients = clients.toArray(LockClient[]::new);
        this.slotsEach = slotsEach;
        this.counters = LockCounters.sumOf(clients.stream().map(LockClient::counters).toList());
    }

    @Override
    public LockOutcome acquire(int slot, LockMode mode, long deadlineNanos) {
        final LockClient client = checked(slot);
        return lost ? LockOutcome.LOST : seen(client.acquire(slot % slotsEach, mode, deadlineNanos));
    }

    /** One request to each table that has some of the locks, in the order of the tables. */
    @Override
    public LockOutcome acquireAll(LockList locks, long deadlineNanos) {
        LockOutcome outcome = lost ? LockOutcome.LOST : LockOutcome.GRANTED;
        int next = 0;
        while (outcome == LockOutcome.GRANTED && next < locks.size()) {
            final LockClient client = checked(locks.slot(next));
            final int first = locks.slot(next) / slotsEach * slotsEach;
            part.clear();
            while (next < locks.size() && locks.slot(next) - first < slotsEach) {
                part.add(locks.slot(next) - first, locks.mode(next));
                next++;
            }
            outcome = seen(client.acquireAll(part, deadlineNanos));
        }
        return outcome;
    }

    @Override
    public LockOutcome tryAcquire(int slot, LockMode mode) {
        final LockClient client = checked(slot);
        return lost ? LockOutcome.LOST : seen(client.tryAcquire(slot % slotsEach, mode));
    }

    @Override
    public LockOutcome upgrade(int slot) {
        checkHeld(slot);
        return lost ? LockOutcome.LOST : seen(at(slot).upgrade(slot % slotsEach));
    }

    @Override
    public void release(int slot) {
        releaseAndTell(slot);
    }

    @Override
    public LockOutcome releaseAndTell(int slot) {
        checkHeld(slot);
        return lost ? LockOutcome.LOST : seen(at(slot).releaseAndTell(slot % slotsEach));
    }

    @Override
    public void releaseAll() {
        releaseAllAndTell();
    }

    @Override
    public LockOutcome releaseAllAndTell() {
        final LockOutcome told = releaseFrom(0);
        return lost ? LockOutcome.LOST : told;
    }

    /** Releases what is held at a table and at those behind it, also if one of them fails. */
    private LockOutcome releaseFrom(int table) {
        if (table == clients.length) {
            return LockOutcome.GRANTED;
        }
        LockOutcome behind = LockOutcome.GRANTED;
        final LockOutcome outcome;
        try {
            outcome = clients[table].releaseAllAndTell();
            lost |= outcome == LockOutcome.LOST;
        } finally {
            behind = releaseFrom(table + 1);
        }
        return behind == LockOutcome.GRANTED ? outcome : behind;
    }

    /** A client that has lost the locks of one table is not to go on with those of the others. */
    private LockOutcome seen(LockOutcome outcome) {
        if (outcome == LockOutcome.LOST) {
            lost = true;
            for (final LockClient client : clients) {
                client.releaseAll();
            }
        }
        return outcome;
    }

    @Override
    public @Nullable LockMode held(int slot) {
        return isSlot(slot) ? at(slot).held(slot % slotsEach) : null;
    }

    @Override
    public FencingToken token(int slot) {
        if (!isSlot(slot)) {
            throw notHeld(slot);
        }
        return at(slot).token(slot % slotsEach);
    }

    @Override
    public void cancelWhen(BooleanSupplier cancelled) {
        for (final LockClient client : clients) {
            client.cancelWhen(cancelled);
        }
    }

    /** One of them waits at most; the others look once too often. */
    @Override
    public void wake() {
        for (final LockClient client : clients) {
            client.wake();
        }
    }

    @Override
    public boolean isBroken() {
        for (final LockClient client : clients) {
            if (client.isBroken()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public int heldCount() {
        int count = 0;
        for (final LockClient client : clients) {
            count += client.heldCount();
        }
        return count;
    }

    @Override
    public void forEachHeld(ObjIntConsumer<LockMode> held) {
        for (int i = 0; i < clients.length; i++) {
            final int first = i * slotsEach;
            clients[i].forEachHeld((mode, slot) -> held.accept(mode, first + slot));
        }
    }

    @Override
    public LockCounters counters() {
        return counters;
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        final int held = heldCount();
        if (held > 0) {
            throw new IllegalStateException(
                "a lock client that holds " + held + " locks cannot be closed; release them first");
        }
        closed = true;
        EachOf.last(List.of(clients), LockClient::close);
    }

    private boolean isSlot(int slot) {
        return slot >= 0 && slot / slotsEach < clients.length;
    }

    private LockClient at(int slot) {
        return clients[slot / slotsEach];
    }

    private LockClient checked(int slot) {
        if (!isSlot(slot)) {
            throw new IllegalArgumentException(
                "slot " + slot + ": give one between 0 and " + (clients.length * slotsEach - 1));
        }
        return at(slot);
    }

    /** Tells a mistake of its own where the table would name another slot, or there is none. */
    private void checkHeld(int slot) {
        if (!lost && held(slot) == null) {
            throw notHeld(slot);
        }
    }

    private static IllegalStateException notHeld(int slot) {
        return new IllegalStateException("the client does not hold the lock of slot " + slot);
    }
}
