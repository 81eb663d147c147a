package io.baton.explore.bug;

import io.baton.fabric.AddFields;
import io.baton.fabric.CasMasks;

/** Masks that compare or change too little or too much of a lock's entry (Figure 3 of the paper). */
final class Masks {

    static final long EPOCH = 1;
    static final long READERS = 0xFF_FFFEL;
    static final long TAIL = 0xFFFF_FFFF_FF00_0000L;
    private static final long ALL = -1;
    private static final long GENERATION = 0xFFFFL << 48;
    private static final long HIGH_BOUNDARY = 1L << 47 | 1L << 63;

    /** Compares only the tail, and sets it. */
    static final CasMasks ONLY_TAIL = new CasMasks(TAIL, 0, TAIL, 0);
    /** A release that compares nothing. */
    static final CasMasks RELEASE_ANY = new CasMasks(0, 0, TAIL | EPOCH, ALL);
    /** A release that keeps Epoch. */
    static final CasMasks RELEASE_UNFLIPPED = new CasMasks(TAIL, ALL, TAIL, ALL);
    /** A release that keeps RelCnt. */
    static final CasMasks RELEASE_UNCOUNTED = new CasMasks(TAIL, ALL, TAIL | EPOCH, 0);
    /** An upgrade that does not compare RdrCnt. */
    static final CasMasks UPGRADE_ANYWAY = new CasMasks(TAIL, 0, TAIL | READERS, 0);
    /** A reset that keeps RdrCnt. */
    static final CasMasks RESET_BUT_READERS = new CasMasks(0, ALL, ALL & ~EPOCH & ~READERS, ALL);
    /** A reset that keeps the tail. */
    static final CasMasks RESET_BUT_TAIL = new CasMasks(0, ALL, ALL & ~EPOCH & ~TAIL, ALL);
    /** Leaves a lock to an agent although readers wait. */
    static final CasMasks LEAVE_BESIDE_READERS = new CasMasks(TAIL, ALL, TAIL, 0);
    /** Leaves a lock to an agent, no matter which route is in the tail. */
    static final CasMasks LEAVE_ANY_TAIL = new CasMasks(0, ALL, TAIL, 0);
    /** Word 0 without the boundary between RdrCnt and the tail. */
    static final AddFields READERS_UNBOUNDED = new AddFields(1L | 1L << 63, HIGH_BOUNDARY);

    /** A writer that leaves the queue, and flips Epoch. */
    static final CasMasks LEAVE_AND_FLIP = new CasMasks(TAIL, ALL, TAIL | EPOCH, 0);
    static final AddFields FIELDS = new AddFields(1L | 1L << 23 | 1L << 63, HIGH_BOUNDARY);
    /** Subtracts one reader when added. */
    static final long MINUS_ONE_READER = READERS;

    private Masks() {
    }

    /** The address of a lock's entry. */
    static long address(LockViews.Hold hold) {
        return hold.slot() * 16L;
    }

    /** RelCnt after some more releases, or fewer, in the same generation. */
    static long advance(long relCnt, long releases) {
        return (relCnt & GENERATION) | ((relCnt + releases) & ~GENERATION);
    }

    /** RelCnt as it is at the beginning of the same generation. */
    static long generation(long relCnt) {
        return relCnt & GENERATION;
    }
}
