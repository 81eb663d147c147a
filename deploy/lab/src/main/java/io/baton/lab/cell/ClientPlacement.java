package io.baton.lab.cell;

import io.baton.sim.Cluster;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * How mortal clients die, and where those begin that come after them: a process on the same machine, or else on
 * another one, since nobody may conclude from a new process that the old machine is dead. A dead machine is repaired
 * when all others have had their turn.
 */
final class ClientPlacement {

    private final Cluster cluster;
    private final Testbed.Death death;
    private final Queue<Integer> spare = new ArrayDeque<>();
    private int lives;

    /** Clients are on the first nodes, and the others are free. */
    ClientPlacement(Cluster cluster, Testbed.Death death, int clients, int nodes) {
        this.cluster = cluster;
        this.death = death;
        for (int node = clients + 1; node <= nodes; node++) {
            spare.add(node);
        }
    }

    /** What dies with a client. */
    Testbed.Death death() {
        return death;
    }

    /** Numbers the lives that begin anywhere, from 1, so that a node's later ones have greater numbers. */
    int nextLife() {
        return ++lives;
    }

    /** Dies with what belongs to it. Does not return if a thread of the node calls it. */
    void die(int node) {
        if (death == Testbed.Death.MACHINE) {
            cluster.fallSilent(node);
        } else {
            cluster.crash(node);
        }
    }

    /** The node for a client instead of one on a node that has died. */
    int instead(int dead) {
        int place = dead;
        if (death == Testbed.Death.MACHINE) {
            spare.add(dead);
            place = spare.remove();
        }
        if (cluster.isCrashed(place)) {
            cluster.restart(place);
        }
        return place;
    }
}
