package io.baton.deploy.serve;

import io.baton.console.ConsoleOptions;
import io.baton.console.WebConsole;
import io.baton.engine.Engine;
import io.baton.server.BatonServer;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.Consumer;

/** What a server shows in browsers. One thread. */
final class ShownConsole {

    private final ConsoleOptions options;

    /**
     * Prepares.
     *
     * @param address where to show it
     * @param hosts names by which browsers reach it, beside its address
     * @param log takes a line for each notable event
     */
    ShownConsole(InetSocketAddress address, List<String> hosts, Consumer<String> log) {
        this.options = new ConsoleOptions(address).hosts(hosts).log(log);
    }

    /**
     * Shows it.
     *
     * @param engine which is shown
     * @param server whose connections are shown, and whose procedures are called; it knows what counts calls
     * @return the console, to be closed before both
     * @throws IllegalArgumentException if the address is not one of loopback, and the server has not both TLS and users
     * @throws java.io.UncheckedIOException if it cannot listen there
     */
    WebConsole start(Engine engine, BatonServer server) {
        return WebConsole.start(engine, server, options);
    }
}
