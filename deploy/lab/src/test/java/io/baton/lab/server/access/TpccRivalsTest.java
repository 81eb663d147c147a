package io.baton.lab.server.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.baton.deploy.open.DataSettings;
import io.baton.engine.Engine;
import io.baton.engine.Outcome;
import io.baton.engine.TableReader;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import io.baton.tpcc.TpccWorkload;
import io.baton.tpcc.schema.CustomerTable;
import io.baton.tpcc.schema.DistrictTable;
import io.baton.tpcc.schema.NewOrderTable;
import io.baton.tpcc.schema.OrderLineTable;
import io.baton.tpcc.schema.OrdersTable;
import io.baton.tpcc.schema.StockTable;
import io.baton.tpcc.schema.WarehouseTable;
import io.baton.workload.CallSource;
import io.baton.workload.WorkloadConfig;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The same calls, one after the other, leave the same numbers in other databases as in Baton. */
@Tag("slow")
@Timeout(240)
class TpccRivalsTest {

    private static final int CALLS = 2_000;
    private static final List<TableSchema> TABLES = List.of(WarehouseTable.TABLE, DistrictTable.TABLE,
        CustomerTable.TABLE, NewOrderTable.TABLE, OrdersTable.TABLE, OrderLineTable.TABLE, StockTable.TABLE);

    private final TpccWorkload workload = new TpccWorkload();
    private final ServedWorkload subject = new ServedWorkload(ServedWorkload.TPCC, workload,
        new WorkloadConfig(Map.of(TpccWorkload.WAREHOUSES, 2L), 7, DataSettings.LENGTH), 0);

    private CallSource calls() {
        return subject.sources().apply(0);
    }

    /** Sums of all columns but dates, which are those of the clock. */
    private static List<LongColumn> compared(TableSchema table) {
        final List<LongColumn> columns = new ArrayList<>();
        table.columns().forEach(column -> {
            if (column instanceof LongColumn number && !number.name().endsWith("_d")
                && !number.name().equals("c_since")) {
                columns.add(number);
            }
        });
        return columns;
    }

    private List<Long> ofBaton() {
        final List<Long> sums = new ArrayList<>();
        try (LoadedEngine loaded = LoadedEngine.of(subject)) {
            final Engine engine = loaded.engine();
            final CallSource calls = calls();
            for (int i = 0; i < CALLS; i++) {
                calls.next();
                final Outcome<?> outcome = engine.execute(engine.procedure(calls.procedure()), calls.arguments());
                assertThat(outcome).isNotInstanceOf(Outcome.AbortedBySystem.class);
            }
            for (final TableSchema table : TABLES) {
                final List<LongColumn> columns = compared(table);
                final long[] ofTable = new long[columns.size()];
                TableReader.forEachRow(engine, table, row -> {
                    for (int i = 0; i < ofTable.length; i++) {
                        ofTable[i] += row.get(columns.get(i));
                    }
                });
                java.util.Arrays.stream(ofTable).forEach(sums::add);
            }
        }
        return sums;
    }

    private List<Long> of(ServerAccess access) throws Exception {
        try (SqlServed served = (SqlServed) access.open(subject)) {
            final CallSource calls = calls();
            try (Line line = served.connect()) {
                for (int i = 0; i < CALLS; i++) {
                    calls.next();
                    line.call(calls.procedure(), calls.arguments(), new Line.Answered() {
                        @Override
                        public void committed(Object result) {
                            calls.committed(result);
                        }

                        @Override
                        public void ended(String message) {
                            assertThat(calls.rollsBack(message)).as(message).isTrue();
                        }
                    });
                }
            }
            assertThat(served.violations(0)).isEmpty();
            try (Connection connection = served.source().getConnection()) {
                return sums(connection);
            }
        }
    }

    private static List<Long> sums(Connection connection) throws SQLException {
        final List<Long> sums = new ArrayList<>();
        try (Statement statement = connection.createStatement()) {
            for (final TableSchema table : TABLES) {
                for (final LongColumn column : compared(table)) {
                    try (ResultSet rows =
                        statement.executeQuery("SELECT SUM(" + column.name() + ") FROM " + table.name())) {
                        rows.next();
                        sums.add(rows.getLong(1));
                    }
                }
            }
        }
        return sums;
    }

    @Test
    void h2EndsWithTheSameNumbers() throws Exception {
        assertThat(of(new H2Access())).isEqualTo(ofBaton());
    }

    @Test
    void postgresqlEndsWithTheSameNumbers() throws Exception {
        assumeThat(Files.isDirectory(Path.of("/usr/lib/postgresql"))).isTrue();
        assertThat(of(new PostgresAccess(FileSystems.getDefault()))).isEqualTo(ofBaton());
    }
}
