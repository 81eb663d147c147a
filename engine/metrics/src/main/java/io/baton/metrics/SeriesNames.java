package io.baton.metrics;

import io.baton.engine.observe.PrintableText;

/** Names of procedures and tables as values of labels, which readers keep for long and print in lines. */
final class SeriesNames {

    /** Characters of a name; longer ones are cut off. */
    static final int CHARACTERS_MAX = 200;
    private static final char REPLACEMENT = '\ufffd';

    private SeriesNames() {
    }

    /** Without control characters, half characters, and what is too long: the rest stays as it is. */
    static String of(String name) {
        final String printable = PrintableText.of(name);
        final StringBuilder whole = new StringBuilder(Math.min(printable.length(), CHARACTERS_MAX + 1));
        printable.codePoints().limit(CHARACTERS_MAX).forEach(point -> whole
            .appendCodePoint(Character.getType(point) == Character.SURROGATE ? REPLACEMENT : point));
        return whole.toString();
    }
}
