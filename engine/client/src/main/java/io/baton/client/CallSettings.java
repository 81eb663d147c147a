package io.baton.client;

import io.baton.protocol.Frame;
import org.jspecify.annotations.Nullable;

/**
 * How calls of a procedure are made.
 *
 * @param timeoutMicros how long one may take at the server, or 0 for what that allows
 * @param pageRows how many rows a page has, or 0 for what the server likes
 * @param key what makes it the same call when it is sent again, or null
 * @param transaction what it is part of, or null if it is a transaction of its own
 * @param order the number of the order in which it begins, or 0; of no account within a transaction
 * @param readOnly whether it is refused unless the procedure only reads
 */
record CallSettings(long timeoutMicros, int pageRows, @Nullable IdempotencyKey key,
        @Nullable RemoteTransaction transaction, int order, boolean readOnly) {

    static final CallSettings USUAL = new CallSettings(0, 0, null, null, 0, false);

    /** Flags of the frame, but for those of its header. */
    int flags() {
        return readOnly ? Frame.READ_ONLY : 0;
    }
}
