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
     * @param otherProgram the operations on that one's rows; null if only its clock is read
     * @return what the clocks of both show afterwards
     */
    public Clocks run(Transaction tx, long group, long[] program, long other, long[] otherProgram) {
        final long seen = otherProgram == null ? ReadGroup.clock(tx, other) : one.run(tx, other, otherProgram);
        return new Clocks(one.run(tx, group, program), seen);
    }
}
