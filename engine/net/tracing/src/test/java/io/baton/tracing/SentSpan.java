package io.baton.tracing;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A span as a collector reads it from protobuf.
 *
 * @param name the span's
 * @param trace the trace's id in hex
 * @param id its own
 * @param parent that of the span around it, or nothing
 * @param kind 1 internal, 2 server
 * @param nanos how long it took
 * @param status 0 unset, 2 error
 * @param link the span of another trace, or of another place in this one, that it names; or nothing
 * @param attributes by name; numbers are Long
 */
record SentSpan(String name, String trace, String id, String parent, long kind, long nanos, long status, String link,
        Map<String, Object> attributes) {

    private static final int REQUEST_RESOURCE_SPANS = 1;
    private static final int RESOURCE_SCOPE_SPANS = 2;
    private static final int SCOPE_SPANS = 2;

    /** Reads an ExportTraceServiceRequest. */
    static List<SentSpan> read(byte[] request) {
        final List<SentSpan> spans = new ArrayList<>();
        fields(request, (field, ofResource) -> {
            if (field == REQUEST_RESOURCE_SPANS) {
                fields((byte[]) ofResource, (second, ofScope) -> {
                    if (second == RESOURCE_SCOPE_SPANS) {
                        fields((byte[]) ofScope, (third, span) -> {
                            if (third == SCOPE_SPANS) {
                                spans.add(span((byte[]) span));
                            }
                        });
                    }
                });
            }
        });
        return spans;
    }

    private static SentSpan span(byte[] bytes) {
        final Map<Integer, Object> one = new HashMap<>();
        final Map<String, Object> attributes = new HashMap<>();
        fields(bytes, (field, value) -> {
            if (field == 9) {
                final Map<Integer, Object> pair = map(value);
                final Map<Integer, Object> held = map(pair.get(2));
                final Object content = held.values().iterator().next();
                attributes.put(text(pair.get(1)), content instanceof byte[] text ? text(text) : content);
            } else {
                one.put(field, value);
            }
        });
        return new SentSpan(text(one.get(5)), hex(one.get(1)), hex(one.get(2)), hex(one.get(4)), number(one.get(6)),
            number(one.get(8)) - number(one.get(7)), number(map(one.get(15)).get(3)), hex(map(one.get(13)).get(2)),
            attributes);
    }

    private static String text(@Nullable Object bytes) {
        return bytes instanceof byte[] text ? new String(text, StandardCharsets.UTF_8) : "";
    }

    private static String hex(@Nullable Object bytes) {
        return bytes instanceof byte[] id ? HexFormat.of().formatHex(id) : "";
    }

    private static long number(@Nullable Object value) {
        return value instanceof Long number ? number : 0;
    }

    private static Map<Integer, Object> map(@Nullable Object message) {
        final Map<Integer, Object> map = new HashMap<>();
        if (message instanceof byte[] bytes) {
            fields(bytes, map::put);
        }
        return map;
    }

    private static void fields(byte[] message, BiConsumer<Integer, Object> to) {
        final ByteBuffer buffer = ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN);
        while (buffer.hasRemaining()) {
            final long tag = varint(buffer);
            final Object value = switch ((int) (tag & 7)) {
                case 0 -> varint(buffer);
                case 1 -> buffer.getLong();
                case 2 -> {
                    final byte[] bytes = new byte[(int) varint(buffer)];
                    buffer.get(bytes);
                    yield bytes;
                }
                case 5 -> (long) buffer.getInt();
                default -> throw new IllegalStateException("no protobuf: " + tag);
            };
            to.accept((int) (tag >>> 3), value);
        }
    }

    private static long varint(ByteBuffer buffer) {
        long value = 0;
        for (int shift = 0;; shift += 7) {
            final byte next = buffer.get();
            value |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }
}
