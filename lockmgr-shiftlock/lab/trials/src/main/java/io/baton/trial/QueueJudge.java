package io.baton.trial;

import io.baton.fabric.Route;
import io.baton.lock.FencingToken;
import io.baton.lock.LockClient;
import io.baton.lock.LockMode;
import io.baton.lock.shiftlock.HoldState;
import io.baton.lock.shiftlock.LockInspector;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Sees every change of every entry at the moment at which it is made, and judges who gets a lock when:
 * <ul>
 * <li>Writers get it in the order in which their tails were swapped in; nobody who waits for its turn is passed over,
 *     or dropped when the tail is cleared.
 * <li>A flip of Epoch lets in all readers that wait: until each has left, no writer gets the lock and Epoch does not
 *     flip again. Nobody reads before a flip that its arrival has to wait for.
 * <li>A waiting reader is passed by no more writers than the threshold.
 * <li>Who has a lock from another client of its process has it in a process that keeps it, or one turn after a writer
 *     of its process.
 * <li>Only a reader that was counted in this generation leaves it.
 * </ul>
 * All of that holds within a generation, whatever fails; a reset begins anew. That there is no reset where nothing
 * has failed is {@link Campaign}'s to judge, which makes the waits bounded there.
 */
final class QueueJudge {

    /** A reader that waits, and how often writers had got the lock when it came. */
    private record Waiting(long route, long writerGrants) {
    }

    /** What is known of one lock in its present generation. */
    private static final class Line {

        int generation;
        /** Writers in the order in which they queued, until they get the lock or a writer behind them does. */
        final Set<Long> writers = new LinkedHashSet<>();
        /**
         * Readers that wait for a flip, in the order in which they came. A route is there twice if it was a dead
         * client's, whose last verb is still on its way: the entry has counted it twice, too.
         */
        final List<Waiting> waiting = new ArrayList<>();
        /** The routes of readers that may read, each as often as it was counted. */
        final List<Long> reading = new ArrayList<>();
        long writerGrants;
        /** The agent in whose name a process keeps the lock, as far as the entry tells, or else none. */
        long keeper = Route.NONE;
        /** Who got the lock exclusively last, and with which token. */
        long lastWriter = Route.NONE;
        @Nullable
        FencingToken lastToken;

        /** Takes a reader out, once. */
        boolean removeReader(long route) {
            for (final Waiting reader : waiting) {
                if (reader.route() == route) {
                    return waiting.remove(reader);
                }
            }
            return reading.remove((Long) route);
        }

        void begin(int newGeneration) {
            generation = newGeneration;
            writers.clear();
            waiting.clear();
            reading.clear();
            keeper = Route.NONE;
            lastWriter = Route.NONE;
            lastToken = null;
        }

        /** Whether a client of the same process had the lock before, and passed its turn to one that has not queued. */
        boolean isPassedTo(long route, FencingToken token) {
            final FencingToken before = lastToken;
            return before != null && !writers.contains(route) && Route.node(lastWriter) == Route.node(route)
                && before.releases() == token.releases() && before.turn() + 1 == token.turn();
        }
    }

    private final List<Line> lines = new ArrayList<>();
    private final int threshold;
    private final LongFunction<@Nullable LockClient> clients;
    private final LongPredicate agents;
    private long incarnation;

    /**
     * Makes a judge of locks that are all free.
     *
     * @param count how many
     * @param threshold after how many writers in a row the readers' turn comes
     * @param incarnation which life of the lock server it is
     * @param clients finds a client of a process that lives, or the last that did, by its route
     * @param agents whether a route is that of an agent that keeps locks for such a process
     */
    QueueJudge(int count, int threshold, long incarnation, LongFunction<@Nullable LockClient> clients,
            LongPredicate agents) {
        for (int i = 0; i < count; i++) {
            lines.add(new Line());
        }
        this.threshold = threshold;
        this.incarnation = incarnation;
        this.clients = clients;
        this.agents = agents;
    }

    /** The lock server has begun another life, with all locks free. */
    void restarted() {
        incarnation++;
        lines.forEach(line -> line.begin(0));
    }

    /** An entry was changed by a verb of a client, or of the lock server. */
    void changed(long route, LockInspector.Entry before, LockInspector.Entry after) {
        final Line line = lines.get(after.slot());
        if (after.generation() != line.generation) {
            line.begin(after.generation());
            return;
        }
        if (after.epoch() != before.epoch()) {
            flip(line, after.slot(), route);
        }
        changedReaders(line, route, before, after);
        if (after.tail() != before.tail()) {
            changedTail(line, route, after);
        }
    }

    private void changedReaders(Line line, long route, LockInspector.Entry before, LockInspector.Entry after) {
        if (after.readers() == before.readers() + 1) {
            if (before.tail() == Route.NONE) {
                line.reading.add(route);
            } else {
                line.waiting.add(new Waiting(route, line.writerGrants));
            }
        } else if (after.readers() != before.readers() && !line.removeReader(route)) {
            throw new BrokenPromise("lock " + after.slot() + ": " + Route.toString(route)
                + " leaves as a reader that was not counted in generation " + line.generation);
        }
    }

    private void changedTail(Line line, long route, LockInspector.Entry after) {
        if (after.tail() == route) {
            // One that has left its place queues anew.
            line.writers.remove(route);
            line.writers.add(route);
            return;
        }
        if (after.tail() == Route.NONE) {
            checkNobodyWaits(line.writers, after.slot(), "the tail was cleared by " + Route.toString(route));
            line.writers.clear();
            line.keeper = Route.NONE;
            return;
        }
        // Otherwise a client has put another one of its process in its own place.
        line.keeper = agents.test(after.tail()) ? after.tail() : Route.NONE;
    }

    private void flip(Line line, int lock, long route) {
        if (!line.reading.isEmpty()) {
            throw new BrokenPromise("lock " + lock + ": Epoch was flipped by " + Route.toString(route) + " before "
                + Route.toString(line.reading.getFirst()) + " has left, which an earlier flip had let in");
        }
        line.waiting.forEach(reader -> line.reading.add(reader.route()));
        line.waiting.clear();
        line.keeper = Route.NONE;
    }

    /** A client has got a lock, and believes to hold it with this token. */
    void granted(int lock, long route, LockMode mode, FencingToken token) {
        final Line line = lines.get(lock);
        if (token.incarnation() != incarnation || token.generation() != line.generation) {
            return;
        }
        if (token.local() > 0) {
            grantedHere(line, lock, route);
        } else if (mode == LockMode.EXCLUSIVE) {
            grantedExclusive(line, lock, route, token);
        } else if (!line.reading.contains(route)) {
            throw new BrokenPromise("lock " + lock + ": " + Route.toString(route)
                + " reads although no flip of Epoch has let it in");
        }
    }

    private static void grantedHere(Line line, int lock, long route) {
        if (line.keeper == Route.NONE || Route.node(line.keeper) != Route.node(route)) {
            throw new BrokenPromise("lock " + lock + ": " + Route.toString(route)
                + " has got it from its process, which does not keep it");
        }
        if (!line.reading.isEmpty()) {
            throw new BrokenPromise(
                "lock " + lock + ": " + Route.toString(route) + " has got it from its process before "
                    + Route.toString(line.reading.getFirst()) + " has left, which may read");
        }
    }

    private void grantedExclusive(Line line, int lock, long route, FencingToken token) {
        final boolean passed = line.isPassedTo(route, token);
        if (!passed && !line.writers.contains(route)) {
            throw new BrokenPromise("lock " + lock + ": " + Route.toString(route)
                + " got it exclusively without a place in the queue, or after somebody behind it");
        }
        if (!line.reading.isEmpty()) {
            throw new BrokenPromise("lock " + lock + ": " + Route.toString(route) + " got it exclusively before "
                + Route.toString(line.reading.getFirst()) + " has left, which may read");
        }
        if (line.writers.contains(route)) {
            checkNobodyWaits(passedBy(line, route), lock, Route.toString(route) + " got it exclusively");
        }
        line.keeper = Route.NONE;
        line.lastWriter = route;
        line.lastToken = token;
        line.writerGrants++;
        if (!line.waiting.isEmpty()) {
            final Waiting oldest = line.waiting.getFirst();
            if (line.writerGrants - oldest.writerGrants() > threshold) {
                throw new BrokenPromise("lock " + lock + ": more than " + threshold + " writers have passed reader "
                    + Route.toString(oldest.route()));
            }
        }
    }

    /** Takes out the writers up to one, and returns those before it. */
    private static Set<Long> passedBy(Line line, long route) {
        final Set<Long> passed = new LinkedHashSet<>();
        for (Iterator<Long> it = line.writers.iterator(); it.hasNext();) {
            final long first = it.next();
            it.remove();
            if (first == route) {
                break;
            }
            passed.add(first);
        }
        return passed;
    }

    /** A writer that waits, or its ghost, is in this state until its turn comes. */
    private void checkNobodyWaits(Set<Long> passed, int lock, String event) {
        for (long route : passed) {
            final LockClient client = clients.apply(route);
            if (client != null && LockInspector.positions(client).stream().anyMatch(
                position -> position.slot() == lock && position.state() == HoldState.WAITS_FOR_TURN)) {
                throw new BrokenPromise("lock " + lock + ": " + event + " while " + Route.toString(route)
                    + ", which had queued earlier, waits for its turn");
            }
        }
    }
}
