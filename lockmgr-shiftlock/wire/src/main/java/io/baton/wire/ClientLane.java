package io.baton.wire;

import io.baton.fabric.ConnectionLostException;
import io.baton.fabric.Endpoint;
import io.baton.fabric.Route;
import io.baton.wire.carrier.Carrier;
import io.baton.wire.frame.LaneFrame;
import io.baton.wire.frame.LaneFrameHandler;
import io.baton.wire.frame.LaneHandshake;
import io.baton.wire.frame.MalformedLaneFrameException;
import io.baton.wire.frame.Refusal;
import io.baton.wire.frame.WireLimits;
import io.baton.wire.tls.LaneSecurity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A client process's end of a lane to one lock server, shared by its endpoints.
 *
 * <p>Concurrency: {@code latch} guards what goes out; the {@link LaneLeadership leader} reads what comes in.
 */
final class ClientLane implements LaneFrameHandler {

    private final int server;
    private final WireAddress address;
    private final Carrier carrier;
    private final EndpointTable endpoints;
    private final Selector selector;
    private final SelectionKey key;
    private final LaneLeadership lead;
    private final NanoClock clock;
    private final Object latch = new Object();
    private final Greeting greeting;
    private int node;
    private long session;
    private long configuration;
    private long memoryBytes;
    private @Nullable Refusal refusal;
    private volatile boolean welcome;
    private volatile @Nullable String lost;

    /** Nobody reads the lane yet: {@link #greet} begins. */
    ClientLane(int server, WireAddress address, Carrier carrier, EndpointTable endpoints, NanoClock clock,
            ThreadFactory threads) throws IOException {
        this.server = server;
        this.address = address;
        this.carrier = carrier;
        this.endpoints = endpoints;
        this.clock = clock;
        this.greeting = new Greeting(new ParkedBell(clock));
        this.selector = Selector.open();
        this.key = carrier.channel().register(selector, SelectionKey.OP_READ);
        this.lead = new LaneLeadership(this, selector, clock, threads);
    }

    /**
     * Opens a lane to the next lock server.
     *
     * @param before the lanes to those before it: the first of them has given the process its node and its session
     * @throws UncheckedIOException if the server cannot be reached or refuses, with its address and the reason
     */
    static ClientLane open(List<ClientLane> before, WireAddress address, LaneSecurity security,
            EndpointTable endpoints, NanoClock clock, ThreadFactory threads) {
        Carrier carrier = null;
        try {
            final ServerRoute way = ServerRoute.to(address, security, LockServerOptions.SPINS_DEFAULT, clock);
            carrier = way.carrier();
            final ClientLane lane =
                new ClientLane(before.size(), way.address(), carrier, endpoints, clock, threads);
            carrier = null;
            lane.greet(before.isEmpty() ? 0 : before.getFirst().node,
                before.isEmpty() ? 0 : before.getFirst().session);
            return lane;
        } catch (IOException e) {
            throw new UncheckedIOException("no lane to " + address + ": " + e.getMessage(), e);
        } finally {
            if (carrier != null) {
                carrier.close();
            }
        }
    }

    // The handshake, before anybody else knows the lane

    /** Says hello and waits for the answer. A node of 0 asks for one, and a session of 0 as well. */
    void greet(int wantedNode, long wantedSession) throws IOException {
        final int length = LaneFrame.bytes(LaneHandshake.HELLO_BYTES);
        final UnsafeBuffer hello = new UnsafeBuffer(new byte[length]);
        LaneHandshake.hello(hello, 0, wantedNode, wantedSession);
        lead.start();
        put(hello, length);
        lead.await(greeting, clock.nanoTime() + WireLimits.HANDSHAKE_NANOS_MAX);
        final Refusal refused = refusal;
        if (refused != null) {
            close();
            throw new IOException("the lock server refused: " + refused.sentence());
        }
        if (!welcome) {
            final String why = lost;
            close();
            throw new IOException(why == null ? "the lock server did not answer in time" : why);
        }
    }

    int node() {
        return node;
    }

    /** Where it leads. */
    WireAddress address() {
        return address;
    }

    long session() {
        return session;
    }

    long memoryBytes() {
        return memoryBytes;
    }

    // Out

    /** Sends a frame; waits while the lane has no room for it. */
    void post(LaneWaiter waiter, UnsafeBuffer frame, int length) {
        LaneFrame.under(frame, 0, session, configuration);
        checkLost();
        while (!put(frame, length)) {
            lead.look(waiter);
            checkLost();
        }
    }

    private boolean put(UnsafeBuffer frame, int length) {
        synchronized (latch) {
            try {
                int index = carrier.claim(length);
                if (index == Carrier.NO_ROOM) {
                    carrier.flush();
                    index = carrier.claim(length);
                }
                if (index == Carrier.NO_ROOM) {
                    return false;
                }
                carrier.out().putBytes(index, frame, 0, length);
                carrier.commit(index, length);
                carrier.flush();
                if (carrier.hasBacklog()) {
                    selector.wakeup(); // A leader that sleeps does not know that it has something to write.
                }
            } catch (IOException e) {
                if (!welcome) {
                    lead.look(greeting); // What the server has said before it closed the lane says more.
                }
                lose(e.getMessage());
            }
            return true;
        }
    }

    void flush() {
        synchronized (latch) {
            try {
                carrier.flush();
            } catch (IOException e) {
                lose(e.getMessage());
            }
        }
    }

    boolean hasBacklog() {
        synchronized (latch) {
            return carrier.hasBacklog();
        }
    }

    // In, by the leader

    Carrier carrier() {
        return carrier;
    }

    int read() {
        try {
            return isLost() ? 0 : carrier.read(this);
        } catch (IOException e) {
            lose(e.getMessage());
        } catch (MalformedLaneFrameException e) {
            lose("it sent " + e.getMessage());
        }
        return 0;
    }

    void onWake() {
        try {
            carrier.onWake();
        } catch (IOException e) {
            lose(e.getMessage());
        }
    }

    @Override
    public boolean onFrame(DirectBuffer buffer, int at, int length) throws MalformedLaneFrameException {
        final int type = LaneFrame.type(buffer, at);
        if (!welcome) {
            greeted(type, buffer, at, length);
            lead.ring(greeting);
            return true;
        }
        final WireEndpoint endpoint = endpoints.get(LaneFrame.endpoint(buffer, at));
        if (endpoint == null) {
            return true; // It was closed after this had been sent.
        }
        switch (type) {
            case LaneFrame.ANSWERS -> endpoint.requests().onAnswers(server, buffer, at, length);
            case LaneFrame.SENT -> endpoint.requests().onStatus(server, buffer, at);
            case LaneFrame.REFUSED -> endpoint.requests().onRefused(server, buffer, at);
            case LaneFrame.WATCHED -> {
                endpoint.wordWait().onWatched(buffer, at);
                lead.ring(endpoint.wordWait());
            }
            case LaneFrame.NOTICE -> {
                final int bytes = LaneFrame.count(buffer, at);
                if (bytes < 1 || bytes > Endpoint.NOTICE_BYTES_MAX || length != LaneFrame.bytes(bytes)) {
                    throw new MalformedLaneFrameException("a NOTICE of " + bytes + " bytes");
                }
                endpoint.onNotice(buffer, LaneFrame.body(at), bytes);
            }
            default -> throw new MalformedLaneFrameException("a frame of type " + type);
        }
        lead.ring(endpoint);
        return true;
    }

    private void greeted(int type, DirectBuffer buffer, int at, int length) throws MalformedLaneFrameException {
        if (type == LaneFrame.REFUSED) {
            refusal = Refusal.of(LaneFrame.status(buffer, at));
            lose("refused");
            return;
        }
        if (type != LaneFrame.WELCOME) {
            throw new MalformedLaneFrameException("a frame of type " + type + " before the WELCOME");
        }
        LaneFrame.checkBody(length, LaneHandshake.WELCOME_BYTES, "WELCOME");
        node = LaneHandshake.node(buffer, at);
        memoryBytes = LaneHandshake.memoryBytes(buffer, at);
        session = LaneFrame.session(buffer, at);
        configuration = LaneFrame.configuration(buffer, at);
        welcome = true;
    }

    // Waiting

    void await(LaneWaiter waiter, long deadlineNanos) {
        lead.await(waiter, deadlineNanos);
    }

    void wake(LaneWaiter waiter) {
        lead.wake(waiter);
    }

    // The end

    boolean isLost() {
        return lost != null;
    }

    void checkLost() {
        final String why = lost;
        if (why != null) {
            throw new ConnectionLostException("the lane of node " + node + " to " + address + " is lost: " + why);
        }
    }

    /** Ends the lane; all who wait learn of it. */
    void lose(@Nullable String why) {
        if (lost == null) {
            lost = why == null ? "it broke" : why;
            key.cancel();
            carrier.close();
            endpoints.forEach(endpoint -> {
                endpoint.bell().ringIfAwaited();
                endpoint.wordWait().bell().ringIfAwaited();
                endpoint.ringListener();
            });
            greeting.bell().ringIfAwaited();
            selector.wakeup();
        }
    }

    void close() {
        lose("it was closed");
        lead.stop();
        try {
            selector.close();
        } catch (IOException e) {
            return; // It is closed all the same.
        }
    }

    @Override
    public String toString() {
        return Route.toString(Route.of(Math.max(1, node), 0)) + " to " + address;
    }

    /** Waits for the lock server's answer to the hello. */
    private final class Greeting implements LaneWaiter {

        private final ParkedBell bell;

        Greeting(ParkedBell bell) {
            this.bell = bell;
        }

        @Override
        public boolean isOver() {
            return welcome;
        }

        @Override
        public ParkedBell bell() {
            return bell;
        }
    }
}
