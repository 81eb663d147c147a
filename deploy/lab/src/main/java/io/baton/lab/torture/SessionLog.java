package io.baton.lab.torture;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the lock servers have told of sessions, and when each of their lives ended. Thread-safe. */
final class SessionLog {

    static final long NEVER = Long.MAX_VALUE;

    private final Map<Place, List<Event>> events = new HashMap<>();
    private final Map<Long, Long> ends = new HashMap<>();
    private long resets;
    private long fences;

    private record Place(long incarnation, int node) {
    }

    private record Event(boolean joined, long nanos) {
    }

    synchronized void joined(long incarnation, int node, long nanos) {
        events.computeIfAbsent(new Place(incarnation, node), place -> new ArrayList<>()).add(new Event(true, nanos));
    }

    synchronized void fenced(long incarnation, int node, long nanos) {
        fences++;
        events.computeIfAbsent(new Place(incarnation, node), place -> new ArrayList<>()).add(new Event(false, nanos));
    }

    synchronized void reset() {
        resets++;
    }

    /** A lock server is dead: its locks are gone, and so are all sessions. */
    synchronized void ended(long incarnation, long nanos) {
        ends.put(incarnation, nanos);
    }

    synchronized long resets() {
        return resets;
    }

    synchronized long fences() {
        return fences;
    }

    /** When the session of a section ended, or {@link #NEVER}: the first fence after it was opened. */
    synchronized long endOf(Section section) {
        final long incarnation = section.token.incarnation();
        final long end = ends.getOrDefault(incarnation, NEVER);
        boolean open = false;
        long fence = NEVER;
        for (final Event event : events.getOrDefault(new Place(incarnation, section.node), List.of())) {
            if (event.joined) {
                if (event.nanos > section.joinedNanos) {
                    break;
                }
                open = true;
                fence = NEVER;
            } else if (open && fence == NEVER) {
                fence = event.nanos;
            }
        }
        return Math.min(fence, end);
    }
}
