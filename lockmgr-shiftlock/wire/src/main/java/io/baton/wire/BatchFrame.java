package io.baton.wire;

import io.baton.fabric.ExtCas;
import io.baton.fabric.ExtFaa;
import io.baton.fabric.ReadPair;
import io.baton.fabric.Verb;
import io.baton.fabric.VerbBatch;
import io.baton.fabric.VerbCounters;
import io.baton.wire.frame.Frame;
import io.baton.wire.frame.VerbCodec;
import io.baton.wire.frame.WireLimits;
import org.agrona.MutableDirectBuffer;

/** Those verbs of a batch that go to one lock server, in order, as the body of one frame; and their answers. */
final class BatchFrame {

    private BatchFrame() {
    }

    private static boolean isAt(Verb verb, int server) {
        return verb.address() >>> WireLimits.OFFSET_BITS == server;
    }

    /** Checks the verbs of one server and returns how many they are. */
    static int check(VerbBatch batch, int server, long memoryBytes) {
        int count = 0;
        for (int i = 0; i < batch.size(); i++) {
            if (isAt(batch.verb(i), server)) {
                checkOffset(batch.verb(i).address(), VerbCodec.PAIR, memoryBytes);
                count++;
            }
        }
        return count;
    }

    /** How many verbs one server has in a batch. */
    static int count(VerbBatch batch, int server) {
        int count = 0;
        for (int i = 0; i < batch.size(); i++) {
            count += isAt(batch.verb(i), server) ? 1 : 0;
        }
        return count;
    }

    /** Checks the offset of an address in the memory of its server. */
    static void checkOffset(long address, int alignment, long memoryBytes) {
        final long offset = address & ((1L << WireLimits.OFFSET_BITS) - 1);
        if (offset % alignment != 0 || offset > memoryBytes - alignment) {
            throw new IllegalArgumentException(
                "address " + offset + ": give a multiple of " + alignment + " below " + memoryBytes);
        }
    }

    /** The length of the frame. */
    static int bytes(VerbBatch batch, int server) {
        int length = Frame.HEADER_BYTES;
        for (int i = 0; i < batch.size(); i++) {
            length += isAt(batch.verb(i), server) ? VerbCodec.requestBytes(batch.verb(i)) : 0;
        }
        return length;
    }

    static void put(VerbBatch batch, int server, MutableDirectBuffer frame, VerbCounters counters) {
        int at = Frame.HEADER_BYTES;
        for (int i = 0; i < batch.size(); i++) {
            final Verb verb = batch.verb(i);
            if (isAt(verb, server)) {
                at += VerbCodec.put(frame, at, verb);
                switch (verb) {
                    case ExtCas cas -> counters.countExtCas();
                    case ExtFaa faa -> counters.countExtFaa();
                    case ReadPair read -> counters.countRead();
                }
            }
        }
    }

    static void complete(VerbBatch batch, int server, Pending answer) {
        int at = 0;
        for (int i = 0; i < batch.size(); i++) {
            final Verb verb = batch.verb(i);
            if (isAt(verb, server)) {
                verb.complete(answer.word(at), answer.word(at + VerbCodec.WORD));
                at += VerbCodec.PAIR;
            }
        }
    }
}
