package io.baton.engine.observe;

import org.jspecify.annotations.Nullable;

/**
 * Is told how one call ends, or one part of a call. By the call's thread, as {@link CallTracer} is. One that is not
 * told is forgotten: a call that could not run without waiting ({@code Procedure.executeNow}) is made again, and begins
 * again unless {@code Procedure.begun} has begun it.
 */
public interface CallTrace {

    /**
     * The procedure begins to run another one as a part of itself ({@code Procedure.runWithin}), or a transaction of
     * several calls runs one of them. Parts have parts. Of each attempt all parts are told, 128 of a call at most.
     *
     * @param procedure the name of the other procedure
     * @param traceparent within which span its caller wants this part, as for {@link CallTracer#begins}, or null
     * @return is told how it ends, before this one does
     */
    CallTrace part(String procedure, @Nullable String traceparent);

    /**
     * It has ended. If it is a call, no lock is held any more, and its caller has no answer yet.
     *
     * @param report how
     */
    void ended(CallReport report);
}
