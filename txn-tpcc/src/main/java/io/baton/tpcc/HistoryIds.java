package io.baton.tpcc;

import io.baton.tpcc.schema.Scale;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Numbers that make history rows unique. Terminals take them in blocks, so that they seldom touch what they share.
 * The loaded rows have those below the first block.
 */
final class HistoryIds {

    static final int BLOCK = 1_024;

    private final AtomicLong next = new AtomicLong(firstBlock());

    /** Returns the first number of a block that nobody else has. */
    long nextBlock() {
        return next.getAndAdd(BLOCK);
    }

    private static long firstBlock() {
        return (Scale.CUSTOMERS / BLOCK + 1L) * BLOCK;
    }
}
