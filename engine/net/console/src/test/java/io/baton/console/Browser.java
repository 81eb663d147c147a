package io.baton.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A headless Chromium, driven by its DevTools protocol. For one thread. */
final class Browser implements AutoCloseable {

    private static final List<Path> PLACES = List.of(Path.of("/usr/bin/chromium"), Path.of("/usr/bin/chromium-browser"),
        Path.of("/usr/bin/google-chrome"));
    private static final String LISTENS = "DevTools listening on ";

    /** What the page and the browser complain about. */
    final Queue<String> complaints = new ConcurrentLinkedQueue<>();
    private final Process process;
    private final HttpClient http = HttpClient.newHttpClient();
    private final WebSocket socket;
    private final AtomicInteger numbers = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonObject>> answers = new ConcurrentHashMap<>();

    /** Where a browser is installed. Without one the test is skipped, or fails with {@code -Dbrowser.required=true}. */
    static Path installed() {
        final Optional<Path> found = PLACES.stream().filter(Files::isExecutable).findFirst();
        assertThat(found.isPresent() || !Boolean.getBoolean("browser.required")).as("there is a browser").isTrue();
        assumeTrue(found.isPresent(), "no Chromium is installed: apt-get install chromium");
        return found.orElseThrow();
    }

    Browser(Path program, Path profile) throws IOException, InterruptedException {
        process = new ProcessBuilder(program.toString(), "--headless", "--no-sandbox", "--disable-gpu",
            "--hide-scrollbars", "--no-first-run", "--remote-debugging-port=0", "--user-data-dir=" + profile,
            "about:blank").redirectErrorStream(true).start();
        final BufferedReader lines = process.inputReader();
        String line = lines.readLine();
        while (line != null && !line.startsWith(LISTENS)) {
            line = lines.readLine();
        }
        if (line == null) {
            throw new IOException(program + " has ended with " + process.waitFor());
        }
        Thread.ofVirtual().start(() -> lines.lines().forEach(ignored -> {}));
        final URI debugger = URI.create(line.substring(LISTENS.length()));
        final JsonArray pages = JsonParser.parseString(http.send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + debugger.getPort() + "/json/list")).build(),
            HttpResponse.BodyHandlers.ofString()).body()).getAsJsonArray();
        socket = http.newWebSocketBuilder()
            .buildAsync(URI.create(page(pages).get("webSocketDebuggerUrl").getAsString()), new Listener()).join();
        send("Page.enable", "{}");
        send("Runtime.enable", "{}");
        send("Log.enable", "{}");
    }

    private static JsonObject page(JsonArray targets) {
        for (final JsonElement target : targets) {
            if (target.getAsJsonObject().get("type").getAsString().equals("page")) {
                return target.getAsJsonObject();
            }
        }
        throw new AssertionError("no page in " + targets);
    }

    /** Puts messages together. */
    private final class Listener implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket ofBrowser, CharSequence part, boolean last) {
            text.append(part);
            if (last) {
                take(JsonParser.parseString(text.toString()).getAsJsonObject());
                text.setLength(0);
            }
            ofBrowser.request(1);
            return CompletableFuture.completedFuture(null);
        }
    }

    private void take(JsonObject message) {
        if (message.has("id")) {
            final CompletableFuture<JsonObject> answer = answers.remove(message.get("id").getAsInt());
            if (answer != null) {
                answer.complete(message);
            }
            return;
        }
        switch (message.get("method").getAsString()) {
            case "Runtime.exceptionThrown", "Log.entryAdded" -> complaints.add(message.get("params").toString());
            case "Runtime.consoleAPICalled" -> {
                final String type = message.getAsJsonObject("params").get("type").getAsString();
                if (type.equals("error") || type.equals("warning")) {
                    complaints.add(message.get("params").toString());
                }
            }
            default -> {
            }
        }
    }

    JsonObject send(String method, String parameters) {
        final int number = numbers.incrementAndGet();
        final CompletableFuture<JsonObject> answer = new CompletableFuture<>();
        answers.put(number, answer);
        socket.sendText(
            "{\"id\": " + number + ", \"method\": \"" + method + "\", \"params\": " + parameters + "}", true).join();
        final JsonObject message = answer.orTimeout(30, TimeUnit.SECONDS).join();
        if (message.has("error")) {
            throw new AssertionError(method + ": " + message.get("error"));
        }
        return message.getAsJsonObject("result");
    }

    void open(String url) {
        send("Page.navigate", "{\"url\": \"" + url + "\"}");
        await("document.readyState === 'complete'");
    }

    void size(int width, int height) {
        send("Emulation.setDeviceMetricsOverride", "{\"width\": " + width + ", \"height\": " + height
            + ", \"deviceScaleFactor\": 1, \"mobile\": " + (width < 600) + "}");
    }

    void prefer(String scheme) {
        send("Emulation.setEmulatedMedia",
            "{\"features\": [{\"name\": \"prefers-color-scheme\", \"value\": \"" + scheme + "\"}]}");
    }

    /** The value of an expression; a promise is waited for. */
    JsonElement evaluate(String expression) {
        final JsonObject parameters = new JsonObject();
        parameters.addProperty("expression", expression);
        parameters.addProperty("awaitPromise", true);
        parameters.addProperty("returnByValue", true);
        final JsonObject answer = send("Runtime.evaluate", parameters.toString());
        if (answer.has("exceptionDetails")) {
            throw new AssertionError(expression + ": " + answer.get("exceptionDetails"));
        }
        return answer.getAsJsonObject("result").has("value") ? answer.getAsJsonObject("result").get("value")
            : answer.get("result");
    }

    /** The texts of a list. */
    List<String> strings(String expression) {
        return evaluate(expression).getAsJsonArray().asList().stream().map(JsonElement::getAsString).toList();
    }

    /** What axe-core finds wrong with the page as it is now, of any weight. */
    List<String> axe() throws IOException {
        final String axe;
        try (InputStream script = Objects.requireNonNull(Browser.class.getResourceAsStream("/axe.min.js"))) {
            axe = new String(script.readAllBytes(), StandardCharsets.UTF_8);
        }
        evaluate(axe + ";1");
        return strings("axe.run().then(r => r.violations.map(v => v.impact + ' ' + v.id + ' '"
            + " + v.nodes.map(n => n.html + ' ' + n.failureSummary)))");
    }

    String text(String selector) {
        return evaluate("document.querySelector('" + selector + "')?.innerText ?? ''").getAsString();
    }

    /** Waits until an expression is true; the test's time limit ends that. */
    void await(String expression) {
        while (!evaluate("Boolean(" + expression + ")").getAsBoolean()) {
            Thread.onSpinWait();
        }
    }

    /** Presses a key as a keyboard does. */
    void press(String key, int code) {
        for (final String type : List.of("keyDown", "keyUp")) {
            send("Input.dispatchKeyEvent", "{\"type\": \"" + type + "\", \"key\": \"" + key + "\", \"code\": \"" + key
                + "\", \"windowsVirtualKeyCode\": " + code + (key.equals("Enter") ? ", \"text\": \"\\r\"" : "") + "}");
        }
    }

    void shoot(Path file) throws IOException {
        Files.write(file, Base64.getDecoder()
            .decode(send("Page.captureScreenshot", "{\"format\": \"png\"}").get("data").getAsString()));
    }

    @Override
    public void close() {
        socket.abort();
        process.destroy();
        try {
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        http.shutdownNow();
    }
}
