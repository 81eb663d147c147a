package io.baton.lab.bench.remote;

import io.baton.deploy.report.Figures;
import io.baton.deploy.report.JsonWriter;
import io.baton.deploy.report.TextTable;
import io.baton.deploy.wire.SessionOptions;
import io.baton.lock.RecoveryOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The figures of remote locks, for people and as JSON. */
public final class RemoteReport {

    private RemoteReport() {
    }

    /**
     * Writes a table.
     *
     * @param figures what was measured
     * @return its lines, the names of columns first
     */
    public static List<String> lines(List<RemoteFigure> figures) {
        final TextTable table = new TextTable(
            4, "carrier", "locks", "options", "session", "servers", "processes", "clients", "chain", "pairs/s", "p50",
            "p99",
            "p99.9");
        for (final RemoteFigure figure : figures) {
            final RemoteCase of = figure.of();
            table.row(of.carrier(), lockSet(of), of.options().label(),
                session(of),
                Figures.count(of.servers().size()),
                Figures.count(of.processes()), Figures.count(of.clients()), Figures.count(of.chain()),
                Figures.rate(figure.pairsPerSecond()), Figures.latency(figure.p50Nanos()),
                Figures.latency(figure.p99Nanos()), Figures.latency(figure.p999Nanos()));
        }
        return table.lines();
    }

    private static String lockSet(RemoteCase of) {
        return of.ownLocks() ? "own" : "shared";
    }

    private static String session(RemoteCase of) {
        final RecoveryOptions session = of.session();
        return session == null ? SessionOptions.NONE : Figures.latency(session.sessionNanos());
    }

    /** 0 without sessions. */
    private static long sessionMillis(RemoteCase of) {
        final RecoveryOptions session = of.session();
        return session == null ? 0 : TimeUnit.NANOSECONDS.toMillis(session.sessionNanos());
    }

    /**
     * Writes the figures as JSON.
     *
     * @param figures what was measured
     * @return a list with an object for each figure
     */
    public static String json(List<RemoteFigure> figures) {
        final List<Object> list = new ArrayList<>();
        for (final RemoteFigure figure : figures) {
            final Map<String, Object> json = new LinkedHashMap<>();
            json.put("carrier", figure.of().carrier());
            json.put("servers", figure.of().servers().size());
            json.put("processes", figure.of().processes());
            json.put("clients", figure.of().clients());
            json.put("options", figure.of().options().label());
            json.put("keptLocks", figure.of().options().options().caching());
            json.put("sessionMillis", sessionMillis(figure.of()));
            json.put("lockSet", lockSet(figure.of()));
            json.put("chain", figure.of().chain());
            json.put("pairsPerSecond", figure.pairsPerSecond());
            json.put("p50Nanos", figure.p50Nanos());
            json.put("p99Nanos", figure.p99Nanos());
            json.put("p999Nanos", figure.p999Nanos());
            list.add(json);
        }
        return JsonWriter.write(list);
    }
}
