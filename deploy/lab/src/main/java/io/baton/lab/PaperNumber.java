package io.baton.lab;

import io.baton.lab.metric.Quantity;

/**
 * A number that a paper states.
 *
 * @param experiment the experiment that measures it here, such as {@code figure4}
 * @param lock the lock it is about
 * @param workload the workload, with the value of the sweep where the experiment sweeps one
 * @param metric what was measured
 * @param value the number, in the unit
 * @param unit such as {@code us}, {@code ops/s}, {@code %}, or {@code x} for a ratio
 * @param source paper and section, figure or table, and what a reader must know of how the text puts it
 */
public record PaperNumber(
        String experiment, String lock, String workload, Quantity metric, double value, String unit, String source) {

    private static final int COLUMNS = 7;

    /**
     * Reads a line of the resource.
     *
     * @throws IllegalArgumentException if it has other columns, an unknown metric or a value that is no number
     */
    static PaperNumber parse(String line) {
        final String[] columns = line.split(",", -1);
        if (columns.length != COLUMNS) {
            throw new IllegalArgumentException(
                "\"" + line + "\" has " + columns.length + " columns; write " + COLUMNS + ", no comma within one");
        }
        for (final String column : columns) {
            if (column.isBlank() || !column.equals(column.strip())) {
                throw new IllegalArgumentException("\"" + line + "\" has an empty or padded column; fill or strip it");
            }
        }
        final double value = value(columns[4]);
        return new PaperNumber(columns[0], columns[1], columns[2], Quantity.parse(columns[3]), value, columns[5],
            columns[6]);
    }

    private static double value(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("\"" + text + "\" is no number; write it as 12.34", e);
        }
    }

    boolean isOf(String experiment, String lock, String workload, Quantity metric) {
        return this.experiment.equals(experiment) && this.lock.equals(lock) && this.workload.equals(workload)
            && this.metric.equals(metric);
    }
}
