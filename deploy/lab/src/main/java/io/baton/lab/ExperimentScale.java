package io.baton.lab;

import io.baton.lab.cell.MeasuringWindow;
import java.util.List;

/** How thoroughly experiments are run. */
public enum ExperimentScale {
    /** Fewer points and short windows: each experiment in less than 20 seconds. */
    QUICK,
    /** The papers' points: all experiments together in less than half an hour. */
    FULL;

    /** {@return how long a cell is measured} */
    public MeasuringWindow window() {
        return this == QUICK ? new MeasuringWindow(1_500_000, 40_000, 1_500_000, 80_000, 50_000_000)
            : new MeasuringWindow(10_000_000, 300_000, 10_000_000, 1_000_000, 200_000_000);
    }

    /**
     * Chooses the points of a sweep.
     *
     * @param full those of the papers
     * @param quick a few of them
     * @param <T> what is swept
     * @return the one or the other
     */
    public <T> List<T> choose(List<T> full, List<T> quick) {
        return this == FULL ? full : quick;
    }
}
