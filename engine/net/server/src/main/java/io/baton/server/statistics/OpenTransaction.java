package io.baton.server.statistics;

import io.baton.engine.observe.CallOrigin;
import org.jspecify.annotations.Nullable;

/**
 * A transaction of several calls that is open. Times are those of the server's clock.
 *
 * @param origin whose it is
 * @param beginNanos when it was begun
 * @param callNanos when its call of the engine began, in the engine's clock, by which the engine's activity tells of
 *     it; 0 if that waits for a thread
 * @param calls how many of its calls have ended
 * @param procedure what runs now, or null if it waits for its client's next call
 * @param sinceNanos since when that is so
 */
public record OpenTransaction(CallOrigin origin, long beginNanos, long callNanos, long calls,
        @Nullable String procedure, long sinceNanos) {
}
