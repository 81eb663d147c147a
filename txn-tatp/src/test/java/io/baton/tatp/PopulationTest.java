package io.baton.tatp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.baton.engine.Engine;
import io.baton.engine.Transaction;
import io.baton.storage.Row;
import io.baton.tatp.schema.AccessInfoTable;
import io.baton.tatp.schema.CallForwardingTable;
import io.baton.tatp.schema.SpecialFacilityTable;
import io.baton.tatp.schema.SubscriberTable;
import io.baton.testing.workload.Loaded;
import io.baton.workload.ConditionResult;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** The initial rows are distributed as the specification says. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class PopulationTest {

    private static final int FEW = 500;
    private static final int SUBSCRIBERS = 20_000;
    private static final long SEED = 11;

    private final Loaded<Tatp> loaded = NetworkFixture.load(SUBSCRIBERS, 1, SEED);

    @AfterAll
    void close() {
        loaded.close();
    }

    @Test
    void everySubscriberIsThereOnceWithItsNumber() {
        assertThat(loaded.engine().rows(SubscriberTable.TABLE)).isEqualTo(SUBSCRIBERS);
        assertThat(SubscriberNumber.of(123)).isEqualTo("000000000000123");
        assertThat(loaded.workload().check(false).values()).containsOnly(new ConditionResult(true, ""));
    }

    @Test
    void columnsOfSubscribersCoverTheirRanges() {
        final long[] sums = new long[3];
        final long[] most = new long[4];
        NetworkFixture.forEach(loaded, SUBSCRIBERS, (tx, subscriber) -> {
            final Row row = tx.read(SubscriberTable.TABLE, SubscriberTable.key(subscriber));
            for (int i = 0; i < SubscriberTable.COLUMNS_OF_A_KIND; i++) {
                add(sums, most, 0, row.get(SubscriberTable.bit(i)));
                add(sums, most, 1, row.get(SubscriberTable.hex(i)));
                add(sums, most, 2, row.get(SubscriberTable.byte2(i)));
            }
            most[3] = Math.max(most[3], row.get(SubscriberTable.VLR_LOCATION));
            assertThat(row.get(SubscriberTable.MSC_LOCATION)).isBetween(1L, (1L << 32) - 1);
        });
        final double values = SUBSCRIBERS * 10.0;
        assertThat(sums[0] / values).isCloseTo(0.5, within(0.01));
        assertThat(sums[1] / values).isCloseTo(7.5, within(0.1));
        assertThat(sums[2] / values).isCloseTo(127.5, within(2.0));
        assertThat(most).startsWith(1, 15, 255);
        assertThat(most[3]).isBetween(1L << 31, (1L << 32) - 1);
    }

    private static void add(long[] sums, long[] most, int kind, long value) {
        assertThat(value >= 0).isTrue();
        sums[kind] += value;
        most[kind] = Math.max(most[kind], value);
    }

    @Test
    void aQuarterOfSubscribersHasOneTwoThreeOrFourOfEach() {
        final int[] accessInfos = new int[5];
        final int[] facilities = new int[5];
        final int[] ofType = new int[5];
        NetworkFixture.forEach(loaded, SUBSCRIBERS, (tx, subscriber) -> {
            int infos = 0;
            int specials = 0;
            for (int type = 1; type <= 4; type++) {
                infos += tx.exists(AccessInfoTable.TABLE, AccessInfoTable.key(subscriber, type)) ? 1 : 0;
                final boolean special =
                    tx.exists(SpecialFacilityTable.TABLE, SpecialFacilityTable.key(subscriber, type));
                specials += special ? 1 : 0;
                ofType[type] += special ? 1 : 0;
            }
            accessInfos[infos]++;
            facilities[specials]++;
        });
        assertThat(accessInfos[0] + facilities[0]).isZero();
        for (int i = 1; i <= 4; i++) {
            assertThat(accessInfos[i]).isCloseTo(SUBSCRIBERS / 4, within(SUBSCRIBERS / 50));
            assertThat(facilities[i]).isCloseTo(SUBSCRIBERS / 4, within(SUBSCRIBERS / 50));
            assertThat(ofType[i]).isCloseTo(SUBSCRIBERS * 5 / 8, within(SUBSCRIBERS / 50));
        }
    }

    @Test
    void facilitiesAreActiveAndForwardedAsOftenAsTheyShould() {
        final int[] forwardings = new int[4];
        final int[] hours = new int[9];
        final int[] active = new int[2];
        final int[] starts = new int[3];
        NetworkFixture.forEach(loaded, SUBSCRIBERS, (tx, subscriber) -> {
            for (int type = 1; type <= 4; type++) {
                final Row special = tx.find(SpecialFacilityTable.TABLE, SpecialFacilityTable.key(subscriber, type));
                if (special != null) {
                    active[(int) special.get(SpecialFacilityTable.ACTIVE)]++;
                    forwardings[countForwardings(tx, subscriber, type, hours, starts)]++;
                }
            }
        });
        final int all = active[0] + active[1];
        assertThat((double) active[1] / all).isCloseTo(0.85, within(0.01));
        for (final int count : forwardings) {
            assertThat((double) count / all).isCloseTo(0.25, within(0.01));
        }
        for (final int count : starts) {
            assertThat((double) count / all).isCloseTo(0.5, within(0.01));
        }
        assertThat(hours[0]).isZero();
        for (int i = 1; i <= 8; i++) {
            assertThat(hours[i] / (all * 1.5)).isCloseTo(0.125, within(0.01));
        }
    }

    private static int countForwardings(Transaction tx, long subscriber, int type, int[] hours, int[] starts) {
        int count = 0;
        for (int start = 0; start <= 16; start += 8) {
            final Row row = tx.find(CallForwardingTable.TABLE, CallForwardingTable.key(subscriber, type, start));
            if (row != null) {
                count++;
                starts[start / 8]++;
                hours[(int) row.get(CallForwardingTable.END) - start]++;
                assertThat(row.length(CallForwardingTable.NUMBER)).isEqualTo(15);
            }
        }
        return count;
    }

    @Test
    void textsAreCapitalLetters() {
        final long subscriber = NetworkFixture.find(loaded, SUBSCRIBERS,
            (tx, s) -> tx.exists(AccessInfoTable.TABLE, AccessInfoTable.key(s, 1))
                && tx.exists(SpecialFacilityTable.TABLE, SpecialFacilityTable.key(s, 1)));
        loaded.call(tx -> {
            final Row info = tx.read(AccessInfoTable.TABLE, AccessInfoTable.key(subscriber, 1));
            assertThat(info.get(AccessInfoTable.DATA3)).matches("[A-Z]{3}");
            assertThat(info.get(AccessInfoTable.DATA4)).matches("[A-Z]{5}");
            final Row special = tx.read(SpecialFacilityTable.TABLE, SpecialFacilityTable.key(subscriber, 1));
            assertThat(special.get(SpecialFacilityTable.DATA_B)).matches("[A-Z]{5}");
            return 0L;
        });
    }

    @Test
    void seedGivesTheRows() {
        try (Loaded<Tatp> same = NetworkFixture.load(FEW, 1, 3); Loaded<Tatp> again = NetworkFixture.load(FEW, 1, 3);
            Loaded<Tatp> other = NetworkFixture.load(FEW, 1, 4)) {
            assertThat(locations(again)).isEqualTo(locations(same)).isNotEqualTo(locations(other));
        }
    }

    private static List<Long> locations(Loaded<Tatp> of) {
        final List<Long> locations = new ArrayList<>();
        NetworkFixture.forEach(of, FEW, (tx, subscriber) -> locations.add(
            tx.read(SubscriberTable.TABLE, SubscriberTable.key(subscriber)).get(SubscriberTable.VLR_LOCATION)));
        return locations;
    }

    @Test
    void anyScaleLoadsAllSubscribers() {
        for (final int subscribers : new int[] {1, 2, 3, 10, 5_001}) {
            try (Loaded<Tatp> any = NetworkFixture.load(subscribers, 1, SEED)) {
                assertThat(any.engine().rows(SubscriberTable.TABLE)).isEqualTo(subscribers);
                assertThat(any.workload().check(false).values()).containsOnly(new ConditionResult(true, ""));
            }
        }
        assertThatIllegalArgumentException().isThrownBy(() -> Tatp.addTables(Engine.builder(), 0))
            .withMessage("0 subscribers; give 1 to 100000000");
        assertThatIllegalArgumentException().isThrownBy(() -> new TatpConfig(100_000_001, 1, false));
    }
}
