package io.baton.engine;

import io.baton.engine.history.HistoryOutcome;
import io.baton.engine.history.HistoryRecorder;
import io.baton.engine.history.OperationKind;
import io.baton.storage.IndexRange;
import io.baton.storage.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.concurrent.NanoClock;

/**
 * One client's part of a history: reads and assigns versions, and records them. All that it does with a row or an
 * index prefix happens under the transaction's lock of it. One thread at a time.
 */
final class ClientHistory {

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

    void begin(long nowNanos) {
        recorder.begin(nowNanos);
    }

    void restart() {
        recorder.restart();
    }

    /** The call has ended, all locks are given back. */
    void end(boolean committed, long answeredNanos) {
        recorder.end(committed ? HistoryOutcome.COMMITTED : HistoryOutcome.ABORTED, answeredNanos);
    }

    long now() {
        return clock.nanoTime();
    }

    /** Records that a row was looked for and found at an address, or not. */
    void read(EngineTable table, long key, long address) {
        if (!table.readOnly) {
            recorder.read(table.ordinal, key, version(table, key, address), address != Table.ABSENT);
        }
    }

    /** The version of the row with a key, which is at an address or absent. */
    int version(EngineTable table, long key, long address) {
        return address == Table.ABSENT ? history.absent(table).get(key) : table.rows.version(address);
    }

    /** Records that a scan begins; returns its number. */
    int scan(EngineTable.EngineIndex index, IndexRange range) {
        final EngineTable table = index.table();
        if (table.readOnly) {
            return 0;
        }
        final long prefix = range.prefix();
        final int version = history.prefixes(index).get(prefix);
        return recorder.scan(
            table.ordinal, index.number, prefix, version, range.lowSuffix(), range.highSuffix());
    }

    void scanned(int scan, EngineTable table, long key, long address) {
        if (!table.readOnly) {
            recorder.scanned(scan, table.ordinal, key, table.rows.version(address));
        }
    }

    // The commit

    /** The commit begins. */
    void beginCommit() {
        changedIndexes.clear();
        mark = recorder.mark();
    }

    /** An index prefix is about to gain or lose a row. */
    void willChange(EngineTable.EngineIndex index, long prefix) {
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

    /** All locks are held. */
    void locked() {
        recorder.point(clock.nanoTime());
    }

    /** A row was inserted at an address. */
    void inserted(Write write, long address) {
        final EngineTable table = write.table.table;
        final int version = history.absent(table).take(write.key) + 1;
        table.rows.setVersion(address, version);
        recorder.write(OperationKind.INSERT, table.ordinal, write.key, write.version, version);
    }

    /** An insert is undone, with all others of the transaction. */
    void takenBack(Write write) {
        history.absent(write.table.table).set(write.key, write.version);
        recorder.cut(mark);
    }

    /** A row was changed in place. */
    void updated(Write write) {
        final EngineTable table = write.table.table;
        final int version = table.rows.version(write.address) + 1;
        table.rows.setVersion(write.address, version);
        recorder.write(OperationKind.UPDATE, table.ordinal, write.key, write.version, version);
    }

    /** A row is about to be deleted. */
    void deletes(Write write) {
        final EngineTable table = write.table.table;
        final int version = table.rows.version(write.address) + 1;
        history.absent(table).set(write.key, version);
        recorder.write(OperationKind.DELETE, table.ordinal, write.key, write.version, version);
    }

    /** A row that {@link #deletes} has counted out is back at an address, with other contents. */
    void replaced(Write write, long address) {
        final EngineTable table = write.table.table;
        table.rows.setVersion(address, history.absent(table).take(write.key));
    }

    /** A row came and went within the transaction, so that all it did was to see that there is none. */
    void untouched(Write write) {
        recorder.read(write.table.table.ordinal, write.key, write.version, false);
    }

    /** All rows are in the tables: counts the prefixes, so that whoever sees a new number finds the new rows. */
    void applied() {
        for (int i = 0; i < changedIndexes.size(); i++) {
            final EngineTable.EngineIndex index = changedIndexes.get(i);
            final int version = history.prefixes(index).increment(changedPrefixes[i]);
            recorder.change(index.table().ordinal, index.number, changedPrefixes[i], version);
        }
    }
}
