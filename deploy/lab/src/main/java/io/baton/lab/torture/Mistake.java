package io.baton.lab.torture;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What can be planted, to see that a judge finds it. */
public enum Mistake {
    /** Nothing. */
    NONE,
    /** The gate of the lock servers refuses nobody. */
    OPEN_GATE,
    /** One in so many releases of readers is not executed, though the client is told so. */
    LOST_RELEASE,
    /** One in so many clients that want a lock for itself gets it shared. */
    SHARED_FOR_EXCLUSIVE,
    /** The lock servers do not hear that a lock is suspected. */
    DEAF_SERVER;

    /** {@return its name on the command line} */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Finds a mistake by its name on the command line.
     *
     * @param text a name
     * @return the mistake, if there is one of that name
     */
    public static Optional<Mistake> named(String text) {
        return Stream.of(values()).filter(mistake -> mistake.text().equals(text)).findFirst();
    }
}
