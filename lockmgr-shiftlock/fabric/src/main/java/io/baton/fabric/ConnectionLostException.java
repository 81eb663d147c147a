package io.baton.fabric;

/**
 * A verb got no answer, or the lock server refuses this process's verbs. It may or may not have taken effect, and no
 * verb of this process will any more: its session is over, and with it all that its clients hold.
 */
public final class ConnectionLostException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes one. It has no stack trace: it is an outcome that is expected where processes fail.
     *
     * @param message which verb of whom was lost, and why
     */
    public ConnectionLostException(String message) {
        super(message, null, false, false);
    }
}
