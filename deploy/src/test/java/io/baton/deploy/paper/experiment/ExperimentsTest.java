package io.baton.deploy.paper.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.deploy.paper.Experiment;
import io.baton.deploy.paper.Measurements;
import io.baton.deploy.paper.PaperNumbers;
import io.baton.deploy.paper.Point;
import io.baton.deploy.paper.Scale;
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
        assertThat(Experiments.all()).allSatisfy(experiment ->
            assertThat(Experiments.named(experiment.name())).containsSame(experiment));
        assertThat(Experiments.named("figure99")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Scale.class)
    void noPointIsMeasuredTwice(Scale scale) {
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
        assertThat(new Figure5().points(Scale.FULL)).isEqualTo(new Figure4().points(Scale.FULL));
    }

    @Test
    void everyNumberOfTheShiftLockPaperHasAnExperiment() {
        assertThat(PaperNumbers.load().all()).filteredOn(number -> number.source().startsWith("ShiftLock"))
            .allSatisfy(number -> assertThat(Experiments.named(number.experiment())).as(number.experiment())
                .isPresent());
    }

    @Test
    void plateauBeginsWhereNothingRisesAnyMore() {
        assertThat(Plateau.begins(new Measurements(), "MCS", "WI-zipf", "goodput")).isEmpty();
    }
}
