package io.baton.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.engine.DataDirectory;
import io.baton.engine.Durability;
import io.baton.engine.Engine;
import io.baton.storage.TableSchema;
import io.baton.storage.column.Column;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import io.baton.storage.log.file.LogReader;
import io.baton.storage.log.file.RecordType;
import io.baton.storage.recovery.StoreDirectory;
import io.baton.tpcc.schema.DistrictTable;
import io.baton.tpcc.schema.NewOrderTable;
import io.baton.tpcc.schema.OrderLineTable;
import io.baton.tpcc.schema.OrdersTable;
import io.baton.tpcc.schema.StockTable;
import io.baton.workload.TransactionEnd;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A new order takes hardly more of the log than the columns that it changes take in rows. */
@Timeout(120)
final class NewOrderLogBytesTest {

    private static final int NEW_ORDERS = 5_000;
    private static final double RATIO_MAX = 1.3;
    private static final int WAREHOUSES = 2;
    /** Position of the suppliers among the arguments. */
    private static final int SUPPLIERS = 4;

    @TempDir
    private Path directory;

    private long records;
    private long recordBytes;

    @Test
    @Tag("thorough")
    void logIsLittleLargerThanTheColumnsThatChange(TestReporter reporter) {
        final long columnBytes = run();
        readLog();
        assertThat(records).isEqualTo(NEW_ORDERS);
        final double ratio = (double) recordBytes / columnBytes;
        reporter.publishEntry(Map.of(
            "log bytes per new order", String.valueOf(recordBytes / NEW_ORDERS),
            "bytes of changed columns", String.valueOf(columnBytes / NEW_ORDERS),
            "ratio", "%.2f".formatted(ratio)));
        assertThat(ratio).isBetween(0.3, RATIO_MAX);
    }

    /** Makes new orders and returns the bytes of the columns that they have changed. */
    private long run() {
        long bytes = 0;
        try (Engine engine = Tpcc.addTables(Engine.builder(), WAREHOUSES, NEW_ORDERS).clients(1)
            .data(new DataDirectory(directory).durability(Durability.ASYNC)).open()) {
            final Tpcc tpcc = new Tpcc(engine, new TpccConfig(WAREHOUSES, 6, false));
            tpcc.load(rows -> {});
            try (TpccTerminal terminal = tpcc.terminal(engine.session(), 0)) {
                for (int committed = 0; committed < NEW_ORDERS;) {
                    if (terminal.next() == TransactionType.NEW_ORDER
                        && terminal.execute() == TransactionEnd.COMMITTED) {
                        committed++;
                        bytes += changed((long) terminal.arguments()[0], (int[]) terminal.arguments()[SUPPLIERS]);
                    }
                }
            }
        }
        return bytes;
    }

    /** Clause 2.4.2.2: what an order of so many lines inserts and updates. */
    private static long changed(long warehouse, int... suppliers) {
        long bytes = DistrictTable.NEXT_ORDER.width() + row(OrdersTable.TABLE) + row(NewOrderTable.TABLE);
        for (final int supplier : suppliers) {
            bytes += row(OrderLineTable.TABLE) + StockTable.QUANTITY.width() + StockTable.YTD.width()
                + StockTable.ORDER_COUNT.width() + (supplier == warehouse ? 0 : StockTable.REMOTE_COUNT.width());
        }
        return bytes;
    }

    /** The only text, OL_DIST_INFO, always has its full length. */
    private static long row(TableSchema table) {
        long bytes = 0;
        for (final Column column : table.columns()) {
            bytes += switch (column) {
                case LongColumn number -> number.width();
                case StringColumn text -> text.bytesMax();
                default -> throw new AssertionError(column);
            };
        }
        return bytes;
    }

    private void readLog() {
        try (StoreDirectory store = StoreDirectory.openExisting(directory);
            LogReader reader = new LogReader(store.log(), store.id(), 0)) {
            while (reader.next()) {
                if (reader.type() == RecordType.TRANSACTION) {
                    records++;
                    recordBytes += reader.endLsn() - reader.lsn();
                }
            }
        }
    }
}
