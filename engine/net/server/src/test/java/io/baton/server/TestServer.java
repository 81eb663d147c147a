package io.baton.server;

import io.baton.bundle.BundleEngine;
import io.baton.client.BatonClient;
import io.baton.client.ClientOptions;
import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/** A server of the bank with small limits, and clients for it. */
final class TestServer implements AutoCloseable {

    final Bank bank = new Bank();
    final Engine engine;
    final BatonServer server;
    private final String name;
    final Queue<String> log = new ConcurrentLinkedQueue<>();

    TestServer() {
        this(options -> options);
    }

    TestServer(UnaryOperator<ServerOptions> more) {
        this(0, more);
    }

    TestServer(int port, UnaryOperator<ServerOptions> more) {
        this(port, more, builder -> builder);
    }

    TestServer(int port, UnaryOperator<ServerOptions> more, UnaryOperator<EngineBuilder> builder) {
        this(new ServerOptions(new InetSocketAddress(InetAddress.getLoopbackAddress(), port)), "", more, builder);
    }

    /** One for this process only, by a name that no other one has. */
    TestServer(String name, UnaryOperator<ServerOptions> more) {
        this(ServerOptions.embedded(name), name, more, builder -> builder);
    }

    private TestServer(ServerOptions base, String name, UnaryOperator<ServerOptions> more,
            UnaryOperator<EngineBuilder> builder) {
        this.name = name;
        engine = BundleEngine.open(builder.apply(Engine.builder()).callTimeout(Duration.ofSeconds(20)), List.of(bank));
        server = BatonServer.start(engine, more.apply(base.log(log::add).shutdownGrace(Duration.ofSeconds(2))));
    }

    ClientOptions options() {
        return name.isEmpty() ? ClientOptions.of(server.address()) : ClientOptions.embedded(name);
    }

    BatonClient connect() {
        return BatonClient.connect(options());
    }

    long total() {
        return (Long) engine.call(engine.procedure("Total"));
    }

    /** Waits until something holds; the test's time limit ends that. */
    static void await(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            Thread.sleep(1);
        }
    }

    @Override
    public void close() {
        bank.release();
        server.close();
        engine.close();
    }
}
