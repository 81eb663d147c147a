package io.baton.lab.cell;

import io.baton.fabric.Fabric;
import io.baton.lock.LockTable;
import io.baton.lock.shiftlock.ShiftLockOptions;
import io.baton.lock.shiftlock.ShiftLockTable;
import io.baton.sim.Cluster;
import java.util.Objects;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A lock that can be measured, by the name that tables and plots show. Locks of the same name and parameters are the
 * same. Immutable.
 */
public final class PaperLock {

    private final String label;
    private final Object parameters;
    private final IntToLongFunction memoryBytes;
    private final Opening opening;
    private final int tries;

    /**
     * Describes a lock.
     *
     * @param label its name
     * @param parameters how it differs from others of that name, a value
     * @param memoryBytes the memory that so many locks need
     * @param opening sets it up on a cluster
     */
    public PaperLock(String label, Object parameters, IntToLongFunction memoryBytes, Opening opening) {
        this(label, parameters, memoryBytes, opening, 0);
    }

    private PaperLock(
            String label, Object parameters, IntToLongFunction memoryBytes, Opening opening, int tries) {
        this.label = label;
        this.parameters = parameters;
        this.memoryBytes = memoryBytes;
        this.opening = opening;
        this.tries = tries;
    }

    /**
     * A ShiftLock that goes its own ways.
     *
     * @param label its name
     * @param options its ways
     * @return the lock
     */
    public static PaperLock shiftLock(String label, ShiftLockOptions options) {
        return new PaperLock(label, options, ShiftLockTable::memoryBytes,
            (cluster, testbed, slots) -> fabric -> new ShiftLockTable(fabric, slots, options, cluster.threads()));
    }

    /**
     * The same lock, for whose sake a writer does not queue at once: it tries first whether the lock is free, with the
     * clients' time between two READs in between. What is told of the phases of acquisitions is then told of those
     * that had to queue, as in the ShiftLock artifact, whose timers begin behind the tries.
     *
     * @param newLabel its name
     * @param newTries how often, 1 or more
     * @return another lock
     */
    public PaperLock triedFirst(String newLabel, int newTries) {
        return new PaperLock(newLabel, parameters, memoryBytes, opening, newTries);
    }

    /** How often a writer tries before it queues. */
    int tries() {
        return tries;
    }

    /** {@return its name as in the papers} */
    public String label() {
        return label;
    }

    /** Whether processes keep locks that they use again and again, which takes a while to show. */
    boolean keepsLocks() {
        return switch (parameters) {
            case ShiftLockOptions options -> options.caching();
            case RecoverableLocks.Ways ways -> ways.options().caching();
            default -> false;
        };
    }

    long memoryBytes(int slots) {
        return memoryBytes.applyAsLong(slots);
    }

    Tables open(Cluster cluster, Testbed testbed, int slots) {
        return opening.open(cluster, testbed, slots);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof PaperLock lock && label.equals(lock.label) && parameters.equals(lock.parameters)
            && tries == lock.tries;
    }

    @Override
    public int hashCode() {
        return Objects.hash(label, parameters, tries);
    }

    @Override
    public String toString() {
        return label;
    }

    /** Sets a lock up. */
    @FunctionalInterface
    public interface Opening {

        /**
         * Does what is done once for all nodes, such as starting the lock server.
         *
         * @param cluster where
         * @param testbed what the machines are
         * @param slots how many locks
         * @return makes each node's table
         */
        Tables open(Cluster cluster, Testbed testbed, int slots);
    }

    /** Makes each node's table. */
    @FunctionalInterface
    public interface Tables {

        /** {@return whether a process talks to the lock server first, so that a thread of it must make its table} */
        default boolean joins() {
            return false;
        }

        /**
         * Makes the table of a process that may die, called by a thread of it.
         *
         * @param fabric the lock server as the process's clients see it
         * @param node the process's node
         * @param life names this life: greater than those of the node before, from 1
         * @return the table
         */
        default LockTable of(Fabric fabric, int node, int life) {
            return on(fabric);
        }

        /**
         * Makes one node's table.
         *
         * @param fabric the lock server as the node sees it
         * @return the table
         */
        LockTable on(Fabric fabric);
    }
}
