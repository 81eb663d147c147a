package io.baton.lab.server.access;

import java.io.IOException;
import java.util.Optional;

/** A way to call procedures: the seam for what is compared. */
public interface ServerAccess {

    /** {@return its name in reports} */
    String name();

    /** {@return the name by which it is asked for} */
    default String asked() {
        return name();
    }

    /**
     * Says why it cannot be measured here.
     *
     * @param subject what is to be called
     * @return a clause, or nothing if it can
     */
    Optional<String> missing(ServedWorkload subject);

    /**
     * Says how many calls of a connection are under way at once.
     *
     * @param subject what is called
     * @return at least 1
     */
    int underWay(ServedWorkload subject);

    /** {@return whether what is called is another process than this one} */
    default boolean hasOwnProcess() {
        return true;
    }

    /**
     * Says whether what another access has opened serves this one too.
     *
     * @param other the other one
     * @return whether it does
     */
    default boolean shares(ServerAccess other) {
        return false;
    }

    /**
     * Opens what is called, with the rows loaded.
     *
     * @param subject what is to be called
     * @return open; the caller closes it
     * @throws IOException if it cannot be started or loaded
     */
    Served open(ServedWorkload subject) throws IOException;

    /**
     * Connects to what was opened.
     *
     * @param served by this access, or by one with which it shares
     * @return a connection; the caller closes it
     * @throws IOException if it cannot be reached
     */
    Line connect(Served served) throws IOException;
}
