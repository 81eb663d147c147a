package io.baton.wire;

import io.baton.fabric.AddFields;
import io.baton.fabric.CasMasks;
import io.baton.fabric.ConnectionLostException;
import io.baton.fabric.Doorbell;
import io.baton.fabric.Endpoint;
import io.baton.fabric.ExtCas;
import io.baton.fabric.ExtFaa;
import io.baton.fabric.MaskedArithmetic;
import io.baton.fabric.NoticeHandler;
import io.baton.fabric.ReadPair;
import io.baton.fabric.Route;
import io.baton.fabric.SendStatus;
import io.baton.fabric.Verb;
import io.baton.fabric.VerbBatch;
import io.baton.fabric.VerbCounters;
import io.baton.fabric.WordPair;
import io.baton.wire.frame.Frame;
import io.baton.wire.frame.MalformedFrameException;
import io.baton.wire.frame.Refusal;
import io.baton.wire.frame.SentStatus;
import io.baton.wire.frame.VerbCodec;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One client of a {@link WireFabric}. Besides verbs, waits for a notice throw {@link ConnectionLostException} once the
 * lane that brings notices is lost.
 */
final class WireEndpoint implements Endpoint, Waiter {

    private static final int REQUEST_BYTES_FIRST = 128;
    private static final int OPERANDS = Frame.HEADER_BYTES;
    /** How long a client waits before it READs a word again that it waits for. */
    private static final long WORD_PAUSE_NANOS = 50_000;

    private final WireFabric fabric;
    private final int number;
    private final Pending[] pending;
    private final ParkedBell bell;
    private final Mailbox mailbox = new Mailbox();
    private final VerbCounters counters = new VerbCounters();
    /** Written by the user only, before a frame leaves. */
    private UnsafeBuffer request = new UnsafeBuffer(new byte[REQUEST_BYTES_FIRST]);
    private int sequence;
    /** What the user waits for: an answer, or with null a notice. The user's own. */
    private @Nullable Pending awaited;
    /** Whether no notice ends the wait. The user's own. */
    private boolean awaitsWord;
    private volatile @Nullable Doorbell listener;
    private volatile boolean mail;
    private volatile boolean woken;
    private volatile boolean closed;

    WireEndpoint(WireFabric fabric, int number, int servers, int sequence) {
        this.fabric = fabric;
        this.sequence = sequence;
        this.number = number;
        this.bell = new ParkedBell(fabric.clock());
        this.pending = new Pending[servers];
        for (int i = 0; i < servers; i++) {
            pending[i] = new Pending();
        }
    }

    @Override
    public long route() {
        return fabric.route(number);
    }

    // Verbs

    @Override
    public long readWord(long address) {
        counters.countRead();
        VerbCodec.readWord(request, OPERANDS, address);
        return one(address, VerbCodec.READ_WORD).word(0);
    }

    @Override
    public void writeWord(long address, long value) {
        counters.countWrite();
        VerbCodec.writeWord(request, OPERANDS, address, value);
        one(address, VerbCodec.WRITE_WORD);
    }

    @Override
    public long cas(long address, long compare, long swap) {
        counters.countCas();
        VerbCodec.cas(request, OPERANDS, address, compare, swap);
        return one(address, VerbCodec.CAS).word(0);
    }

    @Override
    public long faa(long address, long add) {
        counters.countFaa();
        VerbCodec.faa(request, OPERANDS, address, add);
        return one(address, VerbCodec.FAA).word(0);
    }

    @Override
    public void read(ReadPair verb) {
        counters.countRead();
        one(verb, VerbCodec.READ_PAIR);
    }

    @Override
    public void extCas(ExtCas verb) {
        counters.countExtCas();
        one(verb, VerbCodec.EXT_CAS);
    }

    @Override
    public void extFaa(ExtFaa verb) {
        counters.countExtFaa();
        one(verb, VerbCodec.EXT_FAA);
    }

    private void one(Verb verb, int kind) {
        VerbCodec.put(request, OPERANDS, verb);
        final Pending answer = one(verb.address(), kind);
        verb.complete(answer.word(0), answer.word(VerbCodec.WORD));
    }

    @Override
    public void read(long address, WordPair result) {
        counters.countRead();
        VerbCodec.readPair(request, OPERANDS, address);
        final Pending answer = one(address, VerbCodec.READ_PAIR);
        result.set(answer.word(0), answer.word(VerbCodec.WORD));
    }

    @Override
    public boolean extCas(long address, CasMasks masks, long compareLow, long compareHigh, long swapLow, long swapHigh,
            WordPair old) {
        counters.countExtCas();
        VerbCodec.extCas(request, OPERANDS, address, masks, compareLow, compareHigh, swapLow, swapHigh);
        final Pending answer = one(address, VerbCodec.EXT_CAS);
        old.set(answer.word(0), answer.word(VerbCodec.WORD));
        return MaskedArithmetic.matches(old.low(), compareLow, masks.compareLow())
            && MaskedArithmetic.matches(old.high(), compareHigh, masks.compareHigh());
    }

    @Override
    public void extFaa(long address, AddFields fields, long addLow, long addHigh, WordPair old) {
        counters.countExtFaa();
        VerbCodec.extFaa(request, OPERANDS, address, fields, addLow, addHigh);
        final Pending answer = one(address, VerbCodec.EXT_FAA);
        old.set(answer.word(0), answer.word(VerbCodec.WORD));
    }

    /** Executes the one verb that the request holds. */
    private Pending one(long address, int kind) {
        final int server = fabric.server(address, VerbCodec.alignment(kind));
        final int length = Frame.bytes(VerbCodec.requestBytes(kind));
        final Pending answer = ask(server, length, Frame.VERBS, 1, VerbCodec.answerBytes(kind));
        awaitAnswer(server);
        return answer;
    }

    @Override
    public void execute(VerbBatch batch) {
        int known = 0;
        for (int server = 0; server < pending.length; server++) {
            known += BatchFrame.check(batch, server, fabric.memoryBytes(server));
        }
        if (known < batch.size()) {
            throw new IllegalArgumentException((batch.size() - known) + " of " + batch.size()
                + " verbs name no lock server; there are " + pending.length);
        }
        ConnectionLostException lost = null;
        for (int server = 0; server < pending.length; server++) {
            final int count = BatchFrame.count(batch, server);
            if (count > 0) {
                final ConnectionLostException gone = posted(batch, server, count);
                lost = lost == null ? gone : lost;
            }
        }
        for (int server = 0; server < pending.length; server++) {
            if (BatchFrame.count(batch, server) > 0) {
                final ConnectionLostException gone = completed(batch, server);
                lost = lost == null ? gone : lost;
            }
        }
        throwIf(lost);
    }

    private static void throwIf(@Nullable ConnectionLostException lost) {
        if (lost != null) {
            throw lost;
        }
    }

    // One lost server must not leave the answer of another on its way: it would meet what is asked next.

    private @Nullable ConnectionLostException posted(VerbBatch batch, int server, int count) {
        try {
            post(batch, server, count);
            return null;
        } catch (ConnectionLostException e) {
            return e;
        }
    }

    private @Nullable ConnectionLostException completed(VerbBatch batch, int server) {
        try {
            awaitAnswer(server);
            BatchFrame.complete(batch, server, pending[server]);
            return null;
        } catch (ConnectionLostException e) {
            return e;
        }
    }

    /** Sends the verbs of one server. */
    private void post(VerbBatch batch, int server, int count) {
        final int length = BatchFrame.bytes(batch, server);
        if (request.capacity() < length) {
            request = new UnsafeBuffer(new byte[length]);
        }
        BatchFrame.put(batch, server, request, counters);
        ask(server, length, Frame.VERBS, count, count * VerbCodec.PAIR);
    }

    private Pending ask(int server, int length, int type, int count, int answerBytes) {
        checkOpen();
        final Pending answer = pending[server];
        answer.expect(++sequence, answerBytes);
        Frame.header(request, 0, length, type, 0, count);
        Frame.of(request, 0, number, sequence);
        fabric.lane(server).post(this, request, length);
        return answer;
    }

    private void awaitAnswer(int server) {
        final Pending answer = pending[server];
        final ClientLane lane = fabric.lane(server);
        awaited = answer;
        lane.await(this, NO_DEADLINE);
        awaited = null;
        if (!answer.isDone()) {
            lane.checkLost();
        }
        final Refusal refusal = answer.refusal();
        if (refusal != null) {
            throw new ConnectionLostException("client " + Route.toString(route()) + ": " + refusal.sentence());
        }
    }

    private void checkOpen() {
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
        Frame.word(request, OPERANDS, route);
        request.putBytes(OPERANDS + Frame.ROUTE_BYTES, buffer, offset, length);
        final Pending answer = ask(0, Frame.bytes(Frame.ROUTE_BYTES + length), Frame.SEND, length, 0);
        awaitAnswer(0);
        return SentStatus.of(answer.status());
    }

    @Override
    public int receive(NoticeHandler handler) {
        if (!mail) {
            return 0;
        }
        mail = false;
        final int taken = mailbox.drain(handler);
        if (mailbox.owesCredit() && !closed) {
            try {
                tell(fabric.home(), Frame.CREDIT, mailbox.credit());
                mailbox.credited();
            } catch (ConnectionLostException gone) {
                return taken; // Who takes notices learns of a lane that is lost from its next verb or wait.
            }
        }
        return taken;
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
        final long pause = fabric.clock().nanoTime() + WORD_PAUSE_NANOS;
        awaitsWord = true;
        fabric.home().await(this, deadlineNanos != NO_DEADLINE && deadlineNanos - pause < 0 ? deadlineNanos : pause);
        awaitsWord = false;
        woken = false;
    }

    @Override
    public void wake() {
        woken = true;
        fabric.home().wake(this);
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

    /** What one lock server has been asked. */
    Pending pending(int server) {
        return pending[server];
    }

    void onNotice(DirectBuffer buffer, int at, int length) throws MalformedFrameException {
        if (!mailbox.offer(buffer, at, length)) {
            throw new MalformedFrameException("a NOTICE to an endpoint with a full mailbox");
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

    @Override
    public boolean isOver() {
        final Pending answer = awaited;
        return answer == null ? woken || (mail && !awaitsWord) : answer.isDone();
    }

    @Override
    public ParkedBell bell() {
        return bell;
    }

    /**
     * Tells all lock servers that the endpoint is there.
     *
     * @throws ConnectionLostException if one of them is lost; the others have been told, so that it must be closed
     */
    void open() {
        throwIf(tellAll(Frame.OPEN));
    }

    /** Tells all lock servers that there are, and returns that one was not. */
    private @Nullable ConnectionLostException tellAll(int type) {
        ConnectionLostException lost = null;
        for (int server = 0; server < pending.length; server++) {
            try {
                tell(fabric.lane(server), type, 0);
            } catch (ConnectionLostException e) {
                lost = e;
            }
        }
        return lost;
    }

    /** Sends a frame that is not answered. */
    private void tell(ClientLane lane, int type, int count) {
        Frame.header(request, 0, Frame.HEADER_BYTES, type, 0, count);
        Frame.of(request, 0, number, 0);
        lane.post(this, request, Frame.HEADER_BYTES);
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (tellAll(Frame.CLOSE) != null) {
            ringListener(); // A server whose lane is lost knows already that it is gone.
        }
        fabric.forget(this, number);
    }
}
