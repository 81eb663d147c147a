package io.baton.history.check;

import io.baton.history.History;
import io.baton.history.HistoryOperation;

/**
 * Turns a history into the edges of its dependency graph, part by part of the keys, so that the table of writers has
 * bounded size. Stores no edge.
 */
final class Dependencies {

    /** The versions of one object are in one part as long as these bits are the only ones that differ. */
    private static final int SEGMENT_BITS = 16;
    /** Parts are made by bits that the table of writers does not begin with. */
    private static final int PART_SHIFT = 33;

    private final History history;
    private final TransactionTable transactions;
    private final int parts;
    private final WriterTable writers;
    private int part;

    Dependencies(History history, TransactionTable transactions, int parts, WriterTable writers) {
        this.history = history;
        this.transactions = transactions;
        this.parts = parts;
        this.writers = writers;
    }

    /**
     * Finds out which transactions of unknown outcome were committed: those whose versions were seen by one that was,
     * or by one whose caller was told that it was aborted. Only needed if there are such transactions.
     */
    void observe() {
        int before;
        do {
            before = transactions.observed();
            for (part = 0; part < parts; part++) {
                collectWriters(Dependencies::ignore);
                history.rewind();
                for (int t = 0; history.next(); t++) {
                    while (transactions.judged(t) && history.nextOperation()) {
                        if (counts(t) && inPart(seen())) {
                            observe(t);
                        }
                    }
                }
            }
        } while (transactions.observed() > before);
    }

    /** Gives every edge and every direct anomaly. */
    void give(EdgeSink edges, DirectAnomalies anomalies) {
        for (part = 0; part < parts; part++) {
            collectWriters(anomalies);
            history.rewind();
            for (int t = 0; history.next(); t++) {
                if (transactions.judged(t)) {
                    while (history.nextOperation()) {
                        if (counts(t) && inPart(seen())) {
                            operation(t, edges, anomalies);
                        }
                    }
                }
            }
        }
    }

    /** Whether the operation at the cursor counts: all reads of who was answered, and the writes of a commit. */
    private boolean counts(int t) {
        return !history.kind().writes() || transactions.committed(t);
    }

    static int place(History history) {
        return (history.table() << 8) | (history.index() + 1);
    }

    private static void ignore(AnomalyKind kind, int reader, int writer, int place, long key, long version) {
        // Told again by the pass that counts.
    }

    private void observe(int t) {
        final int place = place(history);
        final long seen = seen();
        final int writer = seen == 0 ? WriterTable.NOBODY : writers.get(place, history.key(), seen);
        if (writer != WriterTable.NOBODY && writer != t) {
            transactions.observe(writer);
        }
    }

    private void collectWriters(DirectAnomalies anomalies) {
        writers.clear();
        history.rewind();
        for (int t = 0; history.next(); t++) {
            while (history.nextOperation()) {
                if (history.kind().writes()) {
                    if (inPart(history.version()) || inPart(history.version() - 1)) {
                        addWriter(t, anomalies);
                    }
                } else if (history.kind() == HistoryOperation.READ_ABSENT && history.version() == 0
                    && transactions.judged(t) && inPart(0)) {
                    writers.putIfAbsent(place(history), history.key(), 0, t, HistoryOperation.READ_ABSENT);
                }
            }
        }
    }

    private void addWriter(int t, DirectAnomalies anomalies) {
        final int place = place(history);
        final long key = history.key();
        final long version = history.version();
        if (version == 0) {
            if (transactions.committed(t) && inPart(0)) {
                anomalies.found(AnomalyKind.UNWRITTEN, t, WriterTable.NOBODY, place, key, 0);
            }
            return;
        }
        final int size = writers.size();
        final int other = writers.putIfAbsent(place, key, version, t, history.kind());
        if (writers.size() > size) {
            return;
        }
        if (transactions.committed(t) && transactions.committed(other)) {
            if (inPart(version)) {
                anomalies.found(AnomalyKind.G0, t, other, place, key, version);
            }
        } else if (transactions.committed(t) || transactions.aborted(other)) {
            writers.replace(place, key, version, t, history.kind());
        }
    }

    /** The version that an operation read or overwrote. */
    private long seen() {
        return history.kind().writes() ? history.version() - 1 : history.version();
    }

    /**
     * Whether this part judges what was done to a version: it needs the writers of that one and of the next, so a
     * writer may belong to two parts.
     */
    private boolean inPart(long version) {
        if (parts == 1) {
            return true;
        }
        final long segment = ((long) place(history) << (Integer.SIZE - SEGMENT_BITS)) + (version >>> SEGMENT_BITS);
        return (WriterTable.mix(history.key() ^ WriterTable.mix(segment)) >>> PART_SHIFT) % parts == part;
    }

    private void operation(int t, EdgeSink edges, DirectAnomalies anomalies) {
        final HistoryOperation kind = history.kind();
        if (kind.writes()) {
            written(t, kind, place(history), history.key(), history.version(), edges, anomalies);
        } else {
            read(t, kind, place(history), history.key(), history.version(), edges, anomalies);
        }
    }

    private void written(int t, HistoryOperation kind, int place, long key, long version, EdgeSink edges,
            DirectAnomalies anomalies) {
        final long before = version - 1;
        if (before <= 0) {
            return;
        }
        final int writer = writers.get(place, key, before);
        if (writer == WriterTable.NOBODY) {
            anomalies.found(AnomalyKind.UNWRITTEN, t, writer, place, key, before);
        } else if (!transactions.committed(writer)) {
            anomalies.found(AnomalyKind.G1A, t, writer, place, key, before);
        } else {
            if (writer != t) {
                edges.edge(writer, t, EdgeKind.WW, place, key, version);
            }
            existence(t, kind, writer, writers.leftNoRow(place, key, before), place, key, before, anomalies);
        }
    }

    private void read(int t, HistoryOperation kind, int place, long key, long version, EdgeSink edges,
            DirectAnomalies anomalies) {
        final int next = writers.get(place, key, version + 1);
        final boolean overwritten = next != WriterTable.NOBODY && transactions.committed(next);
        if (version > 0) {
            final int writer = writers.get(place, key, version);
            if (writer == WriterTable.NOBODY || writer == t) {
                // A transaction writes when it commits, after all it read: it cannot have read that.
                anomalies.found(AnomalyKind.UNWRITTEN, t, writer, place, key, version);
            } else if (!transactions.committed(writer)) {
                anomalies.found(AnomalyKind.G1A, t, writer, place, key, version);
            } else {
                edges.edge(writer, t, EdgeKind.WR, place, key, version);
                existence(t, kind, writer, writers.leftNoRow(place, key, version), place, key, version, anomalies);
                if (next == writer) {
                    anomalies.found(AnomalyKind.G1B, t, writer, place, key, version);
                }
            }
        } else if (overwritten) {
            existence(t, kind, next, writers.foundNoRow(place, key, 1), place, key, 0, anomalies);
        } else if (!kind.findsNoRow()) {
            final int other = writers.get(place, key, 0);
            if (other != WriterTable.NOBODY) {
                existence(t, kind, other, true, place, key, 0, anomalies);
            }
        }
        if (overwritten && next != t) {
            edges.edge(t, next, kind.prefix() ? EdgeKind.PHANTOM : EdgeKind.RW, place, key, version);
        }
    }

    /** Two transactions speak of one version of a row: it is there for both, or for neither. */
    private static void existence(int t, HistoryOperation kind, int other, boolean otherHasNone, int place, long key,
            long version, DirectAnomalies anomalies) {
        if (!kind.prefix() && kind.findsNoRow() != otherHasNone) {
            anomalies.found(AnomalyKind.EXISTENCE, otherHasNone ? t : other, otherHasNone ? other : t, place, key,
                version);
        }
    }
}
