package io.baton.engine.observe;

import java.util.Locale;

/**
 * Text that others have made, such as clients, servers and rows, for lines that people read: in logs and on terminals.
 * It begins no other line, moves no cursor, and does not show what follows it in another order than it stands there.
 */
public final class PrintableText {

    private static final int ARABIC_LETTER_MARK = 0x061c;
    private static final int LEFT_TO_RIGHT_MARK = 0x200e;
    private static final int RIGHT_TO_LEFT_MARK = 0x200f;
    /** From here on: separators of lines and paragraphs, embeddings and overrides of the direction. */
    private static final int LINE_SEPARATOR = 0x2028;
    private static final int RIGHT_TO_LEFT_OVERRIDE = 0x202e;
    private static final int LEFT_TO_RIGHT_ISOLATE = 0x2066;
    private static final int POP_DIRECTIONAL_ISOLATE = 0x2069;

    private PrintableText() {
    }

    /**
     * Says whether a character may stand in a line as it is.
     *
     * @param c a Java character; of one that takes two, either
     * @return false for the control characters of ASCII and Latin-1 (U+0000 to U+001F, U+007F to U+009F), separators of
     *     lines and paragraphs (U+2028, U+2029), and what changes the direction of writing (U+061C, U+200E, U+200F,
     *     U+202A to U+202E, U+2066 to U+2069)
     */
    public static boolean isPrintable(int c) {
        return !(Character.isISOControl(c) || c == ARABIC_LETTER_MARK
            || (c >= LEFT_TO_RIGHT_MARK && c <= RIGHT_TO_LEFT_MARK)
            || (c >= LINE_SEPARATOR && c <= RIGHT_TO_LEFT_OVERRIDE)
            || (c >= LEFT_TO_RIGHT_ISOLATE && c <= POP_DIRECTIONAL_ISOLATE));
    }

    /**
     * Says whether a text may stand in a line as it is.
     *
     * @param text any text
     * @return whether all its characters may
     */
    public static boolean isPrintable(String text) {
        // Code points: half of a surrogate pair would be printed as a question mark.
        return text.codePoints().allMatch(c -> isPrintable(c) && !isLone(c));
    }

    /**
     * Writes what may not stand in a line as Java does, {@code \n} or {@code \}{@code u001b}; the rest stays as it is.
     *
     * @param text any text
     * @return a text for one line
     */
    public static String of(String text) {
        if (isPrintable(text)) {
            return text;
        }
        final StringBuilder printable = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            final char c = text.charAt(i);
            switch (c) {
                case '\n' -> printable.append("\\n");
                case '\r' -> printable.append("\\r");
                case '\t' -> printable.append("\\t");
                default -> {
                    if (isPrintable(c) && !(Character.isSurrogate(c) && isLoneAt(text, i))) {
                        printable.append(c);
                    } else {
                        printable.append(escape(c));
                    }
                }
            }
        }
        return printable.toString();
    }

    /** Whether a code point is half of a surrogate pair. */
    private static boolean isLone(int codePoint) {
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    }

    private static boolean isLoneAt(String text, int i) {
        return Character.isHighSurrogate(text.charAt(i)) ? isLone(text.codePointAt(i))
            : isLone(text.codePointBefore(i + 1));
    }

    /**
     * Writes a character by its number, as Java and JSON do.
     *
     * @param c a Java character
     * @return six characters
     */
    public static String escape(char c) {
        return String.format(Locale.ROOT, "\\u%04x", (int) c);
    }

    /**
     * The same for texts that may be long.
     *
     * @param text any text
     * @param most so many characters of it are kept, 1 or more
     * @return a text for one line, with dots at its end if it was cut
     */
    public static String of(String text, int most) {
        return text.length() <= most ? of(text) : of(text.substring(0, most)) + "...";
    }
}
