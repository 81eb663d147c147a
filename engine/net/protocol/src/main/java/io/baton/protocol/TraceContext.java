package io.baton.protocol;

import io.netty.buffer.ByteBuf;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Within which span of its caller's a call is made: what W3C's Trace Context (version 00) has in {@code traceparent}.
 * Neither the trace nor the span is all zeros.
 *
 * @param traceHigh the first half of the trace's id
 * @param traceLow the second half
 * @param span the span's id
 * @param flags 1: the caller records it; all eight are passed on
 */
public record TraceContext(long traceHigh, long traceLow, long span, byte flags) {

    /** Bytes in a frame. */
    public static final int BYTES = 3 * Long.BYTES + 1;

    private static final HexFormat HEX = HexFormat.of();
    private static final int TRACE_AT = 3;
    private static final int TRACE_LOW_AT = 19;
    private static final int SPAN_AT = 36;
    private static final int FLAGS_AT = 53;
    private static final int TEXT_CHARS = 55;

    /** Refuses what names no span. */
    public TraceContext {
        if (!isValid(traceHigh, traceLow, span)) {
            throw new IllegalArgumentException("a trace or span whose id is all zeros; leave the context out");
        }
    }

    private static boolean isValid(long traceHigh, long traceLow, long span) {
        return (traceHigh | traceLow) != 0 && span != 0;
    }

    /**
     * Reads the text.
     *
     * @param traceparent as W3C's Trace Context has it; of a later version, what this one has of it
     * @return the context; null if the text is not one, as that standard wants
     */
    public static @Nullable TraceContext parse(String traceparent) {
        if (!isText(traceparent)) {
            return null;
        }
        final long traceHigh = number(traceparent, TRACE_AT, TRACE_LOW_AT);
        final long traceLow = number(traceparent, TRACE_LOW_AT, SPAN_AT - 1);
        final long span = number(traceparent, SPAN_AT, FLAGS_AT - 1);
        return isValid(traceHigh, traceLow, span)
            ? new TraceContext(traceHigh, traceLow, span, (byte) number(traceparent, FLAGS_AT, TEXT_CHARS)) : null;
    }

    private static long number(String text, int from, int to) {
        return HexFormat.fromHexDigitsToLong(text, from, to);
    }

    /** Whether there are digits and dashes where they belong, and no more than the version has. */
    private static boolean isText(String text) {
        if (text.length() < TEXT_CHARS || text.startsWith("ff")) {
            return false;
        }
        for (int i = 0; i < TEXT_CHARS; i++) {
            final char at = text.charAt(i);
            final boolean dash = i == TRACE_AT - 1 || i == SPAN_AT - 1 || i == FLAGS_AT - 1;
            if (dash ? at != '-' : (at < '0' || at > '9') && (at < 'a' || at > 'f')) {
                return false;
            }
        }
        return text.length() == TEXT_CHARS || (!text.startsWith("00") && text.charAt(TEXT_CHARS) == '-');
    }

    /**
     * Writes the text.
     *
     * @param context or null
     * @return what {@link #parse} reads; null for null
     */
    public static @Nullable String text(@Nullable TraceContext context) {
        return context == null ? null : context.traceparent();
    }

    /** {@return the text that {@link #parse} reads} */
    public String traceparent() {
        return "00-" + HEX.toHexDigits(traceHigh) + HEX.toHexDigits(traceLow) + '-' + HEX.toHexDigits(span) + '-'
            + HEX.toHexDigits(flags);
    }

    /**
     * Writes it: each id with its first byte first.
     *
     * @param buffer where to
     */
    public void write(ByteBuf buffer) {
        buffer.writeLong(traceHigh).writeLong(traceLow).writeLong(span).writeByte(flags);
    }

    /**
     * Reads it.
     *
     * @param buffer where it is
     * @return the context; null if an id is all zeros
     */
    public static @Nullable TraceContext read(ByteBuf buffer) {
        final long traceHigh = buffer.readLong();
        final long traceLow = buffer.readLong();
        final long span = buffer.readLong();
        final byte flags = buffer.readByte();
        return isValid(traceHigh, traceLow, span) ? new TraceContext(traceHigh, traceLow, span, flags) : null;
    }
}
