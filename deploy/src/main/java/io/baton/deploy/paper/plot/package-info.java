/**
 * Plots as SVG with real text: a {@link io.baton.deploy.paper.plot.Panel} is a ranking, grouped bars or lines, {@link
 * io.baton.deploy.paper.plot.SvgPlot} draws several beside each other. {@code SeriesStyle} is the one table of colours
 * and marks. What a paper states is drawn hollow.
 */
@NullMarked
package io.baton.deploy.paper.plot;

import org.jspecify.annotations.NullMarked;
