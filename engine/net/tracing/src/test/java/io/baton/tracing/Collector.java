package io.baton.tracing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A collector of traces in this process, which answers as it is told to. */
final class Collector implements AutoCloseable {

    final List<SentSpan> spans = new CopyOnWriteArrayList<>();
    final AtomicInteger requests = new AtomicInteger();
    /** What it answers. */
    volatile int status = 200;
    /** Whether it keeps its answers to itself until it ends. */
    volatile boolean hangs;
    private final CountDownLatch end = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newCachedThreadPool(Thread.ofPlatform().daemon().factory());
    private final HttpServer server;

    Collector() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/v1/traces", this::take);
        server.setExecutor(threads);
        server.start();
    }

    private void take(HttpExchange exchange) throws IOException {
        requests.incrementAndGet();
        final byte[] body = exchange.getRequestBody().readAllBytes();
        if (hangs) {
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        } else if (status == 200) {
            spans.addAll(SentSpan.read(body));
        }
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    @Override
    public void close() {
        end.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
