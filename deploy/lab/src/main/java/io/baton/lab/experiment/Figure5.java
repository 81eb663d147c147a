package io.baton.lab.experiment;

import io.baton.lab.ExperimentScale;
import io.baton.lab.Measurements;
import io.baton.lab.Point;
import io.baton.lab.metric.Measure;
import io.baton.lab.metric.Metric;
import io.baton.lab.plot.Panel;
import java.util.List;

/** Latencies of all locks in the microbenchmark. */
final class Figure5 extends NamedExperiment {

    Figure5() {
        super("figure5", "latency of an acquisition in the microbenchmark, of the same runs as figure4",
            "ShiftLock, section 4.2, figure 5");
    }

    @Override
    public List<Point> points(ExperimentScale scale) {
        return Figure4.microbenchmark(scale);
    }

    @Override
    public List<Measure> metrics(Point point) {
        return List.of(Metric.P50, Metric.P99);
    }

    @Override
    public List<Panel> panels(Measurements measurements) {
        return List.of(Diagrams.bars("Median latency, 240 clients", Metric.P50, true, measurements),
            Diagrams.bars("99th percentile, 240 clients", Metric.P99, true, measurements));
    }
}
