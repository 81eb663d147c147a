package io.baton.console;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;

/**
 * What a request is answered with. Immutable.
 *
 * @param status of HTTP
 * @param type of the content
 * @param body the content
 * @param tag names this version of the content, or empty if it must not be kept
 * @param cookie what the browser is to keep, or empty
 */
@SuppressWarnings("ArrayRecordComponent") // Nobody changes or compares it.
record Reply(HttpResponseStatus status, String type, byte[] body, String tag, String cookie) {

    private static final String JSON = "application/json; charset=utf-8";
    /** The page loads nothing from elsewhere, runs no script that is not a file of its own, and is in no frame. */
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    static Reply of(JsonElement value) {
        return json(HttpResponseStatus.OK, value);
    }

    /** Says in a sentence what is wrong with a request. */
    static Reply refused(HttpResponseStatus status, String message) {
        final JsonObject error = new JsonObject();
        error.addProperty("error", message);
        return json(status, error);
    }

    private static Reply json(HttpResponseStatus status, JsonElement value) {
        return new Reply(status, JSON, value.toString().getBytes(StandardCharsets.UTF_8), "", "");
    }

    /** The same with something that the browser is to keep. */
    Reply withCookie(String kept) {
        return new Reply(status, type, body, tag, kept);
    }

    FullHttpResponse response(boolean withBody) {
        final FullHttpResponse response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status,
            withBody ? Unpooled.wrappedBuffer(body) : Unpooled.EMPTY_BUFFER);
        final HttpHeaders headers = response.headers();
        headers.set(HttpHeaderNames.CONTENT_TYPE, type);
        if (!status.equals(HttpResponseStatus.NOT_MODIFIED)) {
            headers.set(HttpHeaderNames.CONTENT_LENGTH, body.length);
        }
        headers.set("Content-Security-Policy", POLICY);
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("X-Frame-Options", "DENY");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("Cross-Origin-Resource-Policy", "same-origin");
        headers.set("Cross-Origin-Opener-Policy", "same-origin");
        if (tag.isEmpty()) {
            headers.set(HttpHeaderNames.CACHE_CONTROL, "no-store");
        } else {
            headers.set(HttpHeaderNames.CACHE_CONTROL, "no-cache");
            headers.set(HttpHeaderNames.ETAG, tag);
        }
        if (status.equals(HttpResponseStatus.UNAUTHORIZED)) {
            // A scheme that no browser knows: the page asks, not the browser.
            headers.set(HttpHeaderNames.WWW_AUTHENTICATE, "Baton-Session realm=\"Baton console\"");
        }
        if (!cookie.isEmpty()) {
            headers.set(HttpHeaderNames.SET_COOKIE, cookie);
        }
        return response;
    }
}
