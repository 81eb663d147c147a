package io.baton.deploy.top;

import io.baton.client.BatonClient;
import io.baton.protocol.RecordValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** All figures of a server at one moment. Immutable. */
final class ServerReading {

    /** The procedure that lists them, which needs the grant operator. */
    private static final String PROCEDURE = "baton.statistics";
    private static final int PARTS = 4;

    /** By subject, then by what it is of, then by name. */
    private final Map<String, Map<String, Map<String, Object>>> figures = new TreeMap<>();

    /** Takes rows as the procedure tells them; what is none is left out. */
    ServerReading(List<?> rows) {
        for (final Object row : rows) {
            if (row instanceof RecordValue record && record.values().size() >= PARTS) {
                add(record.values());
            }
        }
    }

    private void add(List<? extends @Nullable Object> parts) {
        final Object value = parts.get(3);
        if (value != null && parts.get(0) instanceof String subject && parts.get(1) instanceof String of
            && parts.get(2) instanceof String name) {
            figures.computeIfAbsent(subject, first -> new LinkedHashMap<>())
                .computeIfAbsent(of, first -> new TreeMap<>()).put(name, value);
        }
    }

    /**
     * Asks a server, and waits.
     *
     * @param client of the server
     * @return what it tells
     * @throws io.baton.client.CallException if it does not
     */
    static ServerReading of(BatonClient client) {
        return of(client.procedure(PROCEDURE, Object.class).call());
    }

    /**
     * Asks a server.
     *
     * @param client of the server
     * @return completed with what it tells, or exceptionally with a {@link io.baton.client.CallException}
     */
    static CompletableFuture<ServerReading> ask(BatonClient client) {
        return client.procedure(PROCEDURE, Object.class).callAsync().thenApply(ServerReading::of);
    }

    private static ServerReading of(@Nullable Object told) {
        return new ServerReading(told instanceof List<?> rows ? rows : List.of());
    }

    /** What there is of a subject, in the server's order. */
    Set<String> all(String subject) {
        return figures.getOrDefault(subject, Map.of()).keySet();
    }

    private @Nullable Object find(String subject, String of, String name) {
        return figures.getOrDefault(subject, Map.of()).getOrDefault(of, Map.of()).get(name);
    }

    /** A number; 0 if the server tells none. */
    double number(String subject, String of, String name) {
        return find(subject, of, name) instanceof Number number ? number.doubleValue() : 0;
    }

    long count(String subject, String of, String name) {
        return find(subject, of, name) instanceof Number number ? number.longValue() : 0;
    }

    /** A text; empty if the server tells none. */
    String text(String subject, String of, String name) {
        return find(subject, of, name) instanceof String text ? text : "";
    }

    /** How many calls of a procedure no longer than so many nanoseconds there were, bucket by bucket. */
    SortedMap<Long, Long> latencies(String procedure) {
        final SortedMap<Long, Long> counts = new TreeMap<>();
        if (find("procedure", procedure, "latencies") instanceof List<?> list) {
            for (int i = 0; i + 1 < list.size(); i += 2) {
                if (list.get(i) instanceof Number upper && list.get(i + 1) instanceof Number count) {
                    counts.put(upper.longValue(), count.longValue());
                }
            }
        }
        return counts;
    }
}
