package io.baton.jdbc;

import io.baton.bundle.BundleEngine;
import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import io.baton.server.BatonServer;
import io.baton.server.ServerOptions;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/** A server of the bank. */
final class TestServer implements AutoCloseable {

    final Bank bank = new Bank();
    final Engine engine;
    final BatonServer server;
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
        engine = BundleEngine.open(builder.apply(Engine.builder()).assertions(true).callTimeout(Duration.ofSeconds(20)),
            List.of(bank));
        Bank.fillKinds(engine);
        server = BatonServer.start(engine, more.apply(
            new ServerOptions(new InetSocketAddress(InetAddress.getLoopbackAddress(), port)).log(log::add)
                .shutdownGrace(Duration.ofSeconds(1))));
    }

    String url() {
        return "jdbc:baton://127.0.0.1:" + server.address().getPort() + "/";
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection(url());
    }

    /** Waits until something holds; the test's time limit ends that. */
    static void await(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            Thread.sleep(1);
        }
    }

    @Override
    public void close() {
        server.close();
        engine.close();
    }
}
