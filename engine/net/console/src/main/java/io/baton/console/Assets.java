package io.baton.console;

import io.netty.handler.codec.http.HttpResponseStatus;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** The page and its files, all in memory: a path that is not the name of one of them leads nowhere. Immutable. */
final class Assets {

    private static final String FOLDER = "web/";
    private static final String[] NAMES = {"index.html", "style.css", "theme.js", "icon.svg", "app.js", "api.js",
        "dom.js", "format.js", "chart.js", "overview.js", "procedures.js", "locks.js", "sessions.js", "storage.js",
        "call.js", "login.js"};
    private static final Map<String, String> TYPES = Map.of("html", "text/html; charset=utf-8", "css",
        "text/css; charset=utf-8", "js", "text/javascript; charset=utf-8", "svg", "image/svg+xml");

    private final Map<String, Reply> byPath = new HashMap<>();

    Assets() {
        for (final String name : NAMES) {
            byPath.put("/" + name, load(name));
        }
        byPath.put("/", load(NAMES[0]));
    }

    private static Reply load(String name) {
        try (InputStream stream = Assets.class.getResourceAsStream(FOLDER + name)) {
            if (stream == null) {
                throw new IllegalStateException("the console's jar lacks " + FOLDER + name + "; build it again");
            }
            final byte[] body = stream.readAllBytes();
            final CRC32C sum = new CRC32C();
            sum.update(body);
            return new Reply(HttpResponseStatus.OK, String.valueOf(TYPES.get(name.substring(name.indexOf('.') + 1))),
                body, "\"" + Long.toHexString(sum.getValue()) + "-" + body.length + "\"", "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The file of a path, or null if there is none. */
    @Nullable
    Reply find(String path, @Nullable String knownTag) {
        final Reply found = byPath.get(path);
        return found != null && found.tag().equals(knownTag)
            ? new Reply(HttpResponseStatus.NOT_MODIFIED, found.type(), new byte[0], found.tag(), "") : found;
    }
}
