package io.baton.tpcc.load;

import java.util.concurrent.atomic.LongAdder;

/** Counts the rows that one thread has loaded, and tells all others in portions. */
final class LoadProgress {

    private static final int PORTION_ROWS = 1_000;

    private final LongAdder total;
    private int untold;

    LoadProgress(LongAdder total) {
        this.total = total;
    }

    void rowLoaded() {
        if (++untold == PORTION_ROWS) {
            tell();
        }
    }

    void tell() {
        total.add(untold);
        untold = 0;
    }
}
