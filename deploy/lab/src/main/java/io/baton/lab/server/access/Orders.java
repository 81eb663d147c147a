package io.baton.lab.server.access;

/** What a server's process does with a line that it is sent. */
@FunctionalInterface
interface Orders {

    /** {@return one line, which may be empty} */
    String answer(String line);

    /** Serves on a port until there are no more orders. */
    @FunctionalInterface
    interface Loop {

        void serve(int port, Orders orders) throws java.io.IOException;
    }
}
