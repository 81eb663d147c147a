package io.baton.lab.bench;

import io.baton.deploy.report.Figures;
import io.baton.deploy.report.JsonWriter;
import io.baton.deploy.report.TextTable;
import io.baton.engine.Durability;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The figures of a durability benchmark, for people and as JSON. */
final class DurabilityReport {

    private DurabilityReport() {
    }

    /**
     * Writes a table.
     *
     * @param figures what was measured
     * @return its lines, the names of columns first
     */
    static List<String> lines(List<DurabilityFigure> figures) {
        final TextTable table = new TextTable(1, "durability", "clients", "warehouses", "committed/s", "x none", "p50",
            "p99", "forces/s", "per force", "bytes each");
        for (final DurabilityFigure figure : figures) {
            final DurabilityCase of = figure.of();
            table.row(mode(of), Figures.count(of.clients()) + (of.asynchronous() ? " async" : ""),
                Figures.count(of.scale()), Figures.rate(figure.committedPerSecond()), ratio(figure, figures),
                Figures.latency(figure.commit().p50()), Figures.latency(figure.commit().p99()),
                Figures.rate(figure.forcesPerSecond()), Figures.rate(figure.log().transactionsPerForce()),
                Figures.rate(figure.log().bytesPerTransaction()));
        }
        return table.lines();
    }

    private static String ratio(DurabilityFigure figure, List<DurabilityFigure> all) {
        return all.stream()
            .filter(other -> other.of().isBeside(figure.of()) && other.of().durability() == Durability.NONE)
            .filter(other -> other.committed() > 0)
            .map(other -> Figures.ratio(figure.committedPerSecond() / other.committedPerSecond()))
            .findFirst()
            .orElse("-");
    }

    private static String mode(DurabilityCase of) {
        return of.durability().name().toLowerCase(Locale.ROOT);
    }

    /**
     * Writes the figures as JSON.
     *
     * @param figures what was measured
     * @return a list with an object for each figure
     */
    static String json(List<DurabilityFigure> figures) {
        final List<Object> list = new ArrayList<>();
        for (final DurabilityFigure figure : figures) {
            final Map<String, Object> json = new LinkedHashMap<>();
            json.put("mode", mode(figure.of()));
            json.put("clients", figure.of().clients());
            json.put("warehouses", figure.of().scale());
            if (figure.of().asynchronous()) {
                json.put("asynchronous", true);
            }
            json.put("committedPerSecond", figure.committedPerSecond());
            json.put("commitP50Nanos", figure.commit().p50());
            json.put("commitP99Nanos", figure.commit().p99());
            json.put("forcesPerSecond", figure.forcesPerSecond());
            json.put("transactionsPerForce", figure.log().transactionsPerForce());
            json.put("logBytesPerTransaction", figure.log().bytesPerTransaction());
            list.add(json);
        }
        return JsonWriter.write(list);
    }
}
