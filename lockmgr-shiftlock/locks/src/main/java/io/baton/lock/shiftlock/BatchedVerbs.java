package io.baton.lock.shiftlock;

import io.baton.fabric.ExtCas;
import io.baton.fabric.ExtFaa;
import io.baton.lock.entry.LockEntry;

/** Those of {@link ShiftLock}'s verbs that are posted together with others ({@link LockBatch}), and their answers. */
final class BatchedVerbs {

    private final ShiftLock lock;

    BatchedVerbs(ShiftLock lock) {
        this.lock = lock;
    }

    ExtFaa readerEnters(Hold hold, ExtFaa verb) {
        return verb.at(LockEntry.address(hold.slot))
            .addLow(LockEntry.ONE_READER, LockEntry.LOW_BOUNDARY)
            .addHigh(0, LockEntry.HIGH_BOUNDARY);
    }

    ExtFaa readerLeaves(Hold hold, ExtFaa verb) {
        return verb.at(LockEntry.address(hold.slot))
            .addLow(LockEntry.MINUS_ONE_READER, LockEntry.LOW_BOUNDARY)
            .addHigh(1, LockEntry.HIGH_BOUNDARY);
    }

    ExtCas writerTries(Hold hold, ExtCas verb) {
        return verb.at(LockEntry.address(hold.slot))
            .compareLow(LockEntry.TAIL_MASK | LockEntry.READERS_MASK, 0).swapLow(LockEntry.TAIL_MASK, lock.self);
    }

    ExtCas writerClearsTail(Hold hold, ExtCas verb) {
        return verb.at(LockEntry.address(hold.slot))
            .compareLow(LockEntry.TAIL_MASK, lock.self).compareHigh(LockEntry.ALL, hold.relCnt)
            .swapLow(LockEntry.TAIL_MASK | LockEntry.EPOCH_MASK, 1 - hold.epoch)
            .swapHigh(LockEntry.ALL, LockEntry.advance(hold.relCnt, 1));
    }

    /** What a reader's verb has done for it: it leaves, or has come and holds the lock or waits for it. */
    void onReaderVerb(Hold hold, ExtFaa executed) {
        if (hold.is(HoldState.HOLDS_SHARED)) {
            hold.state(HoldState.IDLE);
            return;
        }
        hold.relCnt = executed.oldHigh();
        hold.epoch = LockEntry.epoch(executed.oldLow());
        hold.state(LockEntry.hasTail(executed.oldLow()) ? HoldState.WAITS_FOR_EPOCH : HoldState.HOLDS_SHARED);
    }

    /** What a writer's verb has done for it: it leaves, or finds that it has a successor; or it has got the lock. */
    void onWriterVerb(Hold hold, ExtCas executed) {
        if (hold.is(HoldState.HOLDS_EXCLUSIVE)) {
            lock.check(executed.succeeded() || executed.oldHigh() == hold.relCnt,
                "the release count changed under a writer", hold);
            hold.state(executed.succeeded() ? HoldState.IDLE : HoldState.RELEASES_TO_SUCCESSOR);
        } else if (executed.succeeded()) {
            hold.relCnt = executed.oldHigh();
            hold.epoch = LockEntry.epoch(executed.oldLow());
            hold.state(HoldState.HOLDS_EXCLUSIVE);
        }
    }
}
