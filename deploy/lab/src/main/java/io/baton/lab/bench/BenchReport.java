package io.baton.lab.bench;

import io.baton.deploy.report.Console;
import io.baton.deploy.report.Figures;
import io.baton.deploy.report.JsonWriter;
import io.baton.deploy.report.TextTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The figures of a lock benchmark, for people and as JSON. */
final class BenchReport {

    private BenchReport() {
    }

    static void print(List<BenchFigure> figures, BenchPlan plan, Console console) {
        lines(figures, plan, console).forEach(console::line);
    }

    static List<String> lines(List<BenchFigure> figures, BenchPlan plan, Console console) {
        final List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add("Acquire and release, the median of " + plan.rounds() + " rounds of "
            + plan.round().toMillis() + " ms in which the contenders took turns.");
        lines.add("p50 and p99 of acquire are from a round of their own and include one reading of the clock.");
        lines.add("x RRWL: what a pair costs relative to ReentrantReadWriteLock in the same case; less is better.");
        section(lines, "One lock after the other, chosen uniformly", figures.stream()
            .filter(figure -> !figure.of().contended()).toList(), figures, console);
        final List<BenchFigure> contended = figures.stream().filter(figure -> figure.of().contended()).toList();
        section(lines, "All clients contend for one lock", contended, figures, console);
        if (!contended.isEmpty()) {
            lines.add("More clients than processors are virtual threads. ShiftLock and the fair lock serve clients in");
            lines.add("the order in which they came; the others let running clients overtake waiting ones.");
        }
        return lines;
    }

    private static void section(List<String> lines, String title, List<BenchFigure> figures, List<BenchFigure> all,
            Console console) {
        if (figures.isEmpty()) {
            return;
        }
        lines.add("");
        lines.add(console.strong(title));
        final TextTable table =
            new TextTable(0, "locks", "clients", "reads", "lock", "pairs/s", "ns/pair", "x RRWL", "p50", "p99");
        for (final BenchFigure figure : figures) {
            table.row(Figures.count(figure.of().locks()), Figures.count(figure.of().clients()),
                figure.of().readPercent() + " %", figure.lock(), Figures.rate(figure.pairsPerSecond()),
                Figures.rate(figure.nanosPerPair()), ratio(figure, all),
                Figures.latency(figure.acquire().p50()), Figures.latency(figure.acquire().p99()));
        }
        final List<String> text = table.lines();
        lines.add(console.faint(text.getFirst()));
        lines.addAll(text.subList(1, text.size()));
    }

    private static String ratio(BenchFigure figure, List<BenchFigure> all) {
        return all.stream()
            .filter(other -> other.of().equals(figure.of()) && other.lock().equals(Contender.REENTRANT.label()))
            .filter(other -> figure.pairsPerSecond() > 0)
            .map(other -> Figures.ratio(other.pairsPerSecond() / figure.pairsPerSecond()))
            .findFirst()
            .orElse("-");
    }

    /**
     * Writes the figures as JSON.
     *
     * @param figures what was measured
     * @return a list with an object for each figure
     */
    static String json(List<BenchFigure> figures) {
        final List<Object> list = new ArrayList<>();
        for (final BenchFigure figure : figures) {
            final Map<String, Object> json = new LinkedHashMap<>();
            json.put("lock", figure.lock());
            json.put("locks", figure.of().locks());
            json.put("clients", figure.of().clients());
            json.put("readPercent", figure.of().readPercent());
            json.put("pairsPerSecond", figure.pairsPerSecond());
            final Map<String, Object> acquire = new LinkedHashMap<>();
            acquire.put("p50", figure.acquire().p50());
            acquire.put("p99", figure.acquire().p99());
            json.put("acquireNanos", acquire);
            list.add(json);
        }
        return JsonWriter.write(list);
    }
}
