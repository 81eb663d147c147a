package io.baton.lab.plot;

import java.util.List;
import java.util.Map;

/** One diagram. Immutable. */
public sealed interface Panel {

    /** {@return the title above it} */
    String title();

    /**
     * Grouped bars, upright.
     *
     * @param title what stands above
     * @param yLabel what the bars show
     * @param logarithmic whether the bars' axis is
     * @param categories the groups
     * @param series for each name the height of its bar in each group; not a number where there is none
     */
    record Bars(String title, String yLabel, boolean logarithmic, List<String> categories,
            Map<String, List<Double>> series)
        implements Panel {
    }

    /**
     * Lines.
     *
     * @param title what stands above
     * @param xLabel what goes to the right
     * @param yLabel what goes up
     * @param logarithmicX whether the axis to the right is logarithmic
     * @param logarithmicY whether the axis upwards is
     * @param series for each name its points
     * @param paper for each of some names the paper's points, drawn as hollow marks
     */
    record Lines(String title, String xLabel, String yLabel, boolean logarithmicX, boolean logarithmicY,
            Map<String, List<Spot>> series, Map<String, List<Spot>> paper)
        implements Panel {

        /**
         * Lines without numbers of a paper.
         *
         * @param title what stands above
         * @param xLabel what goes to the right
         * @param yLabel what goes up
         * @param logarithmicX whether the axis to the right is logarithmic
         * @param logarithmicY whether the axis upwards is
         * @param series for each name its points
         */
        public Lines(String title, String xLabel, String yLabel, boolean logarithmicX, boolean logarithmicY,
                Map<String, List<Spot>> series) {
            this(title, xLabel, yLabel, logarithmicX, logarithmicY, series, Map.of());
        }
    }

    /**
     * Curves over time, which ends where they end.
     *
     * @param title what stands above
     * @param xLabel what goes to the right, with its unit
     * @param yLabel what goes up, from 0
     * @param series for each name its points, none of them before time 0
     */
    record Timeline(String title, String xLabel, String yLabel, Map<String, List<Spot>> series) implements Panel {
    }

    /**
     * One bar to the right for each name, in the colour of the name.
     *
     * @param title what stands above
     * @param xLabel what the bars show
     * @param yLabel what the names are
     * @param logarithmic whether the bars' axis is
     * @param rows from top to bottom
     */
    record Ranking(String title, String xLabel, String yLabel, boolean logarithmic, List<Rank> rows)
        implements Panel {
    }

    /**
     * A bar of a ranking.
     *
     * @param name stands before it
     * @param value its length; not a number if there is none
     * @param paper the paper's value, drawn as a hollow mark; not a number if there is none
     */
    record Rank(String name, double value, double paper) {
    }

    /**
     * A point of a line.
     *
     * @param x to the right
     * @param y upwards
     */
    record Spot(double x, double y) {
    }
}
