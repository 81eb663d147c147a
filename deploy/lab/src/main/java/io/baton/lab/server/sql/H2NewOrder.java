package io.baton.lab.server.sql;

import io.baton.tpcc.NewOrder;
import io.baton.tpcc.schema.Scale;
import io.baton.tpcc.schema.StockTable;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** The New-Order transaction (clause 2.4) in H2. */
final class H2NewOrder {

    private static final String TAX = "SELECT w_tax FROM warehouse WHERE w_id = ?";
    private static final String BUYER =
        "SELECT c_last, c_credit, c_discount FROM customer WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?";
    private static final String NEXT_ORDER = "SELECT d_tax, d_next_o_id FROM OLD TABLE ("
        + "UPDATE district SET d_next_o_id = d_next_o_id + 1 WHERE d_w_id = ? AND d_id = ?)";
    private static final String ORDER = "INSERT INTO orders (o_w_id, o_d_id, o_id, o_c_id, o_entry_d, o_carrier_id, "
        + "o_ol_cnt, o_all_local) VALUES (?, ?, ?, ?, ?, 0, ?, ?)";
    private static final String NEW_ORDER = "INSERT INTO new_order (no_w_id, no_d_id, no_o_id) VALUES (?, ?, ?)";
    private static final String ITEM = "SELECT i_price, i_name, i_data FROM item WHERE i_id = ?";
    private static final String LINE = "INSERT INTO order_line (ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id, "
        + "ol_supply_w_id, ol_delivery_d, ol_quantity, ol_amount, ol_dist_info) VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?, ?)";
    private static final String ORIGINAL = "ORIGINAL";
    private static final int STOCK_MIN = 10;
    private static final int STOCK_REFILL = 91;
    /** For each district, from 1. */
    private static final List<String> TAKE =
        IntStream.rangeClosed(1, Scale.DISTRICTS).mapToObj(H2NewOrder::take).toList();
    private static final long RATE_ONE = 10_000;
    private static final int TEXTS_OF_LINE = 4;

    private final H2Statements statements;
    private final long warehouse;
    private final long district;
    private final Integer[] items;
    private final Integer[] suppliers;
    private final Integer[] quantities;
    private final String[] shownLines;

    H2NewOrder(H2Statements statements, long warehouse, long district, Integer[] items, Integer[] suppliers,
            Integer[] quantities) {
        this.statements = statements;
        this.warehouse = warehouse;
        this.district = district;
        this.items = items;
        this.suppliers = suppliers;
        this.quantities = quantities;
        this.shownLines = new String[items.length * TEXTS_OF_LINE];
    }

    private static String take(int district) {
        return "SELECT s_quantity, " + StockTable.districtInfo(district).name() + ", s_data FROM FINAL TABLE ("
            + "UPDATE stock SET s_quantity = s_quantity - ? + CASE WHEN s_quantity - ? >= " + STOCK_MIN
            + " THEN 0 ELSE " + STOCK_REFILL + " END, s_ytd = s_ytd + ?, s_order_cnt = s_order_cnt + 1, "
            + "s_remote_cnt = s_remote_cnt + ? WHERE s_w_id = ? AND s_i_id = ?)";
    }

    List<String> run(long customer, long nowMillis) throws SQLException {
        final long homeTax = statements.row(TAX, warehouse).number(0);
        final H2Statements.Values buyer = statements.row(BUYER, warehouse, district, customer);
        final H2Statements.Values area = statements.row(NEXT_ORDER, warehouse, district);
        final long order = area.number(1);
        final boolean local = Arrays.stream(suppliers).allMatch(supplier -> supplier == warehouse);
        statements.change(ORDER, warehouse, district, order, customer, nowMillis, items.length, local ? 1 : 0);
        statements.change(NEW_ORDER, warehouse, district, order);
        long sum = 0;
        for (final int line : linesInOrderOfStock()) {
            sum += enter(order, line);
        }
        final long discount = buyer.number(2);
        final long taxes = homeTax + area.number(0);
        final long unit = RATE_ONE * RATE_ONE;
        final long total = (sum * (RATE_ONE - discount) * (RATE_ONE + taxes) + unit / 2) / unit;
        final List<String> shown = new ArrayList<>(List.of(Long.toString(order), Long.toString(nowMillis)));
        buyer.addTo(shown);
        shown.addAll(List.of(Long.toString(homeTax), Long.toString(area.number(0)), Long.toString(total)));
        shown.addAll(Arrays.asList(shownLines));
        return shown;
    }

    private int[] linesInOrderOfStock() {
        return IntStream.range(0, items.length).boxed()
            .sorted(Comparator.<Integer>comparingInt(line -> suppliers[line]).thenComparing(line -> items[line]))
            .mapToInt(Integer::intValue).toArray();
    }

    /** Enters a line; returns its amount. */
    private long enter(long order, int line) throws SQLException {
        final List<H2Statements.Values> found = statements.rows(ITEM, items[line]);
        if (found.isEmpty()) {
            throw new SQLException(NewOrder.UNKNOWN_ITEM, SqlProcedures.GAVE_UP);
        }
        final H2Statements.Values item = found.getFirst();
        final int quantity = quantities[line];
        final H2Statements.Values stock = statements.row(TAKE.get((int) district - 1), quantity, quantity, quantity,
            suppliers[line] == warehouse ? 0 : 1, suppliers[line], items[line]);
        final long amount = item.number(0) * quantity;
        statements.change(LINE, warehouse, district, order, line + 1, items[line], suppliers[line], quantity, amount,
            stock.text(1));
        final boolean brand = item.text(2).contains(ORIGINAL) && stock.text(2).contains(ORIGINAL);
        final String[] shown = {item.text(1), item.text(0), stock.text(0), brand ? "B" : "G"};
        System.arraycopy(shown, 0, shownLines, line * TEXTS_OF_LINE, TEXTS_OF_LINE);
        return amount;
    }
}
