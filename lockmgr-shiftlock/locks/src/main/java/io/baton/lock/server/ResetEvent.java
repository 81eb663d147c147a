package io.baton.lock.server;

import io.baton.lock.entry.LockEntry;

/**
 * A line of a lock server's log: what it did to a lock, or to a process.
 *
 * @param kind what happened
 * @param slot the lock, or −1
 * @param node the process's node id, or 0
 * @param before word 1 of the entry before: generation and RelCnt; 0 if it is about a process
 * @param low word 0 of the entry before; 0 if it is about a process
 */
public record ResetEvent(Kind kind, int slot, int node, long before, long low) {

    /** What a lock server does when something has failed. */
    public enum Kind {
        /** A lock was reset. */
        RESET,
        /** A process was fenced: its session is over, and its verbs are refused. */
        FENCED,
        /** A process has opened a session. */
        JOINED
    }

    @Override
    public String toString() {
        return kind == Kind.RESET
            ? "lock " + slot + " was reset: " + LockEntry.toString(low, before)
            : "process " + node + (kind == Kind.FENCED ? " was fenced" : " has joined");
    }
}
