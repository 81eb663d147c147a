package io.baton.engine.observe;

/**
 * A call that has a place in the engine, as it was seen from outside.
 *
 * @param procedure the procedure's name
 * @param beginNanos when it began, in the engine's clock
 * @param locks how many locks it holds, about
 * @param waitsFor the slot of the lock that it waits for, or -1
 * @param waitNanos how long it has waited for that
 */
public record RunningCall(String procedure, long beginNanos, int locks, int waitsFor, long waitNanos) {
}
