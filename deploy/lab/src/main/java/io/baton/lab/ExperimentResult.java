package io.baton.lab;

import io.baton.lab.plot.Panel;
import java.util.List;

/**
 * What came out of an experiment.
 *
 * @param experiment which
 * @param rows the paper's numbers and ours
 * @param panels its plot
 */
public record ExperimentResult(Experiment experiment, List<ResultRow> rows, List<Panel> panels) {
}
