package io.baton.wire;

import io.baton.fabric.Endpoint;
import io.baton.fabric.ExtCas;
import io.baton.fabric.ExtFaa;
import io.baton.fabric.ReadPair;
import io.baton.fabric.Verb;
import io.baton.wire.frame.Frame;
import io.baton.wire.frame.VerbCodec;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** Executes the verbs of a checked frame, in order, and writes their answers. For one thread; allocates nothing. */
final class VerbRunner {

    private final Endpoint memory;
    private final ExtCas extCas = new ExtCas();
    private final ExtFaa extFaa = new ExtFaa();
    private final ReadPair readPair = new ReadPair();

    VerbRunner(Endpoint memory) {
        this.memory = memory;
    }

    /** Runs the verbs that begin at {@code from}; their answers begin at {@code to}. */
    void run(DirectBuffer request, int from, int count, MutableDirectBuffer answer, int to) {
        int at = from;
        int out = to;
        for (int i = 0; i < count; i++) {
            final int kind = VerbCodec.kind(request, at);
            runOne(kind, request, at, answer, out);
            at += VerbCodec.requestBytes(kind);
            out += VerbCodec.answerBytes(kind);
        }
    }

    private void runOne(int kind, DirectBuffer request, int at, MutableDirectBuffer answer, int out) {
        final long address = VerbCodec.address(request, at);
        switch (kind) {
            case VerbCodec.READ_WORD -> Frame.word(answer, out, memory.readWord(address));
            case VerbCodec.WRITE_WORD -> memory.writeWord(address, operand(request, at, 1));
            case VerbCodec.CAS ->
                Frame.word(answer, out, memory.cas(address, operand(request, at, 1), operand(request, at, 2)));
            case VerbCodec.FAA -> Frame.word(answer, out, memory.faa(address, operand(request, at, 1)));
            case VerbCodec.READ_PAIR -> {
                memory.read(readPair.at(address));
                pair(readPair, answer, out);
            }
            case VerbCodec.EXT_CAS -> {
                memory.extCas(extCas.at(address)
                    .compareLow(operand(request, at, 1), operand(request, at, 2))
                    .swapLow(operand(request, at, 3), operand(request, at, 4))
                    .compareHigh(operand(request, at, 5), operand(request, at, 6))
                    .swapHigh(operand(request, at, 7), operand(request, at, 8)));
                pair(extCas, answer, out);
            }
            default -> {
                memory.extFaa(extFaa.at(address)
                    .addLow(operand(request, at, 1), operand(request, at, 2))
                    .addHigh(operand(request, at, 3), operand(request, at, 4)));
                pair(extFaa, answer, out);
            }
        }
    }

    private static long operand(DirectBuffer request, int at, int index) {
        return Frame.word(request, at + index * VerbCodec.WORD);
    }

    private static void pair(Verb verb, MutableDirectBuffer answer, int out) {
        Frame.word(answer, out, verb.oldLow());
        Frame.word(answer, out + VerbCodec.WORD, verb.oldHigh());
    }
}
