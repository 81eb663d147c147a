package io.baton.engine;

import org.jspecify.annotations.Nullable;

/**
 * How a call ended. The set is closed.
 *
 * @param <R> the procedure's result type
 */
public sealed interface Outcome<R> {

    /**
     * Everything that the procedure wrote is in the tables.
     *
     * @param result what the procedure returned
     * @param <R> the procedure's result type
     */
    record Committed<R>(R result) implements Outcome<R> {
    }

    /**
     * The procedure gave up, or its code failed. Nothing was written.
     *
     * @param message the message of {@link Transaction#abort}, or what failed
     * @param cause the exception that the procedure's code threw, or null if it gave up by itself
     * @param <R> the procedure's result type
     */
    record AbortedByProcedure<R>(String message, @Nullable Throwable cause) implements Outcome<R> {
    }

    /**
     * The engine gave up. Nothing was written; the same call may succeed later.
     *
     * @param reason why, in a sentence
     * @param <R> the procedure's result type
     */
    record AbortedBySystem<R>(String reason) implements Outcome<R> {
    }

    /**
     * Nobody can tell whether the call was committed, because its node was lost after it was asked to commit. An
     * engine that keeps its tables in the caller's own memory never answers this.
     *
     * @param reason what happened, in a sentence
     * @param <R> the procedure's result type
     */
    record Unknown<R>(String reason) implements Outcome<R> {
    }
}
