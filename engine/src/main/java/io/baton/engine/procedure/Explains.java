package io.baton.engine.procedure;

import org.jspecify.annotations.Nullable;

/**
 * A procedure whose calls are explained: they are rolled back in any case, and their result is made of what they have
 * locked and done. Implemented by the class of the procedure, which mostly runs another one.
 */
public interface Explains {

    /** {@return whether calls run; else only the plan is asked, and nothing is locked} */
    boolean runs();

    /**
     * Tells whether what the procedure has thrown is the caller's mistake, and is told as it is instead of explained.
     *
     * @param cause what was thrown
     * @return whether it is; false unless a procedure says otherwise
     */
    default boolean isMistake(Throwable cause) {
        return false;
    }

    /**
     * Makes the result of a call. Not called if its plan has failed, or if it was cancelled or had no chance to run.
     *
     * @param explanation what the call would lock, or has locked
     * @param arguments of the call
     * @return the result, of the type that the procedure's run method returns
     */
    @Nullable
    Object explained(Explanation explanation, @Nullable Object[] arguments);
}
