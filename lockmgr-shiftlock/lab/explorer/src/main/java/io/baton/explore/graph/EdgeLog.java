package io.baton.explore.graph;

import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.Int2IntHashMap;
import org.agrona.collections.IntArrayList;

/**
 * Edges between numbered states, 5 bytes each, written once and read from one end to the other: the edges of a state,
 * then a slot that says whose they are, another 5 bytes. The edges of a state that are written together, after those
 * of its successors, are read soonest. Not thread-safe.
 *
 * <pre>
 *   target, 4 bytes | code of the transition, 1 byte       for each edge of a state
 *   state,  4 bytes | 255, 1 byte                      whose edges they were
 * </pre>
 */
final class EdgeLog {

    /** Small enough for arrays that share their regions of the heap with others. */
    private static final int CHUNK_SLOTS = 1 << 15;
    /** Code of a slot that says whose the edges before it are. */
    private static final int OWNER = 255;
    private static final int NONE = -1;

    private final List<Chunk> chunks = new ArrayList<>();
    private final Int2IntHashMap codes = new Int2IntHashMap(NONE);
    private final IntArrayList transitions = new IntArrayList();
    private int used = CHUNK_SLOTS;
    private int open = NONE;
    private long edges;

    /** Some slots, of which the last chunk may have free ones. */
    private static final class Chunk {

        final int[] states = new int[CHUNK_SLOTS];
        final byte[] codes = new byte[CHUNK_SLOTS];
    }

    /** What is done with what is read. */
    interface Reader {

        /**
         * Reads whose the edges are that were read last (forwards), or that come next (backwards).
         *
         * @param state its number
         */
        void owner(int state);

        /**
         * Reads an edge.
         *
         * @param code stands for the transition
         * @param target number of the state to which it leads
         */
        void edge(int code, int target);
    }

    /** Writes an edge. */
    void add(int before, int transition, int after) {
        if (open != before) {
            close();
            open = before;
        }
        write(code(transition), after);
        edges++;
    }

    private int code(int transition) {
        int code = codes.get(transition);
        if (code == NONE) {
            code = transitions.size();
            if (code == OWNER) {
                throw new IllegalStateException("more than " + OWNER
                    + " kinds of transitions: take a smaller scenario");
            }
            codes.put(transition, code);
            transitions.addInt(transition);
        }
        return code;
    }

    private void close() {
        if (open != NONE) {
            write(OWNER, open);
            open = NONE;
        }
    }

    private void write(int code, int state) {
        if (used == CHUNK_SLOTS) {
            chunks.add(new Chunk());
            used = 0;
        }
        final Chunk chunk = chunks.getLast();
        chunk.states[used] = state;
        chunk.codes[used++] = (byte) code;
    }

    long edges() {
        return edges;
    }

    /** How many codes there are. */
    int codes() {
        return transitions.size();
    }

    /** The transition for which a code stands. */
    int transition(int code) {
        return transitions.getInt(code);
    }

    private int used(int chunk) {
        return chunk == chunks.size() - 1 ? used : CHUNK_SLOTS;
    }

    /** Reads all from the first to the last: edges, then their owner. */
    void forwards(Reader reader) {
        close();
        for (int i = 0; i < chunks.size(); i++) {
            final Chunk chunk = chunks.get(i);
            final int end = used(i);
            for (int slot = 0; slot < end; slot++) {
                read(chunk, slot, reader);
            }
        }
    }

    /** Reads all from the last to the first: the owner, then its edges. */
    void backwards(Reader reader) {
        close();
        for (int i = chunks.size() - 1; i >= 0; i--) {
            final Chunk chunk = chunks.get(i);
            for (int slot = used(i) - 1; slot >= 0; slot--) {
                read(chunk, slot, reader);
            }
        }
    }

    private static void read(Chunk chunk, int slot, Reader reader) {
        final int code = chunk.codes[slot] & 0xFF;
        if (code == OWNER) {
            reader.owner(chunk.states[slot]);
        } else {
            reader.edge(code, chunk.states[slot]);
        }
    }
}
