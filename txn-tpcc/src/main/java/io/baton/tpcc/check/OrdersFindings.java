package io.baton.tpcc.check;

import io.baton.storage.Row;
import io.baton.tpcc.schema.OrderLineTable;
import io.baton.tpcc.schema.OrdersTable;
import io.baton.tpcc.schema.Scale;
import io.baton.workload.Findings;
import java.util.stream.IntStream;

/** The findings of {@link OrdersAudit} in one district. */
public final class OrdersFindings {

    private static final int CONDITIONS = 12;

    final Findings<Integer> violations = none();
    final long ytd;
    private final String place;
    private final long nextOrder;
    private long orders;
    private long ordersMax;
    private long newOrders;
    private long newOrdersMin;
    private long newOrdersMax;
    private long linesDeclared;
    private long lines;
    /** By customer, from 1. */
    private final long[] delivered = new long[Scale.CUSTOMERS + 1];

    OrdersFindings(long warehouse, long district, long ytd, long nextOrder) {
        this.place = place(warehouse, district);
        this.ytd = ytd;
        this.nextOrder = nextOrder;
    }

    /** No violation of any of the twelve conditions. */
    static Findings<Integer> none() {
        return new Findings<>(IntStream.rangeClosed(1, CONDITIONS).boxed().toList());
    }

    static String place(long warehouse, long district) {
        return "warehouse " + warehouse + ", district " + district;
    }

    /** Returns the amount that a customer's delivered lines come to. */
    long delivered(int customer) {
        return delivered[customer];
    }

    void newOrder(long order) {
        if (newOrders++ == 0) {
            newOrdersMin = order;
        }
        newOrdersMax = order;
    }

    void newOrderOfNoOrder(long order) {
        violations.violated(5, at(order) + " is in NEW-ORDER, but not in ORDER");
    }

    void lineOfNoOrder(long order) {
        lines++;
        violations.violated(6, at(order) + " has an order line, but is not in ORDER");
    }

    /** Notes an order line; returns its amount if it is delivered. */
    long line(Row line, long carrier) {
        lines++;
        final boolean isDelivered = line.get(OrderLineTable.DELIVERY_DATE) != OrderLineTable.NOT_DELIVERED;
        if (isDelivered != (carrier != OrdersTable.NO_CARRIER) && violations.holds(7)) {
            violations.violated(7, at(line.get(OrderLineTable.ORDER)) + ", line " + line.get(OrderLineTable.NUMBER)
                + " has " + (isDelivered ? "a" : "no") + " delivery date, but O_CARRIER_ID is "
                + (isDelivered ? "null" : carrier));
        }
        return isDelivered ? line.get(OrderLineTable.AMOUNT) : 0;
    }

    void order(long order, long customer, long carrier, boolean undelivered, long declared, long counted,
            long deliveredAmount) {
        orders++;
        ordersMax = order;
        linesDeclared += declared;
        if (undelivered != (carrier == OrdersTable.NO_CARRIER) && violations.holds(5)) {
            violations.violated(5, at(order) + " is " + (undelivered ? "" : "not ")
                + "in NEW-ORDER, but O_CARRIER_ID is " + (undelivered ? carrier : "null"));
        }
        if (declared != counted && violations.holds(6)) {
            violations.same(6, at(order) + ": O_OL_CNT is", declared, "the number of order lines is", counted);
        }
        if (customer >= 1 && customer <= Scale.CUSTOMERS) {
            delivered[(int) customer] += deliveredAmount;
        } else {
            violations.violated(10, at(order) + " is of customer " + customer + ", who does not exist");
            violations.violated(12, at(order) + " is of customer " + customer + ", who does not exist");
        }
    }

    /** Compares what the whole district comes to. */
    void conclude(boolean initialState) {
        final String next = place + ": D_NEXT_O_ID - 1 is";
        violations.same(2, next, nextOrder - 1, "max(O_ID) is", ordersMax);
        if (newOrders > 0) {
            violations.same(2, next, nextOrder - 1, "max(NO_O_ID) is", newOrdersMax);
            violations.same(3, place + ": max(NO_O_ID) - min(NO_O_ID) + 1 is", newOrdersMax - newOrdersMin + 1,
                "the number of rows in NEW-ORDER is", newOrders);
        }
        violations.same(4, place + ": sum(O_OL_CNT) is", linesDeclared, "the number of order lines is", lines);
        if (initialState) {
            violations.same(11, place + ": the number of delivered orders is", orders - newOrders,
                "the loaded number is", Scale.FIRST_UNDELIVERED - 1);
        }
    }

    private String at(long order) {
        return place + ", order " + order;
    }
}
