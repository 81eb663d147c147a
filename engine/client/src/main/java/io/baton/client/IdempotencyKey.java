package io.baton.client;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.baton.protocol.CallKey;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

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
    private long sentNanos;

    IdempotencyKey(UUID id) {
        this.id = id;
    }

    /** {@return what the server knows it by} */
    public UUID id() {
        return id;
    }

    /** What to send now to a run of the server. */
    synchronized CallKey send(long toIncarnation, long nowNanos) {
        if (incarnation == 0) {
            incarnation = toIncarnation;
            sentNanos = nowNanos;
            return new CallKey(id, 0, 0);
        }
        // Rounded up: a call must not look younger than it is.
        return new CallKey(id, incarnation, TimeUnit.NANOSECONDS.toMillis(nowNanos - sentNanos) + 1);
    }

    @Override
    public String toString() {
        return id.toString();
    }
}
