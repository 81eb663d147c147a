package io.baton.tatp;

import io.baton.workload.TransactionKind;

/** The seven transactions with their shares and chances of success (specification, section Transactions). */
public enum TransactionType implements TransactionKind {

    /** Reads a subscriber. */
    GET_SUBSCRIBER_DATA("GetSubscriberData", 35, 1),
    /** Looks where a call is to be forwarded to. */
    GET_NEW_DESTINATION("GetNewDestination", 10, 0.239),
    /** Reads what validates an access. */
    GET_ACCESS_DATA("GetAccessData", 35, 0.625),
    /** Changes a subscriber and one of its facilities. */
    UPDATE_SUBSCRIBER_DATA("UpdateSubscriberData", 2, 0.625),
    /** Changes where a subscriber is. */
    UPDATE_LOCATION("UpdateLocation", 14, 1),
    /** Adds a call forwarding. */
    INSERT_CALL_FORWARDING("InsertCallForwarding", 2, 0.3125),
    /** Removes a call forwarding. */
    DELETE_CALL_FORWARDING("DeleteCallForwarding", 2, 0.3125);

    private static final TransactionType[] BY_PERCENTILE = byPercentile();

    private final String label;
    private final int percent;
    private final double publishedSuccess;

    TransactionType(String label, int percent, double publishedSuccess) {
        this.label = label;
        this.percent = percent;
        this.publishedSuccess = publishedSuccess;
    }

    @Override
    public String label() {
        return label;
    }

    /**
     * Returns the chance of success that the specification states. For {@link #GET_NEW_DESTINATION} its own rules
     * give another: see {@link SuccessRate}.
     *
     * @return 0 to 1
     */
    public double publishedSuccess() {
        return publishedSuccess;
    }

    int percent() {
        return percent;
    }

    /** Returns the transaction for a number from 0 to 99, so that each gets its share. */
    static TransactionType atPercentile(int number) {
        return BY_PERCENTILE[number];
    }

    private static TransactionType[] byPercentile() {
        final TransactionType[] types = new TransactionType[100];
        int next = 0;
        for (TransactionType type : values()) {
            for (int i = 0; i < type.percent; i++) {
                types[next++] = type;
            }
        }
        return types;
    }
}
