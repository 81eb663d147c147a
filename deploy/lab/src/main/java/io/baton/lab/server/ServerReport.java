package io.baton.lab.server;

import io.baton.deploy.report.Figures;
import io.baton.deploy.report.JsonWriter;
import io.baton.deploy.report.TextTable;
import io.baton.lab.plot.Panel;
import io.baton.lab.plot.SvgPlot;
import io.baton.lab.server.access.ServedWorkload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;

/** The figures of servers, for people, as JSON and as a plot. */
public final class ServerReport {

    private static final double THOUSAND = 1e3;

    private ServerReport() {
    }

    /**
     * Writes a table.
     *
     * @param figures what was measured
     * @return its lines, the names of columns first
     */
    public static List<String> lines(List<ServerFigure> figures) {
        final TextTable table = new TextTable(2, "workload", "access", "connections", "others", "calls/s", "p50", "p99",
            "server cpu/call", "client cpu/call", "failed", "consistent", "memory/idle");
        for (final ServerFigure figure : figures) {
            table.row(figure.of().workload(), figure.of().access(), Figures.count(figure.of().connections()),
                others(figure.of()), Figures.rate(figure.callsPerSecond()),
                Figures.latency(figure.p50Nanos()), Figures.latency(figure.p99Nanos()),
                Figures.latency(figure.processorNanosPerCall()), Figures.latency(figure.clientNanosPerCall()),
                Figures.count(figure.failures()), figure.consistent() ? "yes" : "NO",
                figure.idleBytesEach() == 0 ? "" : Figures.binarySize(figure.idleBytesEach()));
        }
        return table.lines();
    }

    private static String others(ServerCase of) {
        return of.hostile() > 0 ? Figures.count(of.hostile()) + " " + of.hostility().text()
            : Figures.count(of.idle()) + (of.idle() > 0 ? " idle" : "");
    }

    /**
     * Says what the comparison comes to.
     *
     * @param figures what was measured
     * @return a line for each comparison whose parts were measured
     */
    public static List<String> ratios(List<ServerFigure> figures) {
        final List<String> lines = new ArrayList<>();
        figures.stream().filter(figure -> figure.of().idle() > 0).forEach(figure -> lines.add(idle(figures, figure)));
        figures.stream().filter(figure -> figure.of().hostile() > 0)
            .forEach(figure -> lines.add(hostile(figures, figure)));
        final Map<ServerCase, ServerFigure> byCase = new LinkedHashMap<>();
        figures.forEach(figure -> byCase.put(figure.of(), figure));
        for (final ServerFigure figure : figures) {
            final ServerCase of = figure.of();
            final double rival = Math.max(rate(byCase, of, "h2"), rate(byCase, of, "postgresql"));
            if (rival > 0 && List.of("client", "client-pipelined", "jdbc").contains(of.access())) {
                lines.add(of.workload() + ", " + of.connections() + " connections: " + of.access() + " makes "
                    + Figures.ratio(figure.callsPerSecond() / rival) + " times the better of H2 and PostgreSQL.");
            }
            final String bare = of.access().equals("client") ? "echo-waiting" : "echo";
            final ServerFigure echo = byCase.get(new ServerCase(of.workload(), bare, of.connections()));
            if (echo != null && of.access().startsWith("client")) {
                lines.add(of.workload() + ": " + of.access() + " takes "
                    + Figures.ratio((double) figure.p50Nanos() / echo.p50Nanos()) + " times " + bare + " (p50).");
            }
        }
        return lines;
    }

    /** What idle connections cost. */
    private static String idle(List<ServerFigure> figures, ServerFigure with) {
        final ServerCase of = with.of();
        return Figures.count(of.idle()) + " idle connections: " + Figures.binarySize(with.idleBytesEach())
            + " of the server's memory each; calls of " + of.connections() + " others take "
            + latencies(figures, with) + ".";
    }

    /** What becomes of others beside hostile clients. */
    private static String hostile(List<ServerFigure> figures, ServerFigure with) {
        final ServerCase of = with.of();
        final Kills kills = with.kills();
        return Figures.count(of.hostile()) + " clients " + of.hostility().text() + ": calls of " + of.connections()
            + " others take " + latencies(figures, with)
            + (kills.number() == 0 ? "" : "; locks of " + Figures.count(kills.number()) + " that were killed were free "
                + "after " + Figures.latency(kills.p50Nanos()) + " (p50), " + Figures.latency(kills.maxNanos())
                + " at most")
            + ".";
    }

    private static String latencies(List<ServerFigure> figures, ServerFigure with) {
        final ServerCase of = with.of();
        final String alone = figures.stream()
            .filter(figure -> figure.of().equals(new ServerCase(of.workload(), of.access(), of.connections())))
            .reduce((first, last) -> last)
            .map(figure -> ", " + Figures.latency(figure.p50Nanos()) + " and " + Figures.latency(figure.p99Nanos())
                + " without")
            .orElse("");
        return Figures.latency(with.p50Nanos()) + " (p50) and " + Figures.latency(with.p99Nanos()) + " (p99)" + alone;
    }

    private static double rate(Map<ServerCase, ServerFigure> byCase, ServerCase of, String access) {
        final ServerFigure figure = byCase.get(new ServerCase(of.workload(), access, of.connections()));
        return figure == null ? 0 : figure.callsPerSecond();
    }

    /**
     * Writes the figures as JSON.
     *
     * @param figures what was measured
     * @return a list with an object for each figure
     */
    public static String json(List<ServerFigure> figures) {
        final List<Object> list = new ArrayList<>();
        for (final ServerFigure figure : figures) {
            final Map<String, Object> json = new LinkedHashMap<>();
            json.put("workload", figure.of().workload());
            json.put("access", figure.of().access());
            json.put("connections", figure.of().connections());
            json.put("idle", figure.of().idle());
            json.put("idleBytesEach", figure.idleBytesEach());
            json.put("hostility", figure.of().hostility().name().toLowerCase(Locale.ROOT));
            json.put("hostile", figure.of().hostile());
            json.put("kills", figure.kills().number());
            json.put("locksFreeP50Nanos", figure.kills().p50Nanos());
            json.put("locksFreeMaxNanos", figure.kills().maxNanos());
            json.put("callsPerSecond", figure.callsPerSecond());
            json.put("p50Nanos", figure.p50Nanos());
            json.put("p99Nanos", figure.p99Nanos());
            json.put("processorNanosPerCall", figure.processorNanosPerCall());
            json.put("clientProcessorNanosPerCall", figure.clientNanosPerCall());
            json.put("failures", figure.failures());
            json.put("consistent", figure.consistent());
            list.add(json);
        }
        return JsonWriter.write(list);
    }

    /**
     * Draws throughput and latency over the number of connections, a row for each workload.
     *
     * @param figures what was measured
     * @return an SVG file, the same for the same figures
     */
    public static String plot(List<ServerFigure> figures) {
        final List<Panel> panels = new ArrayList<>();
        for (final String workload : ServerPlan.WORKLOADS) {
            final List<ServerFigure> of = figures.stream()
                .filter(figure -> figure.of().workload().equals(workload) && !workload.equals(ServedWorkload.EMPTY)
                    && figure.of().idle() == 0 && figure.of().hostile() == 0)
                .toList();
            if (!of.isEmpty()) {
                panels.add(panel(workload + ": throughput", "thousand calls per second", of,
                    figure -> figure.callsPerSecond() / THOUSAND));
                panels.add(panel(workload + ": p99", "us", of, figure -> figure.p99Nanos() / THOUSAND));
            }
        }
        return SvgPlot.draw(panels);
    }

    private static Panel panel(String title, String unit, List<ServerFigure> figures,
            java.util.function.ToDoubleFunction<ServerFigure> value) {
        final SequencedMap<String, List<Panel.Spot>> series = new LinkedHashMap<>();
        for (final ServerFigure figure : figures) {
            series.computeIfAbsent(figure.of().access(), access -> new ArrayList<>())
                .add(new Panel.Spot(figure.of().connections(), value.applyAsDouble(figure)));
        }
        return new Panel.Lines(title, "connections", unit, true, true, series);
    }
}
