package io.baton.console;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** Who may use a console. Asked for each request on the console's event loop, so it must not wait. Thread-safe. */
@FunctionalInterface
public interface Operators {

    /** Everybody who can connect: for addresses of loopback on machines without strangers. */
    Operators ANYBODY = (peer, authorization) -> Decision.ADMITTED;

    /** What becomes of a request. */
    enum Decision {
        /** It is answered. */
        ADMITTED,
        /** The browser is to ask for name and password, and to ask again with them (401). */
        LOGIN_WANTED,
        /** Who asks is known, and may not (403). */
        REFUSED
    }

    /**
     * Decides on a request.
     *
     * @param peer where it comes from
     * @param authorization its header of that name, for example {@code Basic dXNlcjpwYXNz}, or null if it has none
     * @return what becomes of it
     */
    Decision decide(InetSocketAddress peer, @Nullable String authorization);
}
