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
    /** Where the commit began to record. */
    private int mark;

    ClientHistory(EngineHistory history, HistoryRecorder recorder, NanoClock clock) {
        this.history = history;
        this.recorder = recorder;
        this.clock = clock;
    }

    @Override
    public void begin(long nowNanos) {
        recorder.begin(nowNanos);
    }

    @Override
    public void restart() {
        recorder.restart();
    }

    @Override
    public void end(boolean committed) {
        recorder.end(committed ? HistoryOutcome.COMMITTED : HistoryOutcome.ABORTED, clock.nanoTime());
    }

    @Override
    public void read(EngineTable table, long key, long address) {
        if (!table.readOnly) {
            recorder.read(table.ordinal, key, version(table, key, address), address != Table.ABSENT);
        }
    }

    @Override
    public int version(EngineTable table, long key, long address) {
        return address == Table.ABSENT ? history.absent(table).get(key) : table.rows.version(address);
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
        mark = recorder.mark();
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
        recorder.point(clock.nanoTime());
    }

    @Override
    public void inserted(Write write, long address) {
        final EngineTable table = write.table.table;
        final int version = history.absent(table).take(write.key) + 1;
        table.rows.setVersion(address, version);
        recorder.write(OperationKind.INSERT, table.ordinal, write.key, write.version, version);
    }

    @Override
    public void takenBack(Write write) {
        history.absent(write.table.table).set(write.key, write.version);
        recorder.cut(mark);
    }

    @Override
    public void updated(Write write) {
        final EngineTable table = write.table.table;
        final int version = table.rows.version(write.address) + 1;
        table.rows.setVersion(write.address, version);
        recorder.write(OperationKind.UPDATE, table.ordinal, write.key, write.version, version);
    }

    @Override
    public void deletes(Write write) {
        final EngineTable table = write.table.table;
        final int version = table.rows.version(write.address) + 1;
        history.absent(table).set(write.key, version);
        recorder.write(OperationKind.DELETE, table.ordinal, write.key, write.version, version);
    }

    @Override
    public void replaced(Write write, long address) {
        final EngineTable table = write.table.table;
        table.rows.setVersion(address, history.absent(table).take(write.key));
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
    }
}
