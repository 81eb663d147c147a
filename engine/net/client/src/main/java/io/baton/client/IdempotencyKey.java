package io.baton.client;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.baton.protocol.CallKey;
import java.util.UUID;

/**
 * Makes a call that is sent again the same call: the server runs it at most once, and answers with the first outcome.
 * One for each call, kept until the outcome is known. Thread-safe.
 *
 * <pre>
 * IdempotencyKey key = client.newKey();
 * try {
 *     transfer.keyed(key).call(1, 2, 30_00);
 * } catch (CallOutcomeUnknownException e) {
 *     transfer.keyed(key).call(1, 2, 30_00);    // the first one's outcome, if it has arrived; else it runs now
 * }
 * </pre>
 */
public final class IdempotencyKey {

    private final UUID id;
    @GuardedBy("this")
    private long incarnation;
    @GuardedBy("this")
    private long notBeforeNanos;
    @GuardedBy("this")
    private long sendings;

    IdempotencyKey(UUID id) {
        this.id = id;
    }

    /** {@return what the server knows it by} */
    public UUID id() {
        return id;
    }

    /**
     * What to send now to a run of the server.
     *
     * @param passedNanos a time that the server's clock has passed
     */
    synchronized CallKey send(long toIncarnation, long passedNanos) {
        sendings++;
        if (incarnation == 0) {
            incarnation = toIncarnation;
            notBeforeNanos = passedNanos;
            return new CallKey(id, 0, notBeforeNanos);
        }
        return new CallKey(id, incarnation, notBeforeNanos);
    }

    /** A sending has written nothing: if it was the only one, any run of the server may take the next. */
    synchronized void wroteNothing() {
        if (sendings == 1) {
            sendings = 0;
            incarnation = 0;
        }
    }

    @Override
    public String toString() {
        return id.toString();
    }
}
