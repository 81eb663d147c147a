package io.baton.tpcc;

import io.baton.engine.LockPlan;
import io.baton.engine.Transaction;
import io.baton.storage.Row;
import io.baton.tpcc.schema.CustomerTable;
import io.baton.tpcc.schema.DistrictTable;
import io.baton.tpcc.schema.HistoryTable;
import io.baton.tpcc.schema.WarehouseTable;

/** The Payment transaction (clause 2.5): a customer, maybe of another warehouse, pays. */
public final class Payment {

    /** Makes the procedure. */
    public Payment() {
    }

    /**
     * Declares the locks: all but those of a customer who is given by name.
     *
     * @param plan where to declare
     * @param warehouse the warehouse that is paid
     * @param district the district that is paid
     * @param customerWarehouse the customer's warehouse
     * @param customerDistrict the customer's district
     * @param customer the customer, or 0 if given by name
     * @param last the customer's last name, or nothing
     * @param amount the payment in cents
     * @param historyId a number that no other payment to this district has, up to 40 bits
     * @param nowMillis the date
     */
    public void plan(LockPlan plan, long warehouse, long district, long customerWarehouse, long customerDistrict,
            long customer, String last, long amount, long historyId, long nowMillis) {
        plan.write(WarehouseTable.TABLE, WarehouseTable.key(warehouse));
        plan.write(DistrictTable.TABLE, DistrictTable.key(warehouse, district));
        plan.write(HistoryTable.TABLE, HistoryTable.key(warehouse, district, 0));
        if (customer != 0) {
            plan.write(CustomerTable.TABLE, CustomerTable.key(customerWarehouse, customerDistrict, customer));
        }
    }

    /**
     * Books the payment.
     *
     * @param tx the transaction
     * @param warehouse the warehouse that is paid
     * @param district the district that is paid
     * @param customerWarehouse the customer's warehouse
     * @param customerDistrict the customer's district
     * @param customer the customer, or 0 if given by name
     * @param last the customer's last name, or nothing
     * @param amount the payment in cents
     * @param historyId a number that no other payment to this district has, up to 40 bits
     * @param nowMillis the date
     * @return what the terminal shows
     */
    public PaymentResult run(Transaction tx, long warehouse, long district, long customerWarehouse,
            long customerDistrict, long customer, String last, long amount, long historyId, long nowMillis) {
        final Row home = tx.update(WarehouseTable.TABLE, WarehouseTable.key(warehouse));
        home.set(WarehouseTable.YTD, home.get(WarehouseTable.YTD) + amount);
        final Row area = tx.update(DistrictTable.TABLE, DistrictTable.key(warehouse, district));
        area.set(DistrictTable.YTD, area.get(DistrictTable.YTD) + amount);

        final long key = customer != 0 ? CustomerTable.key(customerWarehouse, customerDistrict, customer)
            : CustomerByName.key(tx, customerWarehouse, customerDistrict, last);
        final Row payer = tx.update(CustomerTable.TABLE, key);
        payer.set(CustomerTable.BALANCE, payer.get(CustomerTable.BALANCE) - amount);
        payer.set(CustomerTable.YTD_PAYMENT, payer.get(CustomerTable.YTD_PAYMENT) + amount);
        payer.set(CustomerTable.PAYMENT_COUNT, payer.get(CustomerTable.PAYMENT_COUNT) + 1);
        final boolean badCredit = payer.equal(CustomerTable.CREDIT, "BC");
        if (badCredit) {
            prependData(payer, warehouse, district, amount);
        }
        insertHistory(tx, HistoryTable.key(warehouse, district, historyId), home, area, payer, amount, nowMillis);
        return new PaymentResult(payer, nowMillis, texts(home, area, payer, badCredit));
    }

    private static void prependData(Row payer, long warehouse, long district, long amount) {
        final DataText data = new DataText(CustomerTable.DATA_BYTES_MAX);
        data.number(payer.get(CustomerTable.ID)).blank();
        data.number(payer.get(CustomerTable.DISTRICT)).blank();
        data.number(payer.get(CustomerTable.WAREHOUSE)).blank();
        data.number(district).blank();
        data.number(warehouse).blank();
        data.money(amount).blank();
        data.column(payer, CustomerTable.DATA);
        payer.set(CustomerTable.DATA, data.bytes(), 0, data.length());
    }

    private static void insertHistory(Transaction tx, long key, Row home, Row area, Row payer, long amount,
            long nowMillis) {
        final Row row = tx.insert(HistoryTable.TABLE, key);
        row.set(HistoryTable.CUSTOMER, payer.get(CustomerTable.ID));
        row.set(HistoryTable.CUSTOMER_WAREHOUSE, payer.get(CustomerTable.WAREHOUSE));
        row.set(HistoryTable.CUSTOMER_DISTRICT, payer.get(CustomerTable.DISTRICT));
        row.set(HistoryTable.AMOUNT, amount);
        row.set(HistoryTable.DATE, nowMillis);
        final DataText data = new DataText(HistoryTable.DATA_BYTES_MAX);
        data.column(home, WarehouseTable.NAME).blank().blank().blank().blank().column(area, DistrictTable.NAME);
        row.set(HistoryTable.DATA, data.bytes(), 0, data.length());
    }

    private static Texts texts(Row home, Row area, Row payer, boolean badCredit) {
        final Texts texts = badCredit
            ? new Texts(PaymentResult.TEXTS + 1, PaymentResult.TEXT_BYTES + CustomerTable.DATA_BYTES_MAX)
            : new Texts(PaymentResult.TEXTS, PaymentResult.TEXT_BYTES);
        texts.add(home, WarehouseTable.STREET_1).add(home, WarehouseTable.STREET_2).add(home, WarehouseTable.CITY)
            .add(home, WarehouseTable.STATE).add(home, WarehouseTable.ZIP);
        texts.add(area, DistrictTable.STREET_1).add(area, DistrictTable.STREET_2).add(area, DistrictTable.CITY)
            .add(area, DistrictTable.STATE).add(area, DistrictTable.ZIP);
        texts.add(payer, CustomerTable.FIRST).add(payer, CustomerTable.MIDDLE).add(payer, CustomerTable.LAST)
            .add(payer, CustomerTable.STREET_1).add(payer, CustomerTable.STREET_2).add(payer, CustomerTable.CITY)
            .add(payer, CustomerTable.STATE).add(payer, CustomerTable.ZIP).add(payer, CustomerTable.PHONE)
            .add(payer, CustomerTable.CREDIT);
        return badCredit ? texts.add(payer, CustomerTable.DATA) : texts;
    }
}
