package io.baton.wire;

import io.baton.fabric.Call;
import io.baton.fabric.ExtCas;
import io.baton.fabric.ExtFaa;
import io.baton.fabric.ReadPair;
import io.baton.fabric.Verb;
import io.baton.fabric.VerbBatch;
import io.baton.fabric.WordVerb;
import io.baton.wire.frame.LaneFrame;
import io.baton.wire.frame.LaneHandshake;
import io.baton.wire.frame.VerbCodec;
import io.baton.wire.frame.WireLimits;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/** Well-formed frames, as a client sends them. */
public final class Frames {

    static final long SESSION = 0x1122334455667788L;
    static final long CONFIGURATION = 1;

    private Frames() {
    }

    static UnsafeBuffer hello(int version, int node, long session) {
        final UnsafeBuffer frame = new UnsafeBuffer(new byte[LaneFrame.bytes(LaneHandshake.HELLO_BYTES)]);
        LaneHandshake.hello(frame, 0, node, session);
        frame.putInt(LaneFrame.body(0) + 8, version);
        return frame;
    }

    static UnsafeBuffer hello() {
        return hello(WireLimits.VERSION, 0, SESSION);
    }

    static UnsafeBuffer look() {
        final UnsafeBuffer frame = new UnsafeBuffer(new byte[LaneFrame.bytes(LaneHandshake.HELLO_BYTES)]);
        LaneHandshake.look(frame, 0);
        return frame;
    }

    public static UnsafeBuffer of(int type, int count, int endpoint, int bodyBytes) {
        final UnsafeBuffer frame = new UnsafeBuffer(new byte[LaneFrame.bytes(bodyBytes)]);
        LaneFrame.header(frame, 0, frame.capacity(), type, 0, count);
        LaneFrame.of(frame, 0, endpoint, 9);
        LaneFrame.under(frame, 0, SESSION, CONFIGURATION);
        return frame;
    }

    static UnsafeBuffer open(int endpoint) {
        return of(LaneFrame.OPEN, 0, endpoint, 0);
    }

    static UnsafeBuffer readPair(int endpoint, long address) {
        final UnsafeBuffer frame = of(LaneFrame.VERBS, 1, endpoint, VerbCodec.requestBytes(VerbCodec.READ_PAIR));
        VerbCodec.put(frame, LaneFrame.body(0), new ReadPair().at(address));
        return frame;
    }

    /** One verb of each kind, all on the entry at 32. */
    public static UnsafeBuffer everyVerb(int endpoint) {
        final UnsafeBuffer frame = of(LaneFrame.VERBS, 7, endpoint, (1 + 2 + 3 + 2 + 1 + 9 + 5) * Long.BYTES);
        int at = LaneFrame.body(0);
        for (final Verb verb : List.of(new WordVerb().read(32), new WordVerb().write(32, 3),
            new WordVerb().cas(32, 3, 4), new WordVerb().faa(40, 5), new ReadPair().at(32),
            new ExtCas().at(32).compareLow(-1, 4).swapLow(-1, 6), new ExtFaa().at(32).addLow(1, 0).addHigh(2, 0))) {
            at += VerbCodec.put(frame, at, verb);
        }
        return frame;
    }

    /** A chain of three locks at 32, 48 and 64, whose second and third verb repeat the first; and a call. */
    static UnsafeBuffer chain(int endpoint, int handler) {
        final VerbBatch batch = new VerbBatch();
        for (int i = 2; i < 5; i++) {
            batch.add(new ExtCas().at(16L * i).swapLow(0xF0, 0x30)).stopUnless(0xFF, 1);
        }
        batch.add(new Call().to(0, handler).request(new UnsafeBuffer(new byte[] {1, 2, 3}), 0, 3)
            .answer(new UnsafeBuffer(new byte[4]), 0, 4)).stopUnless(Long.MIN_VALUE, 0);
        final UnsafeBuffer frame = of(LaneFrame.VERBS, 4, endpoint, (9 + 2 + 1 + 1 + 2 + 2 + 1) * Long.BYTES);
        int at = LaneFrame.body(0);
        at += VerbCodec.put(frame, at, batch, 0);
        at += VerbCodec.putRepeated(frame, at, batch, 1);
        at += VerbCodec.putRepeated(frame, at, batch, 2);
        VerbCodec.put(frame, at, batch, 3);
        return frame;
    }

    static UnsafeBuffer watch(int endpoint, long address, long mask, long value) {
        final UnsafeBuffer frame = of(LaneFrame.WATCH, 0, endpoint, LaneFrame.WATCH_BYTES);
        LaneFrame.word(frame, LaneFrame.body(0), address);
        LaneFrame.word(frame, LaneFrame.body(0) + Long.BYTES, mask);
        LaneFrame.word(frame, LaneFrame.body(0) + 2 * Long.BYTES, value);
        return frame;
    }

    static UnsafeBuffer send(int endpoint, long route, int bytes) {
        final UnsafeBuffer frame = of(LaneFrame.SEND, bytes, endpoint, LaneFrame.ROUTE_BYTES + bytes);
        LaneFrame.word(frame, LaneFrame.body(0), route);
        return frame;
    }
}
