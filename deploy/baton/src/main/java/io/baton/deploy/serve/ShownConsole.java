package io.baton.deploy.serve;

import io.baton.console.CallMeter;
import io.baton.console.ConsoleOptions;
import io.baton.console.WebConsole;
import io.baton.engine.Engine;
import io.baton.engine.observe.CallObserver;
import io.baton.server.BatonServer;
import java.net.InetSocketAddress;
import java.util.function.Consumer;

/** What a server shows in browsers. One thread. */
public final class ShownConsole {

    private final ConsoleOptions options;
    private final CallMeter calls = new CallMeter();

    /**
     * Prepares.
     *
     * @param address where to show it
     * @param log takes a line for each notable event
     */
    public ShownConsole(InetSocketAddress address, Consumer<String> log) {
        this.options = new ConsoleOptions(address).log(log);
    }

    /** {@return what the engine tells of its calls} */
    public CallObserver calls() {
        return calls;
    }

    /**
     * Shows it.
     *
     * @param engine which tells of its calls
     * @param server whose connections are shown, and whose procedures are called
     * @return the console, to be closed before both
     * @throws IllegalArgumentException if the address is not one of loopback
     * @throws java.io.UncheckedIOException if it cannot listen there
     */
    public WebConsole start(Engine engine, BatonServer server) {
        return WebConsole.start(calls, engine, server, options);
    }
}
