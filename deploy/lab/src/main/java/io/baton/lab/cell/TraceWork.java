package io.baton.lab.cell;

import io.baton.lab.load.LockTrace;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A user's trace, which all clients share.
 *
 * @param trace the transactions, one or more
 * @param thinkNanos how long a client computes while it holds the locks of a transaction
 * @param touchesRows whether clients work on rows
 */
public record TraceWork(LockTrace trace, long thinkNanos, boolean touchesRows) implements Load {

    /**
     * Checks the trace.
     *
     * @throws IllegalArgumentException if it has no transactions
     */
    public TraceWork {
        if (trace.transactions() == 0) {
            throw new IllegalArgumentException("the trace has no transactions; give one that has");
        }
    }

    @Override
    public long thinkNanos(int type) {
        return thinkNanos;
    }

    @Override
    public List<String> types() {
        final int most = IntStream.range(0, trace.transactions()).map(trace::type).max().orElse(1);
        return IntStream.rangeClosed(1, most).mapToObj(type -> "type " + type).toList();
    }

    @Override
    public Ready prepare(long seed) {
        return new TraceRun(List.of(trace), trace.locks(), types(), thinkNanos);
    }
}
