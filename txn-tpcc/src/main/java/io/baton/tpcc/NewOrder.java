package io.baton.tpcc;

import io.baton.engine.LockPlan;
import io.baton.engine.Transaction;
import io.baton.storage.Row;
import io.baton.tpcc.schema.CustomerTable;
import io.baton.tpcc.schema.DistrictTable;
import io.baton.tpcc.schema.ItemTable;
import io.baton.tpcc.schema.NewOrderTable;
import io.baton.tpcc.schema.OrderLineTable;
import io.baton.tpcc.schema.OrdersTable;
import io.baton.tpcc.schema.StockTable;
import io.baton.tpcc.schema.WarehouseTable;
import java.nio.charset.StandardCharsets;

/** The New-Order transaction (clause 2.4): a customer orders 5 to 15 items. */
public final class NewOrder {

    /** With this message it gives up if an item is unknown (clause 2.4.3.4). */
    public static final String UNKNOWN_ITEM = "Item number is not valid";

    private static final int STOCK_MIN = 10;
    private static final int STOCK_REFILL = 91;
    private static final long RATE_ONE = 10_000;

    private final byte[] original = ItemTable.ORIGINAL.getBytes(StandardCharsets.US_ASCII);

    /** Makes the procedure. */
    public NewOrder() {
    }

    /**
     * Declares the locks: all are known.
     *
     * @param plan where to declare
     * @param warehouse the home warehouse
     * @param district the district
     * @param customer the customer
     * @param items the items, in the order of the lines
     * @param suppliers the supplying warehouse of each
     * @param quantities how many of each
     * @param nowMillis the date of entry
     */
    public void plan(LockPlan plan, long warehouse, long district, long customer, int[] items, int[] suppliers,
            int[] quantities, long nowMillis) {
        plan.read(WarehouseTable.TABLE, WarehouseTable.key(warehouse));
        plan.write(DistrictTable.TABLE, DistrictTable.key(warehouse, district));
        plan.read(CustomerTable.TABLE, CustomerTable.key(warehouse, district, customer));
        for (int i = 0; i < items.length; i++) {
            plan.read(ItemTable.TABLE, ItemTable.key(items[i]));
            plan.write(StockTable.TABLE, StockTable.key(suppliers[i], items[i]));
        }
        plan.write(OrdersTable.TABLE, OrdersTable.key(warehouse, district, 0));
        plan.change(OrdersTable.BY_CUSTOMER, OrdersTable.BY_CUSTOMER.prefix(warehouse, district, customer));
        plan.write(NewOrderTable.TABLE, NewOrderTable.key(warehouse, district, 0));
        plan.write(OrderLineTable.TABLE, OrderLineTable.key(warehouse, district, 0, 0));
    }

    /**
     * Enters the order.
     *
     * @param tx the transaction
     * @param warehouse the home warehouse
     * @param district the district
     * @param customer the customer
     * @param items the items, in the order of the lines
     * @param suppliers the supplying warehouse of each
     * @param quantities how many of each
     * @param nowMillis the date of entry
     * @return what the terminal shows
     */
    public NewOrderResult run(Transaction tx, long warehouse, long district, long customer, int[] items,
            int[] suppliers, int[] quantities, long nowMillis) {
        final Row home = tx.read(WarehouseTable.TABLE, WarehouseTable.key(warehouse));
        final Row area = tx.update(DistrictTable.TABLE, DistrictTable.key(warehouse, district));
        final Row buyer = tx.read(CustomerTable.TABLE, CustomerTable.key(warehouse, district, customer));
        final long order = area.get(DistrictTable.NEXT_ORDER);
        area.set(DistrictTable.NEXT_ORDER, order + 1);
        insertOrder(tx, warehouse, district, order, customer, suppliers, nowMillis);

        final NewOrderResult result = new NewOrderResult(order, nowMillis, items.length);
        result.texts.add(buyer, CustomerTable.LAST).add(buyer, CustomerTable.CREDIT);
        long sum = 0;
        for (int i = 0; i < items.length; i++) {
            final Row item = tx.find(ItemTable.TABLE, ItemTable.key(items[i]));
            if (item == null) {
                throw tx.abort(UNKNOWN_ITEM);
            }
            final Row stock = tx.update(StockTable.TABLE, StockTable.key(suppliers[i], items[i]));
            final long left = takeFromStock(stock, quantities[i], suppliers[i] != warehouse);
            final long price = item.get(ItemTable.PRICE);
            final long amount = price * quantities[i];
            sum += amount;
            final Row line =
                tx.insert(OrderLineTable.TABLE, OrderLineTable.key(warehouse, district, order, i + 1));
            line.set(OrderLineTable.ITEM, items[i]);
            line.set(OrderLineTable.SUPPLY_WAREHOUSE, suppliers[i]);
            line.set(OrderLineTable.QUANTITY, quantities[i]);
            line.set(OrderLineTable.AMOUNT, amount);
            line.copy(OrderLineTable.DISTRICT_INFO, stock, StockTable.districtInfo(district));
            final boolean brand = item.contains(ItemTable.DATA, original)
                && stock.contains(StockTable.DATA, original);
            result.setLine(i, item, price, left, brand);
        }
        final long discount = buyer.get(CustomerTable.DISCOUNT);
        final long homeTax = home.get(WarehouseTable.TAX);
        final long areaTax = area.get(DistrictTable.TAX);
        return result.finish(discount, homeTax, areaTax, total(sum, discount, homeTax + areaTax));
    }

    private static void insertOrder(Transaction tx, long warehouse, long district, long order, long customer,
            int[] suppliers, long nowMillis) {
        final Row row = tx.insert(OrdersTable.TABLE, OrdersTable.key(warehouse, district, order));
        row.set(OrdersTable.CUSTOMER, customer);
        row.set(OrdersTable.ENTRY_DATE, nowMillis);
        row.set(OrdersTable.LINES, suppliers.length);
        row.set(OrdersTable.ALL_LOCAL, 1);
        for (int supplier : suppliers) {
            if (supplier != warehouse) {
                row.set(OrdersTable.ALL_LOCAL, 0);
            }
        }
        tx.insert(NewOrderTable.TABLE, NewOrderTable.key(warehouse, district, order));
    }

    /** Returns what is left (clause 2.4.2.2). */
    private static long takeFromStock(Row stock, int quantity, boolean remote) {
        final long before = stock.get(StockTable.QUANTITY);
        final long left = before - quantity >= STOCK_MIN ? before - quantity : before - quantity + STOCK_REFILL;
        stock.set(StockTable.QUANTITY, left);
        stock.set(StockTable.YTD, stock.get(StockTable.YTD) + quantity);
        stock.set(StockTable.ORDER_COUNT, stock.get(StockTable.ORDER_COUNT) + 1);
        if (remote) {
            stock.set(StockTable.REMOTE_COUNT, stock.get(StockTable.REMOTE_COUNT) + 1);
        }
        return left;
    }

    /** Returns sum · (1 - discount) · (1 + taxes), rounded to cents. */
    static long total(long sum, long discount, long taxes) {
        final long unit = RATE_ONE * RATE_ONE;
        return (sum * (RATE_ONE - discount) * (RATE_ONE + taxes) + unit / 2) / unit;
    }
}
