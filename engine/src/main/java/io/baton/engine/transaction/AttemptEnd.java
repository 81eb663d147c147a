package io.baton.engine.transaction;

import org.jspecify.annotations.Nullable;

/**
 * Why an attempt has ended, where what catches an Error can write it without a call, for which there might be no stack:
 * {@code end.reason = end.failedAccess}. The rest of what an attempt's locks know stays behind the {@link Participant}.
 */
public abstract class AttemptEnd {

    /** What an access ended with that an Error went through: it may have stopped at any point. */
    public final RuntimeException failedAccess = new FailedAccess();
    /** Why the attempt has ended, whatever the procedure makes of it; null if it has not. */
    public @Nullable RuntimeException reason;

    AttemptEnd() {
    }

    /**
     * Ends an attempt in which an Error came out of an access, because memory or the stack ended for example. The
     * procedure may catch the Error, but nothing that it did is committed. Made beforehand, because there may be no
     * room to make it then.
     */
    private static final class FailedAccess extends RuntimeException {

        private static final long serialVersionUID = 1L;

        FailedAccess() {
            super("an Error came out of an access to a row, because memory or the stack ended for example", null,
                false, false);
        }
    }
}
