package io.baton.deploy.report;

import io.baton.engine.observe.PrintableText;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Writes maps, lists, strings, numbers and booleans as JSON (RFC 8259), indented by two. A number that is not finite
 * becomes null, because JSON knows none.
 */
public final class JsonWriter {

    private static final int INDENT = 2;

    private final StringBuilder text = new StringBuilder();

    private JsonWriter() {
    }

    /**
     * Writes a value.
     *
     * @param value a map with string keys, a list, a string, a number or a boolean
     * @return the text, with a line feed at its end
     * @throws IllegalArgumentException if there is a value of another type in it
     */
    public static String write(Object value) {
        final JsonWriter writer = new JsonWriter();
        writer.value(value, 0);
        return writer.text.append('\n').toString();
    }

    private void value(Object value, int depth) {
        switch (value) {
            case Map<?, ?> map -> object(map, depth);
            case List<?> list -> array(list, depth);
            case String string -> string(string);
            case Double number -> text.append(Double.isFinite(number) ? number(number) : "null");
            case Long number -> text.append(number.longValue());
            case Integer number -> text.append(number.intValue());
            case Boolean truth -> text.append(truth.booleanValue());
            default -> throw new IllegalArgumentException("no JSON for " + value.getClass());
        }
    }

    /** At most three decimals are worth their bytes in a measurement. */
    private static String number(double number) {
        final double rounded = Math.rint(number * 1000) / 1000;
        return rounded == Math.rint(rounded) && Math.abs(rounded) < 1e15
            ? String.valueOf((long) rounded) : String.valueOf(rounded);
    }

    private void object(Map<?, ?> map, int depth) {
        text.append('{');
        final Iterator<? extends Map.Entry<?, ?>> entries = map.entrySet().iterator();
        while (entries.hasNext()) {
            final Map.Entry<?, ?> entry = entries.next();
            line(depth + 1);
            string(String.valueOf(entry.getKey()));
            text.append(": ");
            value(entry.getValue(), depth + 1);
            text.append(entries.hasNext() ? "," : "");
        }
        if (!map.isEmpty()) {
            line(depth);
        }
        text.append('}');
    }

    private void array(List<?> list, int depth) {
        text.append('[');
        final Iterator<?> elements = list.iterator();
        while (elements.hasNext()) {
            line(depth + 1);
            value(elements.next(), depth + 1);
            text.append(elements.hasNext() ? "," : "");
        }
        if (!list.isEmpty()) {
            line(depth);
        }
        text.append(']');
    }

    private void line(int depth) {
        text.append('\n').repeat(' ', depth * INDENT);
    }

    private void string(String string) {
        text.append('"');
        for (int i = 0; i < string.length(); i++) {
            final char c = string.charAt(i);
            if (c == '"' || c == '\\') {
                text.append('\\').append(c);
            } else if (c == '\n') {
                text.append("\\n");
            } else if (!PrintableText.isPrintable(c)) {
                text.append(PrintableText.escape(c));
            } else {
                text.append(c);
            }
        }
        text.append('"');
    }
}
