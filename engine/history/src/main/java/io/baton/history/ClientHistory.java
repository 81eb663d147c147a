package io.baton.history;

import io.baton.engine.history.TransactionHistory;
import io.baton.storage.IndexRange;
import io.baton.storage.Row;
import io.baton.storage.Table;
import java.util.Arrays;
import java.util.List;
import org.agrona.concurrent.NanoClock;

/**
 * One client's part of a history: reads and assigns versions, and records them. All that it does with a row or an
 * index prefix happens under the transaction's lock of it.
 */
final class ClientHistory implements TransactionHistory {

    private final TableVersions[] tables;
    private final HistoryRecorder recorder;
    private final NanoClock clock;
    /** The index prefixes that gain or lose rows, each once. */
    private int changes;
    private int[] changedTables = new int[16];
    private int[] changedIndexes = new int[16];
    private long[] changedPrefixes = new long[16];
    /** Whether some writes are in the tables and others are not yet. */
    private boolean applying;
    /** Whether the attempt's point is noted. */
    private boolean pointed;
    // What was read of rows that were to be written: a commit says it with the write, an abort has to say it itself.
    private int intentions;
    private int[] intendedTables = new int[16];
    private long[] intendedKeys = new long[16];
    private int[] intendedVersions = new int[16];
    private boolean[] intendedPresent = new boolean[16];

    ClientHistory(List<TableVersions> tables, HistoryRecorder recorder, NanoClock clock) {
        this.tables = tables.toArray(TableVersions[]::new);
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
        intentions = 0;
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
            for (int i = 0; i < intentions; i++) {
                recorder.read(intendedTables[i], intendedKeys[i], intendedVersions[i], intendedPresent[i]);
            }
        }
        recorder.end(committed ? HistoryOutcome.COMMITTED : applying ? HistoryOutcome.UNKNOWN : HistoryOutcome.ABORTED,
            clock.nanoTime());
    }

    @Override
    public void read(int table, long key, long address) {
        final TableVersions versions = tables[table];
        if (!versions.readOnly) {
            recorder.read(table, key, versions.of(key, address), address != Table.ABSENT);
        }
    }

    @Override
    public int version(int table, long key, long address) {
        final int version = tables[table].of(key, address);
        if (intentions == intendedKeys.length) {
            intendedTables = Arrays.copyOf(intendedTables, 2 * intentions);
            intendedKeys = Arrays.copyOf(intendedKeys, 2 * intentions);
            intendedVersions = Arrays.copyOf(intendedVersions, 2 * intentions);
            intendedPresent = Arrays.copyOf(intendedPresent, 2 * intentions);
        }
        intendedTables[intentions] = table;
        intendedKeys[intentions] = key;
        intendedVersions[intentions] = version;
        intendedPresent[intentions] = address != Table.ABSENT;
        intentions++;
        return version;
    }

    @Override
    public int scan(int table, int index, IndexRange range) {
        final TableVersions versions = tables[table];
        if (versions.readOnly) {
            return 0;
        }
        final long prefix = range.prefix();
        return recorder.scan(table, index, prefix, versions.prefixes[index].get(prefix), range.lowSuffix(),
            range.highSuffix());
    }

    @Override
    public void scanned(int scan, int table, Row row) {
        final TableVersions versions = tables[table];
        if (!versions.readOnly && !row.isWritable()) {
            recorder.scanned(scan, table, versions.schema.keyOf(row), versions.rows.version(row.address()));
        }
    }

    // The commit

    @Override
    public void beginCommit() {
        changes = 0;
    }

    @Override
    public void willChange(int table, int index, Row row) {
        final long prefix = tables[table].indexes[index].prefixOf(row);
        for (int i = 0; i < changes; i++) {
            if (changedPrefixes[i] == prefix && changedIndexes[i] == index && changedTables[i] == table) {
                return;
            }
        }
        if (changes == changedPrefixes.length) {
            changedTables = Arrays.copyOf(changedTables, 2 * changes);
            changedIndexes = Arrays.copyOf(changedIndexes, 2 * changes);
            changedPrefixes = Arrays.copyOf(changedPrefixes, 2 * changes);
        }
        changedTables[changes] = table;
        changedIndexes[changes] = index;
        changedPrefixes[changes] = prefix;
        changes++;
    }

    @Override
    public void locked() {
        releases();
    }

    @Override
    public void inserted(int table, long key, int before, long address) {
        final TableVersions versions = tables[table];
        final int version = versions.absent.take(key) + 1;
        versions.rows.setVersion(address, version);
        written(HistoryOperation.INSERT, table, key, before, version);
    }

    @Override
    public void updated(int table, long key, int before, long address, boolean replaced) {
        final Table rows = tables[table].rows;
        final int version = rows.version(address) + 1;
        rows.setVersion(address, version);
        written(replaced ? HistoryOperation.REPLACE : HistoryOperation.UPDATE, table, key, before, version);
    }

    @Override
    public void deletes(int table, long key, int before, long address) {
        final TableVersions versions = tables[table];
        final int version = versions.rows.version(address) + 1;
        versions.absent.set(key, version);
        written(HistoryOperation.DELETE, table, key, before, version);
    }

    private void written(HistoryOperation kind, int table, long key, int before, int version) {
        applying = true;
        recorder.write(kind, table, key, before, version);
    }

    @Override
    public void untouched(int table, long key, int before) {
        recorder.read(table, key, before, false);
    }

    /** Counts the prefixes only now, so that a scan that sees a new number finds the new rows. */
    @Override
    public void applied() {
        for (int i = 0; i < changes; i++) {
            final int version = tables[changedTables[i]].prefixes[changedIndexes[i]].increment(changedPrefixes[i]);
            recorder.change(changedTables[i], changedIndexes[i], changedPrefixes[i], version);
        }
        applying = false;
    }
}
