package io.baton.engine.observe;

import org.jspecify.annotations.Nullable;

/**
 * A call that has a place in the engine, as it was seen from outside.
 *
 * @param procedure the procedure's name
 * @param within which of the calls of a transaction of several it runs, or null if it is none, or runs none now
 * @param origin where it comes from, or null if unknown
 * @param beginNanos when it began, in the engine's clock
 * @param locks how many locks it holds, about
 * @param waitsFor the slot of the lock that it waits for, or -1
 * @param waitNanos how long it has waited for that
 */
public record RunningCall(String procedure, @Nullable String within, @Nullable CallOrigin origin, long beginNanos,
        int locks, int waitsFor, long waitNanos) {
}
