package io.baton.lab.bench.remote;

import io.baton.deploy.report.Figures;
import io.baton.deploy.report.JsonWriter;
import io.baton.deploy.report.TextTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The figures of the wire, for people and as JSON. */
final class FabricReport {

    private FabricReport() {
    }

    /**
     * Writes a table.
     *
     * @param figures what was measured
     * @return its lines, the names of columns first
     */
    static List<String> lines(List<FabricFigure> figures) {
        final TextTable table = new TextTable(
            3, "carrier", "hog", "what", "verbs", "clients", "p50", "p99", "round trips/s", "bare p50", "x bare",
            "x one verb");
        long oneVerb = 0;
        for (final FabricFigure figure : figures) {
            final FabricCase of = figure.of();
            oneVerb = of.isOneVerb() ? figure.p50Nanos() : oneVerb;
            table.row(of.carrier().scheme(), of.busyThread() ? "yes" : "no", of.chain() ? "chain" : "verbs",
                Figures.count(of.verbsPerFrame()),
                Figures.count(of.clients()), Figures.latency(figure.p50Nanos()), Figures.latency(figure.p99Nanos()),
                Figures.rate(figure.roundTripsPerSecond()), Figures.latency(figure.bareP50Nanos()),
                ratio(figure, figure.bareP50Nanos()), ratio(figure, oneVerb));
        }
        return table.lines();
    }

    private static String ratio(FabricFigure figure, long nanos) {
        return nanos == 0 ? "-" : Figures.ratio((double) figure.p50Nanos() / nanos);
    }

    /**
     * Writes the figures as JSON.
     *
     * @param figures what was measured
     * @return a list with an object for each figure
     */
    static String json(List<FabricFigure> figures) {
        final List<Object> list = new ArrayList<>();
        for (final FabricFigure figure : figures) {
            final Map<String, Object> json = new LinkedHashMap<>();
            json.put("carrier", figure.of().carrier().scheme());
            json.put("hog", figure.of().busyThread());
            json.put("verbsPerFrame", figure.of().verbsPerFrame());
            json.put("clients", figure.of().clients());
            json.put("chain", figure.of().chain());
            json.put("p50Nanos", figure.p50Nanos());
            json.put("p99Nanos", figure.p99Nanos());
            json.put("roundTripsPerSecond", figure.roundTripsPerSecond());
            json.put("bareP50Nanos", figure.bareP50Nanos());
            list.add(json);
        }
        return JsonWriter.write(list);
    }
}
