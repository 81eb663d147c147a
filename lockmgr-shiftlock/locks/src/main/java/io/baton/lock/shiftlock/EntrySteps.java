package io.baton.lock.shiftlock;

import io.baton.fabric.Endpoint;
import io.baton.fabric.WordPair;
import io.baton.lock.entry.LockEntry;

/**
 * What a client's steps do to a lock's entry: everything below {@link ShiftLock} that knows how the entry is laid out
 * and which atomics change it. One object a client. A step changes the entry, and of its {@link Hold} what it has
 * learnt of the entry; what the client does about it is the caller's.
 *
 * <p>Whatever the layout, {@link Hold#relCnt} of a writer is word 1 as it is while the writer holds the lock: what a
 * writer at the head waits for, and what it hands on.
 */
abstract class EntrySteps {

    final Endpoint endpoint;
    /** The tail pointer's bits when this client is the last in a queue. */
    final long self;
    /** The entry as the last verb has found it; some steps tell only of one word. */
    final WordPair entry = new WordPair();

    EntrySteps(Endpoint endpoint, long self) {
        this.endpoint = endpoint;
        this.self = self;
    }

    // Readers

    /** A reader comes; returns whether it holds the lock, because no writer is queued. */
    abstract boolean readerEnters(Hold hold);

    /** A reader that holds the lock gives it back. */
    abstract void readerLeaves(Hold hold);

    /** A waiting reader goes as if it had not come, if word 0 is still as it was seen. */
    abstract boolean readerCancels(Hold hold, long seenLow);

    /** A sole reader becomes the writer: HOLDS_EXCLUSIVE, or HOLDS_SHARED if it is not alone. */
    abstract HoldState readerUpgrades(Hold hold);

    // Writers

    /** A writer queues; returns what it does then. */
    abstract HoldState writerQueues(Hold hold);

    /** A writer gets the lock if it is free, and leaves no trace otherwise: HOLDS_EXCLUSIVE or IDLE. */
    abstract HoldState writerTries(Hold hold);

    /** The last writer frees the lock and lets waiting readers in; false if another writer has queued. */
    abstract boolean clearsTail(Hold hold);

    /** A writer that waits for readers gives the head of the queue up, if it can; returns what it does then. */
    abstract HoldState leavesQueue(Hold hold);

    /** A visible hand-over: RelCnt tells of it. */
    abstract boolean countsHandOver(Hold hold, long newRelCnt);

    /** What a writer's release makes of RelCnt. */
    abstract long released(long relCnt);

    /** Flips Epoch, and returns how many readers that lets in; -1 if the entry is not as its holder left it. */
    abstract int flips(Hold hold, long newRelCnt);

    /** Names another client in a writer's place; false if another writer has queued. */
    abstract boolean passesTo(Hold hold, long route);

    /** The same, only if no reader waits either. */
    abstract boolean leavesTo(Hold hold, long route);

    // What the last verb has found

    /** The route of the last writer in the queue. */
    abstract long tail();

    /** Whether what only the holder changes is as the holder has left it. */
    abstract boolean isAsLeft(Hold hold);

    /** The entry as it was found. */
    abstract String found();

    /** What this client remembers of entries that it has nothing to do with. */
    abstract String remembered();

    static long address(Hold hold) {
        return LockEntry.address(hold.slot);
    }

    static long relCntAddress(Hold hold) {
        return LockEntry.address(hold.slot) + LockEntry.REL_CNT_OFFSET;
    }
}
