package io.baton.explore.trace;

import java.util.Locale;

/** What a step of a trace is: a verb at its effect on the entry, or something that a client or the server does. */
enum TraceVerb {
    /** A fetch-and-add of +1 to RdrCnt. */
    ENTERS,
    /** A fetch-and-add of −1 to RdrCnt, and +1 to RelCnt. */
    LEAVES,
    /** A READ of the entry after which the client is in another state. */
    READS,
    /** A compare-and-swap that puts the client's route into the tail. */
    ENQUEUES,
    /** A compare-and-swap that would clear the tail. */
    CLEARS,
    /** A compare-and-swap that changes RelCnt only: a visible hand-over. */
    COUNTS,
    /** A compare-and-swap that flips Epoch and leaves the tail: a mode change. */
    FLIPS,
    /** A Handover or ModeChanged is sent without a verb before it. */
    HANDS_OVER,
    /** A notice is received. */
    HEARS,
    /** A notice is received that was received before. */
    HEARS_AGAIN,
    /** A holder accesses the data, behind the gate of the lock server. */
    WORKS,
    /** The client is in another state, without a verb or a notice. */
    CHANGES,
    /** The client's process has crashed; noted when its session ends. */
    CRASHES,
    /** The lock server fences the client's process. */
    FENCES,
    /** The lock server lets the client's process in. */
    JOINS,
    /** The lock server begins to ask for consent to a reset. */
    BEGINS_ROUND,
    /** The client consents, and stands still. */
    FREEZES,
    /** The lock server ends the round, and leaves the lock as it is. */
    THAWS,
    /** The lock server resets the lock. */
    RESETS;

    String inTrace() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
