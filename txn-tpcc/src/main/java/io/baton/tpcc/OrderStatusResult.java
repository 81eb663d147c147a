package io.baton.tpcc;

import io.baton.bundle.RecordResult;
import io.baton.storage.Row;
import io.baton.tpcc.schema.CustomerTable;
import io.baton.tpcc.schema.OrderLineTable;
import io.baton.tpcc.schema.OrdersTable;
import java.util.List;
import java.util.stream.IntStream;

/** The terminal's output of a customer's last order (clause 2.6.3.3), besides its input. Money is in cents. */
public final class OrderStatusResult implements RecordResult {

    private static final int FIELDS = 5;

    private final Texts texts;
    private final long customer;
    private final long balance;
    private long order;
    private long entryMillis;
    private long carrier;
    private long[] fields = new long[0];
    private int lines;

    OrderStatusResult(Row buyer) {
        customer = buyer.get(CustomerTable.ID);
        balance = buyer.get(CustomerTable.BALANCE);
        texts = new Texts(3, 34).add(buyer, CustomerTable.FIRST).add(buyer, CustomerTable.MIDDLE)
            .add(buyer, CustomerTable.LAST);
    }

    void setOrder(Row row) {
        order = row.get(OrdersTable.ID);
        entryMillis = row.get(OrdersTable.ENTRY_DATE);
        carrier = row.get(OrdersTable.CARRIER);
        fields = new long[FIELDS * (int) row.get(OrdersTable.LINES)];
    }

    void addLine(Row line) {
        final int at = FIELDS * lines++;
        fields[at] = line.get(OrderLineTable.ITEM);
        fields[at + 1] = line.get(OrderLineTable.SUPPLY_WAREHOUSE);
        fields[at + 2] = line.get(OrderLineTable.QUANTITY);
        fields[at + 3] = line.get(OrderLineTable.AMOUNT);
        fields[at + 4] = line.get(OrderLineTable.DELIVERY_DATE);
    }

    /**
     * Returns the customer's number.
     *
     * @return C_ID
     */
    public long customer() {
        return customer;
    }

    /**
     * Returns a part of the customer's name.
     *
     * @param part 0, 1, 2: first, middle, last
     * @return the part
     */
    public String customerName(int part) {
        return texts.get(part);
    }

    /**
     * Returns the customer's balance.
     *
     * @return C_BALANCE
     */
    public long balance() {
        return balance;
    }

    /**
     * Returns the last order's number.
     *
     * @return O_ID, or 0 if the customer has no order
     */
    public long order() {
        return order;
    }

    /**
     * Returns the order's date of entry.
     *
     * @return O_ENTRY_D in milliseconds since 1970
     */
    public long entryMillis() {
        return entryMillis;
    }

    /**
     * Returns the order's carrier.
     *
     * @return O_CARRIER_ID, or 0 if it is not delivered yet
     */
    public long carrier() {
        return carrier;
    }

    /**
     * Returns how many lines follow.
     *
     * @return the number
     */
    public int lines() {
        return lines;
    }

    /**
     * Returns a line's item.
     *
     * @param line counted from 0
     * @return OL_I_ID
     */
    public long item(int line) {
        return fields[FIELDS * line];
    }

    /**
     * Returns a line's supplying warehouse.
     *
     * @param line counted from 0
     * @return OL_SUPPLY_W_ID
     */
    public long supplyWarehouse(int line) {
        return fields[FIELDS * line + 1];
    }

    /**
     * Returns a line's quantity.
     *
     * @param line counted from 0
     * @return OL_QUANTITY
     */
    public long quantity(int line) {
        return fields[FIELDS * line + 2];
    }

    /**
     * Returns a line's amount.
     *
     * @param line counted from 0
     * @return OL_AMOUNT
     */
    public long amount(int line) {
        return fields[FIELDS * line + 3];
    }

    /**
     * Returns a line's date of delivery.
     *
     * @param line counted from 0
     * @return OL_DELIVERY_D in milliseconds since 1970, or 0 if it is not delivered yet
     */
    public long deliveryMillis(int line) {
        return fields[FIELDS * line + 4];
    }

    /**
     * A line of what clients of a server get.
     *
     * @param item the item
     * @param supplyWarehouse the warehouse
     * @param quantity how many
     * @param amount cents
     * @param deliveryMillis when it was delivered, or 0
     */
    public record Line(long item, long supplyWarehouse, long quantity, long amount, long deliveryMillis) {
    }

    /**
     * The record for clients of a server.
     *
     * @param customer the customer
     * @param name first, middle and last name
     * @param balance cents
     * @param order the order
     * @param entryMillis when it was entered
     * @param carrier the carrier, or 0
     * @param lines the lines
     */
    public record Status(long customer, List<String> name, long balance, long order, long entryMillis, long carrier,
            List<Line> lines) {
    }

    @Override
    public Status asRecord() {
        return new Status(customer, List.of(customerName(0), customerName(1), customerName(2)), balance, order,
            entryMillis, carrier,
            IntStream.range(0, lines).mapToObj(line -> new Line(item(line), supplyWarehouse(line), quantity(line),
                amount(line), deliveryMillis(line))).toList());
    }
}
