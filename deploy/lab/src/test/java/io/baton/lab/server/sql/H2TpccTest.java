package io.baton.lab.server.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.storage.TableSchema;
import io.baton.storage.column.Column;
import io.baton.storage.column.StringColumn;
import io.baton.tpcc.NewOrder;
import io.baton.tpcc.schema.CustomerTable;
import io.baton.tpcc.schema.DistrictTable;
import io.baton.tpcc.schema.HistoryTable;
import io.baton.tpcc.schema.ItemTable;
import io.baton.tpcc.schema.NewOrderTable;
import io.baton.tpcc.schema.OrderLineTable;
import io.baton.tpcc.schema.OrdersTable;
import io.baton.tpcc.schema.StockTable;
import io.baton.tpcc.schema.WarehouseTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The procedures and conditions on one small warehouse: three customers a district, one order each, twenty items. */
@Timeout(60)
class H2TpccTest {

    private Connection connection;

    @BeforeEach
    void load() throws SQLException {
        final JdbcDataSource source = new JdbcDataSource();
        source.setURL("jdbc:h2:mem:");
        connection = source.getConnection();
        for (final TableSchema schema : SqlTpcc.TABLES) {
            final SqlTable table = new SqlTable(schema);
            table.create(connection, "");
            table.createIndexes(connection);
        }
        insert(WarehouseTable.TABLE, Map.of("w_id", 1, "w_ytd", 1_000, "w_tax", 1_000));
        for (int item = 1; item <= 20; item++) {
            insert(ItemTable.TABLE, Map.of("i_id", item, "i_price", 300, "i_data", "an ORIGINAL"));
            insert(StockTable.TABLE, Map.of("s_w_id", 1, "s_i_id", item, "s_quantity", 12, "s_data", "ORIGINAL"));
        }
        for (int district = 1; district <= 10; district++) {
            loadDistrict(district);
        }
        H2Tpcc.create(connection);
    }

    private void loadDistrict(int district) throws SQLException {
        insert(DistrictTable.TABLE,
            Map.of("d_w_id", 1, "d_id", district, "d_ytd", 100, "d_tax", 0, "d_next_o_id", 2));
        for (int customer = 1; customer <= 3; customer++) {
            final int paid = customer == 1 ? 100 : 0;
            insert(CustomerTable.TABLE, Map.of("c_w_id", 1, "c_d_id", district, "c_id", customer, "c_last", "BAR",
                "c_first", "" + (9 - customer), "c_balance", -paid, "c_ytd_payment", paid, "c_credit", "BC"));
        }
        insert(HistoryTable.TABLE, Map.of("h_w_id", 1, "h_d_id", district, "h_id", 1, "h_c_w_id", 1, "h_c_d_id",
            district, "h_c_id", 1, "h_amount", 100));
        insert(OrdersTable.TABLE,
            Map.of("o_w_id", 1, "o_d_id", district, "o_id", 1, "o_c_id", 1, "o_ol_cnt", 1));
        insert(NewOrderTable.TABLE, Map.of("no_w_id", 1, "no_d_id", district, "no_o_id", 1));
        insert(OrderLineTable.TABLE, Map.of("ol_w_id", 1, "ol_d_id", district, "ol_o_id", 1, "ol_number", 1,
            "ol_i_id", 1, "ol_amount", 700));
    }

    /** Other columns have 0 or a letter. */
    private void insert(TableSchema table, Map<String, Object> values) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO " + table.name() + " VALUES ("
            + String.join(", ", Collections.nCopies(table.columns().size(), "?")) + ")")) {
            int place = 0;
            for (final Column column : table.columns()) {
                insert.setObject(++place, values.getOrDefault(column.name(), column instanceof StringColumn ? "x" : 0));
            }
            insert.executeUpdate();
        }
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    private List<String> call(String call, Object... arguments) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("CALL " + call)) {
            for (int i = 0; i < arguments.length; i++) {
                statement.setObject(i + 1, arguments[i]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                return java.util.Arrays.stream((Object[]) rows.getArray(1).getArray()).map(String::valueOf).toList();
            }
        }
    }

    private List<String> order(Integer... items) throws SQLException {
        final Integer[] suppliers = Collections.nCopies(items.length, 1).toArray(Integer[]::new);
        final Integer[] quantities = Collections.nCopies(items.length, 2).toArray(Integer[]::new);
        return call("new_order(?, ?, ?, ?, ?, ?, ?)", 1L, 3L, 1L, items, suppliers, quantities, 5L);
    }

    private long number(String query) throws SQLException {
        try (Statement statement = connection.createStatement(); ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void anOrderTakesEachLineFromTheStockAndRefillsIt() throws SQLException {
        final List<String> shown = order(7, 5, 7);
        // Order, date, name, credit, discount, taxes, 3 lines of 600 cents with 10 %, then the lines as given.
        assertThat(shown).startsWith("2", "5", "BAR", "BC", "0", "1000", "0", "1980", "x", "300", "10", "B")
            .hasSize(8 + 3 * 4);
        assertThat(shown.subList(16, 20)).containsExactly("x", "300", "99", "B");
        assertThat(number("SELECT s_quantity FROM stock WHERE s_i_id = 7")).isEqualTo(99);
        assertThat(number("SELECT s_ytd FROM stock WHERE s_i_id = 7")).isEqualTo(4);
        assertThat(number("SELECT COUNT(*) FROM order_line WHERE ol_d_id = 3 AND ol_o_id = 2")).isEqualTo(3);
        assertThat(SqlTpcc.violations(connection)).isEmpty();
    }

    @Test
    void anUnknownItemLeavesNothingOfTheOrder() throws SQLException {
        assertThatThrownBy(() -> order(5, 7, 100_001)).isInstanceOf(SQLException.class)
            .hasMessageContaining(NewOrder.UNKNOWN_ITEM)
            .satisfies(e -> assertThat(((SQLException) e).getSQLState()).isEqualTo(SqlProcedures.GAVE_UP));
        assertThat(number("SELECT COUNT(*) FROM orders")).isEqualTo(10);
        assertThat(number("SELECT d_next_o_id FROM district WHERE d_id = 3")).isEqualTo(2);
        assertThat(number("SELECT SUM(s_ytd) FROM stock")).isZero();
        assertThat(SqlTpcc.violations(connection)).isEmpty();
    }

    @Test
    void aPaymentByNameIsOfTheOneInTheMiddle() throws SQLException {
        final List<String> shown =
            call("payment(?, ?, ?, ?, ?, ?, ?, ?, ?)", 1L, 2L, 1L, 4L, 0L, "BAR", 250L, 77L, 6L);
        assertThat(shown).startsWith("2", "-250").contains("2 4 1 2 1 2.50 x");
        assertThat(number("SELECT w_ytd FROM warehouse")).isEqualTo(1_250);
        assertThat(number("SELECT d_ytd FROM district WHERE d_id = 2")).isEqualTo(350);
        assertThat(number("SELECT h_c_d_id FROM history WHERE h_id = 77")).isEqualTo(4);
        assertThat(SqlTpcc.violations(connection)).isEmpty();
    }

    @Test
    void aDeliveryTakesTheOldestOrderOfEachDistrict() throws SQLException {
        order(5);
        assertThat(call("delivery(?, ?, ?)", 1L, 4L, 9L)).isEqualTo(Collections.nCopies(10, "1"));
        assertThat(call("delivery(?, ?, ?)", 1L, 4L, 9L))
            .containsExactly("0", "0", "2", "0", "0", "0", "0", "0", "0", "0");
        assertThat(number("SELECT c_balance FROM customer WHERE c_d_id = 3 AND c_id = 1")).isEqualTo(700 + 600 - 100);
        assertThat(SqlTpcc.violations(connection)).isEmpty();
    }

    @Test
    void theLastOrderAndLowStockAreSeen() throws SQLException {
        order(5, 6);
        assertThat(call("order_status(?, ?, ?, ?)", 1L, 3L, 1L, "")).containsExactly("1", "-100", "8", "x", "BAR", "2",
            "5", "0", "5", "1", "2", "600", "0", "6", "1", "2", "600", "0");
        assertThat(call("stock_level(?, ?, ?)", 1L, 3L, 11L)).containsExactly("2");
        assertThat(call("stock_level(?, ?, ?)", 1L, 3L, 13L)).containsExactly("3");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        1  | UPDATE warehouse SET w_ytd = w_ytd + 1
        2  | UPDATE district SET d_next_o_id = 5 WHERE d_id = 4
        3  | INSERT INTO new_order (no_w_id, no_d_id, no_o_id) VALUES (1, 2, 5)
        1  | DELETE FROM district
        2  | DELETE FROM orders WHERE o_d_id = 3
        4  | UPDATE orders SET o_ol_cnt = 2 WHERE o_d_id = 3
        4  | DELETE FROM orders WHERE o_d_id = 3
        5  | UPDATE orders SET o_carrier_id = 2 WHERE o_d_id = 3
        5  | DELETE FROM new_order WHERE no_d_id = 3
        6  | UPDATE order_line SET ol_o_id = 7 WHERE ol_d_id = 3
        7  | UPDATE order_line SET ol_delivery_d = 7 WHERE ol_d_id = 3
        8  | UPDATE history SET h_amount = 101 WHERE h_d_id = 3
        8  | DELETE FROM history
        9  | DELETE FROM history WHERE h_d_id = 3
        9  | UPDATE district SET d_ytd = d_ytd + CASE d_id WHEN 1 THEN 1 ELSE -1 END WHERE d_id < 3
        10 | UPDATE history SET h_c_id = 2 WHERE h_d_id = 3
        12 | UPDATE customer SET c_balance = 1 WHERE c_id = 3
        """)
    void damageIsSeen(String condition, String damage) throws SQLException {
        assertThat(SqlTpcc.violations(connection)).isEmpty();
        execute(damage);
        assertThat(SqlTpcc.violations(connection).split("; ")).anyMatch(each -> each.startsWith(condition + ": "));
    }
}
