package io.baton.lab.crash;

/** The words of the lines between TPC-C and its ledger. */
final class TpccLines {

    /** A worker's: warehouse, district, order and number of lines of a new order. */
    static final String NEW_ORDER = "new-order";
    /** A worker's: warehouse, district and number of a payment. */
    static final String PAYMENT = "payment";
    /** A worker's: warehouse, district and order of a delivery to a district. */
    static final String DELIVERY = "delivery";
    /** A worker's: warehouse, district and order that a customer was shown. */
    static final String SAW = "saw";
    /**
     * A judge's: warehouse, district and order; how many lines the order says it has, how many there are, how many of
     * them are delivered; whether it waits for delivery and whether it has a carrier, 0 or 1.
     */
    static final String ORDER = "order";
    /** A judge's: warehouse, district and number of a payment. */
    static final String HISTORY = "history";
    /** A judge's: a condition of the specification and what is wrong with it. */
    static final String VIOLATED = "violated";

    private static final int DISTRICT_BITS = 8;
    private static final int NUMBER_BITS = 40;

    private TpccLines() {
    }

    /** One number for the first three of a line's numbers. */
    static long key(String[] words) {
        return key(Long.parseLong(words[1]), Long.parseLong(words[2]), Long.parseLong(words[3]));
    }

    static long key(long warehouse, long district, long number) {
        return (warehouse << DISTRICT_BITS | district) << NUMBER_BITS | number;
    }

    /** The line's first three numbers, for people. */
    static String text(long key) {
        final long district = key >>> NUMBER_BITS;
        return "warehouse " + (district >>> DISTRICT_BITS) + ", district " + (district & (1 << DISTRICT_BITS) - 1)
            + ", number " + (key & (1L << NUMBER_BITS) - 1);
    }
}
