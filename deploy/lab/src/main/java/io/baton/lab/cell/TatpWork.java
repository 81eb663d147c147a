package io.baton.lab.cell;

import io.baton.lab.load.LockTrace;
import io.baton.lab.load.TatpTrace;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Transactions derived from TATP (ShiftLock, section 4.4): 100,000 subscribers, 2.8 us, a trace for each node. */
public record TatpWork() implements Load {

    /** Per host; FissLock's files have 1,000,000, and no window is long enough for as many. */
    private static final int TRANSACTIONS = 100_000;
    private static final int HOSTS = 5;
    private static final long THINK_NANOS = 2_800;

    @Override
    public List<String> types() {
        return TatpTrace.TYPES;
    }

    @Override
    public boolean touchesRows() {
        return true;
    }

    @Override
    public long thinkNanos(int type) {
        return THINK_NANOS;
    }

    @Override
    public Ready prepare(long seed) {
        final SplittableRandom random = new SplittableRandom(seed);
        final TatpTrace source = TatpTrace.paper(random.split());
        final List<LockTrace> traces = new ArrayList<>();
        for (int host = 0; host < HOSTS; host++) {
            traces.add(source.generate(TRANSACTIONS, random.split()));
        }
        return new TraceRun(traces, source.locks(), types(), THINK_NANOS);
    }
}
