package io.baton.tatp;

/** The consistency conditions. Each has the name that reports show. */
enum Condition {

    /** There is every subscriber, its number is its id, and the number finds it. */
    SUBSCRIBERS("subscribers"),
    /** Each access info belongs to a subscriber, who has one to four. */
    ACCESS_INFOS("accessInfos"),
    /** Each facility belongs to a subscriber, who has one to four. */
    SPECIAL_FACILITIES("specialFacilities"),
    /** Each call forwarding belongs to a facility and has a valid time. */
    CALL_FORWARDINGS("callForwardings"),
    /** There are as many call forwardings as at first and as were inserted since, less those that were deleted. */
    CALL_FORWARDING_BALANCE("callForwardingBalance");

    private final String label;

    Condition(String label) {
        this.label = label;
    }

    @Override
    public String toString() {
        return label;
    }
}
