package io.baton.engine.model;

import io.baton.engine.TableReader;
import io.baton.storage.Row;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * All rows of a table, read while others write: each as it was at the number of its batch, no key twice, and none left
 * out that had a row all the time.
 */
final class RandomRead {

    private final RandomModelRun run;
    private final ModelTable table;
    private final Consumer<Recorded> recorder;
    private final BitSet seen = new BitSet();
    private final int[] keys = new int[ModelTable.KEYS];
    private final long[] digests = new long[ModelTable.KEYS];
    private int count;
    /** The batch that the rows so far are of. */
    private long batch;

    /** Rows of one batch. */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record Batch(long number, ModelTable table, int[] keys, long[] digests) implements Recorded {

        @Override
        public @Nullable String replay(ModelCells model) {
            for (int i = 0; i < keys.length; i++) {
                if (model.find(table, keys[i], Cells.Reading.FIND) != digests[i]) {
                    return "a reader of table " + table.schema.name() + " has seen something else of key " + keys[i]
                        + " than the model has";
                }
            }
            return null;
        }
    }

    /** The end of a reading. All with a number up to since was applied when it began. */
    private record End(long number, long since, ModelTable table, BitSet seen) implements Recorded {

        @Override
        public @Nullable String replay(ModelCells model) {
            for (int key = seen.nextClearBit(0); key < ModelTable.KEYS; key = seen.nextClearBit(key + 1)) {
                if (model.lastAbsent(table, key) <= since) {
                    return "a reader of table " + table.schema.name() + " has not seen key " + key
                        + ", which has had a row all the time";
                }
            }
            return null;
        }
    }

    RandomRead(RandomModelRun run, ModelTable table, Consumer<Recorded> recorder) {
        this.run = run;
        this.table = table;
        this.recorder = recorder;
    }

    /** Reads; returns how many rows there were. */
    int read() {
        final long since = run.applied();
        run.releases.watch();
        try {
            TableReader.forEachRow(run.engine, table.schema, this::see);
            recordBatch();
        } finally {
            run.releases.ignore();
        }
        recorder.accept(new End(run.numbers.incrementAndGet(), since, table, seen));
        return seen.cardinality();
    }

    /** Reads all rows as of one moment, in one transaction; returns how many there were. */
    int readWhole() {
        final long since = run.applied();
        run.releases.watch();
        try {
            final List<long[]> rows = run.engine.call(TableReader.whole(run.engine, table.schema,
                row -> new long[] {table.key(row), table.digest(row)}, ModelTable.KEYS + 1));
            if (rows == null) {
                // Rows came all the time.
                return 0;
            }
            for (long[] row : rows) {
                see((int) row[0], row[1], run.releases.last());
            }
            recordBatch();
        } finally {
            run.releases.ignore();
        }
        recorder.accept(new End(run.numbers.incrementAndGet(), since, table, seen));
        return seen.cardinality();
    }

    private void see(Row row) {
        see(table.key(row), table.digest(row), run.releases.last());
    }

    private void see(int key, long digest, long number) {
        if (number != batch) {
            recordBatch();
            batch = number;
        }
        if (seen.get(key)) {
            run.failures.add("a reader of table " + table.schema.name() + " has seen key " + key + " twice");
            return;
        }
        seen.set(key);
        keys[count] = key;
        digests[count++] = digest;
    }

    private void recordBatch() {
        if (count > 0) {
            recorder.accept(new Batch(batch, table, Arrays.copyOf(keys, count), Arrays.copyOf(digests, count)));
            count = 0;
        }
    }
}
