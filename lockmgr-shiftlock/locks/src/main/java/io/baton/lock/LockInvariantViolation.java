package io.baton.lock;

/**
 * The lock protocol met a state that it excludes: a bug, here or in another client, or damaged memory. The message
 * holds the state. It must not be caught and ignored: the node stops.
 */
public final class LockInvariantViolation extends Error {

    private static final long serialVersionUID = 1L;

    /** Reports what must not be, with the values. */
    public LockInvariantViolation(String violation) {
        super(violation);
    }

    /** The same with all that the client, the session or the server remembers. */
    public LockInvariantViolation(String violation, String state) {
        super(violation + "; state: " + state);
    }
}
