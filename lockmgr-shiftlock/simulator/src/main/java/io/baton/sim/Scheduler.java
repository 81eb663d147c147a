package io.baton.sim;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Virtual time, and whose turn it is. Exactly one simulated thread runs at a time. A thread that has to wait takes
 * the next events itself until one of them ends somebody's wait, hands its turn over directly, and parks; if the
 * wait that ends is its own, it simply goes on.
 *
 * <p>Concurrency: everything here belongs to whoever has the turn; handing it over (a volatile write, read by the next)
 * publishes it.
 */
final class Scheduler {

    private final EventQueue queue = new EventQueue();
    private final List<SimThread> threads = new ArrayList<>();
    private SimThread main = new SimThread("main", true);
    private SimThread current = main;
    private long now;
    private int clients;
    private long hash;
    private @Nullable RuntimeException failure;
    private boolean closed;

    long now() {
        return now;
    }

    SimThread current() {
        if (closed) {
            throw new SimThread.Ended();
        }
        return current;
    }

    void schedule(long time, Event event, long ticket) {
        queue.add(Math.max(time, now), event, ticket);
    }

    /** Notes what has happened in the trace hash. */
    void note(long what, long who, long where, long value) {
        long mixed = hash ^ now;
        mixed = (mixed ^ what ^ (who << 8)) * 0x9E37_79B9_7F4A_7C15L;
        mixed = (Long.rotateLeft(mixed, 29) ^ where) * 0xBF58_476D_1CE4_E5B9L;
        hash = (mixed ^ (mixed >>> 32) ^ value) * 0x94D0_49BB_1331_11EBL;
    }

    long hash() {
        return hash;
    }

    /** Makes a thread that begins at the present time. */
    SimThread add(String name, boolean daemon, Runnable body, boolean started) {
        final SimThread thread = new SimThread(name, daemon);
        final Thread virtual = Thread.ofVirtual().name(name).unstarted(() -> live(thread, body));
        thread.thread(virtual);
        threads.add(thread);
        if (!daemon) {
            clients++;
        }
        queue.add(now, thread, thread.beginWait("its first turn", now));
        if (started) {
            virtual.start();
        }
        return thread;
    }

    private void live(SimThread me, Runnable body) {
        try {
            me.awaitTurn();
            body.run();
        } catch (SimThread.Ended ended) {
            return;
        } catch (Throwable thrown) {
            if (closed) {
                return;
            }
            fail(new IllegalStateException(me.name + " failed at " + now + " ns: " + thrown, thrown));
        }
        me.ended = true;
        if (!me.daemon) {
            clients--;
        }
        final SimThread next = advance();
        current = next;
        next.giveTurn();
    }

    /** Waits until the event comes that ends the wait which the thread has begun. */
    void await(SimThread me) {
        final SimThread next = advance();
        if (next == me) {
            return;
        }
        current = next;
        next.giveTurn();
        me.awaitTurn();
    }

    /** Lets time pass for the thread whose turn it is. */
    void sleep(long nanos, String what) {
        final SimThread me = current();
        queue.add(now + nanos, me, me.beginWait(what, now));
        await(me);
    }

    private void fail(RuntimeException cause) {
        if (failure == null) {
            failure = cause;
        }
    }

    /** Lets events happen until somebody can go on: a client, or whoever runs the cluster if the run is over. */
    private SimThread advance() {
        while (clients > 0 && failure == null) {
            if (queue.isEmpty()) {
                fail(stuck());
                break;
            }
            now = queue.time();
            final long ticket = queue.ticket();
            final SimThread woken = queue.remove().fire(ticket);
            if (woken != null) {
                return woken;
            }
        }
        return main;
    }

    void run() {
        if (closed) {
            throw new IllegalStateException("the cluster is closed; make a new one");
        }
        main = new SimThread("main", true);
        main.thread(Thread.currentThread());
        current = main;
        final SimThread next = advance();
        if (next != main) {
            current = next;
            next.giveTurn();
            main.awaitTurn();
        }
        final RuntimeException thrown = failure;
        if (thrown != null) {
            throw thrown;
        }
    }

    private IllegalStateException stuck() {
        final StringBuilder text = new StringBuilder("at ").append(now).append(" ns all clients wait for ever:");
        for (SimThread thread : threads) {
            if (!thread.ended) {
                text.append(' ').append(thread.name).append(" for ").append(thread.waitsFor)
                    .append(" since ").append(thread.waitsSince).append(" ns;");
            }
        }
        return new IllegalStateException(text.toString());
    }

    void close() {
        closed = true;
        for (SimThread thread : threads) {
            final Thread virtual = thread.thread();
            if (!thread.ended && virtual != null && virtual.getState() != Thread.State.NEW) {
                thread.cancel();
            }
        }
    }
}
