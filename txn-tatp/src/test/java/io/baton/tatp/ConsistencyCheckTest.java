package io.baton.tatp;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.tatp.schema.AccessInfoTable;
import io.baton.tatp.schema.CallForwardingTable;
import io.baton.tatp.schema.SpecialFacilityTable;
import io.baton.tatp.schema.SubscriberTable;
import io.baton.testing.workload.Loaded;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every kind of damage breaks the condition that it should break, and no other. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class ConsistencyCheckTest {

    private static final int SUBSCRIBERS = 200;

    private final Loaded<Tatp> loaded = NetworkFixture.load(SUBSCRIBERS, 1, 7);

    @AfterEach
    void close() {
        loaded.close();
    }

    @Test
    void soundDataHold() {
        assertThat(loaded.workload().check(false)).hasSize(5);
        loaded.assertSound(false, "as loaded");
    }

    @Test
    void missingSubscriber() {
        loaded.call(tx -> {
            tx.delete(SubscriberTable.TABLE, SubscriberTable.key(7));
            return 0L;
        });
        loaded.assertBroken(false, Map.of("subscribers", "no subscriber 7"));
    }

    @Test
    void subscriberWithAnothersNumber() {
        loaded.call(tx -> tx.update(SubscriberTable.TABLE, SubscriberTable.key(7))
            .set(SubscriberTable.NUMBER, SubscriberNumber.of(8)).get(SubscriberTable.ID));
        loaded.assertBroken(false, Map.of("subscribers", "subscriber 7 has the number 000000000000008"));
    }

    @Test
    void subscriberBeyondTheScale() {
        loaded.call(tx -> tx.insert(SubscriberTable.TABLE, SubscriberTable.key(201)).get(SubscriberTable.ID));
        loaded.assertBroken(false, Map.of("subscribers", "rows of subscriber are 201, but those in range are 200"));
    }

    @Test
    void accessInfoOfNobody() {
        loaded.call(tx -> tx.insert(AccessInfoTable.TABLE, AccessInfoTable.key(300, 1)).get(AccessInfoTable.TYPE));
        loaded.assertBroken(false, Map.of("accessInfos", "rows of access_info"));
    }

    @Test
    void subscriberWithoutAccessInfo() {
        loaded.call(tx -> {
            for (int type = 1; type <= 4; type++) {
                if (tx.exists(AccessInfoTable.TABLE, AccessInfoTable.key(9, type))) {
                    tx.delete(AccessInfoTable.TABLE, AccessInfoTable.key(9, type));
                }
            }
            return 0L;
        });
        loaded.assertBroken(false, Map.of("accessInfos", "subscriber 9 has no access info"));
    }

    @Test
    void facilityOfAnUnknownType() {
        loaded.call(
            tx -> tx.insert(SpecialFacilityTable.TABLE, SpecialFacilityTable.key(9, 5)).get(SpecialFacilityTable.TYPE));
        loaded.assertBroken(false, Map.of("specialFacilities", "rows of special_facility"));
    }

    @Test
    void forwardingWithoutFacility() {
        final long subscriber = NetworkFixture.find(loaded, SUBSCRIBERS,
            (tx, s) -> !tx.exists(SpecialFacilityTable.TABLE, SpecialFacilityTable.key(s, 2)));
        loaded.call(tx -> tx.insert(CallForwardingTable.TABLE, CallForwardingTable.key(subscriber, 2, 8))
            .set(CallForwardingTable.END, 9).get(CallForwardingTable.END));
        loaded.assertBroken(false, Map.of("callForwardings", "there is no such facility", "callForwardingBalance", ""));
    }

    @Test
    void forwardingAtAnUnknownTimeOrWithoutEnd() {
        final long subscriber = NetworkFixture.find(loaded, SUBSCRIBERS,
            (tx, s) -> tx.exists(CallForwardingTable.TABLE, CallForwardingTable.key(s, 1, 8)));
        loaded.call(tx -> tx.update(CallForwardingTable.TABLE, CallForwardingTable.key(subscriber, 1, 8))
            .set(CallForwardingTable.END, 25).get(CallForwardingTable.END));
        loaded.assertBroken(false, Map.of("callForwardings", "the end is 25"));
        loaded.call(tx -> tx.insert(CallForwardingTable.TABLE, CallForwardingTable.key(subscriber, 1, 9))
            .set(CallForwardingTable.END, 10).get(CallForwardingTable.END));
        loaded.assertBroken(false, Map.of("callForwardings", "the end is 25"));
    }

    @Test
    void forwardingThatNobodyReportedToHaveDeleted() {
        final long subscriber = NetworkFixture.find(loaded, SUBSCRIBERS,
            (tx, s) -> tx.exists(CallForwardingTable.TABLE, CallForwardingTable.key(s, 1, 8)));
        loaded.call(tx -> {
            tx.delete(CallForwardingTable.TABLE, CallForwardingTable.key(subscriber, 1, 8));
            return 0L;
        });
        loaded.assertBroken(false, Map.of("callForwardingBalance", "less those deleted"));
    }
}
