package io.baton.lock.shiftlock;

import io.baton.fabric.Endpoint;
import io.baton.lock.entry.LockEntry;

/** The paper's entry of 16 bytes: each step is one extended atomic. */
class MaskedEntry extends EntrySteps {

    MaskedEntry(Endpoint endpoint) {
        super(endpoint, LockEntry.tailBits(endpoint.route()));
    }

    @Override
    boolean readerEnters(Hold hold) {
        endpoint.extFaa(address(hold), EntryMasks.FIELDS, LockEntry.ONE_READER, 0, entry);
        learn(hold);
        return !LockEntry.hasTail(entry.low());
    }

    @Override
    void readerLeaves(Hold hold) {
        endpoint.extFaa(address(hold), EntryMasks.FIELDS, LockEntry.MINUS_ONE_READER, 1, entry);
    }

    @Override
    boolean readerCancels(Hold hold, long seenLow) {
        return endpoint.extCas(address(hold), EntryMasks.CANCEL_READER,
            seenLow, hold.relCnt, seenLow - LockEntry.ONE_READER, 0, entry);
    }

    @Override
    HoldState readerUpgrades(Hold hold) {
        if (!endpoint.extCas(
            address(hold), EntryMasks.UPGRADE, LockEntry.ONE_READER, hold.relCnt, self, 0, entry)) {
            return HoldState.HOLDS_SHARED;
        }
        learn(hold);
        return HoldState.HOLDS_EXCLUSIVE;
    }

    @Override
    HoldState writerQueues(Hold hold) {
        endpoint.extCas(address(hold), EntryMasks.ENQUEUE, 0, 0, self, 0, entry);
        learn(hold);
        if (LockEntry.isFree(entry.low())) {
            return HoldState.HOLDS_EXCLUSIVE;
        }
        if (LockEntry.hasTail(entry.low())) {
            return HoldState.WAITS_FOR_TURN;
        }
        hold.relCnt = LockEntry.advance(hold.relCnt, LockEntry.readers(entry.low()));
        return HoldState.WAITS_FOR_READERS;
    }

    @Override
    HoldState writerTries(Hold hold) {
        if (!endpoint.extCas(address(hold), EntryMasks.TRY_WRITE, 0, 0, self, 0, entry)) {
            return HoldState.IDLE;
        }
        learn(hold);
        return HoldState.HOLDS_EXCLUSIVE;
    }

    private void learn(Hold hold) {
        hold.relCnt = entry.high();
        hold.epoch = LockEntry.epoch(entry.low());
    }

    @Override
    boolean clearsTail(Hold hold) {
        return endpoint.extCas(address(hold), EntryMasks.CLEAR_TAIL,
            self, hold.relCnt, 1 - hold.epoch, LockEntry.advance(hold.relCnt, 1), entry);
    }

    /**
     * Only while RdrCnt counts just the readers that the writer waits for. If more have come, they wait for Epoch to
     * flip, which must not happen before the others have left: one that was let in by the last flip may not have
     * looked yet, and a second flip would hide the first from it.
     */
    @Override
    HoldState leavesQueue(Hold hold) {
        final long address = address(hold);
        long relCnt = endpoint.readWord(address + LockEntry.REL_CNT_OFFSET);
        while (relCnt != hold.relCnt) {
            final long alone = self | (hold.relCnt - relCnt) * LockEntry.ONE_READER;
            if (endpoint.extCas(address, EntryMasks.LEAVE_QUEUE, alone, relCnt, 0, 0, entry)) {
                return HoldState.IDLE;
            }
            if ((entry.low() & LockEntry.TAIL_MASK) != self) {
                return HoldState.LEAVES_TO_SUCCESSOR;
            }
            if (entry.high() == relCnt) {
                return HoldState.WAITS_FOR_READERS;
            }
            relCnt = entry.high();
        }
        return HoldState.HOLDS_EXCLUSIVE;
    }

    @Override
    boolean countsHandOver(Hold hold, long newRelCnt) {
        return endpoint.extCas(address(hold), EntryMasks.HAND_OVER, 0, hold.relCnt, 0, newRelCnt, entry);
    }

    @Override
    long released(long relCnt) {
        return LockEntry.advance(relCnt, 1);
    }

    @Override
    int flips(Hold hold, long newRelCnt) {
        final boolean flipped = endpoint.extCas(
            address(hold), EntryMasks.CHANGE_MODE, hold.epoch, hold.relCnt, 1 - hold.epoch, newRelCnt, entry);
        return flipped ? LockEntry.readers(entry.low()) : -1;
    }

    @Override
    boolean passesTo(Hold hold, long route) {
        return endpoint.extCas(
            address(hold), EntryMasks.PASS_ON, self, hold.relCnt, LockEntry.tailBits(route), 0, entry);
    }

    @Override
    boolean leavesTo(Hold hold, long route) {
        return endpoint.extCas(
            address(hold), EntryMasks.LEAVE_TO_AGENT, self, hold.relCnt, LockEntry.tailBits(route), 0, entry);
    }

    @Override
    long tail() {
        return LockEntry.tail(entry.low());
    }

    @Override
    boolean isAsLeft(Hold hold) {
        return entry.high() == hold.relCnt;
    }

    @Override
    String found() {
        return LockEntry.toString(entry.low(), entry.high());
    }

    @Override
    String remembered() {
        return "";
    }

    /**
     * The same under policy LEASE (R2 of {@code spec/5-recovery.md}): a reader that is late must not touch the next
     * generation, so that it compares what it changes. Under policy SESSION no lock is reset while it has a holder
     * whose verbs still work.
     */
    static final class Pinned extends MaskedEntry {

        Pinned(Endpoint endpoint) {
            super(endpoint);
        }

        @Override
        void readerLeaves(Hold hold) {
            long low = LockEntry.ONE_READER;
            long relCnt = hold.relCnt;
            while (!endpoint.extCas(address(hold), EntryMasks.PINNED_LEAVE,
                low, relCnt, low - LockEntry.ONE_READER, LockEntry.advance(relCnt, 1), entry)) {
                low = entry.low() & LockEntry.READERS_MASK;
                relCnt = entry.high();
                Repair.checkGeneration(hold, relCnt);
            }
        }
    }
}
