package io.baton.lab.server.sql;

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
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** TPC-C's tables in another database. */
public final class SqlTpcc {

    /** What procedures say that give up, as in Baton. */
    public static final List<String> GAVE_UP = List.of(NewOrder.UNKNOWN_ITEM);

    /** All tables. */
    static final List<TableSchema> TABLES = List.of(WarehouseTable.TABLE, DistrictTable.TABLE, CustomerTable.TABLE,
        HistoryTable.TABLE, NewOrderTable.TABLE, OrdersTable.TABLE, OrderLineTable.TABLE, ItemTable.TABLE,
        StockTable.TABLE);

    private SqlTpcc() {
    }

    /**
     * Creates the tables with the rows of an engine, their indexes and the procedures in H2.
     *
     * @param connection to a database without these tables
     * @param engine loaded, with nobody at work
     * @throws SQLException if the database refuses
     */
    public static void loadInH2(Connection connection, Engine engine) throws SQLException {
        load(connection, "", engine);
        H2Tpcc.create(connection);
    }

    /**
     * The same in PostgreSQL.
     *
     * @param connection to a database without these tables
     * @param engine loaded, with nobody at work
     * @throws SQLException if the database refuses
     * @throws IOException if the functions cannot be read
     */
    public static void loadInPostgres(Connection connection, Engine engine) throws SQLException, IOException {
        // Room for changes beside the rows: no index is touched by them.
        load(connection, "WITH (fillfactor = 70)", engine);
        SqlProcedures.createInPostgres(connection, "postgresql-tpcc.sql");
    }

    private static void load(Connection connection, String options, Engine engine) throws SQLException {
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
