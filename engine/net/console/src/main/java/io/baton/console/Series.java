package io.baton.console;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.ArrayDeque;

/** The last minutes, second by second: a ring of fixed length. Thread-safe. */
final class Series {

    /** Five minutes. */
    static final int SECONDS = 300;

    @GuardedBy("this")
    private final ArrayDeque<Point> points = new ArrayDeque<>(SECONDS);
    @GuardedBy("this")
    private long last;

    /**
     * One second.
     *
     * @param atMillis when it ended, since 1970
     * @param committed calls that were committed, a second
     * @param returned calls of transactions of several that have returned, a second
     * @param aborted all other calls, a second
     * @param p50Nanos what half of the calls took at most; 0 if there were none, as for the next two
     * @param p99Nanos what 99 of 100 took at most
     * @param maxNanos what all took at most, as near as its bucket
     * @param waits lock waits a second
     * @param handovers of locks a second
     * @param restarts of calls a second
     * @param logBytes a second
     * @param connections open at its end
     * @param memoryBytes at its end
     */
    record Point(long atMillis, double committed, double returned, double aborted, long p50Nanos, long p99Nanos,
            long maxNanos, double waits, double handovers, double restarts, double logBytes, int connections,
            long memoryBytes) {

        JsonArray json() {
            final JsonArray values = new JsonArray();
            values.add(atMillis);
            values.add(Math.round(committed));
            values.add(Math.round(returned));
            values.add(Math.round(aborted));
            values.add(p50Nanos);
            values.add(p99Nanos);
            values.add(maxNanos);
            values.add(Math.round(waits));
            values.add(Math.round(handovers));
            values.add(Math.round(restarts));
            values.add(Math.round(logBytes));
            values.add(connections);
            values.add(memoryBytes);
            return values;
        }
    }

    /** The names of what {@link Point#json} lists. */
    private static final String[] NAMES =
        {"at", "committed", "returned", "aborted", "p50", "p99", "max", "waits", "handovers",
            "restarts", "logBytes", "connections", "memory"};

    synchronized void add(Point point) {
        if (points.size() == SECONDS) {
            points.removeFirst();
        }
        points.addLast(point);
        last++;
    }

    /**
     * Tells what came after a point.
     *
     * @param known the number of the last point that is known, 0 for none
     * @return the number of the last one that there is, the names of a point's values, and the points
     */
    synchronized JsonObject after(long known) {
        final JsonObject json = new JsonObject();
        json.addProperty("last", last);
        json.addProperty("keepSeconds", SECONDS);
        final JsonArray names = new JsonArray();
        for (final String name : NAMES) {
            names.add(name);
        }
        json.add("names", names);
        final JsonArray list = new JsonArray();
        // A number of another run of the server is above all.
        long number = known > last ? Long.MAX_VALUE : last - points.size();
        for (final Point point : points) {
            if (known > last || ++number > known) {
                list.add(point.json());
            }
        }
        json.add("points", list);
        return json;
    }
}
