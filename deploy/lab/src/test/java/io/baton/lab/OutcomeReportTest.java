package io.baton.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.lab.experiment.Experiments;
import io.baton.lab.metric.Metric;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What came out is written so that others can read it. */
final class OutcomeReportTest {

    private static String line(ResultRow row) {
        final Experiment experiment = Experiments.named("single-lock").orElseThrow();
        return OutcomeReport.csv(new ExperimentResult(experiment, List.of(row), List.of())).lines().toList().get(1);
    }

    @Test
    void aLineHasTheNumbersOfItsRow() {
        assertThat(line(new ResultRow("MCS", "one lock", Metric.GOODPUT, 2, 3)))
            .isEqualTo("single-lock,MCS,one lock,goodput,2.00000,3.00000,1.50000");
    }

    @Test
    void whatThePaperDoesNotSayIsEmpty() {
        assertThat(line(ResultRow.of("MCS", "one lock", Metric.GOODPUT, 3)))
            .isEqualTo("single-lock,MCS,one lock,goodput,,3.00000,");
    }

    @Test
    void aNameWithCommasOrQuotesIsQuoted() {
        assertThat(line(ResultRow.of("Baton, silent machine", "a \"b\"", Metric.GOODPUT, 3)))
            .isEqualTo("single-lock,\"Baton, silent machine\",\"a \"\"b\"\"\",goodput,,3.00000,");
    }
}
