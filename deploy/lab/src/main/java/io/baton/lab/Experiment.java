package io.baton.lab;

import io.baton.lab.metric.Measure;
import io.baton.lab.plot.Panel;
import java.util.List;

/** A figure, a table or a passage of a paper, to be run again. Immutable. */
public interface Experiment {

    /** {@return the name on the command line, such as {@code figure4}} */
    String name();

    /** {@return what it shows, in half a sentence} */
    String shows();

    /** {@return the paper and the section that it is from} */
    String source();

    /**
     * Returns what must be measured.
     *
     * @param scale how thoroughly
     * @return the points; no two with the same lock and workload
     */
    List<Point> points(ExperimentScale scale);

    /**
     * Returns what is told of a point.
     *
     * @param point one of {@link #points}
     * @return what to measure there
     */
    List<Measure> metrics(Point point);

    /**
     * Draws what was measured, like the paper.
     *
     * @param measurements of all points
     * @return one diagram or more
     */
    List<Panel> panels(Measurements measurements);

    /**
     * Concludes what is no figure of a single point.
     *
     * @param measurements of all points
     * @return more rows, whose paper's number is not filled in
     */
    default List<ResultRow> conclusions(Measurements measurements) {
        return List.of();
    }

    /** {@return what a reader must know of how it was run: sentences, often none} */
    default List<String> remarks() {
        return List.of();
    }
}
