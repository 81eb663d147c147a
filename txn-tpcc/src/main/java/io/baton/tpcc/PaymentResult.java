package io.baton.tpcc;

import io.baton.bundle.RecordResult;
import io.baton.storage.Row;
import io.baton.tpcc.schema.CustomerTable;
import java.util.List;
import java.util.stream.IntStream;

/** The terminal's output after a payment (clause 2.5.3.3), besides its input. Money is in cents. */
public final class PaymentResult implements RecordResult {

    /** Number of strings that are always there; a customer with bad credit has one more. */
    static final int TEXTS = 20;
    /** Bytes of the strings together, at most. */
    static final int TEXT_BYTES = 3 * 71 + 16 + 2 + 16 + 16 + 2;

    private static final int DISTRICT = 5;
    private static final int CUSTOMER = 10;
    private static final int DATA = TEXTS;
    private static final int DATA_CHARACTERS_SHOWN = 200;

    private final Texts texts;
    private final long customer;
    private final long balance;
    private final long creditLimit;
    private final long discount;
    private final long sinceMillis;
    private final long nowMillis;

    PaymentResult(Row payer, long nowMillis, Texts texts) {
        this.texts = texts;
        this.customer = payer.get(CustomerTable.ID);
        this.balance = payer.get(CustomerTable.BALANCE);
        this.creditLimit = payer.get(CustomerTable.CREDIT_LIMIT);
        this.discount = payer.get(CustomerTable.DISCOUNT);
        this.sinceMillis = payer.get(CustomerTable.SINCE);
        this.nowMillis = nowMillis;
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
     * Returns the balance after the payment.
     *
     * @return C_BALANCE
     */
    public long balance() {
        return balance;
    }

    /**
     * Returns the credit limit.
     *
     * @return C_CREDIT_LIM
     */
    public long creditLimit() {
        return creditLimit;
    }

    /**
     * Returns the discount.
     *
     * @return C_DISCOUNT in units of 0.0001
     */
    public long discount() {
        return discount;
    }

    /**
     * Returns since when the customer is one.
     *
     * @return C_SINCE in milliseconds since 1970
     */
    public long sinceMillis() {
        return sinceMillis;
    }

    /**
     * Returns the date of the payment.
     *
     * @return H_DATE in milliseconds since 1970
     */
    public long dateMillis() {
        return nowMillis;
    }

    /**
     * Returns a part of the warehouse's address.
     *
     * @param part 0 and 1: street; 2: city; 3: state; 4: zip
     * @return the part
     */
    public String warehouseAddress(int part) {
        return texts.get(part);
    }

    /**
     * Returns a part of the district's address.
     *
     * @param part 0 and 1: street; 2: city; 3: state; 4: zip
     * @return the part
     */
    public String districtAddress(int part) {
        return texts.get(DISTRICT + part);
    }

    /**
     * Returns a string about the customer.
     *
     * @param part 0, 1, 2: first, middle and last name; 3 to 7: address; 8: phone; 9: credit
     * @return the string
     */
    public String customerText(int part) {
        return texts.get(CUSTOMER + part);
    }

    /**
     * Returns the customer's credit.
     *
     * @return C_CREDIT
     */
    public String customerCredit() {
        return customerText(9);
    }

    /**
     * Returns the beginning of the customer's data, if the credit is bad.
     *
     * @return 200 characters of C_DATA, or nothing
     */
    public String customerData() {
        if (!customerCredit().equals("BC")) {
            return "";
        }
        final String data = texts.get(DATA);
        return data.substring(0, Math.min(data.length(), DATA_CHARACTERS_SHOWN));
    }

    /**
     * The record for clients of a server.
     *
     * @param customer the customer
     * @param balance cents
     * @param creditLimit cents
     * @param discount in 1/10,000
     * @param sinceMillis since when there is the customer
     * @param dateMillis of the payment
     * @param warehouseAddress its parts
     * @param districtAddress its parts
     * @param customerTexts name, address, phone and credit
     * @param customerData of customers with bad credit, else empty
     */
    public record Paid(long customer, long balance, long creditLimit, long discount, long sinceMillis, long dateMillis,
            List<String> warehouseAddress, List<String> districtAddress, List<String> customerTexts,
            String customerData) {
    }

    @Override
    public Paid asRecord() {
        return new Paid(customer, balance, creditLimit, discount, sinceMillis, nowMillis, texts(0, DISTRICT),
            texts(DISTRICT, CUSTOMER), texts(CUSTOMER, TEXTS), customerData());
    }

    private List<String> texts(int from, int to) {
        return IntStream.range(from, to).mapToObj(texts::get).toList();
    }
}
