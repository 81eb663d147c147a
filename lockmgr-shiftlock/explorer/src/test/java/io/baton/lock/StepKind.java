package io.baton.lock;

/** What a scripted thread is about to do. */
enum StepKind {
    /** It has not begun. */
    START,
    /** It waits for its next operation. */
    IDLE,
    /** It is in its critical section. */
    WORK,
    EXT_CAS,
    EXT_FAA,
    READ_WORD,
    READ_PAIR,
    WRITE_WORD,
    SEND,
    AWAIT_NOTICE,
    AWAIT_WORD,
    AWAIT_DOORBELL,
    /** It has ended. */
    DONE
}
