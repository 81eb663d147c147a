package io.baton.engine.observe;

import org.jspecify.annotations.Nullable;

/**
 * Looks closer at single calls of an engine: is told of each when it begins, and chooses. Called by the call's thread,
 * which may be an event loop, so it must be quick, must not wait and must not throw. Thread-safe.
 */
@FunctionalInterface
public interface CallTracer {

    /**
     * A call has a thread, and is about to get its place and its locks. One that is tried on a thread that must not
     * wait, and then made on another, begins once if who calls sees to it ({@code Procedure.begun}).
     *
     * @param procedure the procedure's name
     * @param user on whose behalf it is made ({@code Procedure.calledBy}), or null if unknown
     * @param traceparent within which span of its caller's it is made, as W3C's Trace Context says it, or null if
     *     it is unknown; not checked
     * @return is told how it ends; or null
     */
    @Nullable
    CallTrace begins(String procedure, @Nullable String user, @Nullable String traceparent);
}
