package io.baton.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.engine.Outcome;
import io.baton.engine.Scan;
import io.baton.engine.Transaction;
import io.baton.engine.procedure.AbortReason;
import io.baton.storage.Row;
import io.baton.testing.workload.Loaded;
import io.baton.tpcc.schema.CustomerTable;
import io.baton.tpcc.schema.DistrictTable;
import io.baton.tpcc.schema.HistoryTable;
import io.baton.tpcc.schema.ItemTable;
import io.baton.tpcc.schema.NewOrderTable;
import io.baton.tpcc.schema.OrderLineTable;
import io.baton.tpcc.schema.OrdersTable;
import io.baton.tpcc.schema.StockTable;
import io.baton.tpcc.schema.WarehouseTable;
import io.baton.workload.ConditionResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Each procedure against what its clause says. The tests use districts or customers of their own. */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ProceduresTest {

    private static final long NOW = 123_456;

    private final Loaded<Tpcc> loaded = TpccFixture.load(2, 1, 5);
    private final Procedures procedures = loaded.workload().procedures();
    private long historyId = 100_000;

    @AfterAll
    void close() {
        loaded.close();
    }

    @AfterEach
    void conditionsHold() {
        assertThat(loaded.workload().check(false).values()).containsOnly(new ConditionResult(true, ""));
    }

    @Test
    void newOrderWritesWhatItMust() {
        final int[] items = {11, 12, 13, 14, 11};
        final int[] suppliers = {1, 1, 2, 1, 1};
        final int[] quantities = {1, 2, 3, 4, 5};
        final long[] before = new long[5];
        for (int i = 0; i < 5; i++) {
            loaded.set(StockTable.TABLE, StockTable.key(suppliers[i], items[i]), StockTable.QUANTITY, 50);
            before[i] = loaded.get(ItemTable.TABLE, ItemTable.key(items[i]), ItemTable.PRICE);
        }
        final NewOrderResult result = newOrder(1, 1, 42, items, suppliers, quantities);
        assertThat(result.order()).isEqualTo(3_001);
        assertThat(result.entryMillis()).isEqualTo(NOW);
        assertThat(result.lines()).isEqualTo(5);
        assertThat(loaded.get(DistrictTable.TABLE, DistrictTable.key(1, 1), DistrictTable.NEXT_ORDER)).isEqualTo(3_002);
        loaded.call(tx -> {
            checkOrder(tx, before);
            final Row local = tx.read(StockTable.TABLE, StockTable.key(1, 11));
            assertThat(local.get(StockTable.QUANTITY)).isEqualTo(44);
            assertThat(local.get(StockTable.YTD)).isEqualTo(6);
            assertThat(local.get(StockTable.ORDER_COUNT)).isEqualTo(2);
            assertThat(local.get(StockTable.REMOTE_COUNT)).isZero();
            final Row remote = tx.read(StockTable.TABLE, StockTable.key(2, 13));
            assertThat(remote.get(StockTable.QUANTITY)).isEqualTo(47);
            assertThat(remote.get(StockTable.REMOTE_COUNT)).isEqualTo(1);
            final Row line = tx.read(OrderLineTable.TABLE, OrderLineTable.key(1, 1, 3_001, 3));
            assertThat(line.get(OrderLineTable.DISTRICT_INFO)).isEqualTo(remote.get(StockTable.districtInfo(1)));
            assertThat(line.get(OrderLineTable.SUPPLY_WAREHOUSE)).isEqualTo(2);
            checkScreen(tx, result, before);
            return 0;
        });
        assertThat(result.stock(0)).isEqualTo(49);
        assertThat(result.stock(4)).isEqualTo(44);
    }

    private static void checkOrder(Transaction tx, long[] prices) {
        final Row order = tx.read(OrdersTable.TABLE, OrdersTable.key(1, 1, 3_001));
        assertThat(order.get(OrdersTable.CUSTOMER)).isEqualTo(42);
        assertThat(order.get(OrdersTable.ENTRY_DATE)).isEqualTo(NOW);
        assertThat(order.get(OrdersTable.CARRIER)).isEqualTo(OrdersTable.NO_CARRIER);
        assertThat(order.get(OrdersTable.LINES)).isEqualTo(5);
        assertThat(order.get(OrdersTable.ALL_LOCAL)).isEqualTo(0);
        assertThat(tx.exists(NewOrderTable.TABLE, NewOrderTable.key(1, 1, 3_001))).isTrue();
        for (int i = 0; i < 5; i++) {
            final Row line = tx.read(OrderLineTable.TABLE, OrderLineTable.key(1, 1, 3_001, i + 1));
            assertThat(line.get(OrderLineTable.QUANTITY)).isEqualTo(i + 1);
            assertThat(line.get(OrderLineTable.AMOUNT)).isEqualTo(prices[i] * (i + 1));
            assertThat(line.get(OrderLineTable.DELIVERY_DATE)).isEqualTo(OrderLineTable.NOT_DELIVERED);
        }
    }

    private static void checkScreen(Transaction tx, NewOrderResult result, long[] prices) {
        final Row customer = tx.read(CustomerTable.TABLE, CustomerTable.key(1, 1, 42));
        assertThat(result.customerLast()).isEqualTo(customer.get(CustomerTable.LAST));
        assertThat(result.customerCredit()).isEqualTo(customer.get(CustomerTable.CREDIT));
        assertThat(result.discount()).isEqualTo(customer.get(CustomerTable.DISCOUNT));
        double sum = 0;
        for (int i = 0; i < 5; i++) {
            sum += prices[i] * (i + 1);
            assertThat(result.price(i)).isEqualTo(prices[i]);
        }
        final Row item = tx.read(ItemTable.TABLE, ItemTable.key(14));
        assertThat(result.itemName(3)).isEqualTo(item.get(ItemTable.NAME));
        final double rates =
            (1 - result.discount() / 1e4) * (1 + (result.warehouseTax() + result.districtTax()) / 1e4);
        assertThat((double) result.total()).isCloseTo(sum * rates, org.assertj.core.api.Assertions.within(0.51));
    }

    @Test
    void totalIsExactAndRounded() {
        assertThat(NewOrder.total(100_00, 0, 0)).isEqualTo(100_00);
        assertThat(NewOrder.total(100_00, 1_000, 2_000)).isEqualTo(108_00);
        assertThat(NewOrder.total(1, 5_000, 0)).isEqualTo(1);
        assertThat(NewOrder.total(1, 5_001, 0)).isZero();
        assertThat(NewOrder.total(15_000_00, 0, 4_000)).isEqualTo(21_000_00);
    }

    @Test
    void unknownItemRollsEverythingBack() {
        loaded.set(StockTable.TABLE, StockTable.key(1, 21), StockTable.QUANTITY, 33);
        final Object district = loaded.call(tx -> districtImage(tx, 2));
        final Outcome<NewOrderResult> outcome = loaded.engine().execute(procedures.newOrder(), 1L, 2L, 7L,
            new int[] {21, 22, 23, 24, InputSource.UNUSED_ITEM}, new int[] {1, 1, 1, 1, 1},
            new int[] {5, 5, 5, 5, 5}, NOW);
        assertThat(outcome)
            .isEqualTo(new Outcome.AbortedByProcedure<>(AbortReason.GAVE_UP, "Item number is not valid", null));
        assertThat(loaded.call(tx -> districtImage(tx, 2))).isEqualTo(district);
        assertThat(loaded.get(StockTable.TABLE, StockTable.key(1, 21), StockTable.QUANTITY)).isEqualTo(33);
        assertThat(loaded.get(StockTable.TABLE, StockTable.key(1, 21), StockTable.YTD)).isZero();
    }

    private static Object districtImage(Transaction tx, int district) {
        final List<Object> all = new ArrayList<>();
        all.add(tx.read(DistrictTable.TABLE, DistrictTable.key(1, district)).get(DistrictTable.NEXT_ORDER));
        final Scan orders = tx.scan(OrdersTable.PRIMARY).equal(1).equal(district);
        while (orders.next()) {
            all.add(orders.key());
        }
        final Scan lines = tx.scan(OrderLineTable.PRIMARY).equal(1).equal(district);
        while (lines.next()) {
            all.add(lines.key());
        }
        final Scan newOrders = tx.scan(NewOrderTable.PRIMARY).equal(1).equal(district);
        while (newOrders.next()) {
            all.add(newOrders.key());
        }
        return all;
    }

    @Test
    void stockIsRefilledBelowTen() {
        final int[] items = {31, 32, 33, 34, 35};
        final int[] stock = {15, 14, 20, 10, 100};
        for (int i = 0; i < 5; i++) {
            loaded.set(StockTable.TABLE, StockTable.key(1, items[i]), StockTable.QUANTITY, stock[i]);
        }
        final NewOrderResult result =
            newOrder(1, 3, 1, items, new int[] {1, 1, 1, 1, 1}, new int[] {5, 5, 10, 1, 10});
        assertThat(List.of(result.stock(0), result.stock(1), result.stock(2), result.stock(3), result.stock(4)))
            .isEqualTo(List.of(10L, 100L, 10L, 100L, 90L));
    }

    @Test
    void brandNeedsOriginalInItemAndStock() {
        final int both = item(true, true);
        final int itemOnly = item(true, false);
        final int stockOnly = item(false, true);
        final int[] items = {both, itemOnly, stockOnly, item(false, false), both};
        final NewOrderResult result = newOrder(1, 3, 2, items, new int[] {1, 1, 1, 1, 1}, new int[] {1, 1, 1, 1, 1});
        final StringBuilder brands = new StringBuilder();
        for (int i = 0; i < 5; i++) {
            brands.append(result.brandOrGeneric(i));
        }
        assertThat(brands.toString()).isEqualTo("BGGGB");
    }

    private int item(boolean originalItem, boolean originalStock) {
        return (Integer) loaded.call(tx -> {
            for (int item = 1_000;; item++) {
                final String itemData = tx.read(ItemTable.TABLE, ItemTable.key(item)).get(ItemTable.DATA);
                final String stockData = tx.read(StockTable.TABLE, StockTable.key(1, item)).get(StockTable.DATA);
                if (itemData.contains("ORIGINAL") == originalItem && stockData.contains("ORIGINAL") == originalStock) {
                    return item;
                }
            }
        });
    }

    @Test
    void paymentBooksEverywhere() {
        final long customer = customer(1, 4, "GC");
        final String data = (String) loaded.call(tx -> text(tx, 1, 4, customer));
        final long warehouseYtd = loaded.get(WarehouseTable.TABLE, WarehouseTable.key(1), WarehouseTable.YTD);
        final PaymentResult result = pay(1, 4, 1, 4, customer, "", 12_34);
        assertThat(result.customer()).isEqualTo(customer);
        assertThat(result.balance()).isEqualTo(-10_00 - 12_34);
        assertThat(result.customerCredit()).isEqualTo("GC");
        assertThat(result.customerData()).isEmpty();
        assertThat(result.dateMillis()).isEqualTo(NOW);
        loaded.call(tx -> {
            final Row home = tx.read(WarehouseTable.TABLE, WarehouseTable.key(1));
            final Row area = tx.read(DistrictTable.TABLE, DistrictTable.key(1, 4));
            final Row payer = tx.read(CustomerTable.TABLE, CustomerTable.key(1, 4, customer));
            final Row history = tx.read(HistoryTable.TABLE, HistoryTable.key(1, 4, historyId));
            assertThat(home.get(WarehouseTable.YTD)).isEqualTo(warehouseYtd + 12_34);
            assertThat(area.get(DistrictTable.YTD)).isEqualTo(30_000_00 + 12_34);
            assertThat(payer.get(CustomerTable.YTD_PAYMENT)).isEqualTo(10_00 + 12_34);
            assertThat(payer.get(CustomerTable.PAYMENT_COUNT)).isEqualTo(2);
            assertThat(payer.get(CustomerTable.DATA)).isEqualTo(data);
            assertThat(history.get(HistoryTable.AMOUNT)).isEqualTo(12_34);
            assertThat(history.get(HistoryTable.CUSTOMER)).isEqualTo(customer);
            assertThat(history.get(HistoryTable.DATE)).isEqualTo(NOW);
            assertThat(history.get(HistoryTable.DATA))
                .isEqualTo(home.get(WarehouseTable.NAME) + "    " + area.get(DistrictTable.NAME));
            assertThat(result.warehouseAddress(4)).isEqualTo(home.get(WarehouseTable.ZIP));
            assertThat(result.districtAddress(2)).isEqualTo(area.get(DistrictTable.CITY));
            assertThat(result.customerText(0)).isEqualTo(payer.get(CustomerTable.FIRST));
            assertThat(result.customerText(8)).isEqualTo(payer.get(CustomerTable.PHONE));
            return 0;
        });
    }

    @Test
    void badCreditGetsItsDataPrependedAndCut() {
        final long customer = customer(2, 5, "BC");
        final String before = (String) loaded.call(tx -> text(tx, 2, 5, customer));
        final PaymentResult first = pay(1, 6, 2, 5, customer, "", 5_000_00);
        final String entry = customer + " 5 2 6 1 5000.00 ";
        final String after = (String) loaded.call(tx -> text(tx, 2, 5, customer));
        assertThat(after).isEqualTo(cut(entry + before, 500));
        assertThat(first.customerData()).isEqualTo(after.substring(0, 200));
        for (int i = 0; i < 20; i++) {
            pay(1, 6, 2, 5, customer, "", 1_05);
        }
        final String last = (String) loaded.call(tx -> text(tx, 2, 5, customer));
        assertThat(last).hasSize(500).startsWith(customer + " 5 2 6 1 1.05 " + customer);
        final Object homeHistory = loaded.call(
            tx -> tx.read(HistoryTable.TABLE, HistoryTable.key(1, 6, historyId)).get(HistoryTable.CUSTOMER_WAREHOUSE));
        assertThat(homeHistory).isEqualTo(2L);
    }

    @Test
    void nameStandsForTheMiddleCustomerByFirstName() {
        for (String last : List.of("BARBARBAR", "EINGEINGEING", "ABLEPRIPRES")) {
            final long expected = (Long) loaded.call(tx -> middle(tx, last));
            assertThat(pay(1, 7, 1, 7, 0, last, 1_00).customer()).isEqualTo(expected);
            assertThat(loaded.engine().call(procedures.orderStatus(), 1L, 7L, 0L, last).customer()).isEqualTo(expected);
        }
    }

    private static Object middle(Transaction tx, String last) {
        final List<Object[]> namesakes = new ArrayList<>();
        for (int customer = 1; customer <= 3_000; customer++) {
            final Row row = tx.read(CustomerTable.TABLE, CustomerTable.key(1, 7, customer));
            if (row.equal(CustomerTable.LAST, last)) {
                namesakes.add(new Object[] {row.get(CustomerTable.FIRST), (long) customer});
            }
        }
        namesakes.sort(Comparator.comparing(namesake -> (String) namesake[0]));
        return namesakes.get((namesakes.size() + 1) / 2 - 1)[1];
    }

    @Test
    void unknownNameFails() {
        final Outcome<PaymentResult> outcome =
            loaded.engine().execute(procedures.payment(), 1L, 1L, 1L, 1L, 0L, "NOBODY", 1_00L, ++historyId, NOW);
        assertThat(outcome)
            .isEqualTo(new Outcome.AbortedByProcedure<>(AbortReason.GAVE_UP, "No customer is named NOBODY", null));
    }

    @Test
    void orderStatusShowsTheLastOrder() {
        newOrder(1, 8, 99, new int[] {1, 2, 3, 4, 5}, new int[] {1, 1, 1, 1, 2}, new int[] {1, 2, 3, 4, 5});
        final NewOrderResult last = newOrder(1, 8, 99, new int[] {6, 7, 8, 9, 10, 11},
            new int[] {1, 1, 1, 1, 1, 2}, new int[] {6, 5, 4, 3, 2, 1});
        final OrderStatusResult status = loaded.engine().call(procedures.orderStatus(), 1L, 8L, 99L, "");
        assertThat(status.order()).isEqualTo(last.order());
        assertThat(status.entryMillis()).isEqualTo(NOW);
        assertThat(status.carrier()).isEqualTo(OrdersTable.NO_CARRIER);
        assertThat(status.balance()).isEqualTo(-10_00);
        assertThat(status.customerName(1)).isEqualTo("OE");
        assertThat(status.customerName(2)).isEqualTo(last.customerLast());
        assertThat(status.lines()).isEqualTo(6);
        for (int i = 0; i < 6; i++) {
            assertThat(status.item(i)).isEqualTo(6 + i);
            assertThat(status.quantity(i)).isEqualTo(6 - i);
            assertThat(status.amount(i)).isEqualTo(last.price(i) * (6 - i));
            assertThat(status.supplyWarehouse(i)).isEqualTo(i == 5 ? 2 : 1);
            assertThat(status.deliveryMillis(i)).isZero();
        }
    }

    @Test
    void deliveryTakesTheOldestOfEachDistrictUntilThereIsNone() {
        for (int round = 0; round < 900; round++) {
            final int order = 2_101 + round;
            final long before = round > 0 ? 0 : owedAfterDelivery(order);
            final DeliveryResult result = loaded.engine().call(procedures.delivery(), 2L, 1L + round % 10, NOW);
            assertThat(result.skipped()).isZero();
            assertThat(result.order(1)).isEqualTo(order);
            assertThat(result.order(10)).isEqualTo(order);
            if (round == 0) {
                final long buyer = loaded.get(OrdersTable.TABLE, OrdersTable.key(2, 9, order), OrdersTable.CUSTOMER);
                final long key = CustomerTable.key(2, 9, buyer);
                assertThat(loaded.get(CustomerTable.TABLE, key, CustomerTable.BALANCE)).isEqualTo(before);
                assertThat(loaded.get(CustomerTable.TABLE, key, CustomerTable.DELIVERY_COUNT)).isEqualTo(1);
                assertThat(loaded.get(OrdersTable.TABLE, OrdersTable.key(2, 9, order), OrdersTable.CARRIER))
                    .isEqualTo(1);
            }
        }
        assertThat(loaded.engine().call(procedures.delivery(), 2L, 3L, NOW).skipped()).isEqualTo(10);
        newOrder(2, 9, 1, new int[] {1, 2, 3, 4, 5}, new int[] {2, 2, 2, 2, 2}, new int[] {1, 1, 1, 1, 1});
        final DeliveryResult last = loaded.engine().call(procedures.delivery(), 2L, 3L, NOW);
        assertThat(last.skipped()).isEqualTo(9);
        assertThat(last.order(9)).isEqualTo(3_001);
        assertThat(last.order(8)).isZero();
    }

    private long owedAfterDelivery(int order) {
        return loaded.count(tx -> {
            long sum = 0;
            final Scan lines = tx.scan(OrderLineTable.PRIMARY).equal(2).equal(9).equal(order);
            while (lines.next()) {
                sum += lines.row().get(OrderLineTable.AMOUNT);
            }
            final long buyer = tx.read(OrdersTable.TABLE, OrdersTable.key(2, 9, order)).get(OrdersTable.CUSTOMER);
            return sum + tx.read(CustomerTable.TABLE, CustomerTable.key(2, 9, buyer)).get(CustomerTable.BALANCE);
        });
    }

    @Test
    void stockLevelCountsDistinctItemsOfTheLastTwentyOrders() {
        for (int threshold = 10; threshold <= 60; threshold += 10) {
            final int bound = threshold;
            final Object expected = loaded.call(tx -> lowStock(tx, bound));
            assertThat(loaded.engine().call(procedures.stockLevel(), 1L, 10L, (long) threshold)).isEqualTo(expected);
        }
    }

    private static Object lowStock(Transaction tx, int threshold) {
        final long next = tx.read(DistrictTable.TABLE, DistrictTable.key(1, 10)).get(DistrictTable.NEXT_ORDER);
        final Set<Long> low = new HashSet<>();
        final Scan lines = tx.scan(OrderLineTable.PRIMARY).equal(1).equal(10);
        while (lines.next()) {
            final long item = lines.row().get(OrderLineTable.ITEM);
            if (lines.row().get(OrderLineTable.ORDER) >= next - 20
                && tx.read(StockTable.TABLE, StockTable.key(1, item)).get(StockTable.QUANTITY) < threshold) {
                low.add(item);
            }
        }
        return low.size();
    }

    private NewOrderResult newOrder(long warehouse, long district, long customer, int[] items, int[] suppliers,
            int[] quantities) {
        return loaded.engine().call(procedures.newOrder(), warehouse, district, customer, items, suppliers, quantities,
            NOW);
    }

    private PaymentResult pay(long warehouse, long district, long customerWarehouse, long customerDistrict,
            long customer, String last, long amount) {
        return loaded.engine().call(procedures.payment(), warehouse, district, customerWarehouse, customerDistrict,
            customer, last, amount, ++historyId, NOW);
    }

    /** A customer with such a credit who has not paid yet. */
    private long customer(long warehouse, long district, String credit) {
        return loaded.count(tx -> {
            long customer = 1;
            while (!tx.read(CustomerTable.TABLE, CustomerTable.key(warehouse, district, customer))
                .equal(CustomerTable.CREDIT, credit)) {
                customer++;
            }
            return customer;
        });
    }

    private static Object text(Transaction tx, long warehouse, long district, long customer) {
        return tx.read(CustomerTable.TABLE, CustomerTable.key(warehouse, district, customer)).get(CustomerTable.DATA);
    }

    private static String cut(String text, int length) {
        return text.substring(0, Math.min(length, text.length()));
    }
}
