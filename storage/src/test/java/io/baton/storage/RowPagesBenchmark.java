package io.baton.storage;

import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import io.baton.storage.memory.RowMap;
import java.io.PrintStream;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Prints nanoseconds per operation, one thread, for docs/decisions/0002-row-pages.md. Run it with the command there.
 * Each figure is the best of a few rounds on fresh tables.
 */
@Tag("slow")
@Timeout(300)
class RowPagesBenchmark {
    private static final int ROWS = 1_000_000;
    private static final int ROUNDS = 4;
    private static final int PAYLOAD_BYTES = 54;

    @Test
    void printNanosPerOperation() {
        PrintStream out = System.out;
        out.printf("rows of 70 bytes, %,d rows, best of %d rounds, ns per operation%n", ROWS, ROUNDS);
        out.printf("one Chronicle entry a row: insert               %8.1f%n", best(RowPagesBenchmark::entryPerRow));
        out.printf("one Chronicle entry a row: find and read        %8.1f%n",
            best(RowPagesBenchmark::readEntryPerRow));
        out.printf("pages: insert, hashed key                       %8.1f%n", best(() -> insert(false, false)));
        out.printf("pages: insert, ordered key, ascending           %8.1f%n", best(() -> insert(true, false)));
        out.printf("pages: insert, hashed key, random order         %8.1f%n", best(() -> insert(false, true)));
        out.printf("pages: insert, ordered key, random order        %8.1f%n", best(() -> insert(true, true)));
        try (var loaded = new Loaded(false)) {
            loaded.fill(false);
            out.printf("hashed key: find, random                        %8.1f%n", best(loaded::find));
            out.printf("hashed key: find, read, two columns, random     %8.1f%n", best(loaded::findAndRead));
            out.printf("hashed key: copy, set a column, update, random  %8.1f%n", best(loaded::update));
        }
        try (var loaded = new Loaded(true)) {
            loaded.fill(false);
            out.printf("ordered key: find, random                       %8.1f%n", best(loaded::find));
            out.printf("ordered key: scan, per row                      %8.1f%n", best(loaded::scan));
            out.printf("ordered key: first of a range, random           %8.1f%n", best(loaded::scanOne));
            out.printf("ordered key: delete from the left               %8.1f%n", loaded.deleteAll());
        }
    }

    private interface Measurement {
        double nanos();
    }

    private static double best(Measurement measurement) {
        double best = Double.MAX_VALUE;
        for (int i = 0; i < ROUNDS; i++) {
            best = Math.min(best, measurement.nanos());
        }
        return best;
    }

    private static double entryPerRow() {
        byte[] row = new byte[PAYLOAD_BYTES + 16];
        try (var map = new RowMap(ROWS, row.length)) {
            long start = System.nanoTime();
            for (long i = 0; i < ROWS; i++) {
                map.put(i, row);
            }
            return (System.nanoTime() - start) / (double) ROWS;
        }
    }

    private static double readEntryPerRow() {
        byte[] row = new byte[PAYLOAD_BYTES + 16];
        try (var map = new RowMap(ROWS, row.length)) {
            for (long i = 0; i < ROWS; i++) {
                map.put(i, row);
            }
            var random = new SplittableRandom(1);
            byte[] copy = new byte[PAYLOAD_BYTES + 16];
            long start = System.nanoTime();
            for (long i = 0; i < ROWS; i++) {
                copy = map.get(random.nextInt(ROWS), copy);
            }
            return (System.nanoTime() - start) / (double) ROWS;
        }
    }

    private static double insert(boolean ordered, boolean random) {
        try (var loaded = new Loaded(ordered)) {
            return loaded.fill(random);
        }
    }

    /** A table of one key column, one number and a string. */
    private static final class Loaded implements AutoCloseable {
        private final LongColumn id;
        private final LongColumn amount;
        private final StringColumn payload;
        private final TableSchema schema;
        private final Storage storage;
        private final Table table;
        private final RowArena arena;
        private final Row row;
        private final Row image;

        Loaded(boolean ordered) {
            var builder = TableSchema.named("measured");
            id = builder.int64("id");
            amount = builder.int64("amount");
            payload = builder.string("payload", PAYLOAD_BYTES - 2);
            builder.primaryKey(id.bits(32));
            if (ordered) {
                builder.ordered(0);
            }
            schema = builder.build();
            storage = Storage.builder().table(schema, ROWS).open();
            table = storage.table(schema);
            arena = storage.arena();
            row = new Row(schema);
            image = new Row(schema);
        }

        double fill(boolean random) {
            arena.reset();
            arena.blank(image);
            image.set(payload, "x".repeat(PAYLOAD_BYTES - 2));
            long start = System.nanoTime();
            for (long i = 0; i < ROWS; i++) {
                // An odd multiplier permutes the keys.
                image.set(id, random ? i * 0x9E3779B1L & 0xFFFF_FFFFL : i).set(amount, i);
                table.insert(image);
            }
            return (System.nanoTime() - start) / (double) ROWS;
        }

        double find() {
            var random = new SplittableRandom(1);
            long start = System.nanoTime();
            long sum = 0;
            for (int i = 0; i < ROWS; i++) {
                sum += table.find(random.nextInt(ROWS));
            }
            return perRow(start, sum);
        }

        double findAndRead() {
            var random = new SplittableRandom(1);
            long start = System.nanoTime();
            long sum = 0;
            for (int i = 0; i < ROWS; i++) {
                table.read(table.find(random.nextInt(ROWS)), row);
                sum += row.get(id) + row.get(amount);
            }
            return perRow(start, sum);
        }

        double update() {
            var random = new SplittableRandom(1);
            long start = System.nanoTime();
            for (int i = 0; i < ROWS; i++) {
                long address = table.find(random.nextInt(ROWS));
                table.read(address, row);
                arena.reset();
                arena.copy(image, row);
                image.set(amount, row.get(amount) + 1);
                table.update(address, image);
            }
            return perRow(start, 1);
        }

        double scan() {
            OrderedIndex index = table.index(schema.indexes().get(0));
            var range = new IndexRange(index.schema());
            var cursor = new IndexCursor(index);
            long start = System.nanoTime();
            cursor.open(range.clear().between(0, ROWS));
            long sum = 0;
            while (cursor.next()) {
                table.read(cursor.address(), row);
                sum += row.get(amount);
            }
            return perRow(start, sum);
        }

        double scanOne() {
            OrderedIndex index = table.index(schema.indexes().get(0));
            var range = new IndexRange(index.schema());
            var cursor = new IndexCursor(index);
            var random = new SplittableRandom(1);
            long start = System.nanoTime();
            long sum = 0;
            for (int i = 0; i < ROWS; i++) {
                cursor.open(range.clear().between(random.nextInt(ROWS), ROWS));
                sum += cursor.next() ? cursor.address() : 0;
            }
            return perRow(start, sum);
        }

        double deleteAll() {
            long start = System.nanoTime();
            for (int i = 0; i < ROWS; i++) {
                table.delete(i);
            }
            return perRow(start, 1);
        }

        private static double perRow(long start, long sum) {
            if (sum == 0) {
                throw new IllegalStateException("nothing was read");
            }
            return (System.nanoTime() - start) / (double) ROWS;
        }

        @Override
        public void close() {
            arena.close();
            storage.close();
        }
    }
}
