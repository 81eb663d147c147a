package io.baton.lab.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.lab.PaperNumber;
import io.baton.lab.PaperNumbers;
import io.baton.lab.ResultRow;
import io.baton.lab.experiment.Experiments;
import io.baton.lab.metric.Metric;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The results that are checked in are complete, and are read and written without loss. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class ResultsTest {

    private static final String HEADER = "experiment,lock,workload,metric,paper,ours\n";
    private static final Results SAMPLE = Results.parse(
        HEADER + "figure4,\"Baton, silent\",WI-zipf,goodput,1.5,\nfigure4,MCS,\"a \"\"b\"\"\",p99,,2\n");

    @Test
    void theFileIsWrittenAsItIsRead() throws IOException {
        final String text = Files.readString(Page.docs().resolve("paper/results.csv"));
        assertThat(Results.parse(text).csv()).isEqualTo(text);
        assertThat(SAMPLE.csv()).isEqualTo(Results.parse(SAMPLE.csv()).csv()).contains("\"Baton, silent\"");
    }

    @Test
    void everyNumberOfThePapersIsThere() throws IOException {
        final Results results = Page.results();
        for (final PaperNumber number : PaperNumbers.load().all()) {
            assertThat(results.row(number.experiment(), number.lock(), number.workload(), number.metric()).paper())
                .as(number.toString()).isEqualTo(number.value());
        }
    }

    @Test
    void everyLineIsMeasuredByAnExperiment() throws IOException {
        final Results results = Page.results();
        for (final String experiment : results.experiments()) {
            assertThat(Experiments.named(experiment)).as(experiment).isPresent();
            assertThat(results.of(experiment)).allSatisfy(row -> {
                assertThat(row.ours()).as(row.toString()).isFinite();
                if (Double.isFinite(row.paper())) {
                    assertThat(PaperNumbers.load().lookup(experiment, row.lock(), row.workload(), row.metric()))
                        .as(row.toString()).hasValue(row.paper());
                }
            });
        }
    }

    @Test
    void measurementsReplaceWhatIsKeptAndAddWhatThePaperStates() {
        final Results updated = SAMPLE.with("figure4", List.of(
            new ResultRow("Baton, silent", "WI-zipf", Metric.GOODPUT, 1.5, 1234567.8),
            new ResultRow("MCS", "a \"b\"", Metric.P99, Double.NaN, 0.000012345678),
            new ResultRow("MCS", "WI-zipf", Metric.P99, 4, 5),
            new ResultRow("MCS", "WI-zipf", Metric.P50, Double.NaN, 5)));
        assertThat(updated.csv()).isEqualTo(HEADER + "figure4,\"Baton, silent\",WI-zipf,goodput,1.5,1234570\n"
            + "figure4,MCS,\"a \"\"b\"\"\",p99,,0.0000123457\nfigure4,MCS,WI-zipf,p99,4,5\n");
        assertThat(updated.experiments()).containsExactly("figure4");
    }

    @Test
    void aKeptNumberThatIsNotMeasuredIsNamed() {
        assertThatThrownBy(() -> SAMPLE.with("figure4", List.of(new ResultRow("MCS", "WI-zipf", Metric.P99, 4, 5))))
            .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("Baton, silent");
        assertThat(SAMPLE.with("figure5", List.of()).csv()).isEqualTo(SAMPLE.csv());
    }

    @Test
    void aDamagedFileIsRefusedWithItsLine() {
        assertThatThrownBy(() -> Results.parse("")).hasMessageContaining("experiment,lock");
        assertThatThrownBy(() -> Results.parse(HEADER + "a,b,c,p99,1\n")).hasMessageContaining("line 2 has 5 fields");
        assertThatThrownBy(() -> Results.parse(HEADER + "a,b,c,p99,1,two\n")).hasMessageContaining("\"two\"");
        assertThatThrownBy(() -> Results.parse(HEADER + "a,b,c,p98,1,2\n")).hasMessageContaining("line 2: \"p98\"");
        assertThatThrownBy(() -> Results.parse(HEADER + "a,b,c,p99,1,2\na,b,c,p99,,3\n"))
            .hasMessageContaining("line 3");
        assertThatThrownBy(() -> SAMPLE.row("figure4", "MCS", "WI-zipf", Metric.P50))
            .hasMessageContaining("no line of");
    }
}
