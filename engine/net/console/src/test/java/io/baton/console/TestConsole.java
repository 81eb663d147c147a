package io.baton.console;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.baton.bundle.BundleEngine;
import io.baton.client.BatonClient;
import io.baton.client.ClientOptions;
import io.baton.engine.DataDirectory;
import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import io.baton.server.BatonServer;
import io.baton.server.ServerOptions;
import io.baton.server.statistics.CallMeter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;

/** An engine with branches, its server, its console, and a browser of few words. */
final class TestConsole implements AutoCloseable {

    final Branches branches = new Branches();
    final Queue<String> log = new ConcurrentLinkedQueue<>();
    final Engine engine;
    final BatonServer server;
    final WebConsole console;
    final HttpClient http = HttpClient.newHttpClient();

    TestConsole() {
        this(options -> options);
    }

    TestConsole(UnaryOperator<ConsoleOptions> more) {
        this(options -> options, more);
    }

    TestConsole(UnaryOperator<ServerOptions> ofServer, UnaryOperator<ConsoleOptions> more) {
        this(Engine.builder(), ofServer, more);
    }

    /** One with a data directory. */
    TestConsole(DataDirectory data) {
        this(Engine.builder().data(data), options -> options, options -> options);
    }

    private TestConsole(EngineBuilder builder, UnaryOperator<ServerOptions> ofServer,
            UnaryOperator<ConsoleOptions> more) {
        final CallMeter meter = new CallMeter();
        engine = BundleEngine.open(builder.observer(meter).callTimeout(Duration.ofSeconds(20)),
            List.of(branches));
        server = BatonServer.start(engine, ofServer.apply(new ServerOptions(local()).meter(meter)));
        console = WebConsole.start(engine, server, more.apply(new ConsoleOptions(local()).log(log::add)));
    }

    private static InetSocketAddress local() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    BatonClient connect(String name) {
        return BatonClient.connect(ClientOptions.of(server.address()).name(name));
    }

    int port() {
        return console.address().getPort();
    }

    String url(String path) {
        return "http://127.0.0.1:" + port() + path;
    }

    HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        final HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url(path)));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    JsonElement json(String path) throws IOException, InterruptedException {
        return JsonParser.parseString(get(path).body());
    }

    String token() throws IOException, InterruptedException {
        return json("/api/session").getAsJsonObject().get("token").getAsString();
    }

    HttpResponse<String> post(String path, String body, String... headers) throws IOException, InterruptedException {
        return http.send(HttpRequest.newBuilder(URI.create(url(path))).headers(headers)
            .POST(HttpRequest.BodyPublishers.ofString(body)).build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Calls as the form does. */
    JsonObject call(String body) throws IOException, InterruptedException {
        final HttpResponse<String> response =
            post("/api/call", body, "Content-Type", "application/json", RequestFilter.TOKEN_HEADER, token());
        return JsonParser.parseString(response.body()).getAsJsonObject();
    }

    /** Sends bytes as they are; returns all that comes until the console closes or the text has come. */
    String raw(String text, String until) throws IOException {
        try (Socket socket = new Socket(console.address().getAddress(), port())) {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
            final StringBuilder answer = new StringBuilder();
            final byte[] bytes = new byte[4096];
            try {
                for (int n = socket.getInputStream().read(bytes); n >= 0; n = socket.getInputStream().read(bytes)) {
                    answer.append(new String(bytes, 0, n, StandardCharsets.ISO_8859_1));
                    if (!until.isEmpty() && answer.indexOf(until) >= 0) {
                        break;
                    }
                }
            } catch (IOException e) {
                // Closed while there was more to read: that is an end, too.
                return answer.toString();
            }
            return answer.toString();
        }
    }

    @Override
    public void close() {
        branches.release();
        http.close();
        console.close();
        server.close();
        engine.close();
    }
}
