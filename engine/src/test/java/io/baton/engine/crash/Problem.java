package io.baton.engine.crash;

import java.io.PrintWriter;
import java.io.StringWriter;

/** What was thrown, in words: in a mutant, its type is known to nobody else. */
final class Problem {

    private static final int CHARACTERS_MAX = 3_000;

    private Problem() {
    }

    static String text(Throwable thrown) {
        final StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text));
        return text.toString().substring(0, Math.min(text.toString().length(), CHARACTERS_MAX));
    }
}
