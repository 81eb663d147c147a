package io.baton.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.lab.Experiment;
import io.baton.lab.ExperimentScale;
import io.baton.lab.PaperNumbers;
import io.baton.lab.Point;
import io.baton.lab.plot.Panel.Spot;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Experiments say what to measure, and each number of the papers has one. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class ExperimentsTest {

    @Test
    void namesAreDifferentAndFound() {
        assertThat(Experiments.all()).extracting(Experiment::name).doesNotHaveDuplicates();
        assertThat(Experiments.all())
            .allSatisfy(experiment -> assertThat(Experiments.named(experiment.name())).containsSame(experiment));
        assertThat(Experiments.named("figure99")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(ExperimentScale.class)
    void noPointIsMeasuredTwice(ExperimentScale scale) {
        for (final Experiment experiment : Experiments.all()) {
            final List<String> points = new ArrayList<>();
            for (final Point point : experiment.points(scale)) {
                points.add(point.lock() + " under " + point.workload());
            }
            assertThat(points).as(experiment.name()).isNotEmpty().doesNotHaveDuplicates();
        }
    }

    @Test
    void figure4And5ShareTheirRuns() {
        assertThat(new Figure5().points(ExperimentScale.FULL)).isEqualTo(new Figure4().points(ExperimentScale.FULL));
    }

    @Test
    void everyNumberOfTheShiftLockPaperHasAnExperiment() {
        assertThat(PaperNumbers.load().all()).filteredOn(number -> number.source().startsWith("ShiftLock"))
            .allSatisfy(number -> assertThat(Experiments.named(number.experiment())).as(number.experiment())
                .isPresent());
    }

    @Test
    void aPlateauBeginsWhereNothingRisesAnyMore() {
        assertThat(Plateau.begins(List.of())).isEmpty();
        assertThat(Plateau.begins(List.of(new Spot(5, 1)))).hasValue(5);
        assertThat(Plateau.begins(List.of(new Spot(5, 1), new Spot(20, 4), new Spot(40, 7), new Spot(80, 7.7))))
            .as("40 is within a tenth").hasValue(40);
        assertThat(Plateau.begins(List.of(new Spot(5, 1), new Spot(20, 9), new Spot(40, 7), new Spot(80, 5))))
            .as("it may fall").hasValue(20);
        assertThat(Plateau.begins(List.of(new Spot(5, 8), new Spot(20, 4), new Spot(40, 4))))
            .as("it may fall from the beginning").hasValue(5);
        assertThat(Plateau.begins(List.of(new Spot(5, 1), new Spot(20, 2)))).hasValue(20);
    }
}
