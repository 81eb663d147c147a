package io.baton.deploy.paper;

import io.baton.deploy.paper.cell.Cell;
import io.baton.deploy.paper.cell.CellResult;
import io.baton.deploy.paper.cell.CellRunner;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs experiments. Measures a cell that several of them need only once. */
public final class Laboratory {

    private final CellRunner runner;
    private final Scale scale;
    private final PaperNumbers numbers = PaperNumbers.load();
    private final Map<Cell, CellResult> known = new HashMap<>();

    /**
     * Makes a laboratory.
     *
     * @param runner measures cells
     * @param scale how thoroughly experiments are run
     */
    public Laboratory(CellRunner runner, Scale scale) {
        this.runner = runner;
        this.scale = scale;
    }

    /**
     * Runs an experiment.
     *
     * @param experiment which
     * @param progress told before each point and at the end
     * @return what came out, or nothing if somebody wished the end before it was complete
     */
    public Optional<Outcome> run(Experiment experiment, Progress progress) {
        final List<Point> points = experiment.points(scale);
        final Measurements measurements = new Measurements();
        for (int i = 0; i < points.size(); i++) {
            progress.tell(i, points.size());
            final Cell cell = points.get(i).cell();
            final CellResult before = known.get(cell);
            final Optional<CellResult> result = before == null ? runner.run(cell) : Optional.of(before);
            if (result.isEmpty()) {
                return Optional.empty();
            }
            known.put(cell, result.get());
            measurements.add(points.get(i), result.get());
        }
        progress.tell(points.size(), points.size());
        return Optional.of(new Outcome(experiment, Comparison.of(experiment, measurements, numbers),
            experiment.panels(measurements)));
    }

    /** Told how far an experiment is. */
    @FunctionalInterface
    public interface Progress {

        /**
         * So many points are done.
         *
         * @param done how many
         * @param total of how many
         */
        void tell(int done, int total);
    }
}
