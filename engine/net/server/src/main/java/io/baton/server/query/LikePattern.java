package io.baton.server.query;

import io.baton.protocol.Reason;
import java.util.Arrays;

/** The pattern of a LIKE: a percent sign is any text, an underscore any character. Immutable. */
final class LikePattern {

    private static final int ANY_TEXT = -1;
    private static final int ANY_CHARACTER = -2;

    /** Code points, and what stands for others. */
    private final int[] parts;

    private LikePattern(int[] parts) {
        this.parts = parts;
    }

    /**
     * Reads a pattern.
     *
     * @param escape the code point in front of what means itself, or -1
     * @throws QueryException if it is no text, too long, or ends with the escape character
     */
    static LikePattern of(Object given, int escape) {
        if (!(given instanceof String text)) {
            throw new QueryException(Reason.WRONG_TYPE,
                "LIKE takes a text as its pattern, but was given " + ColumnValues.shown(given));
        }
        if (text.length() > Filter.PATTERN_MAX) {
            throw new QueryException(Reason.TOO_LARGE, "a pattern of " + text.length() + " characters: give "
                + Filter.PATTERN_MAX + " at most");
        }
        final int[] written = text.codePoints().toArray();
        final int[] parts = new int[written.length];
        int count = 0;
        for (int i = 0; i < written.length; i++) {
            if (written[i] == escape) {
                if (++i == written.length) {
                    throw new QueryException(Reason.SYNTAX, "the pattern '" + QueryTokens.shown(text) + "' ends with "
                        + "its escape character; write it twice, or ESCAPE ''");
                }
                parts[count++] = written[i];
            } else {
                parts[count++] = written[i] == '%' ? ANY_TEXT : written[i] == '_' ? ANY_CHARACTER : written[i];
            }
        }
        return new LikePattern(Arrays.copyOf(parts, count));
    }

    /** The text with which all that match begin; empty if there is none. */
    String start() {
        final StringBuilder start = new StringBuilder();
        for (int i = 0; i < parts.length && parts[i] >= 0; i++) {
            start.appendCodePoint(parts[i]);
        }
        return start.toString();
    }

    /** Whether a text has the form. Goes back only to the last percent sign, so the time is that of both lengths. */
    boolean matches(String text) {
        int at = 0;
        int part = 0;
        int lastAny = -1;
        int tried = 0;
        while (at < text.length()) {
            if (part < parts.length && parts[part] == ANY_TEXT) {
                lastAny = part++;
                tried = at;
                continue;
            }
            final int character = text.codePointAt(at);
            if (part < parts.length && (parts[part] == ANY_CHARACTER || parts[part] == character)) {
                at += Character.charCount(character);
                part++;
            } else if (lastAny >= 0) {
                part = lastAny + 1;
                tried += Character.charCount(text.codePointAt(tried));
                at = tried;
            } else {
                return false;
            }
        }
        while (part < parts.length && parts[part] == ANY_TEXT) {
            part++;
        }
        return part == parts.length;
    }
}
