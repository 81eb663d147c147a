/**
 * Plots as SVG with real text: a {@link io.baton.lab.plot.Panel} is a ranking, grouped bars, lines or curves over time,
 * {@link io.baton.lab.plot.SvgPlot} draws several beside each other. {@code SeriesStyle} is the one table of colours
 * and marks. Values of a paper are drawn hollow.
 */
@NullMarked
package io.baton.lab.plot;

import org.jspecify.annotations.NullMarked;
