package io.baton.metrics;

import io.baton.engine.observe.PrintableText;

/** Names of procedures and tables as values of labels, which readers keep for long and print in lines. */
final class SeriesNames {

    /** Characters of a name; longer ones are cut off. */
    static final int CHARACTERS_MAX = 200;

    private SeriesNames() {
    }

    /** Control characters and half characters are escaped, and what is too long is cut off; the rest stays as it is. */
    static String of(String name) {
        final String printable = PrintableText.of(name);
        return printable.codePointCount(0, printable.length()) <= CHARACTERS_MAX ? printable
            : printable.substring(0, printable.offsetByCodePoints(0, CHARACTERS_MAX));
    }
}
