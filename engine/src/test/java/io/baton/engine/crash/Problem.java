package io.baton.engine.crash;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What was thrown, in words: in a mutant, its type is known to nobody else. */
final class Problem {

    private static final int CAUSES_MAX = 8;
    private static final int FRAMES_MAX = 16;

    private Problem() {
    }

    static String text(Throwable thrown) {
        return Stream.iterate(thrown, cause -> cause != null, Throwable::getCause).limit(CAUSES_MAX)
            .map(cause -> cause + Arrays.stream(cause.getStackTrace()).limit(FRAMES_MAX)
                .map(frame -> "\n    at " + frame).collect(Collectors.joining()))
            .collect(Collectors.joining("\ncaused by "));
    }
}
