package io.baton.engine.transaction;

import io.baton.storage.Row;
import io.baton.storage.RowArena;
import io.baton.storage.Storage;
import io.baton.storage.Table;
import io.baton.storage.TableCopy;
import io.baton.storage.TableSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds all rows of a table, a batch after the other, whatever its keys: each that is there all the time once, and
 * perhaps those that come or go. A batch is found in the plan of a call that then has its locks. Of each row the
 * columns of the key are copied, and of a wide key they are kept. One thread; call {@link #close} at the end.
 */
public final class RowFinder implements AutoCloseable {

    /** Most rows of a batch: as many as a plan loads together, and two times what is found at once. */
    public static final int BATCH_ROWS_MAX = 64;

    private final Table table;
    private final TableSchema schema;
    private final RowArena arena;
    private final TableCopy copy;
    private final Row found;
    /** The numbers of the batch's rows. */
    private long[] numbers = new long[BATCH_ROWS_MAX];
    private int count;
    /** Images that name them: always if their keys are wide, else when asked for. */
    private final List<Row> probes = new ArrayList<>(BATCH_ROWS_MAX);

    /**
     * Makes a finder that has found nothing yet.
     *
     * @throws IllegalStateException if storage is closed
     */
    public RowFinder(Storage storage, Table table) {
        this.table = table;
        this.schema = table.schema();
        this.found = new Row(schema);
        this.copy = TableCopy.ofKeys(table);
        this.arena = storage.arena();
    }

    /**
     * Finds the rows of the next batch. Within a call, because closing the engine waits for calls, and looking for rows
     * needs the indexes' memory.
     */
    public void find() {
        probes.clear();
        arena.reset();
        count = 0;
        int more = BATCH_ROWS_MAX;
        while (more > 0 && count <= BATCH_ROWS_MAX / 2) {
            more = copy.next(this::add);
        }
    }

    private void add(long address) {
        table.read(address, found);
        if (count == numbers.length) {
            numbers = Arrays.copyOf(numbers, 2 * count);
        }
        if (schema.wideKey()) {
            final Row probe = new Row(schema);
            arena.copyKey(probe, found);
            probes.add(probe);
        } else {
            numbers[count] = schema.keyOf(found);
        }
        count++;
    }

    /** The number of a row of the batch. */
    public long number(int i) {
        return numbers[i];
    }

    /** The lock key of a row of the batch. */
    public long lockKey(int i) {
        return schema.wideKey() ? schema.lockKeyOf(probes.get(i)) : numbers[i];
    }

    /** How many rows the batch has; none are left if it is empty. */
    public int count() {
        return count;
    }

    /** The batch: images of which only the keys count. */
    public List<Row> probes() {
        for (int i = probes.size(); i < count; i++) {
            final Row probe = new Row(schema);
            arena.blankWithFixedKey(probe, numbers[i]);
            probes.add(probe);
        }
        return probes;
    }

    @Override
    public void close() {
        arena.close();
        copy.close();
    }
}
