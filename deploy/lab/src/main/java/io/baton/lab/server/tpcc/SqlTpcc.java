package io.baton.lab.server.tpcc;

import io.baton.engine.Engine;
import io.baton.storage.TableSchema;
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
import java.sql.SQLException;
import java.util.List;

/** TPC-C's tables in another database. */
public final class SqlTpcc {

    /** With this message a procedure gives up if an item is unknown, as in Baton. */
    public static final String UNKNOWN_ITEM = NewOrder.UNKNOWN_ITEM;
    /** A class of SQLSTATEs for procedures that give up. */
    static final String GAVE_UP = "45000";

    /** All tables. */
    static final List<TableSchema> TABLES = List.of(WarehouseTable.TABLE, DistrictTable.TABLE, CustomerTable.TABLE,
        HistoryTable.TABLE, NewOrderTable.TABLE, OrdersTable.TABLE, OrderLineTable.TABLE, ItemTable.TABLE,
        StockTable.TABLE);

    private SqlTpcc() {
    }

    /**
     * Creates the tables with the rows of an engine, and their indexes.
     *
     * @param connection to a database without these tables
     * @param options what the database wants to be said behind a table's columns, or nothing
     * @param engine loaded, with nobody at work
     * @throws SQLException if the database refuses
     */
    public static void load(Connection connection, String options, Engine engine) throws SQLException {
        for (final TableSchema schema : TABLES) {
            final SqlTable table = new SqlTable(schema);
            table.create(connection, options);
            table.copy(connection, engine);
            table.createIndexes(connection);
        }
    }

    /**
     * Checks conditions 1 to 10 and 12 (clause 3.3.2). No call is under way.
     *
     * @param connection to the database
     * @return those that do not hold, in words; nothing if all do
     * @throws SQLException if it cannot be read
     */
    public static String violations(Connection connection) throws SQLException {
        return SqlConditions.violations(connection);
    }
}
