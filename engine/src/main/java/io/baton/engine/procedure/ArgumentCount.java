package io.baton.engine.procedure;

/** Says that a call has more or fewer arguments than its procedure. */
public final class ArgumentCount {

    private ArgumentCount() {
    }

    /**
     * Says how many there are and should be.
     *
     * @param procedure its name
     * @param taken how many it takes
     * @param given how many were given
     * @return a sentence
     */
    public static String wrong(String procedure, int taken, int given) {
        return "procedure " + procedure + " takes " + taken + (taken == 1 ? " argument" : " arguments") + ", but "
            + given + (given == 1 ? " was" : " were") + " given";
    }
}
