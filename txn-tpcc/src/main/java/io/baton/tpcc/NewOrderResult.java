package io.baton.tpcc;

import io.baton.bundle.RecordResult;
import io.baton.storage.Row;
import io.baton.tpcc.schema.ItemTable;
import java.util.List;
import java.util.stream.IntStream;

/** The terminal's output after a new order (clause 2.4.3.3), besides its input. Rates are in units of 0.0001. */
public final class NewOrderResult implements RecordResult {

    private static final int TEXTS_BEFORE_ITEMS = 2;
    private static final int TEXT_BYTES_BEFORE_ITEMS = 18;

    final Texts texts;
    private final long order;
    private final long entryMillis;
    private final int[] prices;
    private final int[] stocks;
    private int brands;
    private long discount;
    private long warehouseTax;
    private long districtTax;
    private long total;

    NewOrderResult(long order, long entryMillis, int lines) {
        this.order = order;
        this.entryMillis = entryMillis;
        this.prices = new int[lines];
        this.stocks = new int[lines];
        this.texts = new Texts(TEXTS_BEFORE_ITEMS + lines, TEXT_BYTES_BEFORE_ITEMS + lines * ItemTable.NAME_BYTES_MAX);
    }

    void setLine(int line, Row item, long price, long stock, boolean brand) {
        texts.add(item, ItemTable.NAME);
        prices[line] = (int) price;
        stocks[line] = (int) stock;
        if (brand) {
            brands |= 1 << line;
        }
    }

    NewOrderResult finish(long newDiscount, long newWarehouseTax, long newDistrictTax, long newTotal) {
        discount = newDiscount;
        warehouseTax = newWarehouseTax;
        districtTax = newDistrictTax;
        total = newTotal;
        return this;
    }

    /**
     * Returns the order's number.
     *
     * @return O_ID
     */
    public long order() {
        return order;
    }

    /**
     * Returns the date of entry.
     *
     * @return O_ENTRY_D in milliseconds since 1970
     */
    public long entryMillis() {
        return entryMillis;
    }

    /**
     * Returns how many lines the order has.
     *
     * @return O_OL_CNT
     */
    public int lines() {
        return prices.length;
    }

    /**
     * Returns the customer's last name.
     *
     * @return C_LAST
     */
    public String customerLast() {
        return texts.get(0);
    }

    /**
     * Returns the customer's credit.
     *
     * @return C_CREDIT
     */
    public String customerCredit() {
        return texts.get(1);
    }

    /**
     * Returns the customer's discount.
     *
     * @return C_DISCOUNT
     */
    public long discount() {
        return discount;
    }

    /**
     * Returns the warehouse's tax.
     *
     * @return W_TAX
     */
    public long warehouseTax() {
        return warehouseTax;
    }

    /**
     * Returns the district's tax.
     *
     * @return D_TAX
     */
    public long districtTax() {
        return districtTax;
    }

    /**
     * Returns what is to be paid.
     *
     * @return the total in cents
     */
    public long total() {
        return total;
    }

    /**
     * Returns the name of a line's item.
     *
     * @param line counted from 0
     * @return I_NAME
     */
    public String itemName(int line) {
        return texts.get(TEXTS_BEFORE_ITEMS + line);
    }

    /**
     * Returns the price of a line's item.
     *
     * @param line counted from 0
     * @return I_PRICE in cents
     */
    public long price(int line) {
        return prices[line];
    }

    /**
     * Returns what is left of a line's item.
     *
     * @param line counted from 0
     * @return S_QUANTITY
     */
    public long stock(int line) {
        return stocks[line];
    }

    /**
     * Returns whether a line's item is a brand or generic.
     *
     * @param line counted from 0
     * @return B or G
     */
    public char brandOrGeneric(int line) {
        return (brands & 1 << line) == 0 ? 'G' : 'B';
    }

    /**
     * A line of what clients of a server get.
     *
     * @param item the item's name
     * @param price cents
     * @param stock what is left
     * @param brandOrGeneric B or G
     */
    public record Line(String item, long price, long stock, char brandOrGeneric) {
    }

    /**
     * The record for clients of a server.
     *
     * @param order the order
     * @param entryMillis when it was entered
     * @param customerLast the customer's name
     * @param customerCredit GC or BC
     * @param discount in 1/10,000
     * @param warehouseTax in 1/10,000
     * @param districtTax in 1/10,000
     * @param total cents
     * @param lines the lines
     */
    public record Ordered(long order, long entryMillis, String customerLast, String customerCredit, long discount,
            long warehouseTax, long districtTax, long total, List<Line> lines) {
    }

    @Override
    public Ordered asRecord() {
        return new Ordered(order, entryMillis, customerLast(), customerCredit(), discount, warehouseTax, districtTax,
            total, IntStream.range(0, lines())
                .mapToObj(line -> new Line(itemName(line), price(line), stock(line), brandOrGeneric(line))).toList());
    }
}
