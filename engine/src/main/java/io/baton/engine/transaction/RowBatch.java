package io.baton.engine.transaction;

import io.baton.storage.Row;
import io.baton.storage.Table;
import io.baton.storage.TableSchema;

/**
 * Looks up several rows of a table together, as {@link PlannedRows} does for a plan: first the lines of the index are
 * loaded where the look-ups begin, then all rows are found, then their lines are loaded, so that the misses of the
 * processor's caches overlap. One thread.
 */
final class RowBatch {

    /** Rows that are looked up together: their lines stay in the first cache until they are used. */
    private static final int ROWS_MAX = 64;

    private final long[] addresses = new long[ROWS_MAX];
    /** Of images, as many as were ever wanted at once. */
    private long[] numbers = new long[ROWS_MAX];
    /** What was loaded ahead goes here, so that it has a use. */
    private long loaded;

    /**
     * Looks up the next rows.
     *
     * @param from the index of the first key
     * @param end the index behind the last key
     * @return how many rows, 1 or more if there are keys left
     */
    int locate(Table rows, long[] keys, int from, int end) {
        final int count = Math.min(ROWS_MAX, end - from);
        if (count == 1) {
            // One alone has no other to overlap with.
            addresses[0] = rows.find(keys[from]);
            return 1;
        }
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += rows.touch(keys[from + i]);
        }
        for (int i = 0; i < count; i++) {
            addresses[i] = rows.find(keys[from + i]);
        }
        for (int i = 0; i < count; i++) {
            if (addresses[i] != Table.ABSENT) {
                sum += rows.touchRow(addresses[i]);
            }
        }
        loaded += sum;
        return count;
    }

    /** The numbers of the first images' keys, until this is called again. */
    long[] numbers(TableSchema schema, Row[] probes, int count) {
        if (numbers.length < count) {
            numbers = new long[count];
        }
        for (int i = 0; i < count; i++) {
            numbers[i] = schema.keyOf(probes[i]);
        }
        return numbers;
    }

    /**
     * Looks up the next rows by the keys of images, whose numbers are known.
     *
     * @param from the index of the first image
     * @param end the index behind the last image
     * @return how many rows, 1 or more if there are images left
     */
    int locate(Table rows, long[] numbers, Row[] probes, int from, int end) {
        final int count = Math.min(ROWS_MAX, end - from);
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += rows.touch(numbers[from + i], probes[from + i]);
        }
        for (int i = 0; i < count; i++) {
            addresses[i] = rows.find(numbers[from + i], probes[from + i]);
        }
        for (int i = 0; i < count; i++) {
            if (addresses[i] != Table.ABSENT) {
                sum += rows.touchRow(addresses[i]);
            }
        }
        loaded += sum;
        return count;
    }

    /** The address of a row of those that were looked up last, or ABSENT. */
    long address(int i) {
        return addresses[i];
    }

    @Override
    public String toString() {
        return "row batch, loaded " + loaded;
    }
}
