package io.baton.wire.frame;

import io.baton.fabric.AddFields;
import io.baton.fabric.CasMasks;
import io.baton.fabric.ExtCas;
import io.baton.fabric.ExtFaa;
import io.baton.fabric.ReadPair;
import io.baton.fabric.Verb;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Verbs in the body of a VERBS frame, one behind the other. Each begins with one word, its operands follow.
 * <pre>
 *   63      56 55      48 47                                        0
 *  +----------+----------+-------------------------------------------+
 *  |   kind   |    0     |                  address                  |
 *  +----------+----------+-------------------------------------------+
 *
 *  kind           operands, 8 bytes each                                        answer
 *  1 READ_WORD                                                                  word
 *  2 WRITE_WORD   value                                                         nothing
 *  3 CAS          compare, swap                                                 old word
 *  4 FAA          add                                                           old word
 *  5 READ_PAIR                                                                  low, high
 *  6 EXT_CAS      compare mask, compare, swap mask, swap: of low, then of high  old low, old high
 *  7 EXT_FAA      add, boundary: of low, then of high                           old low, old high
 * </pre>
 */
public final class VerbCodec {

    public static final int READ_WORD = 1;
    public static final int WRITE_WORD = 2;
    public static final int CAS = 3;
    public static final int FAA = 4;
    public static final int READ_PAIR = 5;
    public static final int EXT_CAS = 6;
    public static final int EXT_FAA = 7;

    public static final int WORD = 8;
    public static final int PAIR = 16;

    private static final int KIND_SHIFT = 56;
    private static final long ADDRESS_MASK = (1L << WireLimits.OFFSET_BITS) - 1;
    /** Bytes of each kind with its first word. */
    private static final int[] REQUEST_BYTES = {0, WORD, 2 * WORD, 3 * WORD, 2 * WORD, WORD, 9 * WORD, 5 * WORD};
    private static final int[] ANSWER_BYTES = {0, WORD, 0, WORD, WORD, PAIR, PAIR, PAIR};

    private VerbCodec() {
    }

    public static int kind(DirectBuffer buffer, int at) {
        return (int) (Frame.word(buffer, at) >>> KIND_SHIFT);
    }

    public static long address(DirectBuffer buffer, int at) {
        return Frame.word(buffer, at) & ADDRESS_MASK;
    }

    public static int requestBytes(int kind) {
        return REQUEST_BYTES[kind];
    }

    public static int answerBytes(int kind) {
        return ANSWER_BYTES[kind];
    }

    /** Where an answer is 16 bytes, so is what the address names. */
    public static int alignment(int kind) {
        return kind >= READ_PAIR ? PAIR : WORD;
    }

    /** Bytes that a verb takes in a frame. */
    public static int requestBytes(Verb verb) {
        return REQUEST_BYTES[kindOf(verb)];
    }

    private static int kindOf(Verb verb) {
        return switch (verb) {
            case ExtCas cas -> EXT_CAS;
            case ExtFaa faa -> EXT_FAA;
            case ReadPair read -> READ_PAIR;
        };
    }

    /**
     * Checks all verbs of a frame before any is executed.
     *
     * @param from where the first begins
     * @param to where the frame ends
     * @return the bytes of the answer's body
     */
    public static int check(DirectBuffer buffer, int from, int to, int count, long memoryBytes)
            throws MalformedFrameException {
        int at = from;
        int answer = 0;
        if (count < 1 || count > io.baton.fabric.VerbBatch.VERBS_MAX) {
            throw new MalformedFrameException("a VERBS with " + count + " verbs; give 1 to 128");
        }
        for (int i = 0; i < count; i++) {
            if (to - at < WORD) {
                throw new MalformedFrameException("a VERBS that ends before verb " + i + " of " + count);
            }
            final long first = Frame.word(buffer, at);
            final int kind = (int) (first >>> KIND_SHIFT);
            if (kind < READ_WORD || kind > EXT_FAA || to - at < REQUEST_BYTES[kind]) {
                throw new MalformedFrameException("a VERBS whose verb " + i + " is of kind " + kind + " in "
                    + (to - at) + " bytes");
            }
            final long address = first & ~(-1L << KIND_SHIFT);
            if ((address & (alignment(kind) - 1)) != 0 || address > memoryBytes - alignment(kind)) {
                throw new MalformedFrameException("a VERBS with address " + address + "; give a multiple of "
                    + alignment(kind) + " below " + memoryBytes);
            }
            at += REQUEST_BYTES[kind];
            answer += ANSWER_BYTES[kind];
        }
        if (at != to) {
            throw new MalformedFrameException("a VERBS with " + (to - at) + " bytes behind its " + count + " verbs");
        }
        return answer;
    }

    // Requests

    private static void first(MutableDirectBuffer buffer, int at, int kind, long address) {
        Frame.word(buffer, at, (long) kind << KIND_SHIFT | (address & ADDRESS_MASK));
    }

    public static void readWord(MutableDirectBuffer buffer, int at, long address) {
        first(buffer, at, READ_WORD, address);
    }

    public static void writeWord(MutableDirectBuffer buffer, int at, long address, long value) {
        first(buffer, at, WRITE_WORD, address);
        Frame.word(buffer, at + WORD, value);
    }

    public static void cas(MutableDirectBuffer buffer, int at, long address, long compare, long swap) {
        first(buffer, at, CAS, address);
        Frame.word(buffer, at + WORD, compare);
        Frame.word(buffer, at + 2 * WORD, swap);
    }

    public static void faa(MutableDirectBuffer buffer, int at, long address, long add) {
        first(buffer, at, FAA, address);
        Frame.word(buffer, at + WORD, add);
    }

    public static void readPair(MutableDirectBuffer buffer, int at, long address) {
        first(buffer, at, READ_PAIR, address);
    }

    public static void extCas(MutableDirectBuffer buffer, int at, long address, CasMasks masks, long compareLow,
            long compareHigh, long swapLow, long swapHigh) {
        first(buffer, at, EXT_CAS, address);
        Frame.word(buffer, at + WORD, masks.compareLow());
        Frame.word(buffer, at + 2 * WORD, compareLow);
        Frame.word(buffer, at + 3 * WORD, masks.swapLow());
        Frame.word(buffer, at + 4 * WORD, swapLow);
        Frame.word(buffer, at + 5 * WORD, masks.compareHigh());
        Frame.word(buffer, at + 6 * WORD, compareHigh);
        Frame.word(buffer, at + 7 * WORD, masks.swapHigh());
        Frame.word(buffer, at + 8 * WORD, swapHigh);
    }

    public static void extFaa(MutableDirectBuffer buffer, int at, long address, AddFields fields, long addLow,
            long addHigh) {
        first(buffer, at, EXT_FAA, address);
        Frame.word(buffer, at + WORD, addLow);
        Frame.word(buffer, at + 2 * WORD, fields.boundaryLow());
        Frame.word(buffer, at + 3 * WORD, addHigh);
        Frame.word(buffer, at + 4 * WORD, fields.boundaryHigh());
    }

    /** Writes a verb and returns its bytes. */
    public static int put(MutableDirectBuffer buffer, int at, Verb verb) {
        switch (verb) {
            case ExtCas cas -> {
                first(buffer, at, EXT_CAS, cas.address());
                Frame.word(buffer, at + WORD, cas.compareMaskLow());
                Frame.word(buffer, at + 2 * WORD, cas.compareLow());
                Frame.word(buffer, at + 3 * WORD, cas.swapMaskLow());
                Frame.word(buffer, at + 4 * WORD, cas.swapLow());
                Frame.word(buffer, at + 5 * WORD, cas.compareMaskHigh());
                Frame.word(buffer, at + 6 * WORD, cas.compareHigh());
                Frame.word(buffer, at + 7 * WORD, cas.swapMaskHigh());
                Frame.word(buffer, at + 8 * WORD, cas.swapHigh());
            }
            case ExtFaa faa -> {
                first(buffer, at, EXT_FAA, faa.address());
                Frame.word(buffer, at + WORD, faa.addLow());
                Frame.word(buffer, at + 2 * WORD, faa.boundaryLow());
                Frame.word(buffer, at + 3 * WORD, faa.addHigh());
                Frame.word(buffer, at + 4 * WORD, faa.boundaryHigh());
            }
            case ReadPair read -> first(buffer, at, READ_PAIR, read.address());
        }
        return requestBytes(verb);
    }
}
