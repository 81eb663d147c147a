package io.baton.lock.shiftlock;

import io.baton.fabric.AddFields;
import io.baton.fabric.CasMasks;
import io.baton.lock.entry.LockEntry;

/** What each step of {@link ShiftLock} compares and swaps in an entry, or adds to. */
final class EntryMasks {

    private static final long TAIL = LockEntry.TAIL_MASK;
    private static final long READERS = LockEntry.READERS_MASK;
    private static final long EPOCH = LockEntry.EPOCH_MASK;
    private static final long GENERATION = LockEntry.GENERATION_MASK;
    private static final long ALL = LockEntry.ALL;

    /** A reader's fetch-and-add: each field of the entry is added to by itself. */
    static final AddFields FIELDS = new AddFields(LockEntry.LOW_BOUNDARY, LockEntry.HIGH_BOUNDARY);

    static final CasMasks ENQUEUE = new CasMasks(0, 0, TAIL, 0);
    static final CasMasks TRY_WRITE = new CasMasks(TAIL | READERS, 0, TAIL, 0);
    static final CasMasks UPGRADE = new CasMasks(TAIL | READERS, GENERATION, TAIL | READERS, 0);
    static final CasMasks CANCEL_READER = new CasMasks(EPOCH | READERS, GENERATION, READERS, 0);
    static final CasMasks CLEAR_TAIL = new CasMasks(TAIL, ALL, TAIL | EPOCH, ALL);
    static final CasMasks LEAVE_QUEUE = new CasMasks(TAIL | READERS, ALL, TAIL, 0);
    static final CasMasks HAND_OVER = new CasMasks(0, ALL, 0, ALL);
    static final CasMasks CHANGE_MODE = new CasMasks(EPOCH, ALL, EPOCH, ALL);
    /** A reader's release under policy LEASE. */
    static final CasMasks PINNED_LEAVE = new CasMasks(READERS, ALL, READERS, ALL);
    /** A writer names its process's agent in its own place, if no client waits. */
    static final CasMasks LEAVE_TO_AGENT = new CasMasks(TAIL | READERS, ALL, TAIL, 0);
    /** A writer names another one of its process in its own place. */
    static final CasMasks PASS_ON = new CasMasks(TAIL, ALL, TAIL, 0);

    private EntryMasks() {
    }
}
