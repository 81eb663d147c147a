package io.baton.history.check;

import io.baton.history.HistoryOutcome;
import java.util.Arrays;

/** All transactions of a history by number, in the order of the file; 41 bytes each, in chunks. */
final class TransactionTable {

    private static final int CHUNK_BITS = 12;
    private static final int CHUNK = 1 << CHUNK_BITS;
    private static final int CLIENT_BITS = 20;

    private static final class Chunk {
        final long[] begin = new long[CHUNK];
        final long[] point = new long[CHUNK];
        final long[] end = new long[CHUNK];
        final long[] name = new long[CHUNK];
        final byte[] outcome = new byte[CHUNK];
    }

    private static final byte COMMITTED = 0;
    private static final byte ABORTED = 1;
    private static final byte UNKNOWN = 2;
    private static final byte OBSERVED = 3;

    private Chunk[] chunks = new Chunk[16];
    private int size;
    private int unknown;
    private int observed;

    void add(int client, long sequence, long begin, long point, long end, HistoryOutcome outcome) {
        if (size == Integer.MAX_VALUE) {
            throw new IllegalStateException("a history of more than 2^31 transactions cannot be checked at once");
        }
        final int chunk = size >>> CHUNK_BITS;
        if (chunk == chunks.length) {
            chunks = Arrays.copyOf(chunks, 2 * chunk);
        }
        if ((size & (CHUNK - 1)) == 0) {
            chunks[chunk] = new Chunk();
        }
        final Chunk c = chunks[chunk];
        final int i = size & (CHUNK - 1);
        final boolean answered = outcome != HistoryOutcome.UNKNOWN;
        c.begin[i] = begin;
        c.end[i] = answered ? end : Long.MAX_VALUE;
        // Between begin and end, so that no edge of real time goes back in the order of points.
        c.point[i] = Math.clamp(point, begin, Math.max(begin, c.end[i]));
        c.name[i] = (sequence << CLIENT_BITS) | client;
        c.outcome[i] = switch (outcome) {
            case COMMITTED -> COMMITTED;
            case ABORTED -> ABORTED;
            case UNKNOWN -> UNKNOWN;
        };
        unknown += answered ? 0 : 1;
        size++;
    }

    int size() {
        return size;
    }

    int unknown() {
        return unknown;
    }

    /** How many of the unknown ones turned out to be committed. */
    int observed() {
        return observed;
    }

    long begin(int i) {
        return chunks[i >>> CHUNK_BITS].begin[i & (CHUNK - 1)];
    }

    long point(int i) {
        return chunks[i >>> CHUNK_BITS].point[i & (CHUNK - 1)];
    }

    long end(int i) {
        return chunks[i >>> CHUNK_BITS].end[i & (CHUNK - 1)];
    }

    boolean aborted(int i) {
        return chunks[i >>> CHUNK_BITS].outcome[i & (CHUNK - 1)] == ABORTED;
    }

    /** Whether its writes count: it was committed, or its outcome is unknown and another one saw what it wrote. */
    boolean committed(int i) {
        final byte outcome = chunks[i >>> CHUNK_BITS].outcome[i & (CHUNK - 1)];
        return outcome == COMMITTED || outcome == OBSERVED;
    }

    /** Whether its caller was answered from what it read: it was committed, or aborted. */
    boolean judged(int i) {
        return committed(i) || aborted(i);
    }

    /** Another transaction has seen what a transaction wrote. */
    void observe(int i) {
        final byte[] outcomes = chunks[i >>> CHUNK_BITS].outcome;
        if (outcomes[i & (CHUNK - 1)] == UNKNOWN) {
            outcomes[i & (CHUNK - 1)] = OBSERVED;
            observed++;
        }
    }

    /** Whether an edge goes forward in the order of points. */
    boolean inOrder(int from, int to) {
        final long a = point(from);
        final long b = point(to);
        return a < b || (a == b && from < to);
    }

    /** Names a transaction as exports do: client, number. */
    String name(int i) {
        final long name = chunks[i >>> CHUNK_BITS].name[i & (CHUNK - 1)];
        return (name & ((1L << CLIENT_BITS) - 1)) + "-" + (name >>> CLIENT_BITS);
    }
}
