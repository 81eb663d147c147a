package io.baton.lab.cell;

import io.baton.lab.load.LockTrace;
import io.baton.lab.load.TpccTrace;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Transactions derived from TPC-C, as traces of the locks that they need.
 *
 * @param hosts how many hosts have warehouses
 * @param warehousesPerHost how many each has
 * @param thinkNanos how long a client computes
 * @param touchesRows whether clients work on rows
 */
public record TpccCellWork(int hosts, int warehousesPerHost, long thinkNanos, boolean touchesRows) implements Load {

    /** Per host, as many as in FissLock's files. */
    private static final int TRANSACTIONS = 100_000;
    private static final int PAPER_HOSTS = 5;
    private static final int PAPER_WAREHOUSES = 100;
    private static final long PAPER_THINK_NANOS = 7_000;

    /** {@return the workload of ShiftLock, section 4.4: 100 warehouses on each of five nodes, 7 us} */
    public static TpccCellWork paper() {
        return new TpccCellWork(PAPER_HOSTS, PAPER_WAREHOUSES, PAPER_THINK_NANOS, true);
    }

    @Override
    public long thinkNanos(int type) {
        return thinkNanos;
    }

    @Override
    public List<String> types() {
        return TpccTrace.TYPES;
    }

    @Override
    public Ready prepare(long seed) {
        final SplittableRandom random = new SplittableRandom(seed);
        final TpccTrace source = new TpccTrace(hosts, warehousesPerHost);
        final List<LockTrace> traces = new ArrayList<>();
        for (int host = 0; host < hosts; host++) {
            traces.add(source.generate(host, TRANSACTIONS, random.split()));
        }
        return new TraceRun(traces, source.locks(), types(), thinkNanos);
    }
}
