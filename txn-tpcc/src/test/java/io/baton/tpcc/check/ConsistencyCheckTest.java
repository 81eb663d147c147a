package io.baton.tpcc.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.engine.Transaction;
import io.baton.testing.workload.Loaded;
import io.baton.tpcc.Delivery;
import io.baton.tpcc.DeliveryResult;
import io.baton.tpcc.Tpcc;
import io.baton.tpcc.TpccFixture;
import io.baton.tpcc.schema.CustomerTable;
import io.baton.tpcc.schema.DistrictTable;
import io.baton.tpcc.schema.HistoryTable;
import io.baton.tpcc.schema.NewOrderTable;
import io.baton.tpcc.schema.OrderLineTable;
import io.baton.tpcc.schema.OrdersTable;
import io.baton.tpcc.schema.WarehouseTable;
import io.baton.workload.ConditionResult;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Each condition is violated on purpose and must be found, with nothing else found; then it is mended again. */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ConsistencyCheckTest {

    private static final long ORDER = OrdersTable.key(1, 4, 77);
    private static final long OTHER_ORDER = OrdersTable.key(1, 4, 78);
    private static final long CUSTOMER = CustomerTable.key(1, 4, 5);

    private final Loaded<Tpcc> loaded = TpccFixture.load(1, 1, 3);

    @AfterAll
    void close() {
        loaded.close();
    }

    @AfterEach
    void everythingIsMended() {
        loaded.assertSound(true, "mended");
    }

    @Test
    void condition1WarehouseYtdIsThatOfItsDistricts() {
        loaded.add(WarehouseTable.TABLE, WarehouseTable.key(1), WarehouseTable.YTD, 1);
        assertBroken(Map.of("1", "warehouse 1: W_YTD is 30000001, but sum(D_YTD) is 30000000",
            "8", "warehouse 1: W_YTD is 30000001, but sum(H_AMOUNT) is 30000000"));
        loaded.add(WarehouseTable.TABLE, WarehouseTable.key(1), WarehouseTable.YTD, -1);
    }

    @Test
    void condition2NextOrderFollowsTheLast() {
        loaded.add(DistrictTable.TABLE, DistrictTable.key(1, 4), DistrictTable.NEXT_ORDER, 1);
        assertBroken(Map.of("2", "warehouse 1, district 4: D_NEXT_O_ID - 1 is 3001, but max(O_ID) is 3000"));
        loaded.add(DistrictTable.TABLE, DistrictTable.key(1, 4), DistrictTable.NEXT_ORDER, -1);
    }

    @Test
    void condition2AlsoForNewOrders() {
        loaded.call(tx -> delete(tx, 3_000));
        assertBroken(Map.of("2", "D_NEXT_O_ID - 1 is 3000, but max(NO_O_ID) is 2999",
            "5", "order 3000 is not in NEW-ORDER, but O_CARRIER_ID is null", "11", "delivered orders is 2101"));
        loaded.call(tx -> tx.insert(NewOrderTable.TABLE, NewOrderTable.key(1, 4, 3_000)).isWrapped());
    }

    @Test
    void condition3NewOrdersHaveNoGaps() {
        loaded.call(tx -> delete(tx, 2_500));
        assertBroken(Map.of("3", "max(NO_O_ID) - min(NO_O_ID) + 1 is 900, but the number of rows in NEW-ORDER is 899",
            "5", "order 2500 is not in NEW-ORDER", "11", "the number of delivered orders is 2101"));
        loaded.call(tx -> tx.insert(NewOrderTable.TABLE, NewOrderTable.key(1, 4, 2_500)).isWrapped());
    }

    @Test
    void condition4DistrictHasAllOrderLines() {
        loaded.add(OrdersTable.TABLE, ORDER, OrdersTable.LINES, 1);
        assertBroken(Map.of("4", "warehouse 1, district 4: sum(O_OL_CNT) is",
            "6", "district 4, order 77: O_OL_CNT is"));
        loaded.add(OrdersTable.TABLE, ORDER, OrdersTable.LINES, -1);
    }

    @Test
    void condition5CarrierIsNullInNewOrdersOnly() {
        loaded.set(OrdersTable.TABLE, OrdersTable.key(1, 4, 2_900), OrdersTable.CARRIER, 3);
        assertBroken(Map.of("5", "district 4, order 2900 is in NEW-ORDER, but O_CARRIER_ID is 3",
            "7", "district 4, order 2900, line 1 has no delivery date, but O_CARRIER_ID is 3"));
        loaded.set(OrdersTable.TABLE, OrdersTable.key(1, 4, 2_900), OrdersTable.CARRIER, OrdersTable.NO_CARRIER);
    }

    @Test
    void condition6OrderHasAllItsLines() {
        loaded.add(OrdersTable.TABLE, ORDER, OrdersTable.LINES, 1);
        loaded.add(OrdersTable.TABLE, OTHER_ORDER, OrdersTable.LINES, -1);
        assertBroken(Map.of("6", "district 4, order 77: O_OL_CNT is"));
        loaded.add(OrdersTable.TABLE, ORDER, OrdersTable.LINES, -1);
        loaded.add(OrdersTable.TABLE, OTHER_ORDER, OrdersTable.LINES, 1);
    }

    @Test
    void condition7LinesAreDeliveredWithTheirOrder() {
        final long line = OrderLineTable.key(1, 4, 77, 2);
        loaded.set(OrderLineTable.TABLE, line, OrderLineTable.DELIVERY_DATE, OrderLineTable.NOT_DELIVERED);
        assertBroken(Map.of("7", "district 4, order 77, line 2 has no delivery date, but O_CARRIER_ID is"));
        loaded.set(OrderLineTable.TABLE, line, OrderLineTable.DELIVERY_DATE, TpccFixture.LOAD_MILLIS);
    }

    @Test
    void conditions8And9AndTenHistoryIsWhatWasPaid() {
        loaded.add(HistoryTable.TABLE, HistoryTable.key(1, 4, 5), HistoryTable.AMOUNT, 1);
        assertBroken(Map.of("8", "warehouse 1: W_YTD is 30000000, but sum(H_AMOUNT) is 30000001",
            "9", "warehouse 1, district 4: D_YTD is 3000000, but sum(H_AMOUNT) is 3000001",
            "10", "customer 5: C_BALANCE is -1000, but sum(OL_AMOUNT) of delivered lines - sum(H_AMOUNT) is -1001"));
        loaded.add(HistoryTable.TABLE, HistoryTable.key(1, 4, 5), HistoryTable.AMOUNT, -1);
    }

    @Test
    void condition9DistrictYtdIsItsHistory() {
        loaded.add(DistrictTable.TABLE, DistrictTable.key(1, 4), DistrictTable.YTD, 1);
        loaded.add(DistrictTable.TABLE, DistrictTable.key(1, 5), DistrictTable.YTD, -1);
        assertBroken(Map.of("9", "warehouse 1, district 4: D_YTD is 3000001, but sum(H_AMOUNT) is 3000000"));
        loaded.add(DistrictTable.TABLE, DistrictTable.key(1, 4), DistrictTable.YTD, -1);
        loaded.add(DistrictTable.TABLE, DistrictTable.key(1, 5), DistrictTable.YTD, 1);
    }

    @Test
    void condition10BalanceIsDeliveriesLessPayments() {
        loaded.add(CustomerTable.TABLE, CUSTOMER, CustomerTable.BALANCE, 1);
        loaded.add(CustomerTable.TABLE, CUSTOMER, CustomerTable.YTD_PAYMENT, -1);
        assertBroken(Map.of("10", "warehouse 1, district 4, customer 5: C_BALANCE is -999"));
        loaded.add(CustomerTable.TABLE, CUSTOMER, CustomerTable.BALANCE, -1);
        loaded.add(CustomerTable.TABLE, CUSTOMER, CustomerTable.YTD_PAYMENT, 1);
    }

    @Test
    void condition10FindsPaymentsOfNobody() {
        loaded.set(HistoryTable.TABLE, HistoryTable.key(1, 4, 5), HistoryTable.CUSTOMER, 3_001);
        final SequencedMap<String, ConditionResult> results = loaded.workload().check(true);
        assertThat(results.get("10")).extracting(ConditionResult::holds).isEqualTo(false);
        loaded.set(HistoryTable.TABLE, HistoryTable.key(1, 4, 5), HistoryTable.CUSTOMER, 5);
    }

    @Test
    void condition12BalanceAndPaymentsAreDeliveries() {
        loaded.add(CustomerTable.TABLE, CUSTOMER, CustomerTable.YTD_PAYMENT, 1);
        assertBroken(
            Map.of("12", "customer 5: C_BALANCE + C_YTD_PAYMENT is 1, but sum(OL_AMOUNT) of delivered lines is 0"));
        loaded.add(CustomerTable.TABLE, CUSTOMER, CustomerTable.YTD_PAYMENT, -1);
    }

    @Test
    void rowsOfNoOrderAreFound() {
        final long line = OrderLineTable.key(1, 4, 4_000, 1);
        loaded.call(tx -> tx.insert(NewOrderTable.TABLE, NewOrderTable.key(1, 4, 4_000)).isWrapped()
            && tx.insert(OrderLineTable.TABLE, line).isWrapped());
        final SequencedMap<String, ConditionResult> results = loaded.workload().check(false);
        assertThat(detail(results, "5")).contains("order 4000 is in NEW-ORDER, but not in ORDER");
        assertThat(detail(results, "6")).contains("order 4000 has an order line, but is not in ORDER");
        loaded.call(tx -> {
            tx.delete(OrderLineTable.TABLE, line);
            return delete(tx, 4_000);
        });
    }

    @Test
    void condition11IsForTheInitialStateOnly() {
        try (Loaded<Tpcc> other = TpccFixture.load(1, 1, 4)) {
            other.engine().call(other.engine().register("Deliver", new Delivery(), DeliveryResult.class), 1L, 5L, 9L);
            final SequencedMap<String, ConditionResult> results = other.workload().check(true);
            assertThat(detail(results, "11")).contains("district 1: the number of delivered orders is 2101");
            assertThat(results.entrySet().stream().filter(e -> !e.getValue().holds()).map(Map.Entry::getKey))
                .isEqualTo(List.of("11"));
            assertThat(other.workload().check(false).values()).allMatch(ConditionResult::holds);
        }
    }

    private void assertBroken(Map<String, String> violations) {
        loaded.assertBroken(true, violations);
    }

    private static String detail(SequencedMap<String, ConditionResult> results, String condition) {
        return results.getOrDefault(condition, new ConditionResult(true, "not checked")).detail();
    }

    private static Object delete(Transaction tx, int order) {
        tx.delete(NewOrderTable.TABLE, NewOrderTable.key(1, 4, order));
        return order;
    }
}
