package io.baton.history.check;

import io.baton.history.HistoryOperation;
import java.util.Arrays;

/**
 * Who wrote which version of which object, and how: open addressing on primitive arrays, 20 bytes a place. An object is
 * a row or an index prefix: a 16-bit place (table, index) and a 64-bit key. Version 0 has no writer; it has an entry if
 * a transaction found no row there, and then that is the transaction.
 *
 * <pre>
 *  label  63  62     50 49     48     47    32 31          0
 *        | 1 | 0       | left | found | place | version     |   left, found: whether its writer left no row,
 *                                                               or found none to begin with
 * </pre>
 */
final class WriterTable {

    static final int NOBODY = -1;
    private static final int BYTES_A_PLACE = 20;
    /** Places for each entry, at the least. */
    private static final double SLACK = 1.5;
    /** The same when entries are shared out among parts, which differ in size. */
    private static final double SLACK_OF_A_PART = 1.6;
    private static final long PLACES_MAX = 1 << 30;

    private static final long USED = 1L << 63;
    private static final long FOUND_NO_ROW = 1L << 48;
    private static final long LEFT_NO_ROW = 1L << 49;
    private static final long NAME = ~(FOUND_NO_ROW | LEFT_NO_ROW);

    private final int mask;
    private final long[] keys;
    private final long[] labels;
    private final int[] writers;
    private int size;

    /** Makes a table of at least so many places, a power of two. */
    WriterTable(long entries) {
        int places = 16;
        while (places < SLACK * entries) {
            if (places == PLACES_MAX) {
                throw new IllegalStateException(entries + " versions do not fit into one table");
            }
            places <<= 1;
        }
        mask = places - 1;
        keys = new long[places];
        labels = new long[places];
        writers = new int[places];
    }

    /** How many entries fit into so much memory, with room for parts of different sizes; 1 or more. */
    static long entriesIn(long bytes) {
        final long places = Math.min(PLACES_MAX, Long.highestOneBit(Math.max(1, bytes / BYTES_A_PLACE)));
        return Math.max(1, (long) (places / SLACK_OF_A_PART));
    }

    void clear() {
        Arrays.fill(labels, 0);
        size = 0;
    }

    int size() {
        return size;
    }

    /** Adds a writer unless there is one already; returns who it is. */
    int putIfAbsent(int place, long key, long version, int writer, HistoryOperation kind) {
        final int at = find(place, key, version);
        if (labels[at] == 0) {
            if (++size > mask - mask / 8) {
                throw new IllegalStateException("the table of writers is full at " + size + " versions");
            }
            put(at, place, key, version, writer, kind);
        }
        return writers[at];
    }

    void replace(int place, long key, long version, int writer, HistoryOperation kind) {
        put(find(place, key, version), place, key, version, writer, kind);
    }

    /** Returns the writer of a version, or NOBODY. */
    int get(int place, long key, long version) {
        final int at = find(place, key, version);
        return labels[at] == 0 ? NOBODY : writers[at];
    }

    /** Whether the writer of a version left no row; false if there is no writer. */
    boolean leftNoRow(int place, long key, long version) {
        return (labels[find(place, key, version)] & LEFT_NO_ROW) != 0;
    }

    /** Whether the writer of a version had found no row; false if there is no writer. */
    boolean foundNoRow(int place, long key, long version) {
        return (labels[find(place, key, version)] & FOUND_NO_ROW) != 0;
    }

    private void put(int at, int place, long key, long version, int writer, HistoryOperation kind) {
        keys[at] = key;
        labels[at] = label(place, version) | (kind.findsNoRow() ? FOUND_NO_ROW : 0)
            | (kind == HistoryOperation.DELETE ? LEFT_NO_ROW : 0);
        writers[at] = writer;
    }

    private int find(int place, long key, long version) {
        final long label = label(place, version);
        int at = (int) mix(key ^ mix(label)) & mask;
        while (labels[at] != 0 && ((labels[at] & NAME) != label || keys[at] != key)) {
            at = (at + 1) & mask;
        }
        return at;
    }

    private static long label(int place, long version) {
        return USED | ((long) place << 32) | version;
    }

    /** The finalizer of SplitMix64. */
    static long mix(long value) {
        long z = value;
        z = (z ^ (z >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D0_49BB_1331_11EBL;
        return z ^ (z >>> 31);
    }
}
