package io.baton.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.lab.cell.CellRunner;
import io.baton.lab.experiment.Experiments;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Cells that are measured at the same time do not change each other, and none is measured twice. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class LaboratoryTest {

    private static final long SEED = 3;

    private static Experiment experiment() {
        return Experiments.named("dslr-figure16").orElseThrow();
    }

    private static Laboratory laboratory(int cellsAtOnce) {
        return new Laboratory(new CellRunner(SEED, () -> false), ExperimentScale.QUICK, cellsAtOnce);
    }

    @Test
    @Tag("thorough")
    void cellsAtOnceGiveWhatEachGivesAlone() {
        final List<ResultRow> alone = laboratory(1).run(experiment(), (done, total) -> {}).orElseThrow().rows();
        final List<ResultRow> together = laboratory(3).run(experiment(), (done, total) -> {}).orElseThrow().rows();
        assertThat(together).as("seed %d", SEED).isEqualTo(alone);
    }

    @Test
    @Tag("thorough")
    void progressRisesToTheEndAndWhatIsKnownIsNotMeasuredAgain() {
        final Laboratory laboratory = laboratory(2);
        final List<Integer> told = new ArrayList<>();
        laboratory.run(experiment(), (done, total) -> told.add(done));
        assertThat(told).containsExactly(0, 1, 2, 3);
        told.clear();
        laboratory.run(experiment(), (done, total) -> told.add(done));
        assertThat(told).containsExactly(3);
    }

    @Test
    void nothingComesOutOfAnExperimentThatIsStopped() {
        final AtomicInteger asked = new AtomicInteger();
        final CellRunner runner = new CellRunner(SEED, () -> asked.incrementAndGet() > 5);
        assertThat(new Laboratory(runner, ExperimentScale.QUICK, 2).run(experiment(), (done, total) -> {})).isEmpty();
    }
}
