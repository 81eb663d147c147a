package io.baton.storage;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.baton.storage.column.BytesColumn;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import io.baton.storage.column.UuidColumn;
import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StorageAllocationTest {
    private static final int ROWS = 100_000;
    /** What the measurement itself and a late compilation may allocate, in bytes. */
    private static final long SLACK_BYTES = 4_000;
    /** How long to measure again: nobody knows when the compiler has come to everything. */
    private static final long LIMIT_NANOS = 20_000_000_000L;

    private final TableSchema.Builder builder = TableSchema.named("lean");
    private final LongColumn area = builder.int32("area");
    private final LongColumn id = builder.int64("id");
    private final LongColumn amount = builder.int64("amount");
    private final StringColumn name = builder.string("name", 16);
    private final TableSchema schema;
    private final IndexSchema byName;
    private final Storage storage;
    private final Table table;
    private final RowArena arena;
    private final Row row;
    private final Row image;

    StorageAllocationTest() {
        builder.primaryKey(area.bits(8), id.bits(32)).ordered(1);
        byName = builder.index("by_name", 2, area.bits(8), name.part());
        schema = builder.build();
        storage = Storage.builder().table(schema, ROWS).open();
        table = storage.table(schema);
        arena = storage.arena();
        row = new Row(schema);
        image = new Row(schema);
    }

    @AfterEach
    void close() {
        arena.close();
        storage.close();
    }

    private static long allocatedBy(Runnable work) {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        work.run();
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    /** Measures until less than a bound is allocated, or the time is over. */
    private static long least(long bound, LongSupplier bytes) {
        long limit = System.nanoTime() + LIMIT_NANOS;
        long measured;
        do {
            measured = bytes.getAsLong();
        } while (measured >= bound && System.nanoTime() - limit < 0);
        return measured;
    }

    private void insert(long from, long to) {
        for (long i = from; i < to; i++) {
            arena.reset();
            arena.blank(image);
            image.set(area, 1).set(id, i).set(amount, i).set(name, "name");
            table.insert(image);
        }
    }

    @Test
    void findReadUpdateAndScanAllocateNothing() {
        insert(0, 1000);
        var cursor = new IndexCursor(table.index(byName));
        var range = new IndexRange(byName);
        Runnable work = () -> {
            for (int i = 0; i < 1000; i++) {
                long address = table.find(schema.key(1, i));
                table.read(address, row);
                arena.reset();
                arena.copy(image, row);
                image.set(amount, row.get(amount) ^ 1);
                table.update(address, image);
                cursor.open(range.clear().equal(1).equal("name").descending());
                for (int k = 0; k < 100 && cursor.next(); k++) {
                    table.read(cursor.address(), row);
                    image.set(amount, row.length(name));
                }
            }
        };
        work.run();
        assertThat(least(SLACK_BYTES, () -> allocatedBy(work))).isLessThan(SLACK_BYTES);
    }

    /** Columns of all types between the first and the last column of a key that a transaction has fixed. */
    @Test
    void settersOfColumnsThatLieBetweenKeyColumnsAllocateNothing() {
        var between = TableSchema.named("between");
        LongColumn first = between.int64("first");
        StringColumn text = between.string("text", 40);
        BytesColumn bytes = between.bytes("bytes", 40);
        UuidColumn token = between.uuid("token");
        StringColumn last = between.string("last", 40);
        TableSchema wide = between.primaryKey(first.bits(64), last.part()).build();
        try (var own = Storage.builder().table(wide, 10).open(); var images = own.arena()) {
            var probe = new Row(wide);
            images.blank(probe);
            probe.set(first, 1).set(last, "the last one").set(text, "not of the key");
            var fixed = new Row(wide);
            images.blankWithFixedKey(fixed, probe);
            byte[] content = new byte[30];
            Runnable work = () -> {
                for (int i = 0; i < 10_000; i++) {
                    content[i % 30]++;
                    fixed.copy(text, probe, i % 2 == 0 ? text : last).copy(last, probe, last)
                        .set(bytes, content, 0, i % 30).set(token, i, i);
                }
            };
            work.run();
            assertThat(least(SLACK_BYTES, () -> allocatedBy(work))).isLessThan(SLACK_BYTES);
            assertThat(fixed.get(last)).isEqualTo("the last one");
        }
    }

    @Test
    void insertsTakeNoHeapForIndexes() {
        // What is left is Chronicle's, once a page of some 500 rows.
        assertThat(least(4, StorageAllocationTest::bytesOfAnInsert)).isLessThan(4);
    }

    /** Fills a table of its own. */
    private static long bytesOfAnInsert() {
        var other = new StorageAllocationTest();
        try {
            other.insert(0, 1000);
            return allocatedBy(() -> other.insert(1000, ROWS)) / (ROWS - 1000);
        } finally {
            other.close();
        }
    }

    @Test
    void accountCountsRowsAndIndexesAndIsEmptyAfterClose() {
        long before = storage.account().bytes();
        insert(0, ROWS);
        int imageBytes = schema.imageBytes();
        long perRow = (storage.account().bytes() - before) / ROWS;
        // Two full leaves take 33 bytes a row together, and a slab may be one eighth too large.
        assertThat(perRow).isBetween(imageBytes + 33L, imageBytes + 45L);
        storage.close();
        assertThat(storage.account().bytes()).isZero();
    }
}
