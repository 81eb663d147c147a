package io.baton.wire;

import io.baton.fabric.Address;
import io.baton.fabric.Call;
import io.baton.fabric.ConnectionLostException;
import io.baton.fabric.Verb;
import io.baton.fabric.VerbBatch;
import io.baton.fabric.VerbCounters;
import io.baton.wire.frame.LaneFrame;
import io.baton.wire.frame.VerbCodec;
import io.baton.wire.frame.WireLimits;
import org.agrona.MutableDirectBuffer;

/**
 * The verbs of a batch by lock server: those of one server, in order, are the body of one frame. One object for each
 * endpoint, reused: first a batch is checked, then its frames are written, then their answers are read.
 */
final class BatchFrame {

    private final WireFabric fabric;
    /** Of each server: how many verbs, the most bytes that they take, and the bytes of their answers. */
    private final int[] verbs;
    private final int[] bytesMax;
    private final int[] answerBytes;
    /** The servers that are named, and perhaps others between. */
    private int first;
    private int last = -1;

    BatchFrame(WireFabric fabric, int servers) {
        this.fabric = fabric;
        this.verbs = new int[servers];
        this.bytesMax = new int[servers];
        this.answerBytes = new int[servers];
    }

    /**
     * Checks all verbs.
     *
     * @throws IllegalArgumentException if one is not right
     */
    void check(VerbBatch batch) {
        for (int server = first; server <= last; server++) {
            verbs[server] = 0;
            bytesMax[server] = 0;
            answerBytes[server] = 0;
        }
        first = verbs.length;
        last = -1;
        for (int i = 0; i < batch.size(); i++) {
            final Verb verb = batch.verb(i);
            final int server = Address.server(verb.address());
            if (server >= verbs.length) {
                throw new IllegalArgumentException("address " + verb.address() + " is at server " + server
                    + ": there are " + verbs.length + " lock servers");
            }
            checkOffset(verb.address(), VerbCodec.alignment(verb), fabric.memoryBytes(server));
            first = Math.min(first, server);
            last = Math.max(last, server);
            verbs[server]++;
            bytesMax[server] += VerbCodec.requestBytesMax(verb);
            answerBytes[server] += VerbCodec.answerBytes(verb);
        }
        for (int server = first; server <= last; server++) {
            if (Math.max(bytesMax[server], answerBytes[server]) > WireLimits.FRAME_BYTES_MAX - LaneFrame.HEADER_BYTES) {
                throw new IllegalArgumentException("a batch of " + bytesMax[server] + " bytes, to be answered with "
                    + answerBytes[server] + ": give calls of fewer bytes, or fewer of them");
            }
        }
    }

    /** Checks the offset of an address in the memory of its server. */
    static void checkOffset(long address, int alignment, long memoryBytes) {
        final long offset = Address.offset(address);
        if ((offset & (alignment - 1)) != 0 || offset > memoryBytes - alignment) {
            throw new IllegalArgumentException(
                "address " + offset + ": give a multiple of " + alignment + " below " + memoryBytes);
        }
    }

    int first() {
        return first;
    }

    int last() {
        return last;
    }

    /** How many verbs a server has. */
    int count(int server) {
        return verbs[server];
    }

    /** The most bytes that the frame of a server may have. */
    int bytesMax(int server) {
        return LaneFrame.HEADER_BYTES + bytesMax[server];
    }

    int answerBytes(int server) {
        return answerBytes[server];
    }

    /** Writes the verbs of a server, and returns the length of the frame. */
    int put(VerbBatch batch, int server, MutableDirectBuffer frame, VerbCounters counters) {
        int at = LaneFrame.HEADER_BYTES;
        int before = -1;
        for (int i = 0; i < batch.size(); i++) {
            final Verb verb = batch.verb(i);
            if (Address.server(verb.address()) != server) {
                continue;
            }
            at += before >= 0 && VerbCodec.repeats(batch, i, before)
                ? VerbCodec.putRepeated(frame, at, batch, i) : VerbCodec.put(frame, at, batch, i);
            before = i;
            counters.count(verb);
        }
        return at;
    }

    /** Hands each verb its answer. */
    static void complete(VerbBatch batch, int server, Pending answer) {
        int at = 0;
        int left = answer.executed();
        for (int i = 0; i < batch.size(); i++) {
            final Verb verb = batch.verb(i);
            if (Address.server(verb.address()) != server) {
                continue;
            }
            batch.executed(i, left > 0);
            final int bytes = VerbCodec.answerBytes(verb);
            if (left > 0 && verb instanceof Call call) {
                complete(call, answer, at);
            } else if (left > 0) {
                verb.complete(bytes == 0 ? 0 : answer.word(at), bytes == VerbCodec.PAIR
                    ? answer.word(at + VerbCodec.WORD) : 0);
            }
            at += bytes;
            left--;
        }
    }

    private static void complete(Call call, Pending answer, int at) {
        final long result = answer.word(at);
        if (result > call.answerBytesMax()) {
            throw new ConnectionLostException(
                "a lock server has answered " + result + " bytes to a call that asked for "
                    + call.answerBytesMax() + "; use the same release on both sides");
        }
        call.complete((int) result, answer.bytes(), at + VerbCodec.WORD);
    }
}
