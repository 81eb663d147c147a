package io.baton.tpcc.random;

import java.util.List;

/** The thousand last names of customers, by number (clause 4.3.2.3). Immutable. */
public final class LastNames {

    /** How many names there are. */
    public static final int COUNT = 1_000;

    private static final List<String> SYLLABLES =
        List.of("BAR", "OUGHT", "ABLE", "PRI", "PRES", "ESE", "ANTI", "CALLY", "ATION", "EING");

    private final String[] names = new String[COUNT];

    /** Puts the names together. */
    public LastNames() {
        for (int i = 0; i < COUNT; i++) {
            names[i] = SYLLABLES.get(i / 100) + SYLLABLES.get(i / 10 % 10) + SYLLABLES.get(i % 10);
        }
    }

    /**
     * Returns a name.
     *
     * @param number its number, 0 to 999
     * @return one of at most 16 bytes
     */
    public String get(int number) {
        return names[number];
    }
}
