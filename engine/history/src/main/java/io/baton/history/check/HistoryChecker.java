package io.baton.history.check;

import io.baton.history.History;
import io.baton.history.HistoryOperation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Checks whether a history is strictly serializable; see the package's description for how. One thread, one use. */
public final class HistoryChecker {

    private static final int NODES_AT_ONCE = 2_000_000;
    private static final int ENTRIES_SLACK = 64;

    private final History history;
    private final long memoryBytes;
    private final TransactionTable transactions = new TransactionTable();
    private final Map<AnomalyKind, Anomaly> found = new EnumMap<>(AnomalyKind.class);
    private final Map<AnomalyKind, long[]> direct = new EnumMap<>(AnomalyKind.class);
    private final Windows windows = new Windows();
    private long operations;
    /** Most entries that the table of writers can get: versions written, and rows that were never there. */
    private long entries;
    private long edges;

    /**
     * Prepares a check.
     *
     * @param history the history; it is read several times
     * @param memoryBytes how much of the heap the check may take beside 41 bytes a transaction; with less it reads
     *     the history more often
     */
    public HistoryChecker(History history, long memoryBytes) {
        this.history = history;
        this.memoryBytes = memoryBytes;
    }

    /**
     * Checks.
     *
     * @return what came out
     * @throws IllegalStateException if the memory does not suffice to tell
     */
    public Verdict check() {
        readTransactions();
        final long entriesAtOnce = WriterTable.entriesIn(memoryBytes / 4 * 3);
        final int parts = (int) (entries / entriesAtOnce) + 1;
        // Parts differ in size, those of a short history most.
        final WriterTable writers = new WriterTable(
            parts == 1 ? entries : entriesAtOnce + entriesAtOnce / 16 + ENTRIES_SLACK);
        final Dependencies dependencies = new Dependencies(history, transactions, parts, writers);
        if (transactions.unknown() > 0) {
            dependencies.observe();
        }
        dependencies.give(this::look, this::note);
        final Words words = new Words(transactions, history.tables());
        direct.forEach((kind, what) -> found.put(kind, words.direct(
            kind, what[0], (int) what[1], (int) what[2], (int) what[3], what[4], what[5])));
        searchWindows(dependencies, words);
        return new Verdict(transactions.size(), committed(), operations, edges, windows.backEdges(),
            found.values().stream().sorted(Comparator.comparing(Anomaly::kind)).toList());
    }

    private void readTransactions() {
        while (history.next()) {
            transactions.add(history.client(), history.sequence(), history.beginNanos(), history.pointNanos(),
                history.endNanos(), history.outcome());
            while (history.nextOperation()) {
                operations++;
                entries += hasEntry() ? 1 : 0;
            }
        }
    }

    private boolean hasEntry() {
        return history.kind().writes() || (history.kind() == HistoryOperation.READ_ABSENT && history.version() == 0);
    }

    private long committed() {
        long committed = 0;
        for (int i = 0; i < transactions.size(); i++) {
            committed += transactions.committed(i) ? 1 : 0;
        }
        return committed;
    }

    private void look(int from, int to, EdgeKind kind, int place, long key, long version) {
        edges++;
        if (!transactions.inOrder(from, to)) {
            windows.add(transactions.point(to), transactions.point(from));
        }
    }

    private void note(AnomalyKind kind, int reader, int writer, int place, long key, long version) {
        direct.computeIfAbsent(kind, k -> new long[] {0, reader, writer, place, key, version})[0]++;
    }

    /** Searches the windows for cycles, small ones first, as many at once as fit; stops when some are found. */
    private void searchWindows(Dependencies dependencies, Words words) {
        windows.merge();
        final int[] sizes = new int[windows.size()];
        for (int i = 0; i < transactions.size(); i++) {
            final int window = transactions.judged(i) ? windows.find(transactions.point(i)) : -1;
            if (window >= 0) {
                sizes[window]++;
            }
        }
        final Integer[] order = new Integer[sizes.length];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, Comparator.comparingInt(i -> sizes[i]));
        final int edgesMax = Math.clamp(memoryBytes / 4 / EdgeList.BYTES_AN_EDGE, 1 << 16, 1 << 29);
        List<Anomaly> cycles = List.of();
        int next = 0;
        while (next < order.length && cycles.isEmpty()) {
            final boolean[] chosen = new boolean[sizes.length];
            int nodes = 0;
            do {
                chosen[order[next]] = true;
                nodes += sizes[order[next]];
                next++;
            } while (next < order.length && nodes + sizes[order[next]] <= NODES_AT_ONCE);
            cycles = search(new WindowGraph(transactions, windows, chosen, nodes, edgesMax), dependencies, words);
        }
        cycles.forEach(anomaly -> found.merge(anomaly.kind(), anomaly, HistoryChecker::together));
    }

    private static List<Anomaly> search(WindowGraph graph, Dependencies dependencies, Words words) {
        graph.addRealTime();
        dependencies.give(graph, (kind, reader, writer, place, key, version) -> {});
        final List<Anomaly> cycles = new ArrayList<>(new CycleSearch(graph, words).search());
        if (cycles.isEmpty() && !graph.edges().complete()) {
            throw new IllegalStateException("too many transactions depend on each other to tell in this memory; "
                + "give more heap with BATON_JAVA_OPTS, for example -Xmx12g");
        }
        return cycles;
    }

    private static Anomaly together(Anomaly a, Anomaly b) {
        return new Anomaly(a.kind(), a.count() + b.count(), a.transactions(), a.words());
    }
}
