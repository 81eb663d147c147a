package io.baton.wire;

import io.baton.fabric.CallHandler;
import io.baton.fabric.Endpoint;
import io.baton.fabric.ExtCas;
import io.baton.fabric.ExtFaa;
import io.baton.fabric.Fabric;
import io.baton.fabric.Verb;
import io.baton.fabric.VerbBatch;
import io.baton.fabric.WordPair;
import io.baton.wire.frame.LaneFrame;
import io.baton.wire.frame.VerbCodec;
import java.util.function.IntPredicate;
import org.agrona.BitUtil;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** Executes the verbs of a checked frame, in order, and writes their answers. For one thread; allocates nothing. */
final class VerbRunner implements IntPredicate {

    private final Endpoint memory;
    private final Fabric handlers;
    /** Gets one extended verb at a time. */
    private final VerbBatch batch = new VerbBatch();
    private final WordPair pair = new WordPair();
    private final ExtCas extCas = new ExtCas();
    private final ExtFaa extFaa = new ExtFaa();

    /**
     * Makes a runner.
     *
     * @param memory executes verbs
     * @param handlers knows who answers calls
     */
    VerbRunner(Endpoint memory, Fabric handlers) {
        this.memory = memory;
        this.handlers = handlers;
    }

    /** Whether there is a handler of a number. */
    @Override
    public boolean test(int number) {
        return handlers.handler(number) != null;
    }

    /**
     * Runs the verbs that begin at {@code from}; their answers begin at {@code to}, and those of verbs that are not
     * executed are zeros.
     *
     * @return how many were executed
     */
    int run(long client, DirectBuffer request, int from, int count, MutableDirectBuffer answer, int to,
            int answerEnd) {
        int at = from;
        int out = to;
        int operands = from;
        for (int i = 0; i < count; i++) {
            final long first = LaneFrame.word(request, at);
            final int kind = VerbCodec.kindIn(first);
            final boolean repeats = VerbCodec.repeatsIn(first);
            operands = repeats ? operands : at;
            final long old = runOne(client, kind, VerbCodec.addressIn(first), request, operands, repeats, answer, out);
            out += VerbCodec.answerBytes(request, operands, kind);
            if (VerbCodec.stopsIn(first) && VerbCodec.stops(request, operands, kind, old)) {
                answer.setMemory(out, answerEnd - out, (byte) 0);
                return i + 1;
            }
            at += repeats ? VerbCodec.WORD : VerbCodec.requestBytes(request, at, kind);
        }
        return count;
    }

    /** Returns the old low word, or the result of a call. */
    private long runOne(long client, int kind, long address, DirectBuffer request, int at, boolean repeats,
            MutableDirectBuffer answer, int out) {
        return switch (kind) {
            case VerbCodec.READ_WORD -> put(answer, out, memory.readWord(address));
            case VerbCodec.WRITE_WORD -> {
                memory.writeWord(address, operand(request, at, 1));
                yield 0;
            }
            case VerbCodec.CAS ->
                put(answer, out, memory.cas(address, operand(request, at, 1), operand(request, at, 2)));
            case VerbCodec.FAA -> put(answer, out, memory.faa(address, operand(request, at, 1)));
            case VerbCodec.READ_PAIR -> {
                memory.read(address, pair);
                yield put(answer, out, pair.low(), pair.high());
            }
            case VerbCodec.EXT_CAS -> {
                execute(repeats ? extCas.again(address) : extCas.at(address)
                    .compareLow(operand(request, at, 1), operand(request, at, 2))
                    .swapLow(operand(request, at, 3), operand(request, at, 4))
                    .compareHigh(operand(request, at, 5), operand(request, at, 6))
                    .swapHigh(operand(request, at, 7), operand(request, at, 8)));
                yield put(answer, out, extCas.oldLow(), extCas.oldHigh());
            }
            case VerbCodec.EXT_FAA -> {
                execute(repeats ? extFaa.again(address) : extFaa.at(address)
                    .addLow(operand(request, at, 1), operand(request, at, 2))
                    .addHigh(operand(request, at, 3), operand(request, at, 4)));
                yield put(answer, out, extFaa.oldLow(), extFaa.oldHigh());
            }
            default -> call(client, request, at, answer, out);
        };
    }

    private void execute(Verb verb) {
        batch.clear();
        memory.execute(batch.add(verb));
    }

    private long call(long client, DirectBuffer request, int at, MutableDirectBuffer answer, int out) {
        final int handler = VerbCodec.handler(request, at);
        final int bytesMax = VerbCodec.callAnswerBytesMax(request, at);
        final int body = out + VerbCodec.WORD;
        final int padded = BitUtil.align(bytesMax, VerbCodec.WORD);
        final CallHandler called = handlers.handler(handler);
        if (called == null) {
            throw new IllegalStateException("handler " + handler + " is gone");
        }
        answer.setMemory(body, padded, (byte) 0);
        return put(answer, out, CallHandler.checked(called.call(client, request, VerbCodec.callBody(request, at),
            VerbCodec.callBytes(request, at), answer, body, bytesMax), bytesMax));
    }

    private static long operand(DirectBuffer request, int at, int index) {
        return LaneFrame.word(request, at + index * VerbCodec.WORD);
    }

    private static long put(MutableDirectBuffer answer, int out, long word) {
        LaneFrame.word(answer, out, word);
        return word;
    }

    private static long put(MutableDirectBuffer answer, int out, long low, long high) {
        LaneFrame.word(answer, out, low);
        LaneFrame.word(answer, out + VerbCodec.WORD, high);
        return low;
    }
}
