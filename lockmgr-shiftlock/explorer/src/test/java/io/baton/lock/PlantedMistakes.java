package io.baton.lock;

import io.baton.fabric.CasMasks;
import io.baton.fabric.Endpoint;
import io.baton.fabric.Route;

/** Protocols with one mistake each, for the explorer to find. */
final class PlantedMistakes {

    private static final int SLOTS_MAX = 8;

    private PlantedMistakes() {
    }

    /** As the paper prints it: a writer keeps the epoch that it saw when it queued, flipped once after ModeChanged. */
    static final class StaleEpoch extends ShiftLock {

        StaleEpoch(Endpoint endpoint, Waiting waiting, Holds holds, LockCounters counters, ShiftLockOptions options) {
            super(endpoint, waiting, holds, counters, options);
        }

        @Override
        void onHandover(Hold hold, LockNotice received) {
            final int epoch = hold.epoch;
            super.onHandover(hold, received);
            hold.epoch = epoch;
        }

        @Override
        void onModeChanged(Hold hold, LockNotice received) {
            final int epoch = hold.epoch;
            super.onModeChanged(hold, received);
            hold.epoch = 1 - epoch;
        }

        /** The paper's mode change adds one to Epoch, whatever it is. */
        @Override
        void changeMode(Hold hold) {
            hold.epoch = LockEntry.epoch(endpoint.readWord(LockEntry.address(hold.slot)));
            super.changeMode(hold);
        }
    }

    /** A reader leaves as it releases: RelCnt counts somebody whom nobody counted on. */
    static final class CancelCountsRelease extends ShiftLock {

        CancelCountsRelease(Endpoint endpoint, Waiting waiting, Holds holds, LockCounters counters,
            ShiftLockOptions options) {
            super(endpoint, waiting, holds, counters, options);
        }

        @Override
        boolean cancelReader(Hold hold) {
            readerRelease(hold);
            return true;
        }
    }

    /** A reader takes itself out at once and makes up for it in RelCnt if it finds that it had been let in. */
    static final class CancelRepairsLater extends ShiftLock {

        CancelRepairsLater(Endpoint endpoint, Waiting waiting, Holds holds, LockCounters counters,
            ShiftLockOptions options) {
            super(endpoint, waiting, holds, counters, options);
        }

        @Override
        boolean cancelReader(Hold hold) {
            endpoint.extFaa(LockEntry.address(hold.slot), FIELDS, LockEntry.MINUS_ONE_READER, 0, entry);
            if (LockEntry.epoch(entry.low()) != hold.epoch) {
                endpoint.extFaa(LockEntry.address(hold.slot), FIELDS, 0, 1, entry);
            }
            hold.state(HoldState.IDLE);
            return true;
        }
    }

    /** A writer tries without looking at RdrCnt. */
    static final class TryOvertakes extends ShiftLock {

        TryOvertakes(Endpoint endpoint, Waiting waiting, Holds holds, LockCounters counters, ShiftLockOptions options) {
            super(endpoint, waiting, holds, counters, options);
        }

        @Override
        LockOutcome writerTry(Hold hold) {
            final CasMasks masks = new CasMasks(LockEntry.TAIL_MASK, 0, LockEntry.TAIL_MASK, 0);
            final boolean swapped = endpoint.extCas(LockEntry.address(hold.slot), masks, 0, 0, self, 0, entry);
            return swapped ? becomeWriter(hold) : LockOutcome.BUSY;
        }
    }

    /** The last writer frees the lock but does not let waiting readers in. */
    static final class NoFlip extends ShiftLock {

        NoFlip(Endpoint endpoint, Waiting waiting, Holds holds, LockCounters counters, ShiftLockOptions options) {
            super(endpoint, waiting, holds, counters, options);
        }

        @Override
        boolean clearTail(Hold hold) {
            final CasMasks masks = new CasMasks(LockEntry.TAIL_MASK, 0, LockEntry.TAIL_MASK, LockEntry.ALL);
            final long next = LockEntry.advance(hold.relCnt, 1);
            return endpoint.extCas(LockEntry.address(hold.slot), masks, self, 0, 0, next, entry);
        }
    }

    /** Names a wrong release count in ModeChanged. */
    static final class WrongExpectation extends ShiftLock {

        private final boolean countsReaders;
        private final int error;

        WrongExpectation(
            Endpoint endpoint, Waiting waiting, Holds holds, LockCounters counters, ShiftLockOptions options,
                boolean countsReaders, int error) {
            super(endpoint, waiting, holds, counters, options);
            this.countsReaders = countsReaders;
            this.error = error;
        }

        @Override
        long expected(long relCnt, int readers) {
            return super.expected(relCnt, countsReaders ? readers : 0) + error;
        }
    }

    /** Releases without asking whether somebody has queued behind. */
    static final class IgnoresSuccessor extends ShiftLock {

        IgnoresSuccessor(Endpoint endpoint, Waiting waiting, Holds holds, LockCounters counters,
            ShiftLockOptions options) {
            super(endpoint, waiting, holds, counters, options);
        }

        @Override
        boolean clearTail(Hold hold) {
            final CasMasks masks = new CasMasks(0, 0, LockEntry.TAIL_MASK | LockEntry.EPOCH_MASK, LockEntry.ALL);
            final long next = LockEntry.advance(hold.relCnt, 1);
            endpoint.extCas(LockEntry.address(hold.slot), masks, 0, 0, 1 - hold.epoch, next, entry);
            return true;
        }
    }

    /** A writer that leaves the head of the queue flips Epoch, which it does not hold. */
    static final class LeavingFlips extends ShiftLock {

        LeavingFlips(Endpoint endpoint, Waiting waiting, Holds holds, LockCounters counters, ShiftLockOptions options) {
            super(endpoint, waiting, holds, counters, options);
        }

        @Override
        HoldState leaveQueue(Hold hold) {
            final CasMasks masks =
                new CasMasks(LockEntry.TAIL_MASK, 0, LockEntry.TAIL_MASK | LockEntry.EPOCH_MASK, 0);
            final boolean left =
                endpoint.extCas(LockEntry.address(hold.slot), masks, self, 0, 1 - hold.epoch, 0, entry);
            return left ? HoldState.IDLE : HoldState.LEAVES_TO_SUCCESSOR;
        }
    }

    /** Compares too little: hands over although RdrCnt and RelCnt say that readers are still inside. */
    static final class EntersBesideReaders extends ShiftLock {

        EntersBesideReaders(Endpoint endpoint, Waiting waiting, Holds holds, LockCounters counters,
            ShiftLockOptions options) {
            super(endpoint, waiting, holds, counters, options);
        }

        @Override
        void onModeChanged(Hold hold, LockNotice received) {
            super.onModeChanged(hold, received);
            hold.state(HoldState.HOLDS_EXCLUSIVE);
        }
    }

    /** A writer leaves its lock to the agent though readers wait, who have found the writer in the tail. */
    static final class LeavesReadersToAgent extends CachingShiftLock {

        private static final CasMasks TAIL_ONLY =
            new CasMasks(LockEntry.TAIL_MASK, LockEntry.ALL, LockEntry.TAIL_MASK, 0);

        LeavesReadersToAgent(Endpoint endpoint, Waiting waiting, Holds holds, LockCounters counters,
            ShiftLockOptions options) {
            super(endpoint, waiting, holds, counters, options, () -> 0, new LockCache(SLOTS_MAX, 0, 0, 0));
        }

        @Override
        boolean leaveTo(long agentRoute, Hold hold) {
            return endpoint.extCas(LockEntry.address(hold.slot), TAIL_ONLY,
                self, hold.relCnt, LockEntry.tailBits(agentRoute), 0, entry);
        }
    }

    /** A reader waits for what an agent keeps, and tells nobody. */
    static final class ReaderAsksNobody extends CachingShiftLock {

        ReaderAsksNobody(Endpoint endpoint, Waiting waiting, Holds holds, LockCounters counters,
            ShiftLockOptions options) {
            super(endpoint, waiting, holds, counters, options, () -> 0, new LockCache(SLOTS_MAX, 0, 0, 0));
        }

        @Override
        boolean readerEnters(Hold hold) {
            final boolean entered = super.readerEnters(hold);
            hold.ahead = Route.NONE;
            return entered;
        }
    }

    /** A writer leaves its lock to the agent and names it in the entry, whoever has queued meanwhile. */
    static final class LeavesSuccessorBehind extends CachingShiftLock {

        private static final CasMasks COUNT_ONLY = new CasMasks(0, LockEntry.ALL, LockEntry.TAIL_MASK, 0);

        LeavesSuccessorBehind(Endpoint endpoint, Waiting waiting, Holds holds, LockCounters counters,
            ShiftLockOptions options) {
            super(endpoint, waiting, holds, counters, options, () -> 0, new LockCache(SLOTS_MAX, 0, 0, 0));
        }

        @Override
        boolean leaveTo(long agentRoute, Hold hold) {
            return endpoint.extCas(LockEntry.address(hold.slot), COUNT_ONLY,
                0, hold.relCnt, LockEntry.tailBits(agentRoute), 0, entry);
        }
    }

    /** A mistake among clients of a process, which know of each other by its cache. */
    record Cooperative(Maker maker) implements ShiftLockTable.ProtocolFactory {

        @FunctionalInterface
        interface Maker {
            ShiftLock create(Endpoint endpoint, Waiting waiting, Holds holds, LockCounters counters,
                ShiftLockOptions options, LockCache cache);
        }

        @Override
        public ShiftLock create(Endpoint endpoint, Waiting waiting, Holds holds, LockCounters counters,
            ShiftLockOptions options) {
            throw new IllegalStateException("a process without a cache");
        }

        ShiftLockTable.ProtocolFactory with(LockCache cache) {
            return (endpoint, waiting, holds, counters, options) ->
                maker.create(endpoint, waiting, holds, counters, options, cache);
        }
    }

    /** A writer passes its turn on and stays named in the tail pointer. */
    static final class PassesUnnamed extends CachingShiftLock {

        PassesUnnamed(Endpoint endpoint, Waiting waiting, Holds holds, LockCounters counters,
            ShiftLockOptions options, LockCache cache) {
            super(endpoint, waiting, holds, counters, options, () -> 0, cache);
        }

        @Override
        boolean putInPlace(Hold hold, LocalWait heir) {
            return true;
        }
    }

    /** A writer passes its turn on, and keeps to itself who comes after it. */
    static final class PassesWithoutSuccessor extends CachingShiftLock {

        PassesWithoutSuccessor(Endpoint endpoint, Waiting waiting, Holds holds, LockCounters counters,
            ShiftLockOptions options, LockCache cache) {
            super(endpoint, waiting, holds, counters, options, () -> 0, cache);
        }

        @Override
        boolean passesOn(Hold hold, LocalWait heir) {
            final boolean known = hold.successor != Route.NONE;
            if (known) {
                hold.successor = Route.NONE;
                hold.state(HoldState.IDLE);
                heir.pass(hold);
                return true;
            }
            return super.passesOn(hold, heir);
        }
    }

    /** A leader that leaves the queue tells nobody that now another must lead. */
    static final class LeavesFollowersBehind extends CachingShiftLock {

        LeavesFollowersBehind(Endpoint endpoint, Waiting waiting, Holds holds, LockCounters counters,
            ShiftLockOptions options, LockCache cache) {
            super(endpoint, waiting, holds, counters, options, () -> 0, cache);
        }

        @Override
        void endLead(Hold hold) {
            hold.leads = false;
        }
    }
}
