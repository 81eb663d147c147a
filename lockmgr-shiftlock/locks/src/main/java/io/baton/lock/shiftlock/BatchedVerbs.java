package io.baton.lock.shiftlock;

import io.baton.fabric.ExtCas;
import io.baton.fabric.ExtFaa;
import io.baton.fabric.WordPair;
import io.baton.lock.entry.LockEntry;

/** Those of {@link ShiftLock}'s verbs that are posted together with others ({@link LockBatch}), and their answers. */
final class BatchedVerbs {

    private final ShiftLock lock;
    private final WordPair queued = new WordPair();

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

    /** Compares nothing, as {@link MaskedEntry#writerQueues}. */
    ExtCas writerQueues(Hold hold, ExtCas verb) {
        return verb.at(LockEntry.address(hold.slot)).swapLow(LockEntry.TAIL_MASK, lock.self);
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

    /** Names the process's agent in a writer's place, if no client waits, as {@link MaskedEntry#leavesTo}. */
    ExtCas writerLeavesTo(long agentRoute, Hold hold, ExtCas verb) {
        return verb.at(LockEntry.address(hold.slot))
            .compareLow(LockEntry.TAIL_MASK | LockEntry.READERS_MASK, lock.self)
            .compareHigh(LockEntry.ALL, hold.relCnt)
            .swapLow(LockEntry.TAIL_MASK, LockEntry.tailBits(agentRoute));
    }

    /** Whether that is what a release does. */
    boolean leavesToAgent(ExtCas verb) {
        return verb.compareMaskLow() == (LockEntry.TAIL_MASK | LockEntry.READERS_MASK);
    }

    /** What a reader's verb has done for it: it leaves, or has come and holds the lock or waits for it. */
    void onReaderVerb(Hold hold, ExtFaa executed) {
        if (hold.is(HoldState.HOLDS_SHARED)) {
            hold.state(HoldState.IDLE);
            return;
        }
        hold.relCnt = executed.oldHigh();
        hold.epoch = LockEntry.epoch(executed.oldLow());
        if (!LockEntry.hasTail(executed.oldLow())) {
            hold.state(HoldState.HOLDS_SHARED);
            return;
        }
        hold.state(HoldState.WAITS_FOR_EPOCH);
        if (lock.repair != null) {
            hold.ahead = LockEntry.tail(executed.oldLow());
        }
        if (lock.turns != null) {
            hold.keeper = LockEntry.tail(executed.oldLow());
            hold.patient = true;
        }
    }

    /**
     * What a writer's verb has done for it: it leaves, or finds that it has a successor; or it has got the lock, or
     * is in its queue.
     */
    void onWriterVerb(Hold hold, ExtCas executed) {
        if (hold.is(HoldState.HOLDS_EXCLUSIVE)) {
            onWriterLeaves(hold, executed);
        } else if (executed.compareMaskLow() == 0) {
            onQueued(hold, executed);
        } else if (executed.succeeded()) {
            hold.relCnt = executed.oldHigh();
            hold.epoch = LockEntry.epoch(executed.oldLow());
            hold.state(HoldState.HOLDS_EXCLUSIVE);
        }
    }

    /**
     * If only readers have come, a writer that was to leave its lock to the agent still holds it. If the lock was
     * reset, its release alone will find that: here others' answers are still to come.
     */
    private void onWriterLeaves(Hold hold, ExtCas executed) {
        final boolean isReset = lock.repair != null && !LockEntry.sameGeneration(executed.oldHigh(), hold.relCnt);
        lock.entry.set(executed.oldLow(), executed.oldHigh());
        lock.check(isReset || executed.succeeded() || executed.oldHigh() == hold.relCnt,
            "the release count changed under a writer", hold);
        if (isReset) {
            return;
        }
        if (executed.succeeded()) {
            hold.state(HoldState.IDLE);
        } else if ((executed.oldLow() & LockEntry.TAIL_MASK) != lock.self) {
            hold.state(HoldState.RELEASES_TO_SUCCESSOR);
        }
    }

    /** A writer is in the queue: it has the lock, or waits for others. */
    private void onQueued(Hold hold, ExtCas executed) {
        hold.relCnt = executed.oldHigh();
        hold.epoch = LockEntry.epoch(executed.oldLow());
        if (LockEntry.isFree(executed.oldLow())) {
            hold.state(HoldState.HOLDS_EXCLUSIVE);
            return;
        }
        queued.set(executed.oldLow(), executed.oldHigh());
        if (LockEntry.hasTail(executed.oldLow())) {
            hold.state(HoldState.WAITS_FOR_TURN);
        } else {
            hold.relCnt = LockEntry.advance(hold.relCnt, LockEntry.readers(executed.oldLow()));
            hold.state(HoldState.WAITS_FOR_READERS);
        }
    }

    /** The entry as the writer has found it that queued last and was not alone. */
    WordPair queued() {
        return queued;
    }
}
