package io.baton.lock.shiftlock;

import io.baton.fabric.Endpoint;
import io.baton.fabric.LocalWords;
import io.baton.lock.entry.LockEntry;
import io.baton.lock.entry.PlainLockEntry;
import org.jspecify.annotations.Nullable;

/**
 * ShiftLock-8: two words of 8 bytes, changed by plain compare-and-swap and fetch-and-add ({@code spec/8-plain-entry.md}
 * has the steps and their numbers). What the paper does with one atomic on both words becomes one on word 0, and where
 * a step needs word 1 too, a READ of it afterwards: Out only grows up to what In was.
 *
 * <p>A compare-and-swap on word 0 compares all of it, so that it begins with a guess; one that fails returns the
 * word, with which it is tried again. Each failure is another client's progress.
 */
final class PlainEntry extends EntrySteps {

    private final @Nullable LocalWords words;
    private final @Nullable WordGuesses guesses;

    /**
     * Makes the steps of one client.
     *
     * @param endpoint gets the verbs
     * @param words null where the entries are not in this process
     */
    PlainEntry(Endpoint endpoint, @Nullable LocalWords words) {
        super(endpoint, PlainLockEntry.tailBits(endpoint.route()));
        this.words = words;
        this.guesses = words == null ? new WordGuesses() : null;
    }

    // Readers

    @Override
    boolean readerEnters(Hold hold) {
        final long low = endpoint.faa(address(hold), PlainLockEntry.ONE_READER);
        hold.relCnt = PlainLockEntry.in(low);
        hold.epoch = LockEntry.epoch(low);
        entry.set(low, 0);
        left(hold, low + PlainLockEntry.ONE_READER);
        return !PlainLockEntry.hasTail(low);
    }

    /** Sets RelCnt of the hold to word 1 as it was when the reader came, if no other has come or left since. */
    @Override
    void readerLeaves(Hold hold) {
        final long high = endpoint.faa(relCntAddress(hold), 1);
        hold.relCnt = high - PlainLockEntry.readers(PlainLockEntry.inBits(high), hold.relCnt);
        entry.set(0, high);
    }

    @Override
    boolean readerCancels(Hold hold, long seenLow) {
        final long low = endpoint.cas(address(hold), seenLow, seenLow - PlainLockEntry.ONE_READER);
        entry.set(low, 0);
        return low == seenLow;
    }

    /** Out is read first, so that it cannot be too high; then it takes itself out, after it has closed the door. */
    @Override
    HoldState readerUpgrades(Hold hold) {
        final long high = endpoint.readWord(relCntAddress(hold));
        final long low = endpoint.readWord(address(hold));
        if (PlainLockEntry.hasTail(low) || PlainLockEntry.readers(low, high) != 1 || !queues(hold, low)) {
            return HoldState.HOLDS_SHARED;
        }
        return atHead(hold, low, endpoint.faa(relCntAddress(hold), 1) + 1);
    }

    // Writers

    @Override
    HoldState writerQueues(Hold hold) {
        long low = guess(hold);
        while (!queues(hold, low)) {
            low = entry.low();
        }
        final long high = endpoint.readWord(relCntAddress(hold));
        if (PlainLockEntry.hasTail(low)) {
            hold.relCnt = high;
            hold.epoch = LockEntry.epoch(low);
            return HoldState.WAITS_FOR_TURN;
        }
        return atHead(hold, low, high);
    }

    @Override
    HoldState writerTries(Hold hold) {
        final long low = endpoint.readWord(address(hold));
        if (PlainLockEntry.hasTail(low)
            || PlainLockEntry.readers(low, endpoint.readWord(relCntAddress(hold))) != 0 || !queues(hold, low)) {
            return HoldState.IDLE;
        }
        return atHead(hold, low, endpoint.readWord(relCntAddress(hold)));
    }

    /** Names this client in the tail pointer, if word 0 is as it was seen. */
    private boolean queues(Hold hold, long seenLow) {
        final long low = endpoint.cas(address(hold), seenLow, PlainLockEntry.withTail(seenLow, self));
        entry.set(low, 0);
        return low == seenLow;
    }

    /**
     * What a writer does that has queued and found no other. For a try or an upgrade there is no reader to wait for,
     * unless 2^23 others have come and gone between two of its verbs.
     */
    private static HoldState atHead(Hold hold, long low, long high) {
        hold.relCnt = PlainLockEntry.allOut(low, high);
        hold.epoch = LockEntry.epoch(low);
        return hold.relCnt == high ? HoldState.HOLDS_EXCLUSIVE : HoldState.WAITS_FOR_READERS;
    }

    /** Epoch flips only if readers wait, so that a lock of writers only stays as it is and guesses are right. */
    @Override
    boolean clearsTail(Hold hold) {
        long seen = alone(hold);
        while (true) {
            final long free = cleared(hold, seen);
            final long low = endpoint.cas(address(hold), seen, free);
            if (low == seen) {
                left(hold, free);
                return true;
            }
            entry.set(low, hold.relCnt);
            if ((low & PlainLockEntry.TAIL_MASK) != self || !isAsLeft(hold)) {
                return false;
            }
            seen = low;
        }
    }

    /** Word 0 when its last writer goes. */
    private static long cleared(Hold hold, long seen) {
        final long free = PlainLockEntry.withTail(seen, 0);
        return waits(hold, seen) ? free ^ PlainLockEntry.EPOCH_MASK : free;
    }

    /** Whether readers wait for this writer. */
    private static boolean waits(Hold hold, long low) {
        return PlainLockEntry.readers(low, hold.relCnt) != 0;
    }

    /** Word 0 if this client is its last writer and no reader waits. */
    private long alone(Hold hold) {
        return PlainLockEntry.inBits(hold.relCnt) | self | hold.epoch;
    }

    /** Only while no reader waits; {@link MaskedEntry#leavesQueue} says why. */
    @Override
    HoldState leavesQueue(Hold hold) {
        if (endpoint.readWord(relCntAddress(hold)) == hold.relCnt) {
            return HoldState.HOLDS_EXCLUSIVE;
        }
        final long alone = alone(hold);
        final long low = endpoint.cas(address(hold), alone, PlainLockEntry.withTail(alone, 0));
        entry.set(low, 0);
        if (low == alone) {
            return HoldState.IDLE;
        }
        return (low & PlainLockEntry.TAIL_MASK) == self
            ? HoldState.WAITS_FOR_READERS : HoldState.LEAVES_TO_SUCCESSOR;
    }

    /** There is no count of writers' releases, and {@link ShiftLockOptions} lets none be asked for. */
    @Override
    boolean countsHandOver(Hold hold, long newRelCnt) {
        throw new UnsupportedOperationException("a visible hand-over: an entry of two words has silent ones only");
    }

    @Override
    long released(long relCnt) {
        return relCnt;
    }

    /** Nobody else flips Epoch, so that adding to the lowest bit, or subtracting, carries nowhere. */
    @Override
    int flips(Hold hold, long newRelCnt) {
        final long low = endpoint.faa(address(hold), 1L - 2L * hold.epoch);
        entry.set(low, newRelCnt);
        return isAsLeft(hold) ? PlainLockEntry.readers(low, newRelCnt) : -1;
    }

    @Override
    boolean passesTo(Hold hold, long route) {
        final long tail = PlainLockEntry.tailBits(route);
        long seen = alone(hold);
        while (!replaces(hold, seen, tail)) {
            seen = entry.low();
            if ((seen & PlainLockEntry.TAIL_MASK) != self || !isAsLeft(hold)) {
                return false;
            }
        }
        return true;
    }

    @Override
    boolean leavesTo(Hold hold, long route) {
        return replaces(hold, alone(hold), PlainLockEntry.tailBits(route));
    }

    private boolean replaces(Hold hold, long seen, long tailBits) {
        final long low = endpoint.cas(address(hold), seen, PlainLockEntry.withTail(seen, tailBits));
        entry.set(low, hold.relCnt);
        return low == seen;
    }

    // Guesses

    /** Any guess will do; a load from this process's memory is a good one, and never waits for an order. */
    private long guess(Hold hold) {
        return guesses == null ? local(hold) : guesses.of(hold.slot);
    }

    private long local(Hold hold) {
        return words == null ? 0 : words.touch(address(hold));
    }

    private void left(Hold hold, long low) {
        if (guesses != null) {
            guesses.left(hold.slot, low);
        }
    }

    // What the last verb has found

    @Override
    long tail() {
        return PlainLockEntry.tail(entry.low());
    }

    @Override
    boolean isAsLeft(Hold hold) {
        return LockEntry.epoch(entry.low()) == hold.epoch;
    }

    @Override
    String found() {
        return PlainLockEntry.toString(entry.low(), entry.high());
    }

    @Override
    String remembered() {
        return guesses == null ? "" : guesses.toString();
    }

    /**
     * How a client has left the first words of the locks that it used last, to begin a compare-and-swap with: where a
     * READ costs a round trip, a guess that is right saves it, and one that is wrong costs no more than the READ. Locks
     * share places, so that its size is bounded. Not thread-safe.
     */
    private static final class WordGuesses {

        private static final int PLACES = 64;

        private final int[] slots = new int[PLACES];
        private final long[] lows = new long[PLACES];

        /** The word as it was left, or that of a lock that nobody has used yet. */
        long of(int slot) {
            final int at = slot & (PLACES - 1);
            return slots[at] == slot ? lows[at] : 0;
        }

        void left(int slot, long low) {
            final int at = slot & (PLACES - 1);
            slots[at] = slot;
            lows[at] = low;
        }

        /** All that it remembers. */
        @Override
        public String toString() {
            final StringBuilder text = new StringBuilder();
            for (int at = 0; at < PLACES; at++) {
                if (lows[at] != 0) {
                    text.append(' ').append(slots[at]).append('~').append(Long.toHexString(lows[at]));
                }
            }
            return text.toString();
        }
    }
}
