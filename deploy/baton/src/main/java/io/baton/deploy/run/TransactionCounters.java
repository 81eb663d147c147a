package io.baton.deploy.run;

import io.baton.workload.TransactionEnd;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * How transactions ended, by type. One thread writes; any may read and sees counts that lag a little.
 *
 * <pre>
 *   | padding | type 0: committed, rolled back, failed, restarts, out of memory | type 1: ... | padding |
 * </pre>
 * Each padding has 128 bytes.
 */
final class TransactionCounters {

    private static final int COMMITTED = 0;
    private static final int ROLLED_BACK = 1;
    private static final int FAILED = 2;
    private static final int RESTARTS = 3;
    private static final int OUT_OF_MEMORY = 4;
    private static final int COUNTERS = 5;
    /** Two cache lines, because processors fetch them in pairs. */
    private static final int PADDING = 16;
    private static final VarHandle COUNTS = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] counts;

    TransactionCounters(int types) {
        counts = new long[PADDING + types * COUNTERS + PADDING];
    }

    void countOpaque(int type, TransactionEnd end, long restarts) {
        addOpaque(type, counter(end), 1);
        if (restarts != 0) {
            addOpaque(type, RESTARTS, restarts);
        }
    }

    long getOpaque(int type, TransactionEnd end) {
        return (long) COUNTS.getOpaque(counts, PADDING + type * COUNTERS + counter(end));
    }

    long restartsOpaque(int type) {
        return (long) COUNTS.getOpaque(counts, PADDING + type * COUNTERS + RESTARTS);
    }

    private void addOpaque(int type, int counter, long count) {
        final int index = PADDING + type * COUNTERS + counter;
        COUNTS.setOpaque(counts, index, counts[index] + count);
    }

    private static int counter(TransactionEnd end) {
        return switch (end) {
            case COMMITTED -> COMMITTED;
            case ROLLED_BACK -> ROLLED_BACK;
            case FAILED -> FAILED;
            case OUT_OF_MEMORY -> OUT_OF_MEMORY;
        };
    }
}
