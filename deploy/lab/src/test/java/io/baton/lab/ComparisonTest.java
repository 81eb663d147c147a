package io.baton.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.baton.lab.cell.Cell;
import io.baton.lab.cell.CellRunner;
import io.baton.lab.cell.MeasuringWindow;
import io.baton.lab.cell.MicroWork;
import io.baton.lab.cell.PaperLock;
import io.baton.lab.cell.PaperLocks;
import io.baton.lab.metric.Measure;
import io.baton.lab.metric.Metric;
import io.baton.lab.metric.Quantity;
import io.baton.lab.plot.Panel;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the papers state is found among the measurements, and what derives from several is computed as they mean it. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class ComparisonTest {

    private static final MeasuringWindow SHORT = new MeasuringWindow(100_000, 100, 200_000, 500, 1_000_000);
    private static final String HEADER = "experiment,lock,workload,metric,value,unit,source";

    private final Measurements measurements = new Measurements();
    private final CellRunner runner = new CellRunner(5, () -> false);

    private void measure(PaperLock lock, String family, String step, int clients) {
        final Cell cell = Cell.of(lock, new MicroWork(100, 0.99, 0.5), clients, SHORT);
        measurements.add(Point.of(family, step, clients, cell), runner.run(cell).orElseThrow());
    }

    private ResultRow row(String lock, String workload, String metric, String source) {
        final PaperNumbers numbers = PaperNumbers.parse(List.of(HEADER,
            "sample," + lock + "," + workload + "," + metric + ",2.5,x," + source));
        final List<ResultRow> rows = Comparison.of(new Sample(), measurements, numbers);
        return rows.stream().filter(row -> row.isOf(lock, workload, Quantity.parse(metric))).findFirst().orElseThrow();
    }

    private double goodput(String lock, String workload) {
        return measurements.value(lock, workload, Metric.GOODPUT).orElseThrow();
    }

    @Test
    void numberOfAPointStandsBesideIt() {
        measure(PaperLocks.MCS, "WI-zipf", "", 10);
        final ResultRow row = row("MCS", "WI-zipf", "goodput", "somewhere");
        assertThat(row.paper()).isEqualTo(2.5);
        assertThat(row.ours()).isEqualTo(goodput("MCS", "WI-zipf"));
        assertThat(row.ratio()).isEqualTo(row.ours() / 2.5);
    }

    @Test
    void numberThatNobodyMeasuredHasARowToo() {
        measure(PaperLocks.MCS, "WI-zipf", "", 10);
        assertThat(row("Sherman", "WI-zipf", "goodput", "somewhere").ours()).isNaN();
        assertThat(row("MCS", "WI-zipf", "outage", "somewhere").ours()).isNaN();
    }

    @Test
    void ratioReductionAndSpeedup() {
        measure(PaperLocks.MCS, "WI-zipf", "", 10);
        measure(PaperLocks.CAS_NB, "WI-zipf", "", 10);
        final double ratio = goodput("MCS", "WI-zipf") / goodput("CAS-NB", "WI-zipf");
        assertThat(row("MCS", "WI-zipf", "goodputRatio/CAS-NB", "x").ours()).isEqualTo(ratio);
        assertThat(row("MCS", "WI-zipf", "goodputReduction/CAS-NB", "x").ours())
            .isCloseTo(100 * (1 - ratio), within(1e-9));
        assertThat(row("MCS", "WI-zipf", "goodputSpeedup/CAS-NB", "x").ours()).isCloseTo(1 / ratio, within(1e-9));
    }

    @Test
    void othersAreThoseThatAreNamedOrAllBaselines() {
        measure(PaperLocks.SHIFTLOCK, "WI-zipf", "", 10);
        measure(PaperLocks.MCS, "WI-zipf", "", 10);
        measure(PaperLocks.CAS_NB, "WI-zipf", "", 10);
        measure(PaperLocks.BATON, "WI-zipf", "", 10);
        final double overMcs = goodput("ShiftLock", "WI-zipf") / goodput("MCS", "WI-zipf");
        final double overCas = goodput("ShiftLock", "WI-zipf") / goodput("CAS-NB", "WI-zipf");
        assertThat(row("ShiftLock", "WI-zipf", "goodputRatio/others.min", "x").ours())
            .isEqualTo(Math.min(overMcs, overCas));
        assertThat(row("ShiftLock", "WI-zipf", "goodputRatio/others.max", "x").ours())
            .isEqualTo(Math.max(overMcs, overCas));
        assertThat(row("ShiftLock", "WI-zipf", "goodputRatio/others.max", "x; others: MCS").ours())
            .isEqualTo(overMcs);
    }

    @Test
    void otherValueOfTheSweep() {
        measure(PaperLocks.MCS, "WI-zipf", "5 clients", 5);
        measure(PaperLocks.MCS, "WI-zipf", "10 clients", 10);
        assertThat(row("MCS", "WI-zipf 10 clients", "goodputRatio/5 clients", "x").ours())
            .isEqualTo(goodput("MCS", "WI-zipf 10 clients") / goodput("MCS", "WI-zipf 5 clients"));
        assertThat(row("MCS", "WI-zipf", "goodput.min", "x").ours())
            .isEqualTo(Math.min(goodput("MCS", "WI-zipf 10 clients"), goodput("MCS", "WI-zipf 5 clients")));
    }

    @Test
    void productIsComparedWithTheFaithfulLock() {
        measure(PaperLocks.SHIFTLOCK, "WI-zipf", "", 10);
        measure(PaperLocks.BATON, "WI-zipf", "", 10);
        final ResultRow row = row("Baton", "WI-zipf", "goodputRatio/ShiftLock", "x");
        assertThat(row.ours()).isEqualTo(goodput("Baton", "WI-zipf") / goodput("ShiftLock", "WI-zipf"));
    }

    /** Measures nothing by itself. */
    private static final class Sample implements Experiment {

        @Override
        public String name() {
            return "sample";
        }

        @Override
        public String shows() {
            return "nothing";
        }

        @Override
        public String source() {
            return "nowhere";
        }

        @Override
        public List<Point> points(ExperimentScale scale) {
            return List.of();
        }

        @Override
        public List<Measure> metrics(Point point) {
            return List.of(Metric.GOODPUT);
        }

        @Override
        public List<Panel> panels(Measurements measurements) {
            return List.of();
        }
    }
}
