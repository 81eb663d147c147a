package io.baton.lab.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.lab.ExperimentScale;
import io.baton.lab.Laboratory;
import io.baton.lab.cell.CellRunner;
import io.baton.lab.experiment.Experiments;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The experiments that take the least time give the results that are checked in, to the last digit. */
@Tag("slow")
@Timeout(value = 300, unit = TimeUnit.SECONDS)
final class ResultsAgainTest {

    private static final long SEED = 1;

    @ParameterizedTest
    @ValueSource(strings = {"single-lock", "qplock-local", "dslr-figure16", "dslr-figure19", "figure12"})
    void experimentGivesItsResultsAgain(String name) throws IOException {
        final Results results = Page.results();
        final Laboratory laboratory = new Laboratory(new CellRunner(SEED, () -> false), ExperimentScale.FULL, 2);
        final Results again = results.with(name,
            laboratory.run(Experiments.named(name).orElseThrow(), (done, total) -> {}).orElseThrow().rows());
        assertThat(again.csv()).as("seed %d; else run deploy/bin/baton paper plots --measure %s", SEED, name)
            .isEqualTo(results.csv());
    }
}
