package io.baton.rival.queue;

import io.baton.fabric.Fabric;
import io.baton.fabric.Route;
import io.baton.lock.LockCounter;
import io.baton.lock.LockInvariantViolation;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.rival.EntryTable;
import io.baton.rival.RivalClient;
import java.util.random.RandomGenerator;

/** One client of an {@link RmaRwTable}. */
final class RmaRwClient extends RivalClient<QueueHold> {

    /** What became of a reader's arrival. */
    private enum Arrival {
        /** It holds the lock. */
        ENTERED,
        /** It met the threshold, has reset the counters, and may come again at once. */
        RESET,
        /** It has backed off and must wait until the arrivals are few enough. */
        REFUSED
    }

    private final RmaRwThresholds thresholds;
    private final WriterQueue queue;

    RmaRwClient(Fabric fabric, int slots, RandomGenerator random, RmaRwThresholds thresholds) {
        super(fabric, slots, random);
        this.thresholds = thresholds;
        this.queue = new WriterQueue(endpoint, this::pause);
    }

    @Override
    protected QueueHold newHold() {
        return new QueueHold();
    }

    @Override
    protected LockOutcome enter(QueueHold hold, long deadlineNanos) {
        if (hold.mode() == LockMode.SHARED) {
            return readerEnter(hold, deadlineNanos);
        }
        writerEnter(hold);
        return LockOutcome.GRANTED;
    }

    @Override
    protected LockOutcome tryEnter(QueueHold hold) {
        if (hold.mode() == LockMode.SHARED) {
            Arrival arrival = arrive(hold);
            if (arrival == Arrival.RESET) {
                arrival = arrive(hold);
            }
            return arrival == Arrival.ENTERED ? LockOutcome.GRANTED : LockOutcome.BUSY;
        }
        return writerTry(hold) ? LockOutcome.GRANTED : LockOutcome.BUSY;
    }

    @Override
    protected void leave(QueueHold hold) {
        if (hold.mode() == LockMode.SHARED) {
            endpoint.faa(ReaderMarker.address(hold.slot()), ReaderMarker.DEPARTURE);
        } else {
            writerLeave(hold);
        }
    }

    private LockOutcome readerEnter(QueueHold hold, long deadlineNanos) {
        final long marker = ReaderMarker.address(hold.slot());
        Arrival arrival = arrive(hold);
        if (arrival != Arrival.ENTERED) {
            counters.count(LockCounter.WAITS);
        }
        while (arrival != Arrival.ENTERED) {
            if (arrival == Arrival.REFUSED) {
                while (ReaderMarker.arrive(endpoint.readWord(marker)) > thresholds.readers()) {
                    if (over(deadlineNanos)) {
                        return LockOutcome.DEADLINE;
                    }
                    beforeRepeating();
                }
            }
            if (over(deadlineNanos)) {
                return LockOutcome.DEADLINE;
            }
            beforeRepeating();
            arrival = arrive(hold);
        }
        return LockOutcome.GRANTED;
    }

    private Arrival arrive(QueueHold hold) {
        final long marker = ReaderMarker.address(hold.slot());
        final long arrivals = ReaderMarker.arrive(endpoint.faa(marker, ReaderMarker.ARRIVAL));
        if (arrivals < thresholds.readers()) {
            return Arrival.ENTERED;
        }
        final boolean resets = arrivals == thresholds.readers()
            && endpoint.readWord(EntryTable.address(hold.slot())) == Route.NONE;
        if (resets) {
            resetDepartures(hold);
        }
        endpoint.faa(marker, -ReaderMarker.ARRIVAL);
        return resets ? Arrival.RESET : Arrival.REFUSED;
    }

    private void writerEnter(QueueHold hold) {
        final boolean atHead = queue.enqueue(hold);
        if (!atHead) {
            counters.count(LockCounter.WAITS);
            queue.awaitTurn(hold);
        }
        if (atHead || hold.turn == QueueNotice.MODE_CHANGED) {
            final boolean waited = awaitReaders(hold);
            endpoint.faa(ReaderMarker.address(hold.slot()), ReaderMarker.WRITE_FLAG);
            if ((awaitReaders(hold) || waited) && atHead) {
                counters.count(LockCounter.WAITS);
            }
        }
    }

    /** Returns whether it had to wait. */
    private boolean awaitReaders(QueueHold hold) {
        boolean waited = false;
        while (ReaderMarker.hasReaders(endpoint.readWord(ReaderMarker.address(hold.slot())))) {
            waited = true;
            beforeRepeating();
        }
        return waited;
    }

    private boolean writerTry(QueueHold hold) {
        if (!queue.tryEnqueue(hold)) {
            return false;
        }
        final long marker = ReaderMarker.address(hold.slot());
        if (!ReaderMarker.hasReaders(endpoint.readWord(marker))) {
            endpoint.faa(marker, ReaderMarker.WRITE_FLAG);
            if (!ReaderMarker.hasReaders(endpoint.readWord(marker))) {
                return true;
            }
            resetMarker(hold);
        }
        if (!queue.clearTail(hold)) {
            queue.awaitSuccessor(hold);
            queue.passOn(hold, QueueNotice.MODE_CHANGED, 0);
        }
        return false;
    }

    private void writerLeave(QueueHold hold) {
        final int consWrt = hold.consWrt + 1;
        boolean modeChanged = consWrt >= thresholds.writers();
        if (modeChanged) {
            resetMarker(hold);
        }
        if (hold.successor == Route.NONE) {
            if (!modeChanged) {
                resetMarker(hold);
                modeChanged = true;
            }
            if (queue.clearTail(hold)) {
                return;
            }
            queue.awaitSuccessor(hold);
        }
        if (modeChanged) {
            counters.count(LockCounter.MODE_CHANGES);
            queue.passOn(hold, QueueNotice.MODE_CHANGED, 0);
        } else {
            counters.count(LockCounter.HANDOVERS);
            queue.passOn(hold, QueueNotice.HANDOVER, consWrt);
        }
    }

    /**
     * A reader's reset. By CAS: an arrival that is about to be taken back can let two readers meet the threshold
     * exactly, and if both subtracted the same departures, the count of departures would fall below zero.
     */
    private void resetDepartures(QueueHold hold) {
        final long marker = ReaderMarker.address(hold.slot());
        long word = endpoint.readWord(marker);
        while (!ReaderMarker.isWriting(word) && ReaderMarker.hasDepartures(word)) {
            final long old = endpoint.cas(marker, word, word + ReaderMarker.reset(word));
            if (old == word) {
                return;
            }
            word = old;
        }
    }

    private void resetMarker(QueueHold hold) {
        final long marker = ReaderMarker.address(hold.slot());
        final long word = endpoint.readWord(marker);
        final long before = endpoint.faa(marker, ReaderMarker.reset(word));
        if (ReaderMarker.isWriting(before) != ReaderMarker.isWriting(word)) {
            throw new LockInvariantViolation("slot " + hold.slot() + ": the write flag changed during a reset, from 0x"
                + Long.toHexString(word) + " to 0x" + Long.toHexString(before));
        }
    }
}
