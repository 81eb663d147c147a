package io.baton.tatp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.baton.engine.Engine;
import io.baton.engine.Outcome;
import io.baton.engine.Procedure;
import io.baton.engine.ProcedureAbortedException;
import io.baton.engine.procedure.AbortReason;
import io.baton.storage.Row;
import io.baton.tatp.schema.AccessInfoTable;
import io.baton.tatp.schema.CallForwardingTable;
import io.baton.tatp.schema.SpecialFacilityTable;
import io.baton.tatp.schema.SubscriberTable;
import io.baton.testing.workload.Loaded;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each transaction does what the specification says, also if what it looks for is not there. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class ProceduresTest {

    /** The subscriber that the tests give facilities and forwardings of their own. */
    private static final long S = 42;
    private static final String NUMBER = "000000000000042";

    private final Loaded<Tatp> loaded = NetworkFixture.load(100, 1, 7);
    private final Engine engine = loaded.engine();

    @BeforeEach
    void facilityOneIsActiveTwoIsNotThreeIsMissing() {
        loaded.call(tx -> {
            for (int type = 1; type <= 4; type++) {
                if (tx.exists(SpecialFacilityTable.TABLE, SpecialFacilityTable.key(S, type))) {
                    tx.delete(SpecialFacilityTable.TABLE, SpecialFacilityTable.key(S, type));
                }
                for (int start = 0; start <= 16; start += 8) {
                    if (tx.exists(CallForwardingTable.TABLE, CallForwardingTable.key(S, type, start))) {
                        tx.delete(CallForwardingTable.TABLE, CallForwardingTable.key(S, type, start));
                    }
                }
            }
            for (int type = 1; type <= 2; type++) {
                tx.insert(SpecialFacilityTable.TABLE, SpecialFacilityTable.key(S, type))
                    .set(SpecialFacilityTable.ACTIVE, type == 1 ? 1 : 0);
                forward(tx.insert(CallForwardingTable.TABLE, CallForwardingTable.key(S, type, 0)), 7, "111");
                forward(tx.insert(CallForwardingTable.TABLE, CallForwardingTable.key(S, type, 8)), 10, "222");
            }
            return 0L;
        });
    }

    private static void forward(Row row, long end, String number) {
        row.set(CallForwardingTable.END, end).set(CallForwardingTable.NUMBER, number);
    }

    @AfterEach
    void close() {
        loaded.close();
    }

    private Object call(String name, Object... arguments) {
        return engine.call(engine.procedure(name), arguments);
    }

    @Test
    void subscriberDataIsTheWholeRow() {
        final SubscriberData data = (SubscriberData) call("GetSubscriberData", S);
        assertThat(data.subscriber()).isEqualTo(S);
        assertThat(data.number()).isEqualTo(NUMBER);
        loaded.call(tx -> {
            final Row row = tx.read(SubscriberTable.TABLE, SubscriberTable.key(S));
            for (int i = 1; i <= 10; i++) {
                assertThat(data.bit(i)).isEqualTo((int) row.get(SubscriberTable.bit(i - 1)));
                assertThat(data.hex(i)).isEqualTo((int) row.get(SubscriberTable.hex(i - 1)));
                assertThat(data.byte2(i)).isEqualTo((int) row.get(SubscriberTable.byte2(i - 1)));
            }
            assertThat(data.mscLocation()).isEqualTo(row.get(SubscriberTable.MSC_LOCATION));
            assertThat(data.vlrLocation()).isEqualTo(row.get(SubscriberTable.VLR_LOCATION));
            return 0L;
        });
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> data.bit(11));
    }

    @Test
    void newDestinationsStartByThenAndEndAfterThen() {
        assertThat(numbers(1, 0, 6)).isEqualTo("111 ");
        assertThat(numbers(1, 0, 7)).isEmpty();
        assertThat(numbers(1, 8, 6)).isEqualTo("111 222 ");
        assertThat(numbers(1, 16, 9)).isEqualTo("222 ");
        assertThat(numbers(1, 8, 10)).isEmpty();
        assertThat(numbers(1, 16, 24)).isEmpty();
    }

    @Test
    void inactiveOrMissingFacilityHasNoDestination() {
        assertThat(numbers(2, 8, 1)).isEmpty();
        assertThat(numbers(3, 8, 1)).isEmpty();
    }

    private String numbers(long facility, long start, long end) {
        final Destinations found = (Destinations) call("GetNewDestination", S, facility, start, end);
        final StringBuilder numbers = new StringBuilder();
        for (int i = 0; i < found.count(); i++) {
            numbers.append(found.number(i)).append(' ');
        }
        return numbers.toString();
    }

    @Test
    void accessDataIsThereOrNot() {
        loaded.call(tx -> {
            final boolean exists = tx.exists(AccessInfoTable.TABLE, AccessInfoTable.key(S, 1));
            final long key = AccessInfoTable.key(S, 1);
            final Row row = exists ? tx.update(AccessInfoTable.TABLE, key) : tx.insert(AccessInfoTable.TABLE, key);
            row.set(AccessInfoTable.DATA1, 255).set(AccessInfoTable.DATA2, 3);
            row.set(AccessInfoTable.DATA3, "ABC").set(AccessInfoTable.DATA4, "DEFGH");
            if (tx.exists(AccessInfoTable.TABLE, AccessInfoTable.key(S, 2))) {
                tx.delete(AccessInfoTable.TABLE, AccessInfoTable.key(S, 2));
            }
            return 0L;
        });
        final AccessData data = (AccessData) call("GetAccessData", S, 1L);
        assertThat(data.found()).isTrue();
        assertThat(data.data1() + " " + data.data2() + " " + data.data3() + " " + data.data4())
            .isEqualTo("255 3 ABC DEFGH");
        final AccessData none = (AccessData) call("GetAccessData", S, 2L);
        assertThat(none.found()).isFalse();
        assertThat(none.data3() + none.data4()).isEmpty();
    }

    @Test
    void updateSubscriberDataChangesBothRowsOrTheOneThatIsThere() {
        final long bit = 1 - bit();
        assertThat(call("UpdateSubscriberData", S, bit, 2L, 77L)).isEqualTo(true);
        assertThat(bit()).isEqualTo(bit);
        assertThat(loaded.count(tx -> tx.read(SpecialFacilityTable.TABLE, SpecialFacilityTable.key(S, 2))
            .get(SpecialFacilityTable.DATA_A))).isEqualTo(77);
        assertThat(call("UpdateSubscriberData", S, 1 - bit, 3L, 78L)).isEqualTo(false);
        assertThat(bit()).isEqualTo(1 - bit);
    }

    private long bit() {
        return loaded.count(tx -> tx.read(SubscriberTable.TABLE, SubscriberTable.key(S)).get(SubscriberTable.BIT_1));
    }

    @Test
    void updateLocationFindsTheSubscriberByNumber() {
        assertThat(call("UpdateLocation", NUMBER, (1L << 32) - 1)).isEqualTo(true);
        assertThat(loaded.count(tx -> tx.read(SubscriberTable.TABLE, SubscriberTable.key(S))
            .get(SubscriberTable.VLR_LOCATION))).isEqualTo((1L << 32) - 1);
        assertThatExceptionOfType(ProcedureAbortedException.class)
            .isThrownBy(() -> call("UpdateLocation", "999", 5L)).withMessageContaining("has the number 999");
    }

    @Test
    void insertedForwardingIsFoundAndDeletedAgain() {
        assertThat(call("InsertCallForwarding", NUMBER, 1L, 16L, 24L, "333")).isEqualTo(true);
        assertThat(numbers(1, 16, 23)).isEqualTo("333 ");
        assertThat(call("DeleteCallForwarding", NUMBER, 1L, 16L)).isEqualTo(true);
        assertThat(numbers(1, 16, 23)).isEmpty();
        assertThat(call("DeleteCallForwarding", NUMBER, 1L, 16L)).isEqualTo(false);
    }

    @Test
    void forwardingThatIsThereOrHasNoFacilityIsRefused() {
        final Procedure<?> insert = engine.procedure("InsertCallForwarding");
        final long before = engine.rows(CallForwardingTable.TABLE);
        assertThat(engine.execute(insert, NUMBER, 1L, 8L, 24L, "333").toString())
            .isEqualTo(
                new Outcome.AbortedByProcedure<>(AbortReason.GAVE_UP, InsertCallForwarding.DUPLICATE, null).toString());
        assertThat(engine.execute(insert, NUMBER, 3L, 8L, 24L, "333").toString())
            .isEqualTo(new Outcome.AbortedByProcedure<>(AbortReason.GAVE_UP, InsertCallForwarding.NO_FACILITY, null)
                .toString());
        assertThat(engine.rows(CallForwardingTable.TABLE)).isEqualTo(before);
        assertThat(numbers(1, 8, 9)).isEqualTo("222 ");
    }
}
