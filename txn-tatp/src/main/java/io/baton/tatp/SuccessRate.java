package io.baton.tatp;

/**
 * How many transactions of a type found what they looked for, beside what the specification states.
 *
 * <p>For GET_NEW_DESTINATION the specification states 23.9 %, but its own rules for rows and inputs give another
 * chance. A facility of the drawn type is there in 0.625 of all cases and active in 0.85; each of its three start times
 * is taken in 0.5. Summed over the start times (0, 8, 16) and end times (1 to 24) that are drawn, some forwarding
 * fits in 0.2784 of them, which makes 14.8 %: 23.7 % of those that meet a facility at all, which is what the
 * specification may have meant. Inserted forwardings end at any hour, not within eight of their start; once they have
 * replaced all loaded ones, the chance is 20.4 %. A run is somewhere in between, and comes closer to the latter the
 * longer it is.
 *
 * @param type the type
 * @param ended how many ended as the specification allows
 * @param successful how many of them found, changed, added or removed what they were for
 */
public record SuccessRate(TransactionType type, long ended, long successful) {

    private static final double DESTINATION_FRESH = 0.1479;
    private static final double DESTINATION_WORN = 0.2043;

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
