package io.baton.lock.server;

import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.Long2LongHashMap;
import org.jspecify.annotations.Nullable;

/** The sessions that a lock server has opened and not ended, by node, and the last life of each node. */
final class LockSessions {

    /** Stands for no node. */
    static final int NOBODY = -1;

    private final Int2ObjectHashMap<Session> open = new Int2ObjectHashMap<>();
    /** By node: the last life that was let in. */
    private final Long2LongHashMap lives = new Long2LongHashMap(Long.MIN_VALUE);

    /** The last number that a session or a round was given. */
    private long numbers;

    /** That of one client process. */
    static final class Session {

        final int node;
        final long number;
        final long life;
        final long route;
        long heardNanos;

        private Session(int node, long number, long life, long route, long heardNanos) {
            this.node = node;
            this.number = number;
            this.life = life;
            this.route = route;
            this.heardNanos = heardNanos;
        }
    }

    /** A number that no session and no round has had. */
    long nextNumber() {
        return ++numbers;
    }

    @Nullable
    Session of(int node) {
        return open.get(node);
    }

    boolean has(int node) {
        return open.containsKey(node);
    }

    /** Whether a life of a node has its session. */
    boolean isOpen(int node, long life) {
        final Session session = open.get(node);
        return session != null && session.life == life;
    }

    /** A life wants a session: false if it has had one already, or was followed by another. */
    boolean begins(int node, long life) {
        if (life <= lives.get(node)) {
            return false;
        }
        lives.put(node, life);
        return true;
    }

    void open(int node, long number, long life, long route, long nowNanos) {
        open.put(node, new Session(node, number, life, route, nowNanos));
    }

    /** Returns whether there was one. */
    boolean end(int node) {
        return open.remove(node) != null;
    }

    /** The node whose session has this number, or {@link #NOBODY}. */
    int nodeOf(long number) {
        for (Session session : open.values()) {
            if (session.number == number) {
                return session.node;
            }
        }
        return NOBODY;
    }

    /** Those that have not been heard of for longer than a time. */
    List<Integer> silentFor(long nanos, long nowNanos) {
        return open.values().stream().filter(session -> nowNanos - session.heardNanos > nanos)
            .map(session -> session.node).toList();
    }

    /** Lets a time of which the server knows nothing count against none of them. */
    void forgive(long nanos, long nowNanos) {
        for (Session session : open.values()) {
            session.heardNanos += Math.min(nanos, nowNanos - session.heardNanos);
        }
    }

    /** The nodes that have one now. */
    List<Integer> nodes() {
        return new ArrayList<>(open.keySet());
    }

    /** All but when it has heard of each. */
    String describe() {
        final StringBuilder text = new StringBuilder().append(numbers).append(lives);
        open.values().forEach(session -> text.append(' ').append(session.node).append(':').append(session.number)
            .append('/').append(session.life));
        return text.toString();
    }
}
