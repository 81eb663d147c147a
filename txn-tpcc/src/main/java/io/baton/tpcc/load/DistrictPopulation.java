package io.baton.tpcc.load;

import io.baton.engine.Loader;
import io.baton.storage.Row;
import io.baton.tpcc.random.LastNames;
import io.baton.tpcc.random.NuRand;
import io.baton.tpcc.random.RandomText;
import io.baton.tpcc.schema.CustomerTable;
import io.baton.tpcc.schema.HistoryTable;
import io.baton.tpcc.schema.NewOrderTable;
import io.baton.tpcc.schema.OrderLineTable;
import io.baton.tpcc.schema.OrdersTable;
import io.baton.tpcc.schema.Scale;
import java.util.SplittableRandom;

/** The rows of one district: customers with their payments, and orders (clause 4.3.3.1). One thread. */
final class DistrictPopulation {

    private static final long FIRST_PAYMENT = 10_00;
    private static final long CREDIT_LIMIT = 50_000_00;
    /** Discounts go from 0 to 0.5. */
    private static final int DISCOUNT_MAX = 5_000;

    private final int warehouse;
    private final int district;
    private final NuRand nuRand;
    private final long nowMillis;
    private final SplittableRandom random;
    private final RandomText text;
    private final LastNames lastNames = new LastNames();

    DistrictPopulation(int warehouse, int district, NuRand nuRand, long nowMillis, SplittableRandom random,
            RandomText text) {
        this.warehouse = warehouse;
        this.district = district;
        this.nuRand = nuRand;
        this.nowMillis = nowMillis;
        this.random = random;
        this.text = text;
    }

    void load(Loader loader) {
        for (int customer = 1; customer <= Scale.CUSTOMERS; customer++) {
            loadCustomer(loader, customer);
            loadHistory(loader, customer);
        }
        final int[] customers = permutation();
        for (int order = 1; order <= Scale.ORDERS; order++) {
            loadOrder(loader, order, customers[order - 1]);
        }
    }

    private void loadCustomer(Loader loader, int customer) {
        final Row row = loader.row(CustomerTable.TABLE, CustomerTable.key(warehouse, district, customer));
        row.set(CustomerTable.BALANCE, -FIRST_PAYMENT);
        row.set(CustomerTable.YTD_PAYMENT, FIRST_PAYMENT);
        row.set(CustomerTable.PAYMENT_COUNT, 1);
        row.set(CustomerTable.DISCOUNT, random.nextInt(DISCOUNT_MAX + 1));
        row.set(CustomerTable.CREDIT, random.nextInt(10) == 0 ? "BC" : "GC");
        row.set(CustomerTable.CREDIT_LIMIT, CREDIT_LIMIT);
        row.set(CustomerTable.SINCE, nowMillis);
        final int name = customer <= LastNames.COUNT ? customer - 1 : nuRand.nextLastNameAtLoad(random);
        row.set(CustomerTable.LAST, lastNames.get(name));
        row.set(CustomerTable.MIDDLE, "OE");
        text.letters(row, CustomerTable.FIRST, 8, 16);
        text.letters(row, CustomerTable.STREET_1, 10, 20);
        text.letters(row, CustomerTable.STREET_2, 10, 20);
        text.letters(row, CustomerTable.CITY, 10, 20);
        text.letters(row, CustomerTable.STATE, 2, 2);
        text.zip(row, CustomerTable.ZIP);
        text.digits(row, CustomerTable.PHONE, 16);
        text.letters(row, CustomerTable.DATA, 300, CustomerTable.DATA_BYTES_MAX);
        loader.insert(row);
    }

    private void loadHistory(Loader loader, int customer) {
        final Row row = loader.row(HistoryTable.TABLE, HistoryTable.key(warehouse, district, customer));
        row.set(HistoryTable.CUSTOMER, customer);
        row.set(HistoryTable.CUSTOMER_WAREHOUSE, warehouse);
        row.set(HistoryTable.CUSTOMER_DISTRICT, district);
        row.set(HistoryTable.AMOUNT, FIRST_PAYMENT);
        row.set(HistoryTable.DATE, nowMillis);
        text.letters(row, HistoryTable.DATA, 12, 24);
        loader.insert(row);
    }

    private void loadOrder(Loader loader, int order, int customer) {
        final boolean delivered = order < Scale.FIRST_UNDELIVERED;
        final int lines = random.nextInt(Scale.LINES_MIN, Scale.LINES_MAX + 1);
        final Row row = loader.row(OrdersTable.TABLE, OrdersTable.key(warehouse, district, order));
        row.set(OrdersTable.CUSTOMER, customer);
        row.set(OrdersTable.ENTRY_DATE, nowMillis);
        row.set(OrdersTable.CARRIER, delivered ? random.nextInt(1, 11) : OrdersTable.NO_CARRIER);
        row.set(OrdersTable.LINES, lines);
        row.set(OrdersTable.ALL_LOCAL, 1);
        loader.insert(row);
        for (int number = 1; number <= lines; number++) {
            loadOrderLine(loader, order, number, delivered);
        }
        if (!delivered) {
            loader.insert(loader.row(NewOrderTable.TABLE, NewOrderTable.key(warehouse, district, order)));
        }
    }

    private void loadOrderLine(Loader loader, int order, int number, boolean delivered) {
        final Row row = loader.row(OrderLineTable.TABLE, OrderLineTable.key(warehouse, district, order, number));
        row.set(OrderLineTable.ITEM, random.nextInt(1, Scale.ITEMS + 1));
        row.set(OrderLineTable.SUPPLY_WAREHOUSE, warehouse);
        row.set(OrderLineTable.QUANTITY, 5);
        row.set(OrderLineTable.DELIVERY_DATE, delivered ? nowMillis : OrderLineTable.NOT_DELIVERED);
        row.set(OrderLineTable.AMOUNT, delivered ? 0 : random.nextInt(1, 9_999_99 + 1));
        text.letters(row, OrderLineTable.DISTRICT_INFO, 24, 24);
        loader.insert(row);
    }

    /** Each customer has one order, in random order. */
    private int[] permutation() {
        final int[] customers = new int[Scale.CUSTOMERS];
        for (int i = 0; i < customers.length; i++) {
            final int j = random.nextInt(i + 1);
            customers[i] = customers[j];
            customers[j] = i + 1;
        }
        return customers;
    }
}
