package io.baton.tpcc.check;

import io.baton.tpcc.schema.CustomerTable;
import io.baton.tpcc.schema.Scale;
import org.agrona.collections.Long2LongHashMap;

/** Payments by district and by customer, in cents, summed up from the history. */
final class PaymentSums {

    private final int warehouses;
    private final long[][] byCustomer;
    private final long[][] byDistrict;
    private String stray = "";

    PaymentSums(int warehouses) {
        this.warehouses = warehouses;
        this.byCustomer = new long[warehouses][Scale.DISTRICTS * Scale.CUSTOMERS];
        this.byDistrict = new long[warehouses][Scale.DISTRICTS];
    }

    /** Adds what was paid to one district, by the packed key of the customer. */
    void add(int warehouse, int district, Long2LongHashMap paid) {
        paid.forEachLong((customer, amount) -> {
            byDistrict[warehouse - 1][district - 1] += amount;
            addToCustomer(customer, amount);
        });
    }

    long ofDistrict(int warehouse, int district) {
        return byDistrict[warehouse - 1][district - 1];
    }

    long ofCustomer(int warehouse, int district, int customer) {
        return byCustomer[warehouse - 1][place(district, customer)];
    }

    /** Returns a payment without a customer in words, or nothing. */
    String stray() {
        return stray;
    }

    private void addToCustomer(long key, long amount) {
        final long warehouse = CustomerTable.TABLE.keyColumn(key, 0);
        final long district = CustomerTable.TABLE.keyColumn(key, 1);
        final long customer = CustomerTable.TABLE.keyColumn(key, 2);
        if (in(warehouse, warehouses) && in(district, Scale.DISTRICTS) && in(customer, Scale.CUSTOMERS)) {
            byCustomer[(int) warehouse - 1][place((int) district, (int) customer)] += amount;
        } else {
            stray = "a payment is of customer " + CustomerTable.TABLE.describe(key) + ", who does not exist";
        }
    }

    private static boolean in(long number, int largest) {
        return number >= 1 && number <= largest;
    }

    private static int place(int district, int customer) {
        return (district - 1) * Scale.CUSTOMERS + customer - 1;
    }
}
