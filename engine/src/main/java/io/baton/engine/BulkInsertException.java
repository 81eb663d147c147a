package io.baton.engine;

import io.baton.engine.procedure.AbortReason;
import org.jspecify.annotations.Nullable;

/** A bulk insert could not commit all of its rows. What was committed before stays. */
public final class BulkInsertException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final AbortReason reason;
    private final long rowsCommitted;

    BulkInsertException(AbortReason reason, long rowsCommitted, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
        this.rowsCommitted = rowsCommitted;
    }

    /**
     * Returns why the transaction that failed was aborted.
     *
     * @return the reason; {@link AbortReason#STOPPED} if the engine stopped while it was committing, so that nobody can
     *     tell whether its rows are there
     */
    public AbortReason reason() {
        return reason;
    }

    /**
     * Returns how many rows are committed for certain.
     *
     * @return 0 or more; they are the first that were given
     */
    public long rowsCommitted() {
        return rowsCommitted;
    }
}
