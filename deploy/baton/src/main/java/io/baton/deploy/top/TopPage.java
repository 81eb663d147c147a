package io.baton.deploy.top;

import io.baton.deploy.report.Figures;
import io.baton.deploy.report.TextTable;
import io.baton.engine.observe.PrintableText;
import io.baton.server.statistics.LatencyBuckets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a server has done between two readings, as lines for people. Immutable. */
final class TopPage {

    private static final double P50 = 0.5;
    private static final double P99 = 0.99;
    /** The procedures of the server itself, such as the one that has told all this. */
    private static final String OWN = "baton.statistics";

    /** Tells one run of a server from another one, which may be up for longer when it is looked at. */
    private static final String RUN = "incarnation";
    private static final int LOCKS_MAX = 10;
    private static final int TRANSACTIONS_MAX = 10;
    /** Whole transactions of several calls, which are counted beside their calls. */
    private static final String OF_TRANSACTIONS = "of a transaction of several calls";

    private final String address;
    private final ServerReading now;
    /** Null if it is of another run of the server, which has begun to count anew since. */
    private final @Nullable ServerReading before;
    private final double seconds;

    /**
     * Takes two readings.
     *
     * @param address of the server
     * @param then the first one
     * @param now the second one
     */
    TopPage(String address, ServerReading then, ServerReading now) {
        this.address = address;
        this.now = now;
        final long begin = then.count("server", "", "upNanos");
        final long end = now.count("server", "", "upNanos");
        final boolean same = then.count("server", "", RUN) == now.count("server", "", RUN);
        this.before = same ? then : null;
        this.seconds = Math.max(1e-9, (same ? end - begin : end) / 1e9);
    }

    /**
     * Lays it out.
     *
     * @return the lines, the most important ones first
     */
    List<String> lines() {
        final List<String> lines = new ArrayList<>(head());
        lines.add("");
        if (now.count("server", "", "callsCounted") == 0) {
            lines.add("The server counts no calls by procedure: its program gives it no CallMeter.");
        } else {
            lines.addAll(procedures());
        }
        if (!now.all("transaction").isEmpty()) {
            lines.add("");
            lines.addAll(transactions());
        }
        if (!now.all("lock").isEmpty()) {
            lines.add("");
            lines.addAll(locks());
        }
        return lines;
    }

    private long since(String subject, String of, String name) {
        return now.count(subject, of, name) - (before == null ? 0 : before.count(subject, of, name));
    }

    private String rate(String subject, String of, String name) {
        return Figures.rate(since(subject, of, name) / seconds);
    }

    private List<String> head() {
        double committed = 0;
        double aborted = 0;
        double returned = 0;
        double restarts = 0;
        long nanosMax = 0;
        final TreeMap<Long, Long> all = new TreeMap<>();
        for (final String procedure : now.all("procedure")) {
            if (!procedure.equals(OWN) && !procedure.equals(OF_TRANSACTIONS)) {
                returned += since("procedure", procedure, "returned");
                committed += since("procedure", procedure, "committed");
                aborted += aborted(procedure);
                restarts += since("procedure", procedure, "restarts");
                nanosMax = Math.max(nanosMax, nanosMax(procedure));
                latencies(procedure).forEach((upper, count) -> all.merge(upper, count, Long::sum));
            }
        }
        final List<String> lines = new ArrayList<>();
        lines.add("Baton at " + address + ", up " + span(now.count("server", "", "upNanos")) + "; the last "
            + Figures.seconds(seconds));
        lines.add("Calls        " + Figures.rate(committed / seconds) + "/s committed, "
            + Figures.rate(aborted / seconds) + "/s not, " + Figures.rate(restarts / seconds) + "/s restarts; p50 "
            + Figures.latency(percentile(all, P50, nanosMax)) + ", p99 "
            + Figures.latency(percentile(all, P99, nanosMax)));
        lines.add("Now          " + Figures.plural(now.count("server", "", "callsUnderWay"), "call")
            + " under way, " + Figures.count(now.count("server", "", "callsWaiting")) + " waiting for locks; "
            + Figures.plural(now.count("server", "", "connections"), "connection"));
        lines.add("Transactions " + Figures.count(now.count("server", "", "transactionsOpen"))
            + " of several calls open, the oldest for " + millis(now.count("server", "", "transactionOldestNanos"))
            + "; " + Figures.rate(returned / seconds) + "/s calls within");
        lines.add("Locks        " + rate("locks", "", "acquisitions") + "/s, " + rate("locks", "", "waits")
            + "/s waits, " + rate("locks", "", "handovers") + "/s handovers, " + rate("locks", "", "busy")
            + "/s busy");
        lines.add("Memory       " + Figures.memory(now.count("memory", "", "bytes")) + " of "
            + Figures.memory(now.count("memory", "", "limitBytes")) + "; heap "
            + Figures.memory(now.count("memory", "", "heapBytes")) + " of "
            + Figures.memory(now.count("memory", "", "heapMaxBytes")));
        lines.add(log());
        return lines;
    }

    private String log() {
        if (now.all("log").isEmpty()) {
            return "Log          none: the server has no data directory";
        }
        final long forces = since("log", "", "forces");
        final String failure = now.text("checkpoints", "", "failure");
        return "Log          " + rate("log", "", "transactions") + "/s transactions, "
            + Figures.binarySize(Math.round(since("log", "", "bytes") / seconds)) + "/s, "
            + Figures.rate(forces / seconds) + "/s forces of "
            + Figures.latency(forces == 0 ? 0 : since("log", "", "forceNanos") / forces) + ", "
            + Figures.binarySize(now.count("log", "", "unforcedBytes")) + " not forced; "
            + Figures.plural(now.count("checkpoints", "", "taken"), "checkpoint")
            + (failure.isEmpty() ? "" : ", the last one FAILED: " + PrintableText.of(failure));
    }

    private long aborted(String procedure) {
        return since("procedure", procedure, "abortedByProcedure") + since("procedure", procedure, "abortedBySystem")
            + since("procedure", procedure, "unknown");
    }

    private long calls(String procedure) {
        return since("procedure", procedure, "committed") + since("procedure", procedure, "returned")
            + aborted(procedure);
    }

    private Map<Long, Long> latencies(String procedure) {
        final SortedMap<Long, Long> counts = now.latencies(procedure);
        if (before != null) {
            before.latencies(procedure).forEach((upper, count) -> counts.merge(upper, -count, Long::sum));
        }
        return counts;
    }

    /** The longest call since the start of the server. */
    private long nanosMax(String procedure) {
        return now.count("procedure", procedure, "maxNanos");
    }

    private static long percentile(Map<Long, Long> ascending, double share, long nanosMax) {
        long left = (long) Math.ceil(ascending.values().stream().mapToLong(Long::longValue).sum() * share);
        for (final Map.Entry<Long, Long> bucket : ascending.entrySet()) {
            left -= bucket.getValue();
            if (bucket.getValue() > 0 && left <= 0) {
                return LatencyBuckets.atMost(bucket.getKey(), nanosMax);
            }
        }
        return 0;
    }

    private List<String> procedures() {
        final TextTable table = new TextTable(1, "Procedure", "calls/s", "p50", "p99", "gave up/s", "aborted/s",
            "unknown/s", "restarts/s", "calls");
        now.all("procedure").stream().filter(procedure -> !procedure.equals(OWN))
            .sorted(Comparator.comparingLong((String procedure) -> -calls(procedure))).forEach(procedure -> {
                final Map<Long, Long> latencies = latencies(procedure);
                table.row(PrintableText.of(procedure), Figures.rate(calls(procedure) / seconds),
                    Figures.latency(percentile(latencies, P50, nanosMax(procedure))),
                    Figures.latency(percentile(latencies, P99, nanosMax(procedure))),
                    rate("procedure", procedure, "abortedByProcedure"),
                    rate("procedure", procedure, "abortedBySystem"), rate("procedure", procedure, "unknown"),
                    rate("procedure", procedure, "restarts"), Figures.count(calls(procedure, now)));
            });
        return table.lines();
    }

    private static long calls(String procedure, ServerReading reading) {
        return reading.count("procedure", procedure, "committed") + reading.count("procedure", procedure, "returned")
            + reading.count("procedure", procedure, "abortedByProcedure")
            + reading.count("procedure", procedure, "abortedBySystem")
            + reading.count("procedure", procedure, "unknown");
    }

    private List<String> transactions() {
        final TextTable table = new TextTable(1, "Open transactions", "open for", "calls", "locks", "state");
        now.all("transaction").stream().limit(TRANSACTIONS_MAX).forEach(number -> {
            final String procedure = now.text("transaction", number, "procedure");
            table.row(PrintableText.of(now.text("transaction", number, "origin")),
                millis(now.count("transaction", number, "ageNanos")),
                Figures.count(now.count("transaction", number, "calls")),
                Figures.count(now.count("transaction", number, "locks")),
                (procedure.isEmpty() ? "idle" : PrintableText.of(procedure)) + " for "
                    + millis(now.count("transaction", number, "sinceNanos")));
        });
        return table.lines();
    }

    private static String millis(long nanos) {
        return Figures.count(Duration.ofNanos(nanos).toMillis()) + " ms";
    }

    private List<String> locks() {
        final TextTable table = new TextTable(1, "Hottest locks", "waited for", "queue", "most", "held by");
        now.all("lock").stream().limit(LOCKS_MAX)
            .forEach(lock -> table.row(PrintableText.of(lock),
                Math.round(now.number("lock", lock, "share") * 100) + " %",
                Figures.ratio(now.number("lock", lock, "queue")), Figures.count(now.count("lock", lock, "queueMax")),
                holders(lock)));
        return table.lines();
    }

    private String holders(String lock) {
        final String holders = PrintableText.of(now.text("lock", lock, "holders"));
        return holders.isEmpty() ? "-" : holders;
    }

    private static String span(long nanos) {
        final Duration up = Duration.ofNanos(nanos);
        return up.toHours() > 0 ? String.format(Locale.ROOT, "%d h %02d min", up.toHours(), up.toMinutesPart())
            : up.toMinutes() > 0 ? String.format(Locale.ROOT, "%d min %02d s", up.toMinutes(), up.toSecondsPart())
                : up.toSeconds() + " s";
    }
}
