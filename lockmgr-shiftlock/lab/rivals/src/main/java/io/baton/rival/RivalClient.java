package io.baton.rival;

import io.baton.fabric.Doorbell;
import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.lock.LockClient;
import io.baton.lock.LockCounter;
import io.baton.lock.LockCounters;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import java.util.ArrayDeque;
import java.util.function.ObjIntConsumer;
import java.util.random.RandomGenerator;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * The bookkeeping that is the same for all rivals. A protocol implements {@link #enter}, {@link #tryEnter} and
 * {@link #leave} for one lock at a time.
 *
 * @param <H> what the protocol remembers of a lock
 */
public abstract class RivalClient<H extends RivalHold> implements LockClient {

    private static final long IN_PROCESS_PAUSE_NANOS = 1_862;

    protected final Endpoint endpoint;
    protected final NanoClock clock;
    protected final RandomGenerator random;
    protected final LockCounters counters;
    /** Whether a verb is a round trip. */
    protected final boolean verbsTakeTime;
    private final int slots;
    /** Never rung: only passes time. */
    private final Doorbell pause;
    private final Int2ObjectHashMap<H> holds = new Int2ObjectHashMap<>();
    private final ArrayDeque<H> spare = new ArrayDeque<>();
    private boolean closed;

    /**
     * Connects a client.
     *
     * @param fabric the lock server
     * @param slots the number of locks
     * @param random the client's own randomness
     */
    protected RivalClient(Fabric fabric, int slots, RandomGenerator random) {
        this.endpoint = fabric.connect();
        this.clock = fabric.clock();
        this.verbsTakeTime = fabric.hasRoundTrips();
        this.pause = fabric.doorbell();
        this.random = random;
        this.slots = slots;
        this.counters = new LockCounters(endpoint.counters());
    }

    /** {@return a new hold: what the protocol remembers of one lock} */
    protected abstract H newHold();

    /**
     * Gets the lock, waiting as long as it takes or the protocol lets it. Not called for a lock already held.
     *
     * @param hold the lock
     * @param deadlineNanos until when to wait, in the fabric's clock
     * @return the outcome
     */
    protected abstract LockOutcome enter(H hold, long deadlineNanos);

    /**
     * Gets the lock if that is possible at once.
     *
     * @param hold the lock
     * @return GRANTED or BUSY
     */
    protected abstract LockOutcome tryEnter(H hold);

    /**
     * Gives the lock back.
     *
     * @param hold the lock
     */
    protected abstract void leave(H hold);

    /** Called after locks were given back and are no longer counted as held: for what can only be done then. */
    protected void left() {
        // Most protocols have nothing to do.
    }

    /**
     * Turns a shared hold into an exclusive one.
     *
     * @param hold the lock
     * @return GRANTED, or BUSY unless the protocol knows how
     */
    protected LockOutcome promote(H hold) {
        return LockOutcome.BUSY;
    }

    @Override
    public final LockOutcome acquire(int slot, LockMode mode, long deadlineNanos) {
        check(slot);
        final H again = holds.get(slot);
        if (again != null) {
            return again(again, mode);
        }
        final H hold = begin(slot, mode);
        return settle(hold, enter(hold, deadlineNanos));
    }

    @Override
    public final LockOutcome tryAcquire(int slot, LockMode mode) {
        check(slot);
        final H again = holds.get(slot);
        if (again != null) {
            return again(again, mode);
        }
        final H hold = begin(slot, mode);
        return settle(hold, tryEnter(hold));
    }

    @Override
    public final LockOutcome upgrade(int slot) {
        return upgrade(heldAt(slot));
    }

    @Override
    public final void release(int slot) {
        final H hold = heldAt(slot);
        if (hold.reacquisitions > 0) {
            hold.reacquisitions--;
            return;
        }
        leave(hold);
        holds.remove(slot);
        spare.push(hold);
        left();
    }

    @Override
    public final void releaseAll() {
        for (final H hold : holds.values()) {
            leave(hold);
            hold.reacquisitions = 0;
            spare.push(hold);
        }
        holds.clear();
        left();
    }

    @Override
    public final @Nullable LockMode held(int slot) {
        final H hold = holds.get(slot);
        return hold == null ? null : hold.mode;
    }

    @Override
    public final int heldCount() {
        return holds.size();
    }

    /** {@return where notices to this client go} */
    public final long route() {
        return endpoint.route();
    }

    @Override
    public final void forEachHeld(ObjIntConsumer<LockMode> held) {
        for (final H hold : holds.values()) {
            held.accept(hold.mode, hold.slot);
        }
    }

    @Override
    public final LockCounters counters() {
        return counters;
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        if (!holds.isEmpty()) {
            throw new IllegalStateException(
                "the client still holds " + holds.size() + " locks; release them before closing it");
        }
        closed = true;
        endpoint.close();
    }

    /**
     * Called before a verb is repeated at once, which is no wait of the protocol's. Where a verb is a round trip
     * nothing happens: the round trip is the wait. Within the process it would be none, and a client that tries again
     * and again would keep the holder from a core (virtual threads that only yield starve each other), so there some
     * time passes.
     */
    protected final void beforeRepeating() {
        if (!verbsTakeTime) {
            pause(IN_PROCESS_PAUSE_NANOS);
        }
    }

    /**
     * Lets time pass without a verb.
     *
     * @param nanos how long
     */
    protected final void pause(long nanos) {
        pause.await(clock.nanoTime() + nanos);
    }

    /**
     * Tells whether a deadline has passed.
     *
     * @param deadlineNanos the deadline, or NO_DEADLINE
     * @return whether it has
     */
    protected final boolean over(long deadlineNanos) {
        return deadlineNanos != NO_DEADLINE && clock.nanoTime() - deadlineNanos >= 0;
    }

    private LockOutcome again(H hold, LockMode mode) {
        if (mode == LockMode.EXCLUSIVE && upgrade(hold) != LockOutcome.GRANTED) {
            return LockOutcome.BUSY;
        }
        hold.reacquisitions++;
        return LockOutcome.GRANTED;
    }

    private LockOutcome upgrade(H hold) {
        if (hold.mode == LockMode.EXCLUSIVE) {
            return LockOutcome.GRANTED;
        }
        final LockOutcome outcome = promote(hold);
        if (outcome == LockOutcome.GRANTED) {
            hold.mode = LockMode.EXCLUSIVE;
            counters.count(LockCounter.UPGRADES);
        } else {
            counters.count(LockCounter.BUSY);
        }
        return outcome;
    }

    private H begin(int slot, LockMode mode) {
        final H polled = spare.poll();
        final H hold = polled == null ? newHold() : polled;
        hold.slot = slot;
        hold.mode = mode;
        hold.reacquisitions = 0;
        return hold;
    }

    private LockOutcome settle(H hold, LockOutcome outcome) {
        if (outcome == LockOutcome.GRANTED) {
            holds.put(hold.slot, hold);
            counters.count(LockCounter.ACQUISITIONS);
            return outcome;
        }
        spare.push(hold);
        if (outcome == LockOutcome.BUSY) {
            counters.count(LockCounter.BUSY);
        }
        return outcome;
    }

    /**
     * Looks a lock up that this client holds.
     *
     * @param slot the lock
     * @return what is remembered of it, or null
     */
    protected final @Nullable H find(int slot) {
        return holds.get(slot);
    }

    private H heldAt(int slot) {
        final H hold = holds.get(slot);
        if (hold == null) {
            throw new IllegalStateException("the client does not hold the lock of slot " + slot);
        }
        return hold;
    }

    private void check(int slot) {
        if (slot < 0 || slot >= slots) {
            throw new IllegalArgumentException("slot " + slot + ": give one between 0 and " + (slots - 1));
        }
        if (closed) {
            throw new IllegalStateException("the lock client is closed; open a new one");
        }
    }
}
