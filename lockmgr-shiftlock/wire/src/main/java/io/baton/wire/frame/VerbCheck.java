package io.baton.wire.frame;

import io.baton.fabric.Call;
import io.baton.fabric.VerbBatch;
import java.util.function.IntPredicate;
import org.agrona.BitUtil;
import org.agrona.DirectBuffer;

/** What the verbs of a frame must be like; nothing of a frame is executed before all of it was checked. */
public final class VerbCheck {

    private VerbCheck() {
    }

    /**
     * Checks all verbs of a frame before any is executed.
     *
     * @param from where the first begins
     * @param to where the frame ends
     * @param handlers which handlers there are
     * @return the bytes of the answer's body
     */
    public static int check(DirectBuffer buffer, int from, int to, int count, long memoryBytes, IntPredicate handlers)
            throws MalformedLaneFrameException {
        int at = from;
        int answer = 0;
        long before = 0;
        if (count < 1 || count > VerbBatch.VERBS_MAX) {
            throw new MalformedLaneFrameException("a VERBS with " + count + " verbs; give 1 to 128");
        }
        for (int i = 0; i < count; i++) {
            if (to - at < VerbCodec.WORD) {
                throw new MalformedLaneFrameException("a VERBS that ends before verb " + i + " of " + count);
            }
            final long first = LaneFrame.word(buffer, at);
            final int kind = VerbCodec.kindIn(first);
            if (kind < VerbCodec.READ_WORD || kind > VerbCodec.CALL) {
                throw new MalformedLaneFrameException("a VERBS whose verb " + i + " is of kind " + kind);
            }
            if (kind == VerbCodec.CALL) {
                final int bytes = checkedCall(buffer, at, to, handlers);
                answer += VerbCodec.WORD + BitUtil.align(VerbCodec.callAnswerBytesMax(buffer, at), VerbCodec.WORD);
                at += bytes;
            } else {
                checkAddress(first, kind, memoryBytes);
                at += checkedBytes(first, before, kind, to - at);
                answer += VerbCodec.ANSWER_BYTES[kind];
            }
            before = first;
        }
        if (at != to || answer > WireLimits.FRAME_BYTES_MAX - LaneFrame.HEADER_BYTES) {
            throw new MalformedLaneFrameException("a VERBS with " + (to - at) + " bytes behind its " + count
                + " verbs and an answer of " + answer + " bytes");
        }
        return answer;
    }

    private static void checkAddress(long first, int kind, long memoryBytes) throws MalformedLaneFrameException {
        final long address = VerbCodec.addressIn(first);
        if ((address & (VerbCodec.alignment(kind) - 1)) != 0 || address > memoryBytes - VerbCodec.alignment(kind)) {
            throw new MalformedLaneFrameException("a VERBS with address " + address + "; give a multiple of "
                + VerbCodec.alignment(kind) + " below " + memoryBytes);
        }
    }

    /** Bytes of a verb that is no call. */
    private static int checkedBytes(long first, long before, int kind, int left) throws MalformedLaneFrameException {
        final int flags = (int) (first >>> VerbCodec.FLAGS_SHIFT) & VerbCodec.FLAGS_MASK;
        final int bytes = (flags & VerbCodec.REPEATS) != 0 ? VerbCodec.WORD
            : VerbCodec.REQUEST_BYTES[kind] + ((flags & VerbCodec.STOPS) != 0 ? VerbCodec.CONDITION : 0);
        if (flags > (VerbCodec.STOPS | VerbCodec.REPEATS) || left < bytes
            || (kind == VerbCodec.WRITE_WORD && flags != 0)) {
            throw new MalformedLaneFrameException(
                "a VERBS with a verb of kind " + kind + " and flags " + flags + " in " + left + " bytes");
        }
        if ((flags & VerbCodec.REPEATS) != 0 && ((first ^ before) & VerbCodec.SAME_MASK) != 0) {
            throw new MalformedLaneFrameException("a VERBS with a verb of kind " + kind + " that repeats another kind");
        }
        return bytes;
    }

    /** Bytes of a call. */
    private static int checkedCall(DirectBuffer buffer, int at, int to, IntPredicate handlers)
            throws MalformedLaneFrameException {
        final int flags = VerbCodec.flags(buffer, at);
        final int fixed =
            VerbCodec.REQUEST_BYTES[VerbCodec.CALL] + ((flags & VerbCodec.STOPS) != 0 ? VerbCodec.CONDITION : 0);
        if (flags > VerbCodec.STOPS || to - at < fixed) {
            throw new MalformedLaneFrameException("a CALL with flags " + flags + " in " + (to - at) + " bytes");
        }
        final int request = VerbCodec.callBytes(buffer, at);
        final int answer = VerbCodec.callAnswerBytesMax(buffer, at);
        if (request < 0 || request > Call.BYTES_MAX || answer < 0 || answer > Call.BYTES_MAX
            || to - at < fixed + BitUtil.align(request, VerbCodec.WORD)) {
            throw new MalformedLaneFrameException("a CALL with " + request + " bytes to be answered with " + answer
                + "; give at most " + Call.BYTES_MAX);
        }
        final long handler = VerbCodec.address(buffer, at);
        if (handler >= Call.HANDLERS_MAX || !handlers.test((int) handler)) {
            throw new MalformedLaneFrameException("a CALL to handler " + handler + ", which is not registered");
        }
        return fixed + BitUtil.align(request, VerbCodec.WORD);
    }
}
