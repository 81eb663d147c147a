package io.baton.storage.recovery;

import org.jspecify.annotations.Nullable;

/** A store cannot be opened, made or restored. The message is one sentence: which file or table, why, what to do. */
public final class RecoveryException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RecoveryException(String sentence) {
        super(sentence);
    }

    /**
     * Says why.
     *
     * @param sentence the message
     * @param cause what has stood in the way, or null
     */
    public RecoveryException(String sentence, @Nullable Throwable cause) {
        super(sentence, cause);
    }
}
