package io.baton.tatp;

/**
 * How many transactions of a type found what they looked for, beside what the specification states.
 *
 * <p>For GET_NEW_DESTINATION the specification states 23.9 %, but its own rules for rows and inputs give 14.8 % for
 * the rows as loaded and 20.4 % once inserted rows have replaced them; a run is somewhere in between. The derivation is
 * in the package's description.
 *
 * @param type the type
 * @param ended how many ended as the specification allows
 * @param successful how many of them found, changed, added or removed what they were for
 */
public record SuccessRate(TransactionType type, long ended, long successful) {

    private static final double DESTINATION_FRESH = 0.1479;
    private static final double DESTINATION_WORN = 0.2042;

    /**
     * Reckons the rate.
     *
     * @return 0 to 1; 0 if none ended
     */
    public double observed() {
        return ended == 0 ? 0 : (double) successful / ended;
    }

    /**
     * Returns the least chance that the specification's rules give.
     *
     * @return 0 to 1
     */
    public double least() {
        return type == TransactionType.GET_NEW_DESTINATION ? DESTINATION_FRESH : type.publishedSuccess();
    }

    /**
     * Returns the largest chance that the specification's rules give.
     *
     * @return 0 to 1
     */
    public double most() {
        return type == TransactionType.GET_NEW_DESTINATION ? DESTINATION_WORN : type.publishedSuccess();
    }
}
