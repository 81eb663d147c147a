package io.baton.wire;

import io.baton.fabric.Address;
import io.baton.fabric.ConnectionLostException;
import io.baton.fabric.Endpoint;
import io.baton.fabric.Route;
import io.baton.fabric.VerbBatch;
import io.baton.fabric.VerbCounters;
import io.baton.wire.frame.LaneFrame;
import io.baton.wire.frame.MalformedLaneFrameException;
import io.baton.wire.frame.Refusal;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What an endpoint asks the lock servers, and their answers: one frame at a time for each server. The endpoint's
 * user's own, but for what the leaders of the lanes hand out.
 */
final class Requests {

    private static final int REQUEST_BYTES_FIRST = 128;
    static final int OPERANDS = LaneFrame.HEADER_BYTES;

    private final WireFabric fabric;
    private final WireEndpoint endpoint;
    private final int number;
    private final Pending[] pending;
    private final BatchFrame frames;
    /** Written by the user only, before a frame leaves. */
    private UnsafeBuffer request = new UnsafeBuffer(new byte[REQUEST_BYTES_FIRST]);
    private int sequence;
    /** Whether a batch has left that was not awaited, and which server was lost on the way. */
    private boolean posted;
    private @Nullable ConnectionLostException lost;
    /** What the user waits for: an answer, or with null a notice. */
    private @Nullable Pending awaited;

    Requests(WireFabric fabric, WireEndpoint endpoint, int number, int servers, int sequence) {
        this.fabric = fabric;
        this.endpoint = endpoint;
        this.number = number;
        this.sequence = sequence;
        this.frames = new BatchFrame(fabric, servers);
        this.pending = new Pending[servers];
        for (int i = 0; i < servers; i++) {
            pending[i] = new Pending();
        }
    }

    /** Where the next request is written, from {@link #OPERANDS} on. */
    UnsafeBuffer buffer() {
        return request;
    }

    /** The server of an address, which is checked as every fabric does. */
    int server(long address, int alignment) {
        final int server = Address.server(address);
        if (server >= pending.length) {
            throw new IllegalArgumentException(
                "address " + address + " is at server " + server + ": there are " + pending.length + " lock servers");
        }
        BatchFrame.checkOffset(address, alignment, fabric.memoryBytes(server));
        return server;
    }

    // Batches

    void post(VerbBatch batch, VerbCounters counters) {
        checkOpen();
        frames.check(batch);
        lost = null;
        for (int server = frames.first(); server <= frames.last(); server++) {
            if (frames.count(server) > 0) {
                lost = first(lost, posted(batch, server, counters));
            }
        }
        posted = true;
    }

    void await(VerbBatch batch) {
        if (!posted) {
            throw new IllegalStateException("no batch is posted; post it before it is awaited");
        }
        posted = false;
        for (int server = frames.first(); server <= frames.last(); server++) {
            if (frames.count(server) > 0) {
                lost = first(lost, completed(batch, server));
            }
        }
        final ConnectionLostException why = lost;
        if (why != null) {
            lost = null;
            throw why;
        }
    }

    // One lost server must not leave the answer of another on its way: it would meet what is asked next.

    private @Nullable ConnectionLostException posted(VerbBatch batch, int server, VerbCounters counters) {
        try {
            if (request.capacity() < frames.bytesMax(server)) {
                request = new UnsafeBuffer(new byte[frames.bytesMax(server)]);
            }
            final int length = frames.put(batch, server, request, counters);
            leave(server, length, LaneFrame.VERBS, frames.count(server), frames.answerBytes(server));
            return null;
        } catch (ConnectionLostException e) {
            return e;
        }
    }

    private @Nullable ConnectionLostException completed(VerbBatch batch, int server) {
        try {
            BatchFrame.complete(batch, server, awaitAnswer(server));
            return null;
        } catch (ConnectionLostException e) {
            return e;
        }
    }

    private static @Nullable ConnectionLostException first(
            @Nullable ConnectionLostException first, @Nullable ConnectionLostException second) {
        return first == null ? second : first;
    }

    // Frames

    /** Sends what the request holds. */
    void ask(int server, int length, int type, int count, int answerBytes) {
        checkOpen();
        leave(server, length, type, count, answerBytes);
    }

    private void leave(int server, int length, int type, int count, int answerBytes) {
        pending[server].expect(++sequence, answerBytes, count);
        LaneFrame.header(request, 0, length, type, 0, count);
        LaneFrame.of(request, 0, number, sequence);
        fabric.lane(server).post(endpoint, request, length);
    }

    Pending awaitAnswer(int server) {
        final Pending answer = pending[server];
        final ClientLane lane = fabric.lane(server);
        awaited = answer;
        lane.await(endpoint, Endpoint.NO_DEADLINE);
        awaited = null;
        if (!answer.isDone()) {
            lane.checkLost();
        }
        final Refusal refusal = answer.refusal();
        if (refusal != null) {
            throw new ConnectionLostException(
                "client " + Route.toString(endpoint.route()) + ": " + refusal.sentence());
        }
        return answer;
    }

    private void checkOpen() {
        if (posted) {
            throw new IllegalStateException("a batch is posted; await it before anything else is asked");
        }
        endpoint.checkOpen();
    }

    /** Sends a frame that is not answered. */
    void tell(ClientLane lane, int type, int count) {
        LaneFrame.header(request, 0, LaneFrame.HEADER_BYTES, type, 0, count);
        LaneFrame.of(request, 0, number, 0);
        lane.post(endpoint, request, LaneFrame.HEADER_BYTES);
    }

    /** Tells all lock servers that there are, and returns that one was not. */
    @Nullable
    ConnectionLostException tellAll(int type) {
        ConnectionLostException gone = null;
        for (int server = 0; server < pending.length; server++) {
            try {
                tell(fabric.lane(server), type, 0);
            } catch (ConnectionLostException e) {
                gone = e;
            }
        }
        return gone;
    }

    // What the user waits for

    boolean awaitsAnswer() {
        return awaited != null;
    }

    /** Whether the awaited answer is there. */
    boolean isAnswered() {
        final Pending answer = awaited;
        return answer != null && answer.isDone();
    }

    // Called by the leaders of the lanes

    void onAnswers(int server, DirectBuffer buffer, int at, int length) throws MalformedLaneFrameException {
        pending[server].answered(
            LaneFrame.sequence(buffer, at), LaneFrame.count(buffer, at), buffer, LaneFrame.body(at),
            length - LaneFrame.HEADER_BYTES);
    }

    void onStatus(int server, DirectBuffer buffer, int at) throws MalformedLaneFrameException {
        pending[server].told(LaneFrame.sequence(buffer, at), LaneFrame.status(buffer, at));
    }

    void onRefused(int server, DirectBuffer buffer, int at) {
        pending[server].refused(LaneFrame.sequence(buffer, at), Refusal.of(LaneFrame.status(buffer, at)));
    }
}
