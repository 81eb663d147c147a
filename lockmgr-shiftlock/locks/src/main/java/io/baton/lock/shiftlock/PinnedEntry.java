package io.baton.lock.shiftlock;

import io.baton.fabric.Endpoint;
import io.baton.lock.entry.LockEntry;

/**
 * The entry under policy LEASE (R2 of {@code spec/5-recovery.md}): a reader that is late must not touch the next
 * generation, so that it compares what it changes. Under policy SESSION no lock is reset while it has a holder whose
 * verbs still work.
 */
final class PinnedEntry extends MaskedEntry {

    PinnedEntry(Endpoint endpoint) {
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
