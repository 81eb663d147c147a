package io.baton.rival;

import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.lock.LockClient;
import io.baton.lock.LockCounter;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.LockTable;
import java.util.random.RandomGenerator;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The simplest sharing lock, one word with a writer bit and a count of readers, on which one mistake at a time can be
 * planted: what the contract must find.
 */
public final class ToyTable implements LockTable {

    /** What is wrong with a toy. */
    public enum Fault {
        /** Nothing. */
        NONE,
        /** Everybody gets the lock. */
        NO_EXCLUSION,
        /** A reader that waits counts already as one that is inside. */
        READER_BESIDE_WRITER,
        /** A reader looks and then counts itself: a writer may come between. */
        READER_LOOKS_FIRST,
        /** A writer looks and then writes: another may come between. */
        WRITER_LOOKS_FIRST,
        /** A reader that is refused stays counted. */
        REFUSED_TRY_LEAKS,
        /** One release in a hundred does nothing. */
        RELEASE_FORGOTTEN,
        /** One release in a hundred leaves something behind that is in nobody's way. */
        ENTRY_LEAKS,
        /** A waiter sleeps until the next release, although the one that it needs may have been before. */
        LOST_WAKEUP,
        /** Readers exclude each other. */
        NOT_SHARED,
        /** An upgrade forgets to ask whether there are other readers. */
        UPGRADE_BESIDE_READERS,
        /** Gives up in time, but takes the lock nevertheless. */
        DEADLINE_LEAKS
    }

    private static final int BYTES = 16;
    /** Offset of the entry's second word: who waits, for {@link Fault#LOST_WAKEUP}; otherwise 0. */
    private static final int SECOND = 8;
    private static final long WRITER = 1L << 62;
    private static final long SPREAD_NANOS = 20_000;
    private static final int FORGETS_ONE_IN = 100;

    private final Fabric fabric;
    private final int slots;
    private final RandomGenerator random;
    private final Fault fault;
    private volatile boolean closed;

    /** Makes a table. */
    public ToyTable(Fabric fabric, int slots, RandomGenerator random, Fault fault) {
        this.fabric = fabric;
        this.slots = slots;
        this.random = random;
        this.fault = fault;
    }

    /** The memory of a table in bytes. */
    public static long memoryBytes(int slots) {
        return (long) slots * BYTES;
    }

    @Override
    public int slots() {
        return slots;
    }

    @Override
    public LockClient client() {
        if (closed) {
            throw new IllegalStateException("the lock table is closed; open a new one");
        }
        return new ToyClient();
    }

    @Override
    public long busySlots() {
        long busy = 0;
        try (Endpoint endpoint = fabric.connect()) {
            for (int slot = 0; slot < slots; slot++) {
                final long address = (long) slot * BYTES;
                busy += endpoint.readWord(address) == 0 && endpoint.readWord(address + SECOND) == 0 ? 0 : 1;
            }
        }
        return busy;
    }

    @Override
    public void close() {
        closed = true;
    }

    private final class ToyClient extends RivalClient<RivalHold> {

        private final UnsafeBuffer notice = new UnsafeBuffer(new byte[Long.BYTES]);

        private ToyClient() {
            super(ToyTable.this.fabric, ToyTable.this.slots, ToyTable.this.random);
        }

        @Override
        protected RivalHold newHold() {
            return new RivalHold();
        }

        /** Waits for a random while between two looks, so that nobody is served in order. */
        @Override
        protected LockOutcome enter(RivalHold hold, long deadlineNanos) {
            if (get(hold)) {
                return LockOutcome.GRANTED;
            }
            counters.count(LockCounter.WAITS);
            do {
                if (over(deadlineNanos)) {
                    if (fault == Fault.DEADLINE_LEAKS && isReader(hold)) {
                        endpoint.faa(word(hold), 1);
                    }
                    return LockOutcome.DEADLINE;
                }
                await(hold);
            } while (!get(hold));
            return LockOutcome.GRANTED;
        }

        /** Ends a client whose test is over, which would wait for ever and take others' time. */
        private void await(RivalHold hold) {
            if (closed) {
                throw new IllegalStateException("the table is closed under a client that waits");
            }
            if (fault == Fault.LOST_WAKEUP) {
                endpoint.writeWord(word(hold) + SECOND, endpoint.route());
                endpoint.awaitNotice(Endpoint.NO_DEADLINE);
                endpoint.receive((buffer, offset, length) -> {});
            } else {
                pause(1 + random.nextLong(SPREAD_NANOS));
            }
        }

        @Override
        protected LockOutcome tryEnter(RivalHold hold) {
            if (get(hold)) {
                return LockOutcome.GRANTED;
            }
            if (fault == Fault.REFUSED_TRY_LEAKS && isReader(hold)) {
                endpoint.faa(word(hold), 1);
            }
            return LockOutcome.BUSY;
        }

        private boolean get(RivalHold hold) {
            return fault == Fault.NO_EXCLUSION || (isReader(hold) ? getShared(hold) : getExclusive(hold));
        }

        private boolean getShared(RivalHold hold) {
            if (fault == Fault.READER_BESIDE_WRITER) {
                endpoint.faa(word(hold), 1);
                return true;
            }
            long seen = endpoint.readWord(word(hold));
            while (seen < WRITER) {
                if (fault == Fault.READER_LOOKS_FIRST) {
                    pause(1_000);
                    endpoint.faa(word(hold), 1);
                    return true;
                }
                final long old = endpoint.cas(word(hold), seen, seen + 1);
                if (old == seen) {
                    return true;
                }
                seen = old;
            }
            return false;
        }

        private boolean getExclusive(RivalHold hold) {
            if (fault == Fault.WRITER_LOOKS_FIRST) {
                if (endpoint.readWord(word(hold)) != 0) {
                    return false;
                }
                pause(1_000);
                endpoint.writeWord(word(hold), WRITER);
                return true;
            }
            return endpoint.cas(word(hold), 0, WRITER) == 0;
        }

        @Override
        protected LockOutcome promote(RivalHold hold) {
            if (fault == Fault.UPGRADE_BESIDE_READERS) {
                endpoint.faa(word(hold), WRITER - 1);
                return LockOutcome.GRANTED;
            }
            return endpoint.cas(word(hold), 1, WRITER) == 1 ? LockOutcome.GRANTED : LockOutcome.BUSY;
        }

        @Override
        protected void leave(RivalHold hold) {
            if (fault == Fault.NO_EXCLUSION
                || (fault == Fault.RELEASE_FORGOTTEN && random.nextInt(FORGETS_ONE_IN) == 0)) {
                return;
            }
            endpoint.faa(word(hold), isReader(hold) ? -1 : -WRITER);
            if (fault == Fault.ENTRY_LEAKS && random.nextInt(FORGETS_ONE_IN) == 0) {
                endpoint.writeWord(word(hold) + SECOND, 1);
            }
            if (fault == Fault.LOST_WAKEUP) {
                final long waiter = endpoint.readWord(word(hold) + SECOND);
                if (waiter != 0) {
                    endpoint.writeWord(word(hold) + SECOND, 0);
                    endpoint.send(waiter, notice, 0, Long.BYTES);
                }
            }
        }

        private boolean isReader(RivalHold hold) {
            return hold.mode == LockMode.SHARED && fault != Fault.NOT_SHARED;
        }

        private static long word(RivalHold hold) {
            return (long) hold.slot * BYTES;
        }
    }
}
