package io.baton.lock.process;

/** What became of a request to a {@link LockCache}. */
public enum CacheAnswer {
    /** Ask the server. */
    ABSENT,
    /** The client has it. */
    GRANTED,
    /** The client waits for a lock that the process keeps. */
    QUEUED,
    /** The client waits behind another one of the process; for tries: others of the process do. */
    LED,
    /** Only for tries: another client of this process is in the way. */
    BUSY
}
