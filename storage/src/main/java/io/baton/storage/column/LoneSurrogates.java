package io.baton.storage.column;

/**
 * Surrogates without their partner: Java's strings may hold them, UTF-8 has nothing for them. An encoder of such a
 * string would write a question mark, and two names or keys would fall together.
 */
public final class LoneSurrogates {

    private LoneSurrogates() {
    }

    /**
     * Finds the first one.
     *
     * @param text any text
     * @return its index, or -1 if there is none
     */
    public static int find(CharSequence text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                if (Character.codePointAt(text, i) == text.charAt(i)) {
                    return i;
                }
                i++;
            }
        }
        return -1;
    }

    /**
     * Says what is wrong.
     *
     * @param surrogate the character
     * @param index where it stands, from 0 on
     * @return the end of a sentence
     */
    public static String complaint(char surrogate, int index) {
        return "character %d of the text, U+%04X, is half of a surrogate pair; give both halves or leave it out"
            .formatted(index + 1, (int) surrogate);
    }

    /**
     * Refuses a name that has one.
     *
     * @param what what it names, the beginning of a sentence
     * @param name the name
     * @return the name
     * @throws IllegalArgumentException if a surrogate stands alone; it says where
     */
    public static String requireNone(String what, String name) {
        final int index = find(name);
        if (index >= 0) {
            throw new IllegalArgumentException(what + ": " + complaint(name.charAt(index), index));
        }
        return name;
    }
}
