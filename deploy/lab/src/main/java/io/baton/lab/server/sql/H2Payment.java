package io.baton.lab.server.sql;

import io.baton.tpcc.schema.CustomerTable;
import io.baton.tpcc.schema.HistoryTable;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The Payment transaction (clause 2.5) in H2. What most others wait for, the warehouse, is locked last. */
final class H2Payment {

    private static final String PAY = "SELECT c_id, c_balance, c_credit_lim, c_discount, c_since, c_first, c_middle, "
        + "c_last, c_street_1, c_street_2, c_city, c_state, c_zip, c_phone, c_credit FROM FINAL TABLE ("
        + "UPDATE customer SET c_balance = c_balance - ?, c_ytd_payment = c_ytd_payment + ?, "
        + "c_payment_cnt = c_payment_cnt + 1 WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?)";
    private static final String DATA = "SELECT c_data FROM customer WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?";
    private static final String SET_DATA =
        "UPDATE customer SET c_data = ? WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?";
    private static final String AREA_PAID = "SELECT d_name, d_street_1, d_street_2, d_city, d_state, d_zip "
        + "FROM FINAL TABLE (UPDATE district SET d_ytd = d_ytd + ? WHERE d_w_id = ? AND d_id = ?)";
    private static final String HOME_PAID = "UPDATE warehouse SET w_ytd = w_ytd + ? WHERE w_id = ?";
    private static final String HOME =
        "SELECT w_name, w_street_1, w_street_2, w_city, w_state, w_zip FROM warehouse WHERE w_id = ?";
    private static final String HISTORY = "INSERT INTO history (h_w_id, h_d_id, h_id, h_c_w_id, h_c_d_id, h_c_id, "
        + "h_amount, h_date, h_data) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";
    private static final int CREDIT = 14;
    private static final int DATA_SHOWN = 200;

    private final H2Statements statements;
    private final long warehouse;
    private final long district;
    private final long amount;

    H2Payment(H2Statements statements, long warehouse, long district, long amount) {
        this.statements = statements;
        this.warehouse = warehouse;
        this.district = district;
        this.amount = amount;
    }

    List<String> run(H2Customer customer, long historyId, long nowMillis) throws SQLException {
        final long of = customer.warehouse();
        final long in = customer.district();
        final long number = customer.find(statements);
        final List<String> shown = new ArrayList<>();
        final H2Statements.Values payer = statements.row(PAY, amount, amount, of, in, number);
        payer.addTo(shown);
        if (payer.text(CREDIT).equals("BC")) {
            final String data = newData(number, in, of);
            statements.change(SET_DATA, data, of, in, number);
            shown.add(cut(data, DATA_SHOWN));
        }
        final H2Statements.Values area = statements.row(AREA_PAID, amount, warehouse, district);
        area.addTo(shown);
        // Its name and address never change, so they are read before it is locked.
        final H2Statements.Values home = statements.row(HOME, warehouse);
        home.addTo(shown);
        statements.change(HISTORY, warehouse, district, historyId, of, in, number, amount, nowMillis,
            cut(home.text(0) + "    " + area.text(0), HistoryTable.DATA_BYTES_MAX));
        statements.change(HOME_PAID, amount, warehouse);
        shown.add(Long.toString(nowMillis));
        return shown;
    }

    private String newData(long number, long in, long of) throws SQLException {
        final String before = statements.row(DATA, of, in, number).text(0);
        return cut(String.format(Locale.ROOT, "%d %d %d %d %d %d.%02d %s", number, in, of, district, warehouse,
            amount / 100, amount % 100, before), CustomerTable.DATA_BYTES_MAX);
    }

    private static String cut(String text, int length) {
        return text.substring(0, Math.min(length, text.length()));
    }
}
