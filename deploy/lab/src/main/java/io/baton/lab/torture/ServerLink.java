package io.baton.lab.torture;

import io.baton.fabric.ConnectionLostException;
import io.baton.wire.WireAddress;
import io.baton.wire.WireFabric;
import io.baton.wire.tls.LaneSecurity;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * A process's way to one lock server: one life after the other, every second one over the lane of the one before, if
 * that still stands. Thread-safe.
 */
final class ServerLink {

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final WireAddress address;
    private final LaneSecurity security;
    private final Mistake planted;
    private final NanoClock clock;
    private final ThreadFactory threads;
    private final Consumer<JoinedSession> joined;
    private final IdentityHashMap<JoinedSession, Integer> users = new IdentityHashMap<>();
    private final List<Closing> closing = new ArrayList<>();
    private @Nullable JoinedSession life;
    private boolean keepsLane;

    /** A lane that nobody uses any more, but agents may for a moment. */
    private record Closing(WireFabric lane, long sinceNanos) {
    }

    ServerLink(WireAddress address, LaneSecurity security, Mistake planted, NanoClock clock, ThreadFactory threads,
            Consumer<JoinedSession> joined) {
        this.address = address;
        this.security = security;
        this.planted = planted;
        this.clock = clock;
        this.threads = threads;
        this.joined = joined;
    }

    /** Returns the life of now, for one more user; begins one if there is none. Tries until the server is there. */
    synchronized JoinedSession enter() {
        JoinedSession now = life;
        if (now == null || now.isOver()) {
            closeLanes();
            now = begin(now);
            life = now;
            joined.accept(now);
        }
        users.merge(now, 1, Integer::sum);
        return now;
    }

    /** A user leaves a life that is over. */
    synchronized void leave(JoinedSession left) {
        if (users.merge(left, -1, Integer::sum) == 0) {
            users.remove(left);
            left.close();
        }
    }

    private JoinedSession begin(@Nullable JoinedSession before) {
        WireFabric lane = before == null ? null : before.lane();
        keepsLane = !keepsLane;
        if (lane != null && !keepsLane) {
            closing.add(new Closing(lane, clock.nanoTime()));
            lane = null;
        }
        while (true) {
            try {
                if (lane == null) {
                    lane = WireFabric.connect(List.of(address), security, clock, threads);
                }
                return new JoinedSession(lane, planted, clock, threads);
            } catch (ConnectionLostException e) {
                if (lane != null) {
                    closing.add(new Closing(lane, clock.nanoTime()));
                }
                lane = null;
            } catch (UncheckedIOException e) {
                // The lock server is not there, or not yet.
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    private void closeLanes() {
        final long before = clock.nanoTime() - 2 * Times.SESSION_NANOS;
        closing.removeIf(each -> {
            final boolean old = each.sinceNanos() - before < 0;
            if (old) {
                each.lane().close();
            }
            return old;
        });
    }
}
