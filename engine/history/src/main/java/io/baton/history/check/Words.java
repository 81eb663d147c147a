package io.baton.history.check;

import io.baton.history.RecordedTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Puts anomalies into words. */
final class Words {

    private final TransactionTable transactions;
    private final List<RecordedTable> tables;

    Words(TransactionTable transactions, List<RecordedTable> tables) {
        this.transactions = transactions;
        this.tables = tables;
    }

    /** An anomaly of one version. */
    Anomaly direct(AnomalyKind kind, long count, int reader, int writer, int place, long key, long version) {
        final String what = "version " + version + " of " + object(place, key);
        final String seer = "T1 (" + transactions.name(reader) + ")";
        if (writer == WriterTable.NOBODY || writer == reader) {
            return new Anomaly(kind, count, List.of(transactions.name(reader)),
                List.of(seer + alone(kind, version, what)));
        }
        final String other = "T2 (" + transactions.name(writer) + ")";
        final String line = switch (kind) {
            case EXISTENCE -> "in " + what + " the row is there for " + seer + ", and not there for " + other;
            case G0 -> seer + " and " + other + " both wrote " + what;
            case G1B -> seer + " read " + what + " of " + other + ", which wrote the next one itself";
            default -> seer + " read or overwrote " + what + ", but its writer " + other + " was "
                + (transactions.aborted(writer) ? "aborted" : "not committed");
        };
        return new Anomaly(kind, count, List.of(transactions.name(reader), transactions.name(writer)), List.of(line));
    }

    private static String alone(AnomalyKind kind, long version, String what) {
        return switch (kind) {
            case EXISTENCE -> " found the row in " + what + ", and also that there is none";
            case G0 -> " wrote " + what + " twice";
            default -> version == 0 ? " wrote " + what + ", which is what was there before the history"
                : " read or overwrote " + what + ", which no other transaction wrote";
        };
    }

    /** An anomaly that is a cycle of edges. */
    Anomaly cycle(AnomalyKind kind, long count, int[] cycle, WindowGraph windows) {
        final EdgeList edges = windows.edges();
        final int[] round = fromTransaction(cycle, windows);
        final Map<Integer, String> names = new LinkedHashMap<>();
        for (int edge : round) {
            if (edges.from(edge) < windows.transactions()) {
                names.putIfAbsent(edges.from(edge), "T" + (names.size() + 1));
            }
        }
        final List<String> lines = new ArrayList<>();
        names.forEach((node, name) -> lines.add(who(name, windows.transaction(node))));
        int before = edges.from(round[0]);
        for (int edge : round) {
            final int to = edges.to(edge);
            if (to < windows.transactions()) {
                final String first = names.getOrDefault(before, "");
                final String second = names.getOrDefault(to, "");
                lines.add(first + " comes before " + second + ": " + why(edges, edge, first, second));
                before = to;
            }
        }
        return new Anomaly(kind, count,
            names.keySet().stream().map(node -> transactions.name(windows.transaction(node))).toList(), lines);
    }

    /** Turns the circle so that it begins at a transaction. */
    private static int[] fromTransaction(int[] cycle, WindowGraph windows) {
        int first = 0;
        while (windows.edges().from(cycle[first]) >= windows.transactions()) {
            first++;
        }
        final int[] turned = new int[cycle.length];
        for (int i = 0; i < cycle.length; i++) {
            turned[i] = cycle[(first + i) % cycle.length];
        }
        return turned;
    }

    private String who(String name, int transaction) {
        final boolean answered = transactions.end(transaction) != Long.MAX_VALUE;
        return name + " is transaction " + transactions.name(transaction) + ", begun at "
            + transactions.begin(transaction) + " ns and " + (answered
                ? "answered at " + transactions.end(transaction) + " ns" : "never answered");
    }

    private String why(EdgeList edges, int edge, String from, String to) {
        final String object = object(edges.place(edge), edges.key(edge));
        final long version = edges.version(edge);
        final boolean rows = (edges.place(edge) & 0xFF) == 0;
        return switch (edges.kind(edge)) {
            case WW -> rows
                ? to + " wrote version " + version + " of " + object + " over " + from + "'s version " + (version - 1)
                : to + " added or removed rows below " + object + " (change " + version + ") after " + from + " had";
            case WR -> rows
                ? to + " read version " + version + " of " + object + ", which " + from + " wrote"
                : to + " scanned " + object + " after " + from + " had added or removed rows there (change "
                    + version + ")";
            case RW -> from + " read version " + version + " of " + object + ", and " + to + " wrote the next one";
            case PHANTOM -> from + " scanned " + object + " (change " + version + "), and " + to
                + " then added or removed rows there (change " + (version + 1) + ")";
            case REAL_TIME -> from + " was answered before " + to + " began";
        };
    }

    private String object(int place, long key) {
        final RecordedTable table = tables.get(place >>> 8);
        final int index = (place & 0xFF) - 1;
        return index < 0 ? table.row(key) : "prefix " + key + " of index " + table.indexes().get(index).name();
    }
}
