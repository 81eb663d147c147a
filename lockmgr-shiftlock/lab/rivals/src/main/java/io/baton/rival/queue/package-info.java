/**
 * The queue locks of one-sided verbs: {@link io.baton.rival.queue.McsTable} for writers, and {@link
 * io.baton.rival.queue.RmaRwTable} with readers that count themselves and writers that queue.
 */
@NullMarked
package io.baton.rival.queue;

import org.jspecify.annotations.NullMarked;
