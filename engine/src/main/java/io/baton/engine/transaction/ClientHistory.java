package io.baton.engine.transaction;

import io.baton.engine.history.HistoryOutcome;
import io.baton.engine.history.HistoryRecorder;
import io.baton.engine.history.OperationKind;
import io.baton.storage.IndexRange;
import io.baton.storage.Row;
import io.baton.storage.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.concurrent.NanoClock;

/**
 * One client's part of a history: reads and assigns versions, and records them. All that it does with a row or an
 * index prefix happens under the transaction's lock of it.
 */
final class ClientHistory implements TransactionHistory {

    private final EngineHistory history;
    private final HistoryRecorder recorder;
    private final NanoClock clock;
    /** The index prefixes that gain or lose rows, each once. */
    private final List<EngineTable.EngineIndex> changedIndexes = new ArrayList<>();
    private long[] changedPrefixes = new long[16];
    /** Whether some writes are in the tables and others are not yet. */
    private boolean applying;
    /** Whether the attempt's point is noted. */
    private boolean pointed;
    // What was read of rows that were to be written: a commit says it with the write, an abort has to say it itself.
    private final List<EngineTable> intendedTables = new ArrayList<>();
    private long[] intendedKeys = new long[16];
    private int[] intendedVersions = new int[16];
    private boolean[] intendedPresent = new boolean[16];

    ClientHistory(EngineHistory history, HistoryRecorder recorder, NanoClock clock) {
        this.history = history;
        this.recorder = recorder;
        this.clock = clock;
    }

    @Override
    public void begin(long nowNanos) {
        recorder.begin(nowNanos);
        forgetAttempt();
    }

    @Override
    public void restart() {
        recorder.restart();
        forgetAttempt();
    }

    private void forgetAttempt() {
        intendedTables.clear();
        pointed = false;
        applying = false;
    }

    @Override
    public void releases() {
        if (!pointed) {
            recorder.point(clock.nanoTime());
            pointed = true;
        }
    }

    @Override
    public void end(boolean committed) {
        if (!committed && !applying) {
            for (int i = 0; i < intendedTables.size(); i++) {
                recorder.read(
                    intendedTables.get(i).ordinal, intendedKeys[i], intendedVersions[i], intendedPresent[i]);
            }
        }
        recorder.end(committed ? HistoryOutcome.COMMITTED : applying ? HistoryOutcome.UNKNOWN : HistoryOutcome.ABORTED,
            clock.nanoTime());
    }

    @Override
    public void read(EngineTable table, long key, long address) {
        if (!table.readOnly) {
            final boolean present = address != Table.ABSENT;
            final int version = present ? table.rows.version(address) : history.absent(table).get(key);
            recorder.read(table.ordinal, key, version, present);
        }
    }

    @Override
    public int version(EngineTable table, long key, long address) {
        final boolean present = address != Table.ABSENT;
        final int version = present ? table.rows.version(address) : history.absent(table).get(key);
        final int count = intendedTables.size();
        if (count == intendedKeys.length) {
            intendedKeys = Arrays.copyOf(intendedKeys, 2 * count);
            intendedVersions = Arrays.copyOf(intendedVersions, 2 * count);
            intendedPresent = Arrays.copyOf(intendedPresent, 2 * count);
        }
        intendedKeys[count] = key;
        intendedVersions[count] = version;
        intendedPresent[count] = present;
        intendedTables.add(table);
        return version;
    }

    @Override
    public int scan(EngineTable.EngineIndex index, IndexRange range) {
        final EngineTable table = index.table();
        if (table.readOnly) {
            return 0;
        }
        final long prefix = range.prefix();
        final int version = history.prefixes(index).get(prefix);
        return recorder.scan(
            table.ordinal, index.number, prefix, version, range.lowSuffix(), range.highSuffix());
    }

    @Override
    public void scanned(int scan, EngineTable table, Row row) {
        if (!table.readOnly && !row.isWritable()) {
            recorder.scanned(scan, table.ordinal, table.schema.keyOf(row), table.rows.version(row.address()));
        }
    }

    // The commit

    @Override
    public void beginCommit() {
        changedIndexes.clear();
    }

    @Override
    public void willChange(EngineTable.EngineIndex index, Row row) {
        final long prefix = index.schema.prefixOf(row);
        final int count = changedIndexes.size();
        for (int i = 0; i < count; i++) {
            if (changedPrefixes[i] == prefix && changedIndexes.get(i) == index) {
                return;
            }
        }
        if (count == changedPrefixes.length) {
            changedPrefixes = Arrays.copyOf(changedPrefixes, 2 * count);
        }
        changedPrefixes[count] = prefix;
        changedIndexes.add(index);
    }

    @Override
    public void locked() {
        releases();
    }

    @Override
    public void inserted(Write write, long address) {
        final EngineTable table = write.table.table;
        final int version = history.absent(table).take(write.key) + 1;
        table.rows.setVersion(address, version);
        written(write, version);
    }

    @Override
    public void updated(Write write) {
        final EngineTable table = write.table.table;
        final int version = table.rows.version(write.address) + 1;
        table.rows.setVersion(write.address, version);
        written(write, version);
    }

    @Override
    public void deletes(Write write) {
        final EngineTable table = write.table.table;
        final int version = table.rows.version(write.address) + 1;
        history.absent(table).set(write.key, version);
        written(write, version);
    }

    private void written(Write write, int version) {
        applying = true;
        final OperationKind kind = switch (write.kind) {
            case UPDATE -> OperationKind.UPDATE;
            case INSERT -> OperationKind.INSERT;
            case DELETE -> OperationKind.DELETE;
            case REPLACE -> OperationKind.REPLACE;
            case NONE -> throw new IllegalStateException("a row that came and went was not written");
        };
        recorder.write(kind, write.table.table.ordinal, write.key, write.version, version);
    }

    @Override
    public void untouched(Write write) {
        recorder.read(write.table.table.ordinal, write.key, write.version, false);
    }

    /** Counts the prefixes only now, so that a scan that sees a new number finds the new rows. */
    @Override
    public void applied() {
        for (int i = 0; i < changedIndexes.size(); i++) {
            final EngineTable.EngineIndex index = changedIndexes.get(i);
            final int version = history.prefixes(index).increment(changedPrefixes[i]);
            recorder.change(index.table().ordinal, index.number, changedPrefixes[i], version);
        }
        applying = false;
    }
}
