/**
 * A server's activity, as numbers. {@link io.baton.server.statistics.CallMeter} counts calls by procedure,
 * {@link io.baton.server.statistics.HotLocks} remembers which locks are waited for, and
 * {@link io.baton.server.statistics.Statistics} is the procedure {@code baton.statistics}, which lists all of it. Page:
 * {@code docs/observe.md}, section Top.
 */
@NullMarked
package io.baton.server.statistics;

import org.jspecify.annotations.NullMarked;
