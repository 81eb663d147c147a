package io.baton.tatp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every kind of damage breaks the condition that it should break, and no other. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class ConsistencyCheckTest {

    private final Loaded loaded = new Loaded(200, 1, 7);

    @AfterEach
    void close() {
        loaded.close();
    }

    private void assertBroken(String detail, String... conditions) {
        final SequencedMap<String, String> broken = new LinkedHashMap<>();
        loaded.tatp.check().forEach((name, result) -> {
            if (!result.holds()) {
                broken.put(name, result.detail());
            }
        });
        assertThat(broken).containsOnlyKeys(conditions);
        assertThat(broken.get(conditions[0])).contains(detail);
    }

    @Test
    void soundDataHold() {
        assertThat(loaded.tatp.check()).hasSize(5).allSatisfy((name, result) -> assertThat(result.holds()).isTrue());
    }

    @Test
    void missingSubscriber() {
        loaded.call(tx -> {
            tx.delete(SubscriberTable.TABLE, SubscriberTable.key(7));
            return 0L;
        });
        assertBroken("no subscriber 7", "subscribers");
    }

    @Test
    void subscriberWithAnothersNumber() {
        loaded.call(tx -> tx.update(SubscriberTable.TABLE, SubscriberTable.key(7))
            .set(SubscriberTable.NUMBER, SubscriberNumber.of(8)).get(SubscriberTable.ID));
        assertBroken("subscriber 7 has the number 000000000000008", "subscribers");
    }

    @Test
    void subscriberBeyondTheScale() {
        loaded.call(tx -> tx.insert(SubscriberTable.TABLE, SubscriberTable.key(201)).get(SubscriberTable.ID));
        assertBroken("rows of subscriber are 201, but those in range are 200", "subscribers");
    }

    @Test
    void accessInfoOfNobody() {
        loaded.call(tx -> tx.insert(AccessInfoTable.TABLE, AccessInfoTable.key(300, 1)).get(AccessInfoTable.TYPE));
        assertBroken("rows of access_info", "accessInfos");
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
        assertBroken("subscriber 9 has no access info", "accessInfos");
    }

    @Test
    void facilityOfAnUnknownType() {
        loaded.call(tx ->
            tx.insert(SpecialFacilityTable.TABLE, SpecialFacilityTable.key(9, 5)).get(SpecialFacilityTable.TYPE));
        assertBroken("rows of special_facility", "specialFacilities");
    }

    @Test
    void forwardingWithoutFacility() {
        final long subscriber = loaded.find((tx, s) ->
            !tx.exists(SpecialFacilityTable.TABLE, SpecialFacilityTable.key(s, 2)));
        loaded.call(tx -> tx.insert(CallForwardingTable.TABLE, CallForwardingTable.key(subscriber, 2, 8))
            .set(CallForwardingTable.END, 9).get(CallForwardingTable.END));
        assertBroken("there is no such facility", "callForwardings", "callForwardingBalance");
    }

    @Test
    void forwardingAtAnUnknownTimeOrWithoutEnd() {
        final long subscriber = loaded.find((tx, s) ->
            tx.exists(CallForwardingTable.TABLE, CallForwardingTable.key(s, 1, 8)));
        loaded.call(tx -> tx.update(CallForwardingTable.TABLE, CallForwardingTable.key(subscriber, 1, 8))
            .set(CallForwardingTable.END, 25).get(CallForwardingTable.END));
        assertBroken("the end is 25", "callForwardings");
        loaded.call(tx -> tx.insert(CallForwardingTable.TABLE, CallForwardingTable.key(subscriber, 1, 9))
            .set(CallForwardingTable.END, 10).get(CallForwardingTable.END));
        assertBroken("the end is 25", "callForwardings");
    }

    @Test
    void forwardingThatNobodyReportedToHaveDeleted() {
        final long subscriber = loaded.find((tx, s) ->
            tx.exists(CallForwardingTable.TABLE, CallForwardingTable.key(s, 1, 8)));
        loaded.call(tx -> {
            tx.delete(CallForwardingTable.TABLE, CallForwardingTable.key(subscriber, 1, 8));
            return 0L;
        });
        assertBroken("less those deleted", "callForwardingBalance");
    }
}
