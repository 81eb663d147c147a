/**
 * Plots as SVG: a {@link io.baton.deploy.paper.plot.Panel} is grouped bars or lines, {@link
 * io.baton.deploy.paper.plot.SvgPlot} draws several beside each other with XChart. Knows nothing of locks.
 */
@NullMarked
package io.baton.deploy.paper.plot;

import org.jspecify.annotations.NullMarked;
