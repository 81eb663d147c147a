package io.baton.metrics;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The formats in which metrics are told, and which of them a reader wants: the header {@code Accept}, with its weights,
 * as RFC 9110 (12.5.1) says. Formats: <a href="https://prometheus.io/docs/instrumenting/content_negotiation/">content
 * negotiation of Prometheus</a>.
 */
enum Exposition {

    /** What Prometheus has always read, and people read most easily. */
    TEXT("text", "plain", "0.0.4"),
    /** OpenMetrics 1.0, which ends with a line that tells that it is complete. */
    OPEN_METRICS("application", "openmetrics-text", "1.0.0");

    private static final double WEIGHT_MAX = 1;
    private static final String ANY = "*";

    private final String type;
    private final String subtype;
    private final String version;

    Exposition(String type, String subtype, String version) {
        this.type = type;
        this.subtype = subtype;
        this.version = version;
    }

    /** The header {@code Content-Type}. */
    String contentType() {
        return type + "/" + subtype + "; version=" + version + "; charset=utf-8";
    }

    /**
     * Chooses the format that has the greatest weight; of two with the same weight OpenMetrics if it is named, else
     * text. A reader that accepts neither gets text: it may be able to show it all the same.
     *
     * @param accepted values of the header, one or several
     */
    static Exposition of(List<String> accepted) {
        final List<Range> ranges = new ArrayList<>();
        for (final String header : accepted) {
            for (final String part : split(header, ',')) {
                final Range range = Range.parse(part);
                if (range != null) {
                    ranges.add(range);
                }
            }
        }
        final Range text = TEXT.best(ranges);
        final Range open = OPEN_METRICS.best(ranges);
        if (open == null || open.weight == 0) {
            return TEXT;
        }
        if (text == null || open.weight > text.weight) {
            return OPEN_METRICS;
        }
        return open.weight == text.weight && open.exactness > 1 ? OPEN_METRICS : TEXT;
    }

    /** The most exact range that has this format in it, as it decides about its weight; null if there is none. */
    private @Nullable Range best(List<Range> ranges) {
        Range best = null;
        for (final Range range : ranges) {
            if (has(range) && (best == null || range.exactness > best.exactness
                || (range.exactness == best.exactness && range.weight > best.weight))) {
                best = range;
            }
        }
        return best;
    }

    private boolean has(Range range) {
        return (range.type.equals(type) || range.type.equals(ANY))
            && (range.subtype.equals(subtype) || range.subtype.equals(ANY))
            && (range.version.isEmpty() || range.version.equals(version));
    }

    /**
     * One part of the header.
     *
     * @param version empty if none is asked for
     * @param weight 0 to 1; 0 if it is not wanted
     * @param exactness 0 for all types, 1 for all of a type, 2 for a subtype, 3 for a version
     */
    private record Range(String type, String subtype, String version, double weight, int exactness) {

        /** Null for what is no range. */
        static @Nullable Range parse(String text) {
            final List<String> parts = split(text, ';');
            final String[] types = parts.getFirst().strip().toLowerCase(Locale.ROOT).split("/", -1);
            if (types.length != 2 || types[0].isEmpty() || types[1].isEmpty()
                || (types[0].equals(ANY) && !types[1].equals(ANY))) {
                return null;
            }
            final Map<String, String> parameters = new HashMap<>();
            for (final String part : parts.subList(1, parts.size())) {
                final int equals = part.indexOf('=');
                if (equals > 0) {
                    parameters.putIfAbsent(part.substring(0, equals).strip().toLowerCase(Locale.ROOT),
                        unquoted(part.substring(equals + 1).strip()));
                }
            }
            final double weight = weight(parameters.getOrDefault("q", "1"));
            final String version = parameters.getOrDefault("version", "");
            final int exactness = types[0].equals(ANY) ? 0 : types[1].equals(ANY) ? 1 : version.isEmpty() ? 2 : 3;
            return weight < 0 ? null : new Range(types[0], types[1], version, weight, exactness);
        }

        /** Negative for what is no weight. */
        private static double weight(String text) {
            if (!text.matches("[01](\\.\\d{0,3})?")) {
                return -1;
            }
            final double weight = Double.parseDouble(text);
            return weight > WEIGHT_MAX ? -1 : weight;
        }

        private static String unquoted(String text) {
            return text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"")
                ? text.substring(1, text.length() - 1).replace("\\", "") : text;
        }
    }

    /** Splits at a character that is not within quotes. */
    private static List<String> split(String text, char separator) {
        final List<String> parts = new ArrayList<>();
        boolean quoted = false;
        int begin = 0;
        for (int i = 0; i < text.length(); i++) {
            final char c = text.charAt(i);
            if (c == '\\' && quoted) {
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (c == separator && !quoted) {
                parts.add(text.substring(begin, i));
                begin = i + 1;
            }
        }
        parts.add(text.substring(begin));
        return parts;
    }
}
