package io.baton.client;

import io.baton.protocol.Frame;
import io.baton.protocol.TraceContext;
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
 * @param trace within which span the one call is made that these are for, or null
 */
record CallSettings(long timeoutMicros, int pageRows, @Nullable IdempotencyKey key,
        @Nullable RemoteTransaction transaction, int order, boolean readOnly, @Nullable TraceContext trace) {

    static final CallSettings USUAL = new CallSettings(0, 0, null, null, 0, false, null);

    /** Flags of the frame, but for those of its header. */
    int flags() {
        return readOnly ? Frame.READ_ONLY : 0;
    }

    CallSettings within(long micros) {
        return new CallSettings(micros, pageRows, key, transaction, order, readOnly, trace);
    }

    CallSettings pages(int rows) {
        return new CallSettings(timeoutMicros, rows, key, transaction, order, readOnly, trace);
    }

    CallSettings keyed(IdempotencyKey newKey) {
        return new CallSettings(timeoutMicros, pageRows, newKey, null, order, readOnly, trace);
    }

    CallSettings in(RemoteTransaction newTransaction) {
        return new CallSettings(timeoutMicros, pageRows, null, newTransaction, 0, readOnly, trace);
    }

    CallSettings ordered(int newOrder) {
        return new CallSettings(timeoutMicros, pageRows, key, transaction, newOrder, readOnly, trace);
    }

    CallSettings reading() {
        return new CallSettings(timeoutMicros, pageRows, key, transaction, order, true, trace);
    }

    /** The same for one call within a span; these if it is within none. */
    CallSettings traced(@Nullable TraceContext context) {
        return context == null ? this
            : new CallSettings(timeoutMicros, pageRows, key, transaction, order, readOnly, context);
    }
}
