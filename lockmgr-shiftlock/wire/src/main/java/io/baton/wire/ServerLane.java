package io.baton.wire;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.baton.fabric.Route;
import io.baton.fabric.SendStatus;
import io.baton.wire.carrier.Carrier;
import io.baton.wire.frame.LaneFrame;
import io.baton.wire.frame.LaneFrameHandler;
import io.baton.wire.frame.LaneHandshake;
import io.baton.wire.frame.MalformedLaneFrameException;
import io.baton.wire.frame.NoticeCheck;
import io.baton.wire.frame.Refusal;
import io.baton.wire.frame.SentStatus;
import io.baton.wire.frame.VerbCheck;
import io.baton.wire.frame.WireLimits;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The lock server's end of a lane: executes what comes, in order, and answers each frame.
 *
 * <p>Concurrency: frames are read by the lane's executor only. {@code latch} guards what goes out and the mailboxes'
 * counts, because notices come from other lanes' executors; an executor holds one latch at a time. It is held while
 * verbs are executed, so that none is under way once {@link #refuse} returns.
 */
final class ServerLane implements LaneFrameHandler {

    private static final int NOTICE_OFFSET = LaneFrame.HEADER_BYTES + LaneFrame.ROUTE_BYTES;

    final Executor executor;
    final Carrier carrier;
    final long since;
    private final Lanes lanes;
    private final String peer;
    private final Object latch = new Object();
    @GuardedBy("latch")
    private final LaneEndpoints endpoints;
    private final LaneWatches watches;
    private @Nullable SelectionKey key;
    /** 0 before the handshake. */
    private int node;
    private long session;
    /** Whether a frame waits for room to answer it. */
    private boolean paused;
    private @Nullable String ending;
    @GuardedBy("latch")
    private boolean ended;

    ServerLane(Executor executor, Carrier carrier, Lanes lanes, String peer, long now) {
        this.executor = executor;
        this.carrier = carrier;
        this.lanes = lanes;
        this.peer = peer;
        this.since = now;
        this.endpoints = new LaneEndpoints(lanes.options.sessionsOnly());
        this.watches = new LaneWatches(this, executor.words(), lanes.memoryBytes);
        carrier.wakeBy(() -> executor.later(() -> turn(false)));
    }

    // The executor's turns

    void key(SelectionKey registered) {
        key = registered;
    }

    /** Whether the peer has not said who it is. */
    boolean isNew() {
        return node == 0;
    }

    boolean isPaused() {
        return paused;
    }

    /** Does what has come, as much as there is room to answer; returns how many frames it was. */
    int turn(boolean woken) {
        int taken = 0;
        try {
            if (woken) {
                carrier.onWake();
            }
            if (carrier.spins() > 0) {
                paused = false;
                taken = carrier.read(this);
            } else {
                taken = turnOfSocket();
            }
            if (ending != null) {
                end(ending);
            }
        } catch (EOFException e) {
            end(null);
        } catch (MalformedLaneFrameException e) {
            end("closed, because it sent " + e.getMessage());
        } catch (IOException | CancelledKeyException e) {
            end("broken: " + e.getMessage());
        } catch (RuntimeException | Error e) {
            end("closed, because what it sent failed: " + e);
        }
        return taken;
    }

    private int turnOfSocket() throws IOException, MalformedLaneFrameException {
        int taken = 0;
        boolean backlog;
        do {
            paused = false;
            taken += carrier.read(this);
            synchronized (latch) {
                carrier.flush();
                backlog = carrier.hasBacklog();
            }
        } while (paused && !backlog);
        interest(backlog);
        return taken;
    }

    /** Looks whether there is more to write than the peer takes. */
    void interest() {
        final boolean backlog;
        synchronized (latch) {
            backlog = !ended && carrier.hasBacklog();
        }
        interest(backlog);
    }

    private void interest(boolean backlog) {
        final SelectionKey registered = key;
        if (registered != null && registered.isValid() && carrier.spins() == 0) {
            final int ops = (paused ? 0 : SelectionKey.OP_READ) | (backlog ? SelectionKey.OP_WRITE : 0);
            if (registered.interestOps() != ops) {
                registered.interestOps(ops);
            }
        }
    }

    /** Ends the lane; says so if there is something to say. */
    void end(@Nullable String sentence) {
        synchronized (latch) {
            if (ended) {
                return;
            }
            ended = true;
            carrier.close();
        }
        final SelectionKey registered = key;
        if (registered != null) {
            registered.cancel();
        }
        watches.endAll();
        lanes.forget(this, node);
        executor.forget(this);
        if (sentence != null) {
            lanes.options.log().accept(this + " " + sentence);
        }
    }

    // Frames

    @Override
    public boolean onFrame(DirectBuffer buffer, int at, int length) throws MalformedLaneFrameException {
        if (ending != null) {
            return true;
        }
        // Without the latch: notices leave this half alone, so that the answer has room whatever they do meanwhile.
        if (!carrier.hasHalf()) {
            paused = true;
            return false;
        }
        if (node == 0) {
            greet(buffer, at, length);
            return true;
        }
        final Refusal refusal = refusal(buffer, at);
        if (refusal != Refusal.NONE) {
            refuse(buffer, at, refusal);
            return true;
        }
        handle(buffer, at, length);
        return true;
    }

    private void handle(DirectBuffer buffer, int at, int length) throws MalformedLaneFrameException {
        final int type = LaneFrame.type(buffer, at);
        switch (type) {
            case LaneFrame.VERBS -> verbs(buffer, at, length);
            case LaneFrame.SEND -> send(buffer, at, length);
            case LaneFrame.CREDIT -> credit(buffer, at, length);
            case LaneFrame.WATCH -> watch(buffer, at, length);
            case LaneFrame.OPEN -> open(buffer, at, length);
            case LaneFrame.CLOSE -> close(buffer, at, length);
            default -> throw new MalformedLaneFrameException("a frame of type " + type);
        }
    }

    private void greet(DirectBuffer buffer, int at, int length) throws MalformedLaneFrameException {
        LaneHandshake.checkHello(buffer, at, length);
        if (LaneHandshake.helloVersion(buffer, at) != WireLimits.VERSION) {
            ending = "refused: it speaks version " + LaneHandshake.helloVersion(buffer, at) + ", this is version "
                + WireLimits.VERSION;
            refuse(buffer, at, Refusal.VERSION);
            return;
        }
        if (LaneFrame.type(buffer, at) == LaneFrame.LOOK) {
            put(lanes.places(), lanes.places().capacity());
            return;
        }
        final int given = lanes.register(this, LaneHandshake.nodeWanted(buffer, at));
        if (given == 0) {
            ending = "refused: node " + LaneHandshake.nodeWanted(buffer, at) + " is in use";
            refuse(buffer, at, Refusal.NODE);
            return;
        }
        final long wanted = LaneFrame.session(buffer, at);
        session = wanted == 0 ? lanes.newSession() : wanted;
        node = given;
        final UnsafeBuffer welcome = LaneHandshake.welcome(given, lanes.memoryBytes);
        LaneFrame.under(welcome, 0, session, lanes.options.configuration());
        put(welcome, welcome.capacity());
    }

    private Refusal refusal(DirectBuffer buffer, int at) {
        if (LaneFrame.session(buffer, at) != session) {
            return Refusal.SESSION;
        }
        return LaneFrame.configuration(buffer, at) == lanes.options.configuration() ? Refusal.NONE
            : Refusal.CONFIGURATION;
    }

    private void refuse(DirectBuffer buffer, int at, Refusal refusal) throws MalformedLaneFrameException {
        answer(LaneFrame.REFUSED, refusal.code(), LaneFrame.endpoint(buffer, at), LaneFrame.sequence(buffer, at));
    }

    private void verbs(DirectBuffer buffer, int at, int length) throws MalformedLaneFrameException {
        final int count = LaneFrame.count(buffer, at);
        final VerbRunner runner = executor.runner();
        final int answer = VerbCheck.check(buffer, LaneFrame.body(at), at + length, count, lanes.memoryBytes, runner);
        final int endpoint = LaneEndpoints.checked(LaneFrame.endpoint(buffer, at));
        synchronized (latch) {
            if (ended || endpoints.isRefused(endpoint)) {
                refuse(buffer, at, Refusal.SESSION);
                return;
            }
            final int bytes = LaneFrame.bytes(answer);
            // Not into the ring at once: its lines are the peer's, and a locked instruction would wait for each.
            final UnsafeBuffer frame = executor.answer();
            final int executed = runner.run(
                Route.of(node, endpoint), buffer, LaneFrame.body(at), count, frame, LaneFrame.body(0), bytes);
            LaneFrame.header(frame, 0, bytes, LaneFrame.ANSWERS, 0, executed);
            LaneFrame.of(frame, 0, endpoint, LaneFrame.sequence(buffer, at));
            LaneFrame.under(frame, 0, session, lanes.options.configuration());
            put(frame, bytes);
        }
    }

    private void watch(DirectBuffer buffer, int at, int length) throws MalformedLaneFrameException {
        synchronized (latch) {
            endpoints.checkOpen(LaneFrame.endpoint(buffer, at), "WATCH");
        }
        watches.begin(buffer, at, length);
    }

    /** Called by the executor. A client that is not told, for want of room, looks by itself after a while. */
    void tellWatched(int endpoint, int sequence) {
        try {
            synchronized (latch) {
                if (ended || !carrier.hasHalf()) {
                    return;
                }
                answer(LaneFrame.WATCHED, 0, endpoint, sequence);
                carrier.flush();
            }
            interest();
        } catch (IOException | MalformedLaneFrameException | RuntimeException e) {
            end("broken: " + e.getMessage());
        }
    }

    private void send(DirectBuffer buffer, int at, int length) throws MalformedLaneFrameException {
        final int bytes = NoticeCheck.send(buffer, at, length);
        final long route = LaneFrame.word(buffer, LaneFrame.body(at));
        final SendStatus status = lanes.send(executor.endpoint(), route, buffer, at + NOTICE_OFFSET, bytes);
        answer(LaneFrame.SENT, SentStatus.code(status), LaneFrame.endpoint(buffer, at), LaneFrame.sequence(buffer, at));
    }

    /** Called by any executor, or a thread of the server's own: puts a notice on its way, unless the receiver lags. */
    SendStatus deliver(int endpoint, DirectBuffer buffer, int at, int bytes) {
        boolean backlog;
        synchronized (latch) {
            if (ended || !endpoints.isOpen(endpoint)) {
                return SendStatus.NO_SUCH_PEER;
            }
            if (endpoints.isFull(endpoint) || !carrier.hasHalf()) {
                return SendStatus.MAILBOX_FULL;
            }
            try {
                final int length = LaneFrame.bytes(bytes);
                final int index = carrier.claim(length);
                if (index == Carrier.NO_ROOM) {
                    return SendStatus.MAILBOX_FULL;
                }
                LaneFrame.header(carrier.out(), index, length, LaneFrame.NOTICE, 0, bytes);
                LaneFrame.of(carrier.out(), index, endpoint, 0);
                LaneFrame.under(carrier.out(), index, session, lanes.options.configuration());
                carrier.out().putBytes(LaneFrame.body(index), buffer, at, bytes);
                carrier.commit(index, length);
                endpoints.sent(endpoint);
                carrier.flush();
                backlog = carrier.hasBacklog();
            } catch (IOException e) {
                // The receiver is gone; its own executor finds that out by itself.
                return SendStatus.NO_SUCH_PEER;
            } catch (RuntimeException e) {
                // What it has written into its ring's counters must not harm the sender.
                executor.later(() -> end("closed, because its ring is damaged: " + e.getMessage()));
                return SendStatus.NO_SUCH_PEER;
            }
        }
        if (backlog) {
            executor.later(this::interest);
        }
        return SendStatus.SENT;
    }

    private void credit(DirectBuffer buffer, int at, int length) throws MalformedLaneFrameException {
        LaneFrame.checkBody(length, 0, "CREDIT");
        synchronized (latch) {
            endpoints.taken(LaneFrame.endpoint(buffer, at), LaneFrame.count(buffer, at));
        }
    }

    private void open(DirectBuffer buffer, int at, int length) throws MalformedLaneFrameException {
        LaneFrame.checkBody(length, 0, "OPEN");
        synchronized (latch) {
            endpoints.open(LaneFrame.endpoint(buffer, at));
        }
    }

    private void close(DirectBuffer buffer, int at, int length) throws MalformedLaneFrameException {
        LaneFrame.checkBody(length, 0, "CLOSE");
        final int endpoint = LaneFrame.endpoint(buffer, at);
        synchronized (latch) {
            endpoints.close(endpoint);
        }
        watches.end(endpoint);
    }

    private void answer(int type, int status, int endpoint, int sequence) throws MalformedLaneFrameException {
        synchronized (latch) {
            final int index = claimed(LaneFrame.HEADER_BYTES);
            LaneFrame.header(carrier.out(), index, LaneFrame.HEADER_BYTES, type, status, 0);
            LaneFrame.of(carrier.out(), index, endpoint, sequence);
            LaneFrame.under(carrier.out(), index, session, lanes.options.configuration());
            carrier.commit(index, LaneFrame.HEADER_BYTES);
        }
    }

    private void put(DirectBuffer frame, int length) throws MalformedLaneFrameException {
        synchronized (latch) {
            final int index = claimed(length);
            carrier.out().putBytes(index, frame, 0, length);
            carrier.commit(index, length);
        }
    }

    /** Claims room for an answer, of which there is enough whenever a frame is handled. */
    private int claimed(int bytes) throws MalformedLaneFrameException {
        try {
            final int index = carrier.claim(bytes);
            if (index == Carrier.NO_ROOM) {
                throw new MalformedLaneFrameException("frames without taking their answers");
            }
            return index;
        } catch (IOException e) {
            throw new MalformedLaneFrameException("a broken ring: " + e.getMessage());
        }
    }

    void refuse() {
        synchronized (latch) {
            endpoints.refuse();
        }
    }

    void admit() {
        synchronized (latch) {
            endpoints.admit();
        }
    }

    @Override
    public String toString() {
        return "lane " + peer + (node == 0 ? "" : " of node " + node);
    }
}
