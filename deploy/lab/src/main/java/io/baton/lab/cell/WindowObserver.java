package io.baton.lab.cell;

import io.baton.sim.Cluster;
import java.util.function.BooleanSupplier;

/** A simulated thread that opens and closes the window of measuring. */
final class WindowObserver implements Runnable {

    private final MeasuringWindow window;
    private final Cluster cluster;
    private final CellTally tally;
    private final BooleanSupplier stop;
    private boolean complete;

    WindowObserver(MeasuringWindow window, Cluster cluster, CellTally tally, BooleanSupplier stop) {
        this.window = window;
        this.cluster = cluster;
        this.tally = tally;
        this.stop = stop;
    }

    @Override
    public void run() {
        boolean going = await(window::warm);
        tally.begin(cluster.clock().nanoTime());
        if (going) {
            going = await(window::measured);
        }
        tally.end(cluster.clock().nanoTime());
        complete = going;
    }

    /** Whether the window was closed because it was over, not because of an interruption. */
    boolean complete() {
        return complete;
    }

    private boolean await(Limit limit) {
        final long begunNanos = cluster.clock().nanoTime();
        final long verbsBefore = cluster.verbs();
        do {
            if (stop.getAsBoolean()) {
                return false;
            }
            cluster.work(MeasuringWindow.TICK_NANOS);
        } while (!limit.reached(cluster.clock().nanoTime() - begunNanos, cluster.verbs() - verbsBefore));
        return true;
    }

    /** Whether a phase is over. */
    @FunctionalInterface
    private interface Limit {
        boolean reached(long nanos, long verbs);
    }
}
