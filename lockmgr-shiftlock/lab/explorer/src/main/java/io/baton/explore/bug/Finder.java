package io.baton.explore.bug;

/** What is made to find a planted bug. */
enum Finder {
    /** Fault campaigns. */
    CAMPAIGN,
    /** The model checker: to campaigns it looks like another bug, or they do not use that part of the protocol. */
    CHECKER,
    /** A test of its own: it needs a coincidence within a microsecond, or nobody in a campaign asks. */
    TEST
}
