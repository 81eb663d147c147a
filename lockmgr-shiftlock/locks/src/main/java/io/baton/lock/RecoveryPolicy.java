package io.baton.lock;

/** Who decides that the holder of a lock is dead. */
public enum RecoveryPolicy {
    /**
     * Silence is death, as in the paper (§3.6): a lock that shows no progress for some leases is reset, whether its
     * holder lives or not. Its holder keeps a token that is refused. For comparisons with the paper.
     */
    LEASE,
    /**
     * A lock is reset only when every process has either given up its claim to it or been fenced: a process that holds
     * the lock keeps it for as long as its session lives, however long that takes.
     */
    SESSION
}
