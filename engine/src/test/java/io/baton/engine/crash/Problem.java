package io.baton.engine.crash;

/** What was thrown, in words: in a mutant, its type is known to nobody else. */
final class Problem {

    private static final int CHARACTERS_MAX = 3_000;

    private Problem() {
    }

    static String text(Throwable thrown) {
        final StringBuilder text = new StringBuilder();
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            text.append(cause).append('\n');
            for (StackTraceElement place : cause.getStackTrace()) {
                text.append("\tat ").append(place).append('\n');
            }
        }
        return text.substring(0, Math.min(text.length(), CHARACTERS_MAX));
    }
}
