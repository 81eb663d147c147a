package io.baton.lab;

import io.baton.lab.metric.Measure;
import io.baton.lab.plot.Panel;
import java.util.List;

/** A figure, a table or a passage of a paper, to be run again. Immutable. */
public interface Experiment {

    /**
     * Returns its name on the command line.
     *
     * @return such as {@code figure4}
     */
    String name();

    /**
     * Returns what it shows.
     *
     * @return half a sentence
     */
    String shows();

    /**
     * Returns where it is from.
     *
     * @return paper and section
     */
    String source();

    /**
     * Returns what must be measured.
     *
     * @param scale how thoroughly
     * @return the points; no two with the same lock and workload
     */
    List<Point> points(Scale scale);

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
    default List<Row> conclusions(Measurements measurements) {
        return List.of();
    }

    /**
     * Returns what a reader must know of how it was run.
     *
     * @return sentences, often none
     */
    default List<String> remarks() {
        return List.of();
    }
}
