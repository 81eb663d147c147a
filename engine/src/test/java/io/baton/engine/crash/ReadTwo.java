package io.baton.engine.crash;

import io.baton.engine.Transaction;

/** Reads all rows of two groups in one transaction. */
public final class ReadTwo {

    private final ReadGroup one = new ReadGroup();

    /**
     * What was read.
     *
     * @param own the rows of one group
     * @param other those of another one
     */
    public record Both(GroupRows own, GroupRows other) {
    }

    /** Makes the procedure. */
    public ReadTwo() {
    }

    /**
     * Reads.
     *
     * @param tx the transaction
     * @param group a group
     * @param other another one
     * @param tables how many of the tables there are
     * @return the rows of both in words
     */
    public Both run(Transaction tx, long group, long other, long tables) {
        return new Both(one.run(tx, group, tables), one.run(tx, other, tables));
    }
}
