package io.baton.explore;

import io.baton.explore.graph.Digests;
import org.jspecify.annotations.Nullable;

/** What is to be known of a process: its threads live and die together, and the gate may refuse its verbs. */
final class ProcessState {

    final int node;
    int admission;
    boolean refused;
    boolean crashed;
    /** Whether something of it is late, or it has given something up, or has stood still. */
    boolean late;
    /** Its sign of life, to be repeated. */
    byte @Nullable [] heartbeat;
    Memory memory = Memory.NONE;

    /**
     * What the code under test remembers, as of the last step.
     *
     * @param digest hash of all of it
     * @param shared hash of what its threads may have copied
     * @param kept which locks it keeps though no client of its uses them
     * @param heedsTime whether it makes a difference that a timeout of a helper passes
     * @param badEnd what would be wrong if nothing happened any more, or null
     */
    record Memory(long digest, long shared, long kept, boolean heedsTime, @Nullable String badEnd) {

        static final Memory NONE = new Memory(0, 0, 0, false, null);

        /** The same, but for what may have been copied. */
        Memory withShared(long newShared) {
            return new Memory(digest, newShared, kept, heedsTime, badEnd);
        }
    }

    ProcessState(int node) {
        this.node = node;
    }

    ProcessState copy() {
        final ProcessState copy = new ProcessState(node);
        copy.admission = admission;
        copy.refused = refused;
        copy.crashed = crashed;
        copy.late = late;
        copy.heartbeat = heartbeat;
        copy.memory = memory;
        return copy;
    }

    long digest() {
        final long hash = Digests.mix(admission, (refused ? 1 : 0) + (crashed ? 2 : 0) + (late ? 4 : 0));
        return crashed ? hash : Digests.mix(hash, memory.digest);
    }
}
