package io.baton.tpcc;

import io.baton.tpcc.schema.Scale;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Numbers that make history rows unique. Terminals take them in blocks, so that they seldom touch what they share.
 * The loaded rows have those below the first block.
 */
final class HistoryIds {

    static final int BLOCK = 1_024;

    private final AtomicLong next = new AtomicLong(blockBehind(Scale.CUSTOMERS));

    /** Returns the first number of a block that no other caller has. */
    long nextBlock() {
        return next.getAndAdd(BLOCK);
    }

    /** From now on blocks begin behind a number. Before the first block is taken. */
    void continueAfter(long last) {
        next.set(blockBehind(last));
    }

    private static long blockBehind(long id) {
        return (id / BLOCK + 1) * BLOCK;
    }
}
