package io.baton.lab;

import io.baton.lab.cell.Cell;

/**
 * A point of an experiment.
 *
 * @param lock the lock's name in the experiment's tables
 * @param family the workload without the value of the sweep, such as {@code WI-zipf}
 * @param step the value of the sweep as text, such as {@code 240 clients}; empty if nothing is swept
 * @param x its value as a number; 0 if nothing is swept
 * @param cell what is measured
 */
public record Point(String lock, String family, String step, double x, Cell cell) {

    /**
     * A point where nothing is swept.
     *
     * @param family the workload
     * @param cell what is measured
     * @return the point
     */
    public static Point of(String family, Cell cell) {
        return new Point(cell.lock().label(), family, "", 0, cell);
    }

    /**
     * A point of a sweep.
     *
     * @param family the workload
     * @param step the value of the sweep as text
     * @param x its value as a number
     * @param cell what is measured
     * @return the point
     */
    public static Point of(String family, String step, double x, Cell cell) {
        return new Point(cell.lock().label(), family, step, x, cell);
    }

    /** {@return the workload's name in tables: family and step} */
    public String workload() {
        return step.isEmpty() ? family : family + " " + step;
    }
}
