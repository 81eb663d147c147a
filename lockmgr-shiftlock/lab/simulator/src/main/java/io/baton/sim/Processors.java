package io.baton.sim;

import io.baton.sim.model.ClusterModel;
import java.util.Arrays;

/**
 * The processor cores of one life of a node, or of a machine that several nodes share. Its threads take one core after
 * the other, each when it uses one first; when there are more threads than cores, some share a core, which then serves
 * each of them more slowly. A thread that has ended keeps its place: clients last as long as their node does.
 */
final class Processors {

    private static final int NO_PLACE = -1;

    private final int cores;
    private final double sharedFactor;
    private final int nearCores;
    private final long crossingNanos;
    /** By the threads' numbers. */
    private int[] places = {};
    private int taken;

    /** Those of a node; the lock server, which may stand for several machines, has as many cores as threads. */
    Processors(ClusterModel model, int node) {
        cores = ClusterModel.isServer(node) ? Integer.MAX_VALUE : model.cores();
        sharedFactor = model.sharedCoreFactor();
        nearCores = ClusterModel.isServer(node) ? cores : model.nearCores();
        crossingNanos = model.crossingNanos();
    }

    /** How long a thread takes for what it would do in some time if it had its core for itself. */
    long nanos(SimThread thread, long alone) {
        final int place = place(thread.number());
        final boolean shares = place >= cores || place < taken - cores;
        return shares ? Math.round(alone * sharedFactor) : alone;
    }

    /**
     * How much later a message between a thread and the adapter is than if they were on the same processor; a thread
     * that has not used a core yet is near.
     */
    long crossingNanos(SimThread thread) {
        final int number = thread.number();
        return number < places.length && places[number] % cores >= nearCores ? crossingNanos : 0;
    }

    private int place(int thread) {
        if (thread >= places.length) {
            final int known = places.length;
            places = Arrays.copyOf(places, 2 * thread + 1);
            Arrays.fill(places, known, places.length, NO_PLACE);
        }
        if (places[thread] == NO_PLACE) {
            places[thread] = taken++;
        }
        return places[thread];
    }
}
