package io.baton.trial;

import java.util.Locale;

/** How constants are named on the command line and in reports. */
public final class ConstantNames {

    private ConstantNames() {
    }

    /**
     * Names a kind of fault, a state or a planted bug.
     *
     * @param constant one of an enum
     * @return its name in small letters with hyphens
     */
    public static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
