/**
 * The parts of {@code docs/paper.md}: {@link io.baton.lab.page.Results} are its numbers, which are checked in, and
 * {@link io.baton.lab.page.PagePlots} draws its plots from them. The slow experiments run only when the results are
 * measured again; a fast test compares the page's numbers and plots with the results.
 */
@NullMarked
package io.baton.lab.page;

import org.jspecify.annotations.NullMarked;
