package io.baton.protocol.scram;

import java.text.Normalizer;
import java.util.Arrays;

/**
 * Brings names and passwords into one form, so that they are the same however a keyboard writes them: what SASLprep
 * (RFC 4013) asks for, by the JDK's tables of Unicode. What has no meaning in a text is refused.
 */
public final class PreparedText {

    /** Characters of a name. */
    private static final int NAME_MAX = 128;
    /** Characters of a password; what is longer would cost the processor for nothing. */
    private static final int PASSWORD_MAX = 1_024;

    private PreparedText() {
    }

    /**
     * Prepares the name of a user.
     *
     * @param name as it was given
     * @return the name in one form
     * @throws IllegalArgumentException if it cannot be a name; it says why
     */
    public static String name(String name) {
        final String prepared = prepared("a user's name", name, NAME_MAX);
        if (prepared.chars().anyMatch(Character::isWhitespace)) {
            throw new IllegalArgumentException("a user's name has no spaces; leave them out");
        }
        return prepared;
    }

    /**
     * Prepares a password.
     *
     * @param password as it was given; stays the caller's
     * @return the password in one form, to be wiped by the caller
     * @throws IllegalArgumentException if it cannot be a password; it says why, and does not show it
     */
    public static char[] password(char[] password) {
        boolean plain = password.length > 0 && password.length <= PASSWORD_MAX;
        for (final char character : password) {
            plain &= character >= ' ' && character <= '~';
        }
        // Only what is not ASCII needs a String, which cannot be wiped.
        return plain ? Arrays.copyOf(password, password.length)
            : prepared("a password", new String(password), PASSWORD_MAX).toCharArray();
    }

    private static String prepared(String what, String text, int most) {
        if (text.length() > most) {
            throw new IllegalArgumentException(what + " has at most " + most + " characters");
        }
        final StringBuilder mapped = new StringBuilder(text.length());
        text.codePoints().filter(point -> !isNothing(point))
            .map(point -> Character.getType(point) == Character.SPACE_SEPARATOR ? ' ' : point)
            .forEach(mapped::appendCodePoint);
        final String prepared = Normalizer.normalize(mapped, Normalizer.Form.NFKC);
        if (prepared.isEmpty()) {
            throw new IllegalArgumentException(what + " is empty; give some characters");
        }
        if (prepared.codePoints().anyMatch(PreparedText::isForbidden)) {
            throw new IllegalArgumentException(what + " has control characters or others that are no text; "
                + "leave them out");
        }
        return prepared;
    }

    /** RFC 3454, table B.1: what is commonly mapped to nothing. */
    private static boolean isNothing(int point) {
        return switch (point) {
            case 0x00ad, 0x034f, 0x1806, 0x180b, 0x180c, 0x180d, 0x200b, 0x200c, 0x200d, 0x2060, 0xfeff -> true;
            default -> point >= 0xfe00 && point <= 0xfe0f;
        };
    }

    private static boolean isForbidden(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL, Character.FORMAT, Character.SURROGATE, Character.PRIVATE_USE,
                Character.UNASSIGNED, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
            default -> point == 0xfffd;
        };
    }
}
