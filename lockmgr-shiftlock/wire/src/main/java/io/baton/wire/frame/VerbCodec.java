package io.baton.wire.frame;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.baton.fabric.Address;
import io.baton.fabric.Call;
import io.baton.fabric.ExtCas;
import io.baton.fabric.ExtFaa;
import io.baton.fabric.ReadPair;
import io.baton.fabric.Verb;
import io.baton.fabric.VerbBatch;
import io.baton.fabric.WordVerb;
import org.agrona.BitUtil;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Verbs in the body of a VERBS frame, one behind the other. Each begins with one word, its operands follow.
 * <pre>
 *   63      56 55      48 47                                        0
 *  +----------+----------+-------------------------------------------+
 *  |   kind   |   flags  |            address, or handler            |
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
 *  8 CALL         lengths: of the request (4 bytes), of the answer at most (4)  result, answer
 *
 *  flag 1 STOPS   mask and value follow: behind this verb the server goes on only if old low has that value there
 *  flag 2 REPEATS kind, operands, mask and value are those of the verb before; only the address is its own
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
    public static final int CALL = 8;

    public static final int STOPS = 1;
    public static final int REPEATS = 2;

    public static final int WORD = 8;
    public static final int PAIR = 16;
    /** Bytes of a condition. */
    public static final int CONDITION = 2 * WORD;

    private static final int KIND_SHIFT = 56;
    static final int FLAGS_SHIFT = 48;
    static final int FLAGS_MASK = 0xFF;
    private static final long ADDRESS_MASK = (1L << Address.OFFSET_BITS) - 1;
    /** What a verb that repeats has in common with the one before. */
    static final long SAME_MASK = ~ADDRESS_MASK & ~((long) REPEATS << FLAGS_SHIFT);
    /** Bytes of each kind with its first word. */
    static final int[] REQUEST_BYTES =
        {0, WORD, 2 * WORD, 3 * WORD, 2 * WORD, WORD, 9 * WORD, 5 * WORD, 2 * WORD};
    static final int[] ANSWER_BYTES = {0, WORD, 0, WORD, WORD, PAIR, PAIR, PAIR, WORD};

    private VerbCodec() {
    }

    public static int kind(DirectBuffer buffer, int at) {
        return (int) (LaneFrame.word(buffer, at) >>> KIND_SHIFT);
    }

    public static long address(DirectBuffer buffer, int at) {
        return LaneFrame.word(buffer, at) & ADDRESS_MASK;
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

    public static int alignment(Verb verb) {
        return verb instanceof WordVerb ? WORD : PAIR;
    }

    // What a verb's first word says

    public static int kindIn(long first) {
        return (int) (first >>> KIND_SHIFT);
    }

    public static long addressIn(long first) {
        return first & ADDRESS_MASK;
    }

    public static boolean stopsIn(long first) {
        return (first & (long) STOPS << FLAGS_SHIFT) != 0;
    }

    public static boolean repeatsIn(long first) {
        return (first & (long) REPEATS << FLAGS_SHIFT) != 0;
    }

    /** Whether the server does not go on behind a verb with a condition, which has found an old low word. */
    public static boolean stops(DirectBuffer buffer, int at, int kind, long oldLow) {
        final int condition = at + REQUEST_BYTES[kind];
        return (oldLow & LaneFrame.word(buffer, condition)) != LaneFrame.word(buffer, condition + WORD);
    }

    /** Bytes of a checked verb that does not repeat another. */
    public static int requestBytes(DirectBuffer buffer, int at, int kind) {
        final int fixed = REQUEST_BYTES[kind] + (stopsIn(LaneFrame.word(buffer, at)) ? CONDITION : 0);
        return kind == CALL ? fixed + BitUtil.align(callBytes(buffer, at), WORD) : fixed;
    }

    /** Bytes of the answer to a checked verb. */
    public static int answerBytes(DirectBuffer buffer, int at, int kind) {
        return kind == CALL ? WORD + BitUtil.align(callAnswerBytesMax(buffer, at), WORD) : ANSWER_BYTES[kind];
    }

    /** Where the request of a call begins. */
    public static int callBody(DirectBuffer buffer, int at) {
        return at + REQUEST_BYTES[CALL] + (stopsIn(LaneFrame.word(buffer, at)) ? CONDITION : 0);
    }

    static int flags(DirectBuffer buffer, int at) {
        return (int) (LaneFrame.word(buffer, at) >>> FLAGS_SHIFT) & FLAGS_MASK;
    }

    /** Whom a call names. */
    public static int handler(DirectBuffer buffer, int at) {
        return (int) address(buffer, at);
    }

    public static int callBytes(DirectBuffer buffer, int at) {
        return buffer.getInt(at + WORD, LITTLE_ENDIAN);
    }

    public static int callAnswerBytesMax(DirectBuffer buffer, int at) {
        return buffer.getInt(at + WORD + Integer.BYTES, LITTLE_ENDIAN);
    }

    /** The most bytes that a verb takes in a frame. */
    public static int requestBytesMax(Verb verb) {
        final int kind = kindOf(verb);
        return REQUEST_BYTES[kind] + CONDITION
            + (verb instanceof Call call ? BitUtil.align(call.requestBytes(), WORD) : 0);
    }

    /** Bytes of a verb's answer. */
    public static int answerBytes(Verb verb) {
        return verb instanceof Call call ? WORD + BitUtil.align(call.answerBytesMax(), WORD)
            : ANSWER_BYTES[kindOf(verb)];
    }

    /** Not a switch over patterns, here and below: it takes 5 ns, a compare of classes a fraction of one. */
    private static int kindOf(Verb verb) {
        if (verb instanceof ExtCas) {
            return EXT_CAS;
        }
        if (verb instanceof ExtFaa) {
            return EXT_FAA;
        }
        if (verb instanceof ReadPair) {
            return READ_PAIR;
        }
        return verb instanceof WordVerb word ? kindOf(word) : CALL;
    }

    private static int kindOf(WordVerb verb) {
        return switch (verb.kind()) {
            case WRITE -> WRITE_WORD;
            case CAS -> CAS;
            case FAA -> FAA;
            default -> READ_WORD;
        };
    }

    // Requests

    private static void first(MutableDirectBuffer buffer, int at, int kind, long address) {
        LaneFrame.word(buffer, at, (long) kind << KIND_SHIFT | (address & ADDRESS_MASK));
    }

    /** Writes a verb without a condition, and returns its bytes. */
    public static int put(MutableDirectBuffer buffer, int at, Verb verb) {
        if (verb instanceof ExtCas cas) {
            put(buffer, at, cas);
        } else if (verb instanceof ExtFaa faa) {
            put(buffer, at, faa);
        } else if (verb instanceof WordVerb word) {
            put(buffer, at, word);
        } else if (verb instanceof Call call) {
            first(buffer, at, CALL, call.handler());
            buffer.putInt(at + WORD, call.requestBytes(), LITTLE_ENDIAN);
            buffer.putInt(at + WORD + Integer.BYTES, call.answerBytesMax(), LITTLE_ENDIAN);
        } else {
            first(buffer, at, READ_PAIR, verb.address());
        }
        return REQUEST_BYTES[kindOf(verb)];
    }

    private static void put(MutableDirectBuffer buffer, int at, WordVerb word) {
        final int kind = kindOf(word);
        first(buffer, at, kind, word.address());
        if (kind == CAS) {
            LaneFrame.word(buffer, at + WORD, word.compare());
            LaneFrame.word(buffer, at + 2 * WORD, word.operand());
        } else if (kind != READ_WORD) {
            LaneFrame.word(buffer, at + WORD, word.operand());
        }
    }

    private static void put(MutableDirectBuffer buffer, int at, ExtCas cas) {
        first(buffer, at, EXT_CAS, cas.address());
        LaneFrame.word(buffer, at + WORD, cas.compareMaskLow());
        LaneFrame.word(buffer, at + 2 * WORD, cas.compareLow());
        LaneFrame.word(buffer, at + 3 * WORD, cas.swapMaskLow());
        LaneFrame.word(buffer, at + 4 * WORD, cas.swapLow());
        LaneFrame.word(buffer, at + 5 * WORD, cas.compareMaskHigh());
        LaneFrame.word(buffer, at + 6 * WORD, cas.compareHigh());
        LaneFrame.word(buffer, at + 7 * WORD, cas.swapMaskHigh());
        LaneFrame.word(buffer, at + 8 * WORD, cas.swapHigh());
    }

    private static void put(MutableDirectBuffer buffer, int at, ExtFaa faa) {
        first(buffer, at, EXT_FAA, faa.address());
        LaneFrame.word(buffer, at + WORD, faa.addLow());
        LaneFrame.word(buffer, at + 2 * WORD, faa.boundaryLow());
        LaneFrame.word(buffer, at + 3 * WORD, faa.addHigh());
        LaneFrame.word(buffer, at + 4 * WORD, faa.boundaryHigh());
    }

    /** Writes a verb of a batch with its condition, if it has one, and returns its bytes. */
    public static int put(MutableDirectBuffer buffer, int at, VerbBatch batch, int index) {
        final Verb verb = batch.verb(index);
        int bytes = put(buffer, at, verb);
        if (batch.stopMask(index) != 0) {
            flag(buffer, at, STOPS);
            LaneFrame.word(buffer, at + bytes, batch.stopMask(index));
            LaneFrame.word(buffer, at + bytes + WORD, batch.stopValue(index));
            bytes += CONDITION;
        }
        if (verb instanceof Call call) {
            final int padded = BitUtil.align(call.requestBytes(), WORD);
            if (padded > 0) {
                LaneFrame.word(buffer, at + bytes + padded - WORD, 0);
                call.copyRequest(buffer, at + bytes);
            }
            bytes += padded;
        }
        return bytes;
    }

    /** Writes a verb of a batch that has operands and condition of the one before it, and returns its bytes. */
    public static int putRepeated(MutableDirectBuffer buffer, int at, VerbBatch batch, int index) {
        final Verb verb = batch.verb(index);
        final long flags = batch.stopMask(index) == 0 ? REPEATS : STOPS | REPEATS;
        LaneFrame.word(buffer, at,
            (long) kindOf(verb) << KIND_SHIFT | flags << FLAGS_SHIFT | (verb.address() & ADDRESS_MASK));
        return WORD;
    }

    private static void flag(MutableDirectBuffer buffer, int at, int flags) {
        LaneFrame.word(buffer, at, LaneFrame.word(buffer, at) | (long) flags << FLAGS_SHIFT);
    }

    /** Whether a verb of a batch has operands and condition of another, so that only the address is its own. */
    public static boolean repeats(VerbBatch batch, int index, int other) {
        if (batch.stopMask(index) != batch.stopMask(other) || batch.stopValue(index) != batch.stopValue(other)) {
            return false;
        }
        final Verb verb = batch.verb(index);
        final Verb before = batch.verb(other);
        if (verb instanceof ExtCas cas) {
            return before instanceof ExtCas first && repeats(cas, first);
        }
        if (verb instanceof ExtFaa faa) {
            return before instanceof ExtFaa first && repeats(faa, first);
        }
        return verb instanceof ReadPair && before instanceof ReadPair;
    }

    private static boolean repeats(ExtCas cas, ExtCas before) {
        return ((cas.compareMaskLow() ^ before.compareMaskLow()) | (cas.compareLow() ^ before.compareLow())
            | (cas.compareMaskHigh() ^ before.compareMaskHigh()) | (cas.compareHigh() ^ before.compareHigh())
            | (cas.swapMaskLow() ^ before.swapMaskLow()) | (cas.swapLow() ^ before.swapLow())
            | (cas.swapMaskHigh() ^ before.swapMaskHigh()) | (cas.swapHigh() ^ before.swapHigh())) == 0;
    }

    private static boolean repeats(ExtFaa faa, ExtFaa before) {
        return ((faa.addLow() ^ before.addLow()) | (faa.boundaryLow() ^ before.boundaryLow())
            | (faa.addHigh() ^ before.addHigh()) | (faa.boundaryHigh() ^ before.boundaryHigh())) == 0;
    }
}
