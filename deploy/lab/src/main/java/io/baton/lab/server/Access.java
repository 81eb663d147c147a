package io.baton.lab.server;

import java.io.IOException;
import java.util.Optional;

/** A way to call procedures: the seam for what is compared. */
interface Access {

    /** {@return its name in reports} */
    String name();

    /** {@return why it cannot be measured here, or nothing} */
    Optional<String> missing(Subject subject);

    /** {@return how many calls of a connection are under way at once} */
    int underWay(Subject subject);

    /** Whether what another access has opened serves this one too. */
    default boolean shares(Access other) {
        return false;
    }

    /** Opens what is called, with the rows loaded. */
    Served open(Subject subject) throws IOException;

    /** Connects to what was opened. */
    Line connect(Served served) throws IOException;
}
