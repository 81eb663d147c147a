package io.baton.lab.crash;

import io.baton.engine.Scan;
import io.baton.engine.Transaction;
import io.baton.tpcc.schema.HistoryTable;
import io.baton.tpcc.schema.NewOrderTable;
import io.baton.tpcc.schema.OrderLineTable;
import io.baton.tpcc.schema.OrdersTable;
import io.baton.tpcc.schema.Scale;
import java.util.ArrayList;
import java.util.List;

/** Reads what has happened in a district of TPC-C since the tables were loaded. */
public final class ReadDistrict {

    /** The lines that tell it; a type of its own, as procedures return no generic ones. */
    record Told(List<String> lines) {
    }

    public ReadDistrict() {
    }

    public Object run(Transaction tx, long warehouse, long district) {
        final List<String> lines = new ArrayList<>();
        final String place = " " + warehouse + " " + district + " ";
        final Scan payments = tx.scan(HistoryTable.PRIMARY).equal(warehouse).equal(district)
            .greaterThan(Scale.CUSTOMERS);
        while (payments.next()) {
            lines.add(TpccLines.HISTORY + place + payments.row().get(HistoryTable.ID));
        }
        final Scan orders = tx.scan(OrdersTable.PRIMARY).equal(warehouse).equal(district)
            .atLeast(Scale.FIRST_UNDELIVERED);
        final List<long[]> found = new ArrayList<>();
        while (orders.next()) {
            found.add(new long[] {orders.row().get(OrdersTable.ID), orders.row().get(OrdersTable.LINES),
                orders.row().get(OrdersTable.CARRIER)});
        }
        for (final long[] order : found) {
            lines.add(TpccLines.ORDER + place + order[0] + " " + order[1] + " "
                + linesOf(tx, warehouse, district, order[0]) + " "
                + digit(tx.exists(NewOrderTable.TABLE, NewOrderTable.key(warehouse, district, order[0]))) + " "
                + digit(order[2] != OrdersTable.NO_CARRIER));
        }
        return new Told(lines);
    }

    /** How many lines there are, and how many of them are delivered. */
    private static String linesOf(Transaction tx, long warehouse, long district, long order) {
        int there = 0;
        int delivered = 0;
        final Scan lines = tx.scan(OrderLineTable.PRIMARY).equal(warehouse).equal(district).equal(order);
        while (lines.next()) {
            there++;
            if (lines.row().get(OrderLineTable.DELIVERY_DATE) != OrderLineTable.NOT_DELIVERED) {
                delivered++;
            }
        }
        return there + " " + delivered;
    }

    private static String digit(boolean truth) {
        return truth ? "1" : "0";
    }
}
