package io.baton.tpcc.check;

import io.baton.engine.Engine;
import io.baton.engine.Procedure;
import io.baton.tpcc.schema.Scale;
import io.baton.workload.ConditionResult;
import io.baton.workload.Findings;
import io.baton.workload.Workload;
import java.util.SequencedMap;
import org.agrona.collections.Long2LongHashMap;

/**
 * Checks the consistency conditions (clause 3.3.2). Each district is read in a few transactions of its own, so no
 * terminal may be at work.
 */
public final class ConsistencyCheck {

    private final Engine engine;
    private final int warehouses;
    private final Procedure<Long> warehouseAudit;
    private final Procedure<OrdersFindings> ordersAudit;
    private final Procedure<Long2LongHashMap> historyAudit;
    private final Procedure<CustomersFindings> customersAudit;

    /**
     * Registers the audits.
     *
     * @param engine an open engine with the tables of the schema
     * @param warehouses how many are loaded
     */
    public ConsistencyCheck(Engine engine, int warehouses) {
        this.engine = engine;
        this.warehouses = warehouses;
        this.warehouseAudit = engine.register(new WarehouseAudit(), Long.class).within(Workload.AUDIT_LIMIT);
        this.ordersAudit = engine.register(new OrdersAudit(), OrdersFindings.class).within(Workload.AUDIT_LIMIT);
        this.historyAudit = engine.register(new HistoryAudit(), Long2LongHashMap.class).within(Workload.AUDIT_LIMIT);
        this.customersAudit =
            engine.register(new CustomersAudit(), CustomersFindings.class).within(Workload.AUDIT_LIMIT);
    }

    /**
     * Reads all tables and checks.
     *
     * @param initialState whether nothing has run since the tables were loaded, so that condition 11 must hold too
     * @return the results by number: 1 to 12, without 11 if it cannot be checked
     */
    public SequencedMap<String, ConditionResult> run(boolean initialState) {
        final Findings<Integer> violations = OrdersFindings.none();
        final PaymentSums payments = new PaymentSums(warehouses);
        // A customer may have paid anywhere, so all of the history comes before any customer.
        for (int warehouse = 1; warehouse <= warehouses; warehouse++) {
            for (int district = 1; district <= Scale.DISTRICTS; district++) {
                payments.add(warehouse, district, engine.call(historyAudit, (long) warehouse, (long) district));
            }
        }
        for (int warehouse = 1; warehouse <= warehouses; warehouse++) {
            checkWarehouse(warehouse, payments, initialState, violations);
        }
        final String stray = payments.stray();
        if (!stray.isEmpty()) {
            violations.violated(10, stray);
        }
        final SequencedMap<String, ConditionResult> results = violations.results();
        if (!initialState) {
            results.remove("11");
        }
        return results;
    }

    private void checkWarehouse(
            int warehouse, PaymentSums payments, boolean initialState, Findings<Integer> violations) {
        long ytdOfDistricts = 0;
        long paid = 0;
        for (int district = 1; district <= Scale.DISTRICTS; district++) {
            final OrdersFindings orders = engine.call(ordersAudit, (long) warehouse, (long) district);
            orders.conclude(initialState);
            violations.addAll(orders.violations);
            checkCustomers(warehouse, district, orders, payments, violations);
            final long paidHere = payments.ofDistrict(warehouse, district);
            violations.same(9, OrdersFindings.place(warehouse, district) + ": D_YTD is", orders.ytd,
                "sum(H_AMOUNT) is", paidHere);
            ytdOfDistricts += orders.ytd;
            paid += paidHere;
        }
        final long ytd = engine.call(warehouseAudit, (long) warehouse);
        final String place = "warehouse " + warehouse;
        violations.same(1, place + ": W_YTD is", ytd, "sum(D_YTD) is", ytdOfDistricts);
        violations.same(8, place + ": W_YTD is", ytd, "sum(H_AMOUNT) is", paid);
    }

    private void checkCustomers(int warehouse, int district, OrdersFindings orders, PaymentSums payments,
            Findings<Integer> violations) {
        final CustomersFindings customers = engine.call(customersAudit, (long) warehouse, (long) district);
        for (int customer = 1; customer <= Scale.CUSTOMERS; customer++) {
            final long balance = customers.balance(customer);
            final long delivered = orders.delivered(customer);
            final long owed = delivered - payments.ofCustomer(warehouse, district, customer);
            final long balanceAndPaid = balance + customers.ytdPayment(customer);
            if (balance != owed) {
                violations.same(10, place(warehouse, district, customer) + ": C_BALANCE is", balance,
                    "sum(OL_AMOUNT) of delivered lines - sum(H_AMOUNT) is", owed);
            }
            if (balanceAndPaid != delivered) {
                violations.same(12, place(warehouse, district, customer) + ": C_BALANCE + C_YTD_PAYMENT is",
                    balanceAndPaid, "sum(OL_AMOUNT) of delivered lines is", delivered);
            }
        }
    }

    private static String place(int warehouse, int district, int customer) {
        return OrdersFindings.place(warehouse, district) + ", customer " + customer;
    }
}
