package io.baton.lock.entry;

import io.baton.lock.LockInvariantViolation;

/** The lock server's answer to a request for recovery. */
public enum RecoveryVerdict {
    /** The lock was reset. */
    RESET,
    /** The lock is not any more as the request describes it. */
    STALE,
    /** A process whose session lives holds the lock. */
    ALIVE;

    private static final RecoveryVerdict[] ALL = values();

    @SuppressWarnings("EnumOrdinal") // The order is the wire format.
    byte code() {
        return (byte) ordinal();
    }

    static RecoveryVerdict of(byte code) {
        if (code < 0 || code >= ALL.length) {
            throw new LockInvariantViolation("a verdict of unknown kind " + code);
        }
        return ALL[code];
    }
}
