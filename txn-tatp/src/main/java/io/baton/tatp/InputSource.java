package io.baton.tatp;

import io.baton.tatp.schema.CallForwardingTable;
import io.baton.workload.RandomStreams;
import java.util.SplittableRandom;

/**
 * Draws the inputs of one terminal's transactions (specification, section Transaction specifications). The arrays that
 * it returns are good until the next draw. One thread.
 */
final class InputSource {

    private static final int STARTS = CallForwardingTable.LAST_START / CallForwardingTable.START_STEP + 1;
    private static final int HOURS = 24;
    private static final long LOCATION_MAX = (1L << 32) - 1;

    private final SplittableRandom random;
    private final SubscriberKeys keys;
    private final Object[] getSubscriberData = new Object[1];
    private final Object[] getNewDestination = new Object[4];
    private final Object[] getAccessData = new Object[2];
    private final Object[] updateSubscriberData = new Object[4];
    private final Object[] updateLocation = new Object[2];
    private final Object[] insertCallForwarding = new Object[5];
    private final Object[] deleteCallForwarding = new Object[3];

    InputSource(TatpConfig config, int number) {
        this.random = RandomStreams.terminal(config.seed(), number);
        this.keys = config.keys();
    }

    TransactionType nextType() {
        return TransactionType.atPercentile(random.nextInt(100));
    }

    Object[] next(TransactionType type) {
        return switch (type) {
            case GET_SUBSCRIBER_DATA -> nextGetSubscriberData();
            case GET_NEW_DESTINATION -> nextGetNewDestination();
            case GET_ACCESS_DATA -> nextGetAccessData();
            case UPDATE_SUBSCRIBER_DATA -> nextUpdateSubscriberData();
            case UPDATE_LOCATION -> nextUpdateLocation();
            case INSERT_CALL_FORWARDING -> nextInsertCallForwarding();
            case DELETE_CALL_FORWARDING -> nextDeleteCallForwarding();
        };
    }

    private Object[] nextGetSubscriberData() {
        getSubscriberData[0] = nextSubscriber();
        return getSubscriberData;
    }

    private Object[] nextGetNewDestination() {
        getNewDestination[0] = nextSubscriber();
        getNewDestination[1] = nextKind();
        getNewDestination[2] = nextStart();
        getNewDestination[3] = nextEnd();
        return getNewDestination;
    }

    private Object[] nextGetAccessData() {
        getAccessData[0] = nextSubscriber();
        getAccessData[1] = nextKind();
        return getAccessData;
    }

    private Object[] nextUpdateSubscriberData() {
        updateSubscriberData[0] = nextSubscriber();
        updateSubscriberData[1] = (long) random.nextInt(2);
        updateSubscriberData[2] = nextKind();
        updateSubscriberData[3] = (long) random.nextInt(256);
        return updateSubscriberData;
    }

    private Object[] nextUpdateLocation() {
        updateLocation[0] = SubscriberNumber.of(nextSubscriber());
        updateLocation[1] = random.nextLong(1, LOCATION_MAX + 1);
        return updateLocation;
    }

    private Object[] nextInsertCallForwarding() {
        insertCallForwarding[0] = SubscriberNumber.of(nextSubscriber());
        insertCallForwarding[1] = nextKind();
        insertCallForwarding[2] = nextStart();
        insertCallForwarding[3] = nextEnd();
        insertCallForwarding[4] = SubscriberNumber.of(nextSubscriber());
        return insertCallForwarding;
    }

    private Object[] nextDeleteCallForwarding() {
        deleteCallForwarding[0] = SubscriberNumber.of(nextSubscriber());
        deleteCallForwarding[1] = nextKind();
        deleteCallForwarding[2] = nextStart();
        return deleteCallForwarding;
    }

    private long nextSubscriber() {
        return keys.next(random);
    }

    /** A type of access info or of facility, whether the subscriber has it or not. */
    private long nextKind() {
        return random.nextInt(1, Population.TYPES + 1);
    }

    private long nextStart() {
        return (long) random.nextInt(STARTS) * CallForwardingTable.START_STEP;
    }

    private long nextEnd() {
        return random.nextInt(1, HOURS + 1);
    }
}
