package io.baton.tpcc.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.engine.DataDirectory;
import io.baton.engine.Engine;
import io.baton.engine.Procedure;
import io.baton.engine.Scan;
import io.baton.engine.Transaction;
import io.baton.storage.IndexSchema;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.testing.workload.Loaded;
import io.baton.tpcc.Tpcc;
import io.baton.tpcc.TpccFixture;
import io.baton.tpcc.random.GeneratorSeeds;
import io.baton.tpcc.random.NuRand;
import io.baton.tpcc.schema.CustomerTable;
import io.baton.tpcc.schema.DistrictTable;
import io.baton.tpcc.schema.HistoryTable;
import io.baton.tpcc.schema.ItemTable;
import io.baton.tpcc.schema.NewOrderTable;
import io.baton.tpcc.schema.OrderLineTable;
import io.baton.tpcc.schema.OrdersTable;
import io.baton.tpcc.schema.StockTable;
import io.baton.tpcc.schema.WarehouseTable;
import io.baton.workload.ConditionResult;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The initial rows are what clause 4.3.3.1 says. */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class PopulationTest {

    private static final int ROWS_PER_CALL = 5_000;

    private Loaded<Tpcc> loaded = TpccFixture.load(1, 1, 7);

    @BeforeAll
    void open() {
        assertThat(loaded.workload().rowsToLoad()).isBetween(590_000L, 620_000L);
    }

    @AfterAll
    void close() {
        loaded.close();
    }

    @Test
    void tablesHaveTheirCardinalities() {
        long lines = 0;
        for (int district = 1; district <= 10; district++) {
            final int d = district;
            assertThat(loaded.count(tx -> rows(tx, OrdersTable.PRIMARY, d))).isEqualTo(3_000);
            assertThat(loaded.count(tx -> rows(tx, NewOrderTable.PRIMARY, d))).isEqualTo(900);
            assertThat(loaded.count(tx -> rows(tx, HistoryTable.PRIMARY, d))).isEqualTo(3_000);
            assertThat(exists(CustomerTable.TABLE, CustomerTable.key(1, d, 3_000))).isTrue();
            assertThat(exists(CustomerTable.TABLE, CustomerTable.key(1, d, 3_001))).isFalse();
            lines += loaded.count(tx -> rows(tx, OrderLineTable.PRIMARY, d));
        }
        assertThat(lines).isBetween(297_000L, 303_000L);
        assertThat(exists(DistrictTable.TABLE, DistrictTable.key(1, 11))).isFalse();
        assertThat(exists(WarehouseTable.TABLE, WarehouseTable.key(2))).isFalse();
        assertThat(exists(ItemTable.TABLE, ItemTable.key(100_001))).isFalse();
    }

    private boolean exists(TableSchema table, long key) {
        return (Boolean) loaded.call(tx -> tx.exists(table, key));
    }

    @Test
    void conditionsHoldElevenIncluded() {
        final var results = loaded.workload().check(true);
        assertThat(results.keySet()).containsExactly("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12");
        assertThat(results.values()).containsOnly(new ConditionResult(true, ""));
        assertThat(loaded.workload().check(false)).hasSize(11).doesNotContainKey("11");
    }

    @Test
    void warehouseAndDistrictsHaveTheirValues() {
        loaded.call(tx -> {
            final Row home = tx.read(WarehouseTable.TABLE, WarehouseTable.key(1));
            assertThat(home.get(WarehouseTable.YTD)).isEqualTo(300_000_00);
            assertThat(home.get(WarehouseTable.TAX)).isBetween(0L, 2_000L);
            assertThat(home.get(WarehouseTable.NAME)).matches("[0-9A-Za-z]{6,10}");
            assertThat(home.get(WarehouseTable.ZIP)).matches("[0-9]{4}11111");
            for (int district = 1; district <= 10; district++) {
                final Row area = tx.read(DistrictTable.TABLE, DistrictTable.key(1, district));
                assertThat(area.get(DistrictTable.YTD)).isEqualTo(30_000_00);
                assertThat(area.get(DistrictTable.TAX)).isBetween(0L, 2_000L);
                assertThat(area.get(DistrictTable.NEXT_ORDER)).isEqualTo(3_001);
                assertThat(area.get(DistrictTable.CITY)).matches("[0-9A-Za-z]{10,20}");
                assertThat(area.get(DistrictTable.STATE)).hasSize(2);
            }
            return 0;
        });
    }

    @Test
    void customersHaveTheirValues() {
        final Map<String, Integer> names = new HashMap<>();
        final AtomicLong badCredits = new AtomicLong();
        loaded.call(tx -> {
            for (int customer = 1; customer <= 3_000; customer++) {
                final Row row = tx.read(CustomerTable.TABLE, CustomerTable.key(1, 5, customer));
                names.merge(row.get(CustomerTable.LAST), 1, Integer::sum);
                checkCustomer(row);
                if (row.equal(CustomerTable.CREDIT, "BC")) {
                    badCredits.incrementAndGet();
                }
            }
            assertThat(tx.read(CustomerTable.TABLE, CustomerTable.key(1, 5, 372)).get(CustomerTable.LAST))
                .isEqualTo("PRICALLYOUGHT");
            return 0;
        });
        assertThat(names).hasSize(1_000);
        assertThat(badCredits.get()).isBetween(230L, 370L);
    }

    private static void checkCustomer(Row row) {
        assertThat(row.get(CustomerTable.BALANCE)).isEqualTo(-10_00);
        assertThat(row.get(CustomerTable.YTD_PAYMENT)).isEqualTo(10_00);
        assertThat(row.get(CustomerTable.PAYMENT_COUNT)).isEqualTo(1);
        assertThat(row.get(CustomerTable.DELIVERY_COUNT)).isEqualTo(0);
        assertThat(row.get(CustomerTable.CREDIT_LIMIT)).isEqualTo(50_000_00);
        assertThat(row.get(CustomerTable.DISCOUNT)).isBetween(0L, 5_000L);
        assertThat(row.get(CustomerTable.CREDIT)).isIn("GC", "BC");
        assertThat(row.get(CustomerTable.MIDDLE)).isEqualTo("OE");
        assertThat(row.get(CustomerTable.PHONE)).matches("[0-9]{16}");
        assertThat(row.get(CustomerTable.FIRST)).matches("[0-9A-Za-z]{8,16}");
        assertThat(row.length(CustomerTable.DATA)).isBetween(300, 500);
        assertThat(row.get(CustomerTable.SINCE)).isEqualTo(TpccFixture.LOAD_MILLIS);
    }

    @Test
    void stockAndItemsHaveTheirValues() {
        long originals = 0;
        long originalItems = 0;
        for (int from = 1; from <= 100_000; from += ROWS_PER_CALL) {
            final int first = from;
            originals += loaded.count(tx -> originalStock(tx, first));
            originalItems += loaded.count(tx -> originalItems(tx, first));
        }
        assertThat(originals).isBetween(9_600L, 10_400L);
        assertThat(originalItems).isBetween(9_600L, 10_400L);
    }

    private static long originalStock(Transaction tx, int first) {
        long originals = 0;
        for (int item = first; item < first + ROWS_PER_CALL; item++) {
            final Row row = tx.read(StockTable.TABLE, StockTable.key(1, item));
            assertThat(row.get(StockTable.QUANTITY)).isBetween(10L, 100L);
            assertThat(row.get(StockTable.YTD)).isZero();
            assertThat(row.get(StockTable.ORDER_COUNT) + row.get(StockTable.REMOTE_COUNT)).isZero();
            assertThat(row.length(StockTable.districtInfo(10))).isEqualTo(24);
            assertThat(row.length(StockTable.DATA)).isBetween(26, 50);
            originals += row.get(StockTable.DATA).contains("ORIGINAL") ? 1 : 0;
        }
        return originals;
    }

    private static long originalItems(Transaction tx, int first) {
        long originals = 0;
        for (int item = first; item < first + ROWS_PER_CALL; item++) {
            final Row row = tx.read(ItemTable.TABLE, ItemTable.key(item));
            assertThat(row.get(ItemTable.PRICE)).isBetween(1_00L, 100_00L);
            assertThat(row.get(ItemTable.IMAGE)).isBetween(1L, 10_000L);
            assertThat(row.length(ItemTable.NAME)).isBetween(14, 24);
            originals += row.get(ItemTable.DATA).contains("ORIGINAL") ? 1 : 0;
        }
        return originals;
    }

    @Test
    void everyCustomerHasOneOrderAndTheLastNineHundredAreUndelivered() {
        final BitSet customers = new BitSet();
        loaded.call(tx -> {
            final Scan orders = tx.scan(OrdersTable.PRIMARY).equal(1).equal(3);
            while (orders.next()) {
                final Row row = orders.row();
                customers.set((int) row.get(OrdersTable.CUSTOMER));
                final boolean undelivered = row.get(OrdersTable.ID) > 2_100;
                assertThat(row.get(OrdersTable.CARRIER)).isBetween(undelivered ? 0L : 1L, undelivered ? 0L : 10L);
                assertThat(row.get(OrdersTable.LINES)).isBetween(5L, 15L);
                assertThat(row.get(OrdersTable.ALL_LOCAL)).isEqualTo(1);
            }
            final Scan lines = tx.scan(OrderLineTable.PRIMARY).equal(1).equal(3);
            while (lines.next()) {
                checkLine(lines.row());
            }
            return 0;
        });
        assertThat(customers.cardinality()).isEqualTo(3_000);
        assertThat(customers.length()).isEqualTo(3_001);
    }

    private static void checkLine(Row row) {
        final boolean undelivered = row.get(OrderLineTable.ORDER) > 2_100;
        assertThat(row.get(OrderLineTable.AMOUNT)).isBetween(undelivered ? 1L : 0L, undelivered ? 9_999_99L : 0L);
        assertThat(row.get(OrderLineTable.DELIVERY_DATE)).isEqualTo(undelivered ? 0 : TpccFixture.LOAD_MILLIS);
        assertThat(row.get(OrderLineTable.QUANTITY)).isEqualTo(5);
        assertThat(row.get(OrderLineTable.ITEM)).isBetween(1L, 100_000L);
        assertThat(row.get(OrderLineTable.SUPPLY_WAREHOUSE)).isEqualTo(1);
        assertThat(row.length(OrderLineTable.DISTRICT_INFO)).isEqualTo(24);
    }

    @Test
    @Tag("thorough")
    void seedGivesTheRowsWhateverTheNumberOfThreads() {
        final long digest = (Long) loaded.call(PopulationTest::digest);
        assertThat(digestOfAnotherLoad(7, 3)).isEqualTo(digest);
        assertThat(digestOfAnotherLoad(8, 1)).isNotEqualTo(digest);
    }

    private static long digestOfAnotherLoad(long seed, int threads) {
        final AtomicLong reported = new AtomicLong();
        try (Engine engine = Tpcc.addTables(Engine.builder(), 1, 0).open()) {
            final NuRand nuRand = NuRand.of(GeneratorSeeds.of(seed, GeneratorSeeds.Use.CONSTANTS, 0));
            new Population(engine, 1, seed, nuRand, TpccFixture.LOAD_MILLIS).load(threads, reported::addAndGet);
            assertThat(reported.get()).isBetween(590_000L, 610_000L);
            final Procedure<Object> work = engine.register(new Loaded.Do(), Object.class);
            return (Long) engine.call(work, (Loaded.Work) PopulationTest::digest);
        }
    }

    @Test
    @Tag("thorough")
    void loadThatFailsHalfWayLeavesNothingInTheStore(@TempDir Path directory) {
        final NuRand nuRand = NuRand.of(GeneratorSeeds.of(7, GeneratorSeeds.Use.CONSTANTS, 0));
        try (Engine engine = Tpcc.addTables(Engine.builder(), 1, 0).memoryBytes(64L << 20)
            .data(data(directory)).open()) {
            final Population population = new Population(engine, 1, 7, nuRand, TpccFixture.LOAD_MILLIS);
            assertThatThrownBy(() -> population.load(rows -> {})).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("loading failed").hasMessageContaining("memory");
            assertThat(engine.rows(StockTable.TABLE)).as("a part was loaded").isPositive();
        }
        try (Engine engine = Tpcc.addTables(Engine.builder(), 1, 0).data(data(directory)).open()) {
            assertThat(engine.rows(StockTable.TABLE) + engine.rows(ItemTable.TABLE)).isZero();
        }
    }

    private static DataDirectory data(Path directory) {
        return new DataDirectory(directory).segmentBytes(DataDirectory.SEGMENT_BYTES_MIN);
    }

    /** A sample of everything that is random. */
    private static Object digest(Transaction tx) {
        long digest = 0;
        for (int i = 1; i <= 1_000; i++) {
            final Row customer = tx.read(CustomerTable.TABLE, CustomerTable.key(1, 1 + i % 10, 3L * i));
            digest = 31 * digest + customer.get(CustomerTable.DATA).hashCode();
            digest = 31 * digest + customer.get(CustomerTable.LAST).hashCode();
            final Row stock = tx.read(StockTable.TABLE, StockTable.key(1, 100L * i));
            digest = 31 * digest + stock.get(StockTable.districtInfo(4)).hashCode() + stock.get(StockTable.QUANTITY);
            digest = 31 * digest + tx.read(ItemTable.TABLE, ItemTable.key(100L * i)).get(ItemTable.PRICE);
        }
        final Scan lines = tx.scan(OrderLineTable.PRIMARY).equal(1).equal(10);
        while (lines.next()) {
            digest = 31 * digest + lines.row().get(OrderLineTable.ITEM) + lines.row().get(OrderLineTable.AMOUNT);
        }
        return digest;
    }

    private static long rows(Transaction tx, IndexSchema index, int district) {
        final Scan scan = tx.scan(index).equal(1).equal(district);
        long count = 0;
        while (scan.next()) {
            count++;
        }
        return count;
    }
}
