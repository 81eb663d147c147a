package io.baton.wire;

import io.baton.fabric.ConnectionLostException;
import io.baton.fabric.Doorbell;
import io.baton.fabric.NoticeHandler;
import io.baton.fabric.PostingEndpoint;
import io.baton.fabric.SendStatus;
import io.baton.fabric.VerbBatch;
import io.baton.fabric.VerbCounters;
import io.baton.wire.frame.LaneFrame;
import io.baton.wire.frame.MalformedLaneFrameException;
import io.baton.wire.frame.SentStatus;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One client of a {@link WireFabric}. Besides verbs, waits for a notice throw {@link ConnectionLostException} once the
 * lane that brings notices is lost.
 */
final class WireEndpoint extends PostingEndpoint implements LaneWaiter {

    private final WireFabric fabric;
    private final int number;
    private final Requests requests;
    private final WordWait wordWait;
    private final ParkedBell bell;
    private final EndpointMailbox mailbox = new EndpointMailbox();
    private final VerbCounters counters = new VerbCounters();
    private volatile @Nullable Doorbell listener;
    private volatile boolean mail;
    private volatile boolean woken;
    private volatile boolean closed;

    WireEndpoint(WireFabric fabric, int number, int servers, int sequence) {
        this.fabric = fabric;
        this.number = number;
        this.wordWait = new WordWait(fabric, number);
        this.bell = new ParkedBell(fabric.clock());
        this.requests = new Requests(fabric, this, number, servers, sequence);
    }

    @Override
    public long route() {
        return fabric.route(number);
    }

    // Verbs

    @Override
    public void post(VerbBatch batch) {
        requests.post(batch, counters);
    }

    @Override
    public void await(VerbBatch batch) {
        requests.await(batch);
    }

    void checkOpen() {
        if (closed) {
            throw new IllegalStateException("the endpoint is closed; connect a new one");
        }
    }

    // Notices

    @Override
    public SendStatus send(long route, DirectBuffer buffer, int offset, int length) {
        if (length < 1 || length > NOTICE_BYTES_MAX) {
            throw new IllegalArgumentException("a notice of " + length + " bytes: give 1 to " + NOTICE_BYTES_MAX);
        }
        counters.countSend();
        final UnsafeBuffer request = requests.buffer();
        LaneFrame.word(request, Requests.OPERANDS, route);
        request.putBytes(Requests.OPERANDS + LaneFrame.ROUTE_BYTES, buffer, offset, length);
        requests.ask(0, LaneFrame.bytes(LaneFrame.ROUTE_BYTES + length), LaneFrame.SEND, length, 0);
        return SentStatus.of(requests.awaitAnswer(0).status());
    }

    @Override
    public int receive(NoticeHandler handler) {
        if (!mail) {
            return 0;
        }
        mail = false;
        final int taken = mailbox.drain(handler);
        if (mailbox.owesCredit() && !closed) {
            giveCredit();
        }
        return taken;
    }

    /** Nothing is thrown here: who takes notices learns of a lane that is lost from its next verb or wait. */
    private void giveCredit() {
        try {
            requests.tell(fabric.home(), LaneFrame.CREDIT, mailbox.credit());
            mailbox.credited();
        } catch (ConnectionLostException gone) {
            ringListener();
        }
    }

    @Override
    public void awaitNotice(long deadlineNanos) {
        if (!mail) {
            fabric.home().await(this, deadlineNanos);
            woken = false;
            if (!mail) {
                fabric.home().checkLost();
            }
        }
    }

    @Override
    public void awaitWord(long address, long mask, long value, long deadlineNanos) {
        checkOpen();
        wordWait.await(requests.server(address, Long.BYTES), address, mask, value, deadlineNanos);
    }

    @Override
    public void wake() {
        woken = true;
        fabric.home().wake(this);
        wordWait.wake();
    }

    @Override
    public void listener(@Nullable Doorbell doorbell) {
        listener = doorbell;
    }

    @Override
    public VerbCounters counters() {
        return counters;
    }

    // Called by the leaders of the lanes

    Requests requests() {
        return requests;
    }

    WordWait wordWait() {
        return wordWait;
    }

    void onNotice(DirectBuffer buffer, int at, int length) throws MalformedLaneFrameException {
        if (!mailbox.offer(buffer, at, length)) {
            throw new MalformedLaneFrameException("a NOTICE to an endpoint with a full mailbox");
        }
        mail = true;
        ringListener();
    }

    void ringListener() {
        final Doorbell also = listener;
        if (also != null) {
            also.ring();
        }
    }

    // Waiting

    @Override
    public boolean isOver() {
        return requests.awaitsAnswer() ? requests.isAnswered() : woken || mail;
    }

    @Override
    public ParkedBell bell() {
        return bell;
    }

    // Begin and end

    /**
     * Tells all lock servers that the endpoint is there.
     *
     * @throws ConnectionLostException if one of them is lost; the others have been told, so that it must be closed
     */
    void open() {
        final ConnectionLostException lost = requests.tellAll(LaneFrame.OPEN);
        if (lost != null) {
            throw lost;
        }
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (requests.tellAll(LaneFrame.CLOSE) != null) {
            ringListener(); // A server whose lane is lost knows already that it is gone.
        }
        fabric.forget(this, number);
    }
}
