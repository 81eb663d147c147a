/**
 * What {@code docs/paper.md} is made of: {@link io.baton.lab.page.Results} are its numbers, which are checked
 * in, and {@link io.baton.lab.page.PagePlots} draws its plots from them. The slow experiments run only when
 * somebody measures again; that the page's numbers and plots are those of the results, a test sees at any time.
 */
@NullMarked
package io.baton.lab.page;

import org.jspecify.annotations.NullMarked;
