package io.baton.server;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** Calls of a connection that run one after the other. For its event loop. */
final class OrderedCalls {

    private final Queue<Waiting> waiting = new ArrayDeque<>();
    private @Nullable RemoteCall current;
    private boolean starting;

    private record Waiting(RemoteCall call, Runnable start) {
    }

    /** Starts a call when those before it have ended. */
    void run(RemoteCall call, Runnable start) {
        waiting.add(new Waiting(call, start));
        next();
    }

    /** A call is answered: the next one may start. */
    void ended(RemoteCall call) {
        if (call.equals(current)) {
            current = null;
            next();
        }
    }

    private void next() {
        // A call that is refused at once ends while it is started.
        if (starting) {
            return;
        }
        starting = true;
        while (current == null && !waiting.isEmpty()) {
            final Waiting first = waiting.remove();
            current = first.call();
            first.start().run();
        }
        starting = false;
    }

    /** The connection has ended: none of them starts. */
    void clear() {
        waiting.clear();
    }
}
