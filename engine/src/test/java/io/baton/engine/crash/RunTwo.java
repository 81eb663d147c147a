package io.baton.engine.crash;

import io.baton.engine.Transaction;

/** Runs programs on two groups in one transaction, or reads one group and runs a program on another. */
public final class RunTwo {

    private final RunProgram one = new RunProgram();

    /**
     * What the clocks show afterwards.
     *
     * @param own that of the group that was worked on
     * @param other that of the other one
     */
    public record Clocks(long own, long other) {
    }

    /** Makes the procedure. */
    public RunTwo() {
    }

    /**
     * Runs.
     *
     * @param tx the transaction
     * @param group whose rows it works on
     * @param program the operations
     * @param other another group
     * @param writesBoth whether the other group is written, too; if not, only its clock is read
     * @param otherProgram the operations on that one's rows
     * @return what the clocks of both show afterwards
     */
    public Clocks run(Transaction tx, long group, long[] program, long other, boolean writesBoth,
            long[] otherProgram) {
        final long seen = writesBoth ? one.run(tx, other, otherProgram) : ReadGroup.clock(tx, other);
        return new Clocks(one.run(tx, group, program), seen);
    }
}
