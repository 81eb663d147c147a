package io.baton.wire;

import io.baton.fabric.Endpoint;
import io.baton.fabric.Gate;
import io.baton.fabric.Route;
import io.baton.fabric.SendStatus;
import io.baton.wire.frame.WireLimits;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.random.RandomGenerator;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** The lanes of a lock server by the node ids of their processes, and its gate. Thread-safe. */
final class Lanes implements Gate {

    private static final int FIRST_NODE = WireLimits.SERVER_NODE + 1;

    final long memoryBytes;
    final LockServerOptions options;
    private final AtomicReferenceArray<@Nullable ServerLane> byNode =
        new AtomicReferenceArray<>(Route.NODE_MAX + 1);
    private final AtomicInteger nextNode = new AtomicInteger();
    private final AtomicInteger open = new AtomicInteger();
    /** Those of the server's own endpoints that want to know when a process has gone. */
    private final List<ServerEndpoint> watchers = new CopyOnWriteArrayList<>();
    /** Where requests for the recovery of locks go, or {@link Route#NONE}. */
    private volatile long recoveryRoute;
    /** A number that no other life of a lock server has. */
    private final long life;
    /** The frame that tells where processes of this machine find the server; set before the first lane. */
    private volatile UnsafeBuffer places;

    Lanes(long memoryBytes, LockServerOptions options) {
        this.memoryBytes = memoryBytes;
        this.options = options;
        this.life = newSession();
        this.places = ServerAddresses.frame(life, List.of());
    }

    DirectBuffer places() {
        return places;
    }

    void places(List<WireAddress> addresses) {
        places = ServerAddresses.frame(life, addresses);
    }

    /** Counts a lane that has just been accepted; returns false, and does not count it, if there are too many. */
    boolean admitLane() {
        if (open.incrementAndGet() <= options.lanesMax()) {
            return true;
        }
        open.decrementAndGet();
        return false;
    }

    /** Forgets a lane that was counted and never began. */
    void forget() {
        open.decrementAndGet();
    }

    /** Forgets a lane that was counted. */
    void forget(ServerLane lane, int node) {
        forget();
        if (node != 0 && byNode.compareAndSet(node, lane, null)) {
            watchers.forEach(watcher -> watcher.onGone(node));
        }
    }

    /** Tells an endpoint of the server's own about processes that go. */
    void watch(ServerEndpoint endpoint) {
        watchers.add(endpoint);
    }

    void unwatch(ServerEndpoint endpoint) {
        watchers.remove(endpoint);
    }

    long recoveryRoute() {
        return recoveryRoute;
    }

    void recoveryRoute(long route) {
        recoveryRoute = route;
    }

    /** Puts a notice on its way to an endpoint of another process. */
    SendStatus deliver(long route, DirectBuffer buffer, int at, int bytes) {
        final ServerLane receiver = at(Route.node(route));
        return receiver == null
            ? SendStatus.NO_SUCH_PEER : receiver.deliver(Route.queuePair(route), buffer, at, bytes);
    }

    int open() {
        return open.get();
    }

    /** Gives a lane the wanted node id, or any free one; returns 0 if it is taken. Ids come back late. */
    int register(ServerLane lane, int wanted) {
        if (wanted != 0) {
            return byNode.compareAndSet(wanted, null, lane) ? wanted : 0;
        }
        for (int tries = FIRST_NODE; tries <= Route.NODE_MAX; tries++) {
            final int node = FIRST_NODE + Math.floorMod(nextNode.getAndIncrement(), Route.NODE_MAX - FIRST_NODE + 1);
            if (byNode.compareAndSet(node, null, lane)) {
                return node;
            }
        }
        return 0;
    }

    @Nullable
    ServerLane at(int node) {
        return byNode.get(node);
    }

    /** Sends a notice to a client of the lock server's own process, or of another. */
    SendStatus send(Endpoint own, long route, DirectBuffer buffer, int at, int bytes) {
        if (Route.node(route) == WireLimits.SERVER_NODE) {
            final long local = route == LockServer.RECOVERY_ROUTE ? recoveryRoute() : route;
            return local == Route.NONE ? SendStatus.NO_SUCH_PEER : own.send(local, buffer, at, bytes);
        }
        return deliver(route, buffer, at, bytes);
    }

    long newSession() {
        final RandomGenerator random = options.random();
        synchronized (random) {
            long session = random.nextLong();
            while (session == 0) {
                session = random.nextLong();
            }
            return session;
        }
    }

    @Override
    public void refuse(int node) {
        final ServerLane lane = byNode.get(node);
        if (lane != null) {
            lane.refuse();
        }
    }

    @Override
    public void admit(int node) {
        final ServerLane lane = byNode.get(node);
        if (lane != null) {
            lane.admit();
        }
    }
}
