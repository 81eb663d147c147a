package io.baton.explore;

/** What a thread of an {@link ThreadedExecution} is about to do. */
enum StepKind {
    /** It does not exist yet. */
    ABSENT,
    /** It has not begun. */
    START,
    /** It has what it needs, and waits until the exploration begins. */
    BEGIN,
    /** It does something of its own, at a place that matters. */
    WORK,
    /** It waits until the system lets it go on. */
    GATE,
    /** It has posted a verb or a SEND. */
    POSTED,
    AWAIT_NOTICE,
    AWAIT_WORD,
    AWAIT_DOORBELL,
    /** It has ended. */
    DONE
}
