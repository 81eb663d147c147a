package io.baton.storage.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.baton.storage.Row;
import io.baton.storage.RowArena;
import io.baton.storage.Storage;
import io.baton.storage.TableSchema;
import io.baton.storage.column.BooleanColumn;
import io.baton.storage.column.Column;
import io.baton.storage.memory.Memory;
import java.lang.management.ManagementFactory;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class RowCodecTest {
    private static final int TABLES = 300;
    private static final int ROWS = 30;
    private static final long SLACK_BYTES = 1000;

    private final Storage storage = Storage.builder().open();
    private final RowArena arena = storage.arena();
    private final Output out = new Output(1 << 20);
    private final Input in = new Input();
    private final WriteReader writes = new WriteReader(200);

    @AfterEach
    void closeAll() {
        arena.close();
        out.close();
        storage.close();
    }

    @Test
    void insertsReplacesDeletesAndRowsRoundTrip() {
        for (int seed = 0; seed < TABLES; seed++) {
            var random = new Random(seed);
            var table = new RandomTable(random);
            int number = random.nextInt(200);
            var encoder = new RowEncoder(table.schema, number);
            var decoder = new RowDecoder(table.schema);
            for (int i = 0; i < ROWS; i++) {
                arena.reset();
                out.clear();
                Row row = table.row(arena);
                encoder.insert(row, out);
                encoder.replace(row, out);
                encoder.delete(row.address(), out);
                final int rowAt = out.size();
                encoder.row(row.address(), out);
                in.wrap(out.address(), rowAt);
                writes.wrap(in);
                for (WriteKind kind : new WriteKind[] {WriteKind.INSERT, WriteKind.REPLACE, WriteKind.DELETE}) {
                    assertThat(writes.next()).isTrue();
                    assertThat(writes.kind()).isEqualTo(kind);
                    assertThat(writes.tableNumber()).isEqualTo(number);
                    Row image = blank(table.schema);
                    decoder.key(in, image);
                    assertThat(table.schema.keyOf(image)).isEqualTo(table.schema.keyOf(row));
                    if (kind != WriteKind.DELETE) {
                        decoder.body(in, image);
                        assertEqual(image, row, seed);
                    }
                }
                assertThat(writes.next()).isFalse();
                in.wrap(out.address() + rowAt, out.size() - rowAt);
                Row image = blank(table.schema);
                decoder.row(in, image);
                assertEqual(image, row, seed);
                assertThat(in.remaining()).isZero();
            }
        }
    }

    @Test
    void updatesOfAnOldRowGiveTheNewOne() {
        int updates = 0;
        for (int seed = 0; seed < TABLES; seed++) {
            var random = new Random(seed);
            var table = new RandomTable(random);
            var encoder = new RowEncoder(table.schema, 7);
            var decoder = new RowDecoder(table.schema);
            for (int i = 0; i < ROWS; i++) {
                arena.reset();
                out.clear();
                Row old = table.row(arena);
                var changed = new Row(table.schema);
                arena.copy(changed, old);
                table.change(changed, random.nextInt(4));
                boolean differs = table.schema.columns().stream().anyMatch(c -> !same(changed, old, c));
                assertThat(encoder.update(old.address(), changed, out)).as("seed %d", seed).isEqualTo(differs);
                assertThat(out.size() > 0).isEqualTo(differs);
                if (!differs) {
                    continue;
                }
                updates++;
                in.wrap(out.address(), out.size());
                writes.wrap(in);
                assertThat(writes.next()).isTrue();
                assertThat(writes.kind()).isEqualTo(WriteKind.UPDATE);
                Row key = blank(table.schema);
                decoder.key(in, key);
                assertThat(table.schema.keyOf(key)).isEqualTo(table.schema.keyOf(old));
                var redone = new Row(table.schema);
                arena.copy(redone, old);
                decoder.body(in, redone);
                assertThat(in.remaining()).isZero();
                assertEqual(redone, changed, seed);
                assertOnlyDirtyBytesDiffer(redone, old);
            }
        }
        assertThat(updates).isGreaterThan(3000);
    }

    @Test
    void rowsThatAreChangedWhileTheyAreReadStayValuesOfTheirTypes() {
        for (int seed = 0; seed < TABLES; seed++) {
            var random = new Random(seed);
            var table = new RandomTable(random);
            var encoder = new RowEncoder(table.schema, 7);
            var decoder = new RowDecoder(table.schema);
            for (int i = 0; i < ROWS; i++) {
                arena.reset();
                out.clear();
                Row row = table.row(arena);
                final long key = table.schema.keyOf(row);
                tear(row, random);
                encoder.row(row.address(), out);
                in.wrap(out.address(), out.size());
                Row image = blank(table.schema);
                decoder.row(in, image);
                assertThat(in.remaining()).isZero();
                assertThat(table.schema.keyOf(image)).isEqualTo(key);
            }
        }
    }

    /** Leaves any bytes in columns that are not in the key. */
    private static void tear(Row row, Random random) {
        for (Column column : row.schema().columns()) {
            if (row.schema().keyParts().stream().noneMatch(part -> part.column().equals(column))) {
                for (int i = 0; i < column.width(); i++) {
                    int torn = column instanceof BooleanColumn ? random.nextInt(2) : random.nextInt();
                    Memory.putByte(row.address() + column.offset() + i, (byte) torn);
                }
            }
        }
    }

    @Test
    void rowsOfAnyLengthStayWithinTheOutput() {
        for (int seed = 0; seed < TABLES; seed++) {
            var table = new RandomTable(new Random(seed));
            var encoder = new RowEncoder(table.schema, RowEncoder.TABLE_NUMBER_MAX);
            arena.reset();
            Row row = table.row(arena);
            out.close();
            int bytes = 0;
            for (int i = 0; i < 10 * ROWS; i++) {
                encoder.insert(row, out);
                bytes = i == 0 ? out.size() : bytes;
            }
            assertThat(out.size()).isEqualTo(10 * ROWS * bytes);
        }
    }

    /** Slow, as the default suite's JVM does not have the compiler that sees what need not be allocated. */
    @Test
    @Tag("slow")
    void encodingAndDecodingAllocateNothing() {
        var table = new RandomTable(new Random(5));
        var encoder = new RowEncoder(table.schema, 7);
        var decoder = new RowDecoder(table.schema);
        Row old = table.row(arena);
        var changed = new Row(table.schema);
        arena.copy(changed, old);
        table.change(changed, 50);
        Row image = blank(table.schema);
        Runnable work = () -> {
            for (int i = 0; i < 1000; i++) {
                out.clear();
                encoder.insert(changed, out);
                encoder.update(old.address(), changed, out);
                encoder.delete(old.address(), out);
                encoder.row(old.address(), out);
                in.wrap(out.address(), out.size());
                writes.wrap(in);
                for (int k = 0; k < 3 && writes.next(); k++) {
                    decoder.key(in, image);
                    if (writes.kind() != WriteKind.DELETE) {
                        decoder.body(in, image);
                    }
                }
                decoder.row(in, image);
            }
        };
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long allocated = Long.MAX_VALUE;
        // What is left in the end is what the measurement itself allocates; compilations come when they come.
        for (int i = 0; i < 200 && allocated >= SLACK_BYTES; i++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            work.run();
            allocated = threads.getCurrentThreadAllocatedBytes() - before;
        }
        assertThat(allocated).isLessThan(SLACK_BYTES);
    }

    private static void assertOnlyDirtyBytesDiffer(Row image, Row old) {
        for (Column column : image.schema().columns()) {
            if (!same(image, old, column)) {
                assertThat(column.offset()).isGreaterThanOrEqualTo(image.dirtyFrom()).isLessThan(image.dirtyTo());
            }
        }
    }

    private Row blank(TableSchema schema) {
        var row = new Row(schema);
        arena.blank(row);
        return row;
    }

    private static void assertEqual(Row actual, Row expected, int seed) {
        for (Column column : actual.schema().columns()) {
            assertThat(same(actual, expected, column))
                .as("seed %d, column %s of type %s: %s and not %s", seed, column.name(), column.type(),
                    actual.value(column), expected.value(column))
                .isTrue();
        }
    }

    private static boolean same(Row a, Row b, Column column) {
        return Objects.deepEquals(a.value(column), b.value(column));
    }
}
