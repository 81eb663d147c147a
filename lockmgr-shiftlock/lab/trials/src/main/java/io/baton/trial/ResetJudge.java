package io.baton.trial;

import io.baton.fabric.Fabric;
import io.baton.fabric.ForwardingFabric;
import io.baton.fabric.Gate;
import io.baton.lock.shiftlock.LockInspector;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Judges resets under policy SESSION: a lock may be reset only when of every process that has something to do with it
 * each client stands still there, or the gate keeps the process out. It sees the gate itself, not what the lock server
 * says of it.
 */
final class ResetJudge {

    private final Set<Integer> admitted = new HashSet<>();
    private final List<ClientProcess> processes;
    private final int table;

    /** Judges the locks of one of the tables that the processes use. */
    ResetJudge(List<ClientProcess> processes, int table) {
        this.processes = processes;
        this.table = table;
    }

    /** The lock server's own view of its memory, with a gate that tells this judge. */
    Fabric watched(Fabric server) {
        return new Watched(server, admitted);
    }

    /** The lock server has died, and its next life begins with the gate shut. */
    void restarted() {
        admitted.clear();
    }

    /** Another generation of a lock has begun. */
    void reset(int lock) {
        for (ClientProcess process : processes) {
            if (admitted.contains(process.node())) {
                process.workers().forEach(worker -> checkStill(process, worker, lock));
            }
        }
    }

    private void checkStill(ClientProcess process, Worker worker, int lock) {
        for (LockInspector.Position position : LockInspector.positions(worker.part(table))) {
            if (position.slot() == lock && !position.frozen()) {
                throw new BrokenPromise("lock " + lock + " was reset while a client of " + process.life(table)
                    + ", which is not fenced, does not stand still: " + position);
            }
        }
    }

    /** Tells whom the gate lets in. */
    private static final class Watched extends ForwardingFabric {

        private final Set<Integer> admitted;

        Watched(Fabric server, Set<Integer> admitted) {
            super(server);
            this.admitted = admitted;
        }

        @Override
        public @Nullable Gate gate() {
            final Gate gate = super.gate();
            return gate == null ? null : new Gate() {
                @Override
                public void refuse(int node) {
                    gate.refuse(node);
                    admitted.remove(node);
                }

                @Override
                public void admit(int node) {
                    gate.admit(node);
                    admitted.add(node);
                }
            };
        }
    }
}
