/**
 * Plots as SVG: a {@link io.baton.lab.plot.Panel} is grouped bars or lines, {@link
 * io.baton.lab.plot.SvgPlot} draws several beside each other with XChart. Knows nothing of locks.
 */
@NullMarked
package io.baton.lab.plot;

import org.jspecify.annotations.NullMarked;
