package io.baton.deploy.password;

import org.jspecify.annotations.Nullable;

/** The terminal that standard input may be. One thread at a time. */
public interface InputTerminal {

    /** {@return whether somebody types standard input, who would see what is typed} */
    boolean isThere();

    /**
     * Shows a prompt, and hides what is typed from then on.
     *
     * @param prompt what to show
     * @return shows again what is typed when it is closed; null if there is nowhere to show the prompt
     */
    @Nullable
    Hidden hide(String prompt);

    /** Typing that is not shown. */
    @FunctionalInterface
    interface Hidden extends AutoCloseable {
        @Override
        void close();
    }
}
