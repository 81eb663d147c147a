package io.baton.lock.shiftlock;

/**
 * The lock server has reset a lock on which a client waited, or which it held: the client's attempt is void. Never
 * leaves a lock client.
 */
final class LockReset extends RuntimeException {

    private static final long serialVersionUID = 1L;

    final transient Hold hold;

    LockReset(Hold hold) {
        super("the lock was reset: " + hold, null, false, false);
        this.hold = hold;
    }
}
