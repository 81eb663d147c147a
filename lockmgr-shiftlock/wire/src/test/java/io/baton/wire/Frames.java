package io.baton.wire;

import io.baton.fabric.AddFields;
import io.baton.fabric.CasMasks;
import io.baton.wire.frame.Frame;
import io.baton.wire.frame.Handshake;
import io.baton.wire.frame.VerbCodec;
import io.baton.wire.frame.WireLimits;
import org.agrona.concurrent.UnsafeBuffer;

/** Well-formed frames, as a client sends them. */
final class Frames {

    static final long SESSION = 0x1122334455667788L;
    static final long CONFIGURATION = 1;

    private Frames() {
    }

    static UnsafeBuffer hello(int version, int node, long session) {
        final UnsafeBuffer frame = new UnsafeBuffer(new byte[Frame.bytes(Handshake.HELLO_BYTES)]);
        Handshake.hello(frame, 0, node, session);
        frame.putInt(Frame.body(0) + 8, version);
        return frame;
    }

    static UnsafeBuffer hello() {
        return hello(WireLimits.VERSION, 0, SESSION);
    }

    static UnsafeBuffer of(int type, int count, int endpoint, int bodyBytes) {
        final UnsafeBuffer frame = new UnsafeBuffer(new byte[Frame.bytes(bodyBytes)]);
        Frame.header(frame, 0, frame.capacity(), type, 0, count);
        Frame.of(frame, 0, endpoint, 9);
        Frame.under(frame, 0, SESSION, CONFIGURATION);
        return frame;
    }

    static UnsafeBuffer open(int endpoint) {
        return of(Frame.OPEN, 0, endpoint, 0);
    }

    static UnsafeBuffer readPair(int endpoint, long address) {
        final UnsafeBuffer frame = of(Frame.VERBS, 1, endpoint, VerbCodec.requestBytes(VerbCodec.READ_PAIR));
        VerbCodec.readPair(frame, Frame.body(0), address);
        return frame;
    }

    /** One verb of each kind, all on the entry at 32. */
    static UnsafeBuffer everyVerb(int endpoint) {
        final UnsafeBuffer frame = of(Frame.VERBS, 7, endpoint, (1 + 2 + 3 + 2 + 1 + 9 + 5) * Long.BYTES);
        int at = Frame.body(0);
        VerbCodec.readWord(frame, at, 32);
        at += VerbCodec.requestBytes(VerbCodec.READ_WORD);
        VerbCodec.writeWord(frame, at, 32, 3);
        at += VerbCodec.requestBytes(VerbCodec.WRITE_WORD);
        VerbCodec.cas(frame, at, 32, 3, 4);
        at += VerbCodec.requestBytes(VerbCodec.CAS);
        VerbCodec.faa(frame, at, 40, 5);
        at += VerbCodec.requestBytes(VerbCodec.FAA);
        VerbCodec.readPair(frame, at, 32);
        at += VerbCodec.requestBytes(VerbCodec.READ_PAIR);
        VerbCodec.extCas(frame, at, 32, new CasMasks(-1, 0, -1, 0), 4, 0, 6, 0);
        at += VerbCodec.requestBytes(VerbCodec.EXT_CAS);
        VerbCodec.extFaa(frame, at, 32, new AddFields(0, 0), 1, 2);
        return frame;
    }

    static UnsafeBuffer send(int endpoint, long route, int bytes) {
        final UnsafeBuffer frame = of(Frame.SEND, bytes, endpoint, Frame.ROUTE_BYTES + bytes);
        Frame.word(frame, Frame.body(0), route);
        return frame;
    }
}
