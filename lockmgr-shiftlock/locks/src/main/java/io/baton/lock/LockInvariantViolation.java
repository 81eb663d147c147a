package io.baton.lock;

/**
 * The lock protocol met a state that it excludes: a bug, here or in another client, or damaged memory. The message
 * holds the state. It must not be caught and ignored: whoever meets it stops the node.
 */
public final class LockInvariantViolation extends Error {

    private static final long serialVersionUID = 1L;

    /**
     * Reports a violation.
     *
     * @param message what must not be, and the state
     */
    public LockInvariantViolation(String message) {
        super(message);
    }
}
