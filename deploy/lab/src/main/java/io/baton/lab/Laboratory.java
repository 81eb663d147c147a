package io.baton.lab;

import io.baton.lab.cell.Cell;
import io.baton.lab.cell.CellResult;
import io.baton.lab.cell.CellRunner;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntConsumer;

/**
 * Runs experiments. Measures a cell that several of them need only once, and several cells at once: each has a cluster
 * of its own, whose result does not depend on what else runs.
 */
public final class Laboratory {

    private final CellRunner runner;
    private final ExperimentScale scale;
    private final int cellsAtOnce;
    private final PaperNumbers numbers = PaperNumbers.load();
    private final Map<Cell, CellResult> known = new HashMap<>();

    /**
     * Makes a laboratory.
     *
     * @param runner measures cells; from several threads if there is more than one cell at once
     * @param scale how thoroughly experiments are run
     * @param cellsAtOnce how many cells are measured at the same time, 1 or more
     */
    public Laboratory(CellRunner runner, ExperimentScale scale, int cellsAtOnce) {
        this.runner = runner;
        this.scale = scale;
        this.cellsAtOnce = cellsAtOnce;
    }

    /**
     * Runs an experiment.
     *
     * @param experiment which
     * @param progress told at the beginning and after each point
     * @return what came out, or nothing if interrupted before it was complete
     */
    public Optional<ExperimentResult> run(Experiment experiment, Progress progress) {
        final List<Point> points = experiment.points(scale);
        final Set<Cell> missing = new LinkedHashSet<>();
        for (final Point point : points) {
            if (!known.containsKey(point.cell())) {
                missing.add(point.cell());
            }
        }
        if (!measure(missing, left -> progress.tell(points.size() - left, points.size()))) {
            return Optional.empty();
        }
        final Measurements measurements = new Measurements();
        for (final Point point : points) {
            measurements.add(point, Objects.requireNonNull(known.get(point.cell())));
        }
        return Optional.of(new ExperimentResult(experiment, Comparison.of(experiment, measurements, numbers),
            experiment.panels(measurements)));
    }

    /** Returns whether all cells were measured. */
    private boolean measure(Set<Cell> cells, IntConsumer left) {
        left.accept(cells.size());
        final ExecutorService threads = Executors.newFixedThreadPool(cellsAtOnce);
        try {
            final CompletionService<Optional<CellResult>> results = new ExecutorCompletionService<>(threads);
            cells.forEach(cell -> results.submit(() -> runner.run(cell)));
            for (int i = 1; i <= cells.size(); i++) {
                final Optional<CellResult> result = results.take().get();
                if (result.isEmpty()) {
                    return false;
                }
                known.put(result.get().cell(), result.get());
                left.accept(cells.size() - i);
            }
            return true;
        } catch (ExecutionException failed) {
            throw new IllegalStateException("a cell could not be measured: " + failed.getCause(), failed.getCause());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            threads.shutdownNow();
        }
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
