package io.baton.engine.observe;

import java.util.ArrayList;
import java.util.List;

/** An exception as text: it and its causes, each with the first frames of its stack, to find out why it happened. */
public final class StackText {

    private static final int FRAMES_MAX = 12;
    private static final int CAUSES_MAX = 5;

    private StackText() {
    }

    /**
     * Describes an exception on several lines.
     *
     * @param thrown the exception
     * @return its message, the top of its stack, and the same of its causes
     */
    public static String of(Throwable thrown) {
        return String.join("\n  ", parts(thrown)).replace("\n  at ", "\n    at ");
    }

    /**
     * Describes an exception on one line, for a log.
     *
     * @param thrown the exception
     * @return its message, the top of its stack, and the same of its causes
     */
    public static String line(Throwable thrown) {
        return String.join(" ", parts(thrown));
    }

    private static List<String> parts(Throwable thrown) {
        final List<String> parts = new ArrayList<>();
        Throwable cause = thrown;
        for (int depth = 0; cause != null && depth < CAUSES_MAX; depth++) {
            parts.add((depth == 0 ? "" : "caused by ") + PrintableText.of(message(cause)));
            final StackTraceElement[] frames = cause.getStackTrace();
            for (int i = 0; i < Math.min(frames.length, FRAMES_MAX); i++) {
                parts.add("at " + frames[i]);
            }
            cause = cause.getCause();
        }
        return parts;
    }

    /** Its own methods may throw, too. */
    private static String message(Throwable thrown) {
        try {
            return String.valueOf(thrown);
        } catch (RuntimeException | StackOverflowError e) {
            return thrown.getClass().getName();
        }
    }
}
