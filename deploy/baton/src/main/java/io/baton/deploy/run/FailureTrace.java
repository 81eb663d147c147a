package io.baton.deploy.run;

import io.baton.engine.observe.PrintableText;

/** The text of a failure: its causes and the first frames of each, to find out why it happened. */
public final class FailureTrace {

    private static final int FRAMES_MAX = 12;
    private static final int CAUSES_MAX = 5;

    private FailureTrace() {
    }

    /**
     * Describes an exception.
     *
     * @param thrown the exception
     * @return its message, the top of its stack, and the same of its causes
     */
    public static String of(Throwable thrown) {
        final StringBuilder text = new StringBuilder();
        Throwable cause = thrown;
        for (int depth = 0; cause != null && depth < CAUSES_MAX; depth++) {
            text.append(depth == 0 ? "" : "\n  caused by ").append(PrintableText.of(String.valueOf(cause)));
            final StackTraceElement[] frames = cause.getStackTrace();
            for (int i = 0; i < Math.min(frames.length, FRAMES_MAX); i++) {
                text.append("\n    at ").append(frames[i]);
            }
            cause = cause.getCause();
        }
        return text.toString();
    }
}
